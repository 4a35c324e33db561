// Small helpers of the window's tests.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include <QAbstractItemModel>
#include <QFile>
#include <QSignalSpy>
#include <QString>
#include <QTemporaryDir>
#include <QThread>

#include "gui/models/loader.hpp"

// GoogleTest prints a QString in words.
inline void PrintTo(const QString& text, std::ostream* out) { *out << '"' << text.toStdString() << '"'; }

namespace sortscope::gui {

/// Whether `text` contains `part`; a failed expectation prints the text.
inline testing::AssertionResult contains(const QString& text, const QString& part,
                                         Qt::CaseSensitivity letters = Qt::CaseSensitive) {
    return testing::AssertionResult(text.contains(part, letters)) << text.toStdString();
}

/// Empty if the file cannot be read.
inline QByteArray bytes_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A cell of a TableModel, by its column's id.
template <class Model>
QVariant cell(const Model& model, int row, const char* id, int role = Qt::DisplayRole) {
    return model.index(row, model.column_of(QString::fromLatin1(id))).data(role);
}
template <class Model>
QString header(const Model& model, const char* id, int role = Qt::DisplayRole) {
    return model.headerData(model.column_of(QString::fromLatin1(id)), Qt::Horizontal, role).toString();
}

// Whether nobody waits for work.
inline bool never() { return false; }
inline bool always() { return true; }

/// Waits for the first signal of `spy`, or takes the one that came already.
inline bool came(QSignalSpy& spy) { return !spy.isEmpty() || spy.wait(20000); }

/// Keeps a lane of the loader busy as long as it lives: what is asked there meanwhile waits.
class BusyLane {
 public:
    BusyLane(Loader& loader, Loader::Lane lane) : query_(loader, lane) {
        query_.ask<int>(
            [free = free_](Readers&, const Stale&) -> std::shared_ptr<const int> {
                while (!*free) QThread::msleep(1);
                return nullptr;
            },
            [](const auto&) {}, [](const QString&) {});
    }
    ~BusyLane() { *free_ = true; }
    BusyLane(const BusyLane&) = delete;
    BusyLane& operator=(const BusyLane&) = delete;

 private:
    std::shared_ptr<std::atomic<bool>> free_ = std::make_shared<std::atomic<bool>>(false);
    Query query_;
};

}  // namespace sortscope::gui
