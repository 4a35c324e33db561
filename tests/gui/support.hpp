// Small helpers of the window's tests.
#pragma once

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "gui/models/contents.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

inline void PrintTo(const QString& text, std::ostream* out) { *out << '"' << text.toStdString() << '"'; }

namespace sortscope::gui {
/// Returns whether `text` contains `part`; a failed expectation prints the text.
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

/// Counts pixels of `area` whose colour `is` accepts.
template <class Is>
int count(const QImage& picture, const QRect& area, Is&& is) {
    int found = 0;
    for (int x = area.left(); x <= area.right(); ++x)
        for (int y = area.top(); y <= area.bottom(); ++y) found += is(picture.pixelColor(x, y)) ? 1 : 0;
    return found;
}

inline bool never() { return false; }
inline bool always() { return true; }

/// Waits for the first signal of `spy`, unless a signal came already.
inline bool came(QSignalSpy& spy) { return !spy.isEmpty() || spy.wait(20000); }

/// Rows named "row 0", "row 1", .. with a number that falls and rises.
inline std::shared_ptr<TableRows> falling_rows(size_t count) {
    auto rows = std::make_shared<TableRows>();
    for (const auto* id : {"name", "value"}) {
        auto& column = rows->columns.emplace_back();
        column.id = column.title = id;
        column.align = rows->columns.size() == 1 ? present::Align::left : present::Align::right;
    }
    rows->count = count;
    rows->cell = [](size_t row, size_t column) {
        if (column == 0) return present::Cell{"row " + std::to_string(row), {}, std::nullopt, 0};
        return present::Cell{"", Number(row * 7919 % 100'003), std::nullopt, 0};
    };
    rows->again = [count] { return falling_rows(count); };
    return rows;
}

/// Keeps a lane of the loader busy for this object's lifetime, so that queries in the lane wait.
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
}

namespace sortscope::gui::sample {
using sortscope::sample::make_case;
using sortscope::sample::make_run;
using sortscope::sample::Options;
using sortscope::sample::write_cases;
using sortscope::sample::write_file;

inline BreakdownPtr make_breakdown(const CaseRecord& record, analyzer::Grouping grouping) {
    return breakdown_contents(record, analyzer::breakdown(record, grouping));
}

/// The case with its breakdown by stage, but without its launch records.
inline CasePtr make_contents(CaseRecord record) {
    auto contents = std::make_shared<CaseContents>();
    contents->by_stage = make_breakdown(record, analyzer::Grouping::stage);
    record.launch_count = record.launches.size();
    record.launches.clear();
    contents->record = std::move(record);
    return contents;
}

/// A file with `cases` cases of four variants in two runs, at summary detail.
inline std::shared_ptr<FileContents> make_file(size_t cases) {
    auto contents = std::make_shared<FileContents>();
    contents->path = u"example.db"_s;
    contents->runs = {make_run(), make_run()};
    contents->runs[0].id = RunId{1};
    contents->runs[1].id = RunId{2};
    contents->cases = sortscope::sample::make_summaries(cases);
    contents->compute();
    return contents;
}
}
