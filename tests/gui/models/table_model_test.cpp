#include <QAbstractItemModelTester>
#include <QTest>

#include "gui/models/output.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {
using analyzer::Grouping;

class TableModelTest : public testing::Test {
 protected:
    void group(Grouping grouping) { model.set_rows(sample::make_breakdown(record, grouping)->table); }
    int column(const char* id) const { return model.column_of(QString::fromLatin1(id)); }
    QString text(int row, const char* id, int role = Qt::DisplayRole) const {
        return cell(model, row, id, role).toString();
    }
    QString plain(int row, const char* id) const { return text(row, id, TableModel::plain_role); }

    CaseRecord record = sample::make_case({});
    TableModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(TableModelTest, ShowsNumbersTotalsBarsUnitsAndSources) {
    group(Grouping::substage);
    ASSERT_EQ(model.rowCount(), 55 + 3);
    for (const auto& [id, expected] : {std::pair("stage", "2"),
                                       {"substage", "1"},
                                       {"label", "k=4 j=2"},
                                       {"gld_sectors", "256"},
                                       {"gld_efficiency_pct", "50.0"},
                                       {"gld_bytes_per_request", "128.0"}})
        EXPECT_EQ(text(1, id).toStdString(), expected) << id;
    EXPECT_DOUBLE_EQ(plain(1, "time").toDouble(), double(*record.launches[1].duration_ns) / 1e3);
    group(Grouping::stage);
    const int last = model.rowCount() - 3;  // rest and sort follow
    EXPECT_TRUE(cell(model, last, "stage", TableModel::total_role).toBool());
    EXPECT_FALSE(cell(model, 0, "stage", TableModel::total_role).toBool());
    EXPECT_EQ(std::tuple(text(last, "stage"), text(last, "label")), std::tuple(u"Total"_s, QString()));
    EXPECT_EQ(std::tuple(text(last, "launches"), text(last, "share_pct")), std::tuple(u"55"_s, u"100.0"_s));
    double sum = 0, longest = 0;
    for (int row = 0; row < last; ++row) {
        sum += plain(row, "share_pct").toDouble();
        longest = std::max(longest, cell(model, row, "share_pct", TableModel::bar_role).toDouble());
    }
    EXPECT_NEAR(sum, 100, 1e-9);
    EXPECT_DOUBLE_EQ(longest, 1);
    EXPECT_FALSE(cell(model, last, "share_pct", TableModel::bar_role).isValid());
    EXPECT_FALSE(cell(model, 0, "time", TableModel::bar_role).isValid());
    EXPECT_EQ(column("bar"), -1);  // only on the terminal
    EXPECT_EQ(header(model, "time", TableModel::full_header_role), u"Time (\u00b5s, measured)"_s);
    EXPECT_EQ(header(model, "time"), u"Time \u00b5s"_s);  // one line; a dot marks measured
    EXPECT_EQ(header(model, "time", TableModel::source_role), QString::number(int(Provenance::measured)));
    EXPECT_EQ(header(model, "gld_sectors").count(u"sectors"_s, Qt::CaseInsensitive), 1);
    const auto tip = text(2, "gld_sectors", Qt::ToolTipRole);
    EXPECT_TRUE(tip.startsWith(u"stage 3"_s)) << tip.toStdString();
    EXPECT_TRUE(contains(tip, to_qstring(metric("gld_sectors").sentence)));
    EXPECT_TRUE(contains(tip, u"easured"_s));
    EXPECT_TRUE(contains(header(model, "gld_efficiency_pct", Qt::ToolTipRole), u"\n= "_s));
}

TEST_F(TableModelTest, ModelledFiguresAreMarkedAndHaveNoTime) {
    record = sample::make_case({"v", 1024, 256, BackendKind::simt, false});
    group(Grouping::stage);
    EXPECT_EQ(column("time"), -1);
    ASSERT_GE(column("share_pct"), 0);
    for (int i = column("share_pct"); i < model.columnCount(); ++i)
        EXPECT_TRUE(model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString().endsWith(u"modelled"_s))
            << model.columns()[size_t(i)].id;
    record = sample::make_case({});
    for (auto& value : record.launches[0].counters) value.provenance = Provenance::modelled;
    std::erase_if(record.launches[3].counters,
                  [](const CounterValue& value) { return value.id == CounterId::gld_sectors; });
    group(Grouping::substage);
    EXPECT_EQ(text(0, "gld_sectors"), u"256 (modelled)"_s);
    EXPECT_EQ(text(1, "gld_sectors"), u"256"_s);
    EXPECT_FALSE(contains(header(model, "gld_sectors"), u"modelled"_s));
    EXPECT_EQ(text(3, "gld_sectors"), u"\u2013"_s);
    EXPECT_EQ(plain(3, "gld_sectors"), QString());
    EXPECT_TRUE(contains(text(3, "gld_sectors", Qt::ToolTipRole), u"Absent"_s));
}

TEST(TableModel, OfAMillionRowsOnlyThoseAreMadeThatAreAskedFor) {
    auto rows = std::make_shared<TableRows>();
    size_t made = 0;
    rows->columns.resize(40);
    rows->count = 1'000'000;
    rows->cell = [&made](size_t row, size_t) {
        ++made;
        return present::Cell{std::to_string(row), Number(row), Provenance::measured, 0};
    };
    TableModel model;
    model.set_rows(rows);
    EXPECT_EQ(model.rowCount(), 1'000'000);
    EXPECT_LT(made, 10'000U);  // for the provenance in headers
    made = 0;
    EXPECT_EQ(std::tuple(model.index(999'999, 7).data().toString(), made), std::tuple(u"999999"_s, 1U));
}

TEST_F(TableModelTest, EveryColumnSortsByWhatItShowsWithTheTotalLast) {
    group(Grouping::substage);
    for (int column = 0; column < model.columnCount(); ++column)
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(column, order);
            EXPECT_TRUE(model.index(55, column).data(TableModel::total_role).toBool());
            const auto& about = model.columns()[size_t(column)];
            for (int row = 1; row < 55; ++row) {
                auto before = model.index(row - 1, column).data(TableModel::plain_role).toString(),
                     after = model.index(row, column).data(TableModel::plain_role).toString();
                if (after.isEmpty()) continue;  // absent values are last
                if (order == Qt::DescendingOrder) std::swap(before, after);
                EXPECT_TRUE(about.align == present::Align::left ? !natural_less(after, before)
                                                                : before.toDouble() <= after.toDouble())
                    << about.id << " row " << row;
            }
        }
    model.sort(-1);
    for (int row = 0; row < 55; ++row) EXPECT_EQ(model.breakdown_row(row), row);
    const QPersistentModelIndex third(model.index(2, 0)), total(model.index(55, 0));
    model.sort(column("time"), Qt::DescendingOrder);
    EXPECT_EQ(std::tuple(model.breakdown_row(third.row()), total.row()), std::tuple(2, 55));
    for (int row = 0; row < 55; ++row) EXPECT_EQ(model.row_of(model.breakdown_row(row)), row);
    EXPECT_EQ(std::tuple(model.breakdown_row(55), model.row_of(55)), std::tuple(-1, -1));
}

TEST_F(TableModelTest, CopiesPlainNumbersWithUnitAndSourceInTheHeader) {
    const auto is_stored = [](const CounterValue& value) { return value.id == CounterId::gst_sectors; };
    record.launches[1].duration_ns = 1'234'567;
    std::ranges::find_if(record.launches[0].counters, is_stored)->value = 16'777'216;
    std::erase_if(record.launches[1].counters, is_stored);
    group(Grouping::substage);
    const QList<int> columns{column("stage"), column("label"), column("gst_sectors"), column("time")};
    const auto lines = tab_separated(model, {0, 1}, columns).split(u'\n');
    ASSERT_EQ(lines.size(), 4);  // header, two rows, nothing after the last line end
    EXPECT_EQ(lines[0], u"Stage\tLabel\tSectors stored (sectors, measured)\tTime (\u00b5s, measured)"_s);
    EXPECT_TRUE(lines[1].startsWith(u"1\tk=2 j=1\t16777216\t"_s));
    EXPECT_EQ(lines[2], u"2\tk=4 j=2\t\t1234.567"_s);
    const auto all = tab_separated(model, {}, columns);
    EXPECT_EQ(all.count(u'\n'), 55 + 3 + 1);
    EXPECT_TRUE(contains(all, u"\nTotal\t\t"_s));
}

void settle_sorting() {
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
}

TEST_F(TableModelTest, VeryManyRowsAreSortedByAnotherThread) {
    model.set_rows(falling_rows(30'000));
    QSignalSpy sorted(&model, &QAbstractItemModel::layoutChanged);
    model.sort(1, Qt::AscendingOrder);
    model.sort(1, Qt::DescendingOrder);  // cancels the first sort
    EXPECT_TRUE(sorted.isEmpty());
    EXPECT_TRUE(model.is_sorting());
    ASSERT_TRUE(came(sorted));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !model.is_sorting(); }, 20000));
    for (int row = 1; row < model.rowCount(); ++row)
        ASSERT_GE(model.index(row - 1, 1).data(TableModel::plain_role).toDouble(),
                  model.index(row, 1).data(TableModel::plain_role).toDouble());
    EXPECT_EQ(model.order(), sorted_rows(*falling_rows(30'000), 1, false));
    model.sort(0, Qt::AscendingOrder);
    EXPECT_TRUE(model.is_sorting());
    model.set_rows(falling_rows(20'000));  // drops the order of earlier rows
    EXPECT_FALSE(model.is_sorting());
    settle_sorting();
    EXPECT_TRUE(model.order().empty());
}

TEST(TableModel, AnOrderThatNobodyWantsAnyMoreIsNotLookedForToTheEnd) {
    auto rows = falling_rows(2'000'000);
    const auto read = std::make_shared<std::atomic<size_t>>(0);
    rows->again = [read] {
        auto slow = falling_rows(2'000'000);
        slow->cell = [read](size_t row, size_t) {
            if (++*read % 1000 == 0) QThread::msleep(1);
            return present::Cell{"", Number(row), std::nullopt, 0};
        };
        return slow;
    };
    TableModel model;
    QSignalSpy sorting(&model, &TableModel::sorting_changed);
    model.set_rows(rows);
    model.sort(1);
    EXPECT_TRUE(model.is_sorting());
    ASSERT_TRUE(QTest::qWaitFor([&] { return *read > 0; }, 20000));
    model.sort(-1);
    EXPECT_FALSE(model.is_sorting());
    EXPECT_EQ(sorting.size(), 2);
    settle_sorting();
    EXPECT_LT(*read, 1'500'000U);
    EXPECT_TRUE(model.order().empty());
    size_t asked = 0;
    EXPECT_FALSE(
        sorted_rows(*falling_rows(20'000), 1, true, [&] { return ++asked > 6; }));  // during the comparisons
    EXPECT_EQ(asked, 7U);
    rows = falling_rows(20'000);
    rows->again = []() -> TableRowsPtr { throw std::runtime_error("no memory"); };
    model.set_rows(rows);
    model.sort(1);
    settle_sorting();
    EXPECT_FALSE(model.is_sorting());
    EXPECT_TRUE(model.order().empty());
    EXPECT_EQ(model.index(3, 0).data().toString(), u"row 3"_s);
}

TEST_F(TableModelTest, WhatIsTooMuchOrNotThereIsNotCopiedAndAFileHasTheOrderShown) {
    model.set_rows(falling_rows(most_copied_rows + 1));
    EXPECT_FALSE(can_copy(model, {}));
    EXPECT_TRUE(can_copy(model, {0, 5}));
    auto rows = falling_rows(10);
    rows->arrivals = std::make_shared<RowArrivals>();
    rows->is_here = [](size_t row) { return row < 5; };
    model.set_rows(rows);
    EXPECT_TRUE(can_copy(model, {4}));
    EXPECT_FALSE(can_copy(model, {4, 5}));
    rows = falling_rows(3);
    rows->again = nullptr;
    rows->cell = [](size_t row, size_t column) {
        if (column == 1) return present::Cell{"", Number(row + 1000), std::nullopt, 0};
        return present::Cell{row == 1 ? "two\nlines, \"quoted\"" : "plain", {}, std::nullopt, 0};
    };
    model.set_rows(rows);
    model.sort(1, Qt::DescendingOrder);
    EXPECT_EQ(tab_separated(model, {1}, {0, 1}), u"name\tvalue\ntwo lines, \"quoted\"\t1001\n"_s);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.csv"_s);
    Readers readers;
    const auto written = write_csv(readers, table_export(model, {0, 1}), path, never);
    ASSERT_TRUE(written);
    EXPECT_EQ(*written, 3U);
    EXPECT_EQ(
        bytes_of(path),
        QByteArray("name,value\r\nplain,1002\r\n\"two\nlines, \"\"quoted\"\"\",1001\r\nplain,1000\r\n"));
    EXPECT_THROW(write_csv(readers, table_export(model, {0}), folder.filePath(u"none/a.csv"_s), never),
                 std::runtime_error);
}

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(file.write(bytes), bytes.size());
}

TEST(OutputFile, ProfilesAndTheirLogsAreNeverWrittenOver) {
    const QTemporaryDir folder;
    const QByteArray database("SQLite format 3\0 and what follows", 33);
    const auto profiles = folder.filePath(u"sorts.db"_s), log = folder.filePath(u"sorts.db-wal"_s),
               link = folder.filePath(u"link.png"_s);
    put(profiles, database);
    put(log, "cases that were committed last");
    ASSERT_TRUE(QFile::link(profiles, link));
    for (const auto& kept : {profiles, log, link}) {
        const auto before = bytes_of(kept);
        EXPECT_NE(refusal_of_output(kept), QString());
        EXPECT_THROW(write_file(kept, "a picture"), Error);
        EXPECT_EQ(bytes_of(kept), before);
    }
    EXPECT_NE(refusal_of_output(folder.filePath(u"sorts.db-journal"_s)), QString()) << "before it exists";
    EXPECT_EQ(refusal_of_output(folder.filePath(u"other.db-wal"_s)), QString()) << "of no database";
    const auto path = folder.filePath(u"chart.csv"_s);
    put(path, "what stood there before, and is longer");
    EXPECT_EQ(refusal_of_output(path), QString());
    EXPECT_TRUE(write_file(path, "new"));
    EXPECT_EQ(bytes_of(path), "new");
    EXPECT_FALSE(write_file(folder.filePath(u"no/such/folder.csv"_s), "new"));
    EXPECT_FALSE(write_file(u"/dev/full"_s, "new"));
    EXPECT_TRUE(write_file(u"/dev/null"_s, "new"));
    EXPECT_EQ(bytes_of(u"/dev/null"_s), "") << "it is still what it was";
}
}  // namespace
}
