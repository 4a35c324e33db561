// Small helpers of the window's tests.
#pragma once

#include <gtest/gtest.h>

#include <QAbstractItemModel>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "gui/models/contents.hpp"
#include "gui/models/text.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

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

template <class Model>
QVariant cell(const Model& model, int row, const char* id, int role = Qt::DisplayRole) {
    return model.index(row, model.column_of(QString::fromLatin1(id))).data(role);
}
template <class Model>
QString header(const Model& model, const char* id, int role = Qt::DisplayRole) {
    return model.headerData(model.column_of(QString::fromLatin1(id)), Qt::Horizontal, role).toString();
}

inline bool never() { return false; }
inline bool always() { return true; }

/// Waits for the first signal of `spy`, or takes the one that came already.
inline bool came(QSignalSpy& spy) { return !spy.isEmpty() || spy.wait(20000); }

/// Keeps a lane of the loader busy as long as it lives: what is asked there meanwhile waits.
class BusyLane {
 public:
    BusyLane(Loader& loader, Lane lane) : query_(loader, lane) {
        query_.ask<int>(
            [free = free_](Readers&, const Stale&) -> Shared<int> {
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

namespace sortscope::gui::sample {

using sortscope::sample::make_case;
using sortscope::sample::make_run;
using sortscope::sample::Options;
using sortscope::sample::write_cases;
using sortscope::sample::write_file;

inline BreakdownPtr make_breakdown(const CaseRecord& record, analyzer::Grouping grouping) {
    return breakdown_contents(record, analyzer::breakdown(record, grouping));
}

/// The case without its launches and with its breakdown by stage.
inline CasePtr make_contents(CaseRecord record) {
    auto contents = std::make_shared<CaseContents>();
    contents->by_stage = make_breakdown(record, analyzer::Grouping::stage);
    record.launch_count = record.launches.size();
    record.launches.clear();
    contents->record = std::move(record);
    return contents;
}

/// A file's list of `cases` cases of four variants in two runs, at summary detail.
inline std::shared_ptr<FileContents> make_file(std::size_t cases) {
    auto contents = std::make_shared<FileContents>();
    contents->path = u"example.db"_s;
    contents->runs = {make_run(), make_run()};
    contents->runs[0].id = RunId{1};
    contents->runs[1].id = RunId{2};
    contents->cases = sortscope::sample::make_summaries(cases);
    contents->compute();
    return contents;
}

}  // namespace sortscope::gui::sample
