#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QFile>
#include <QTest>
#include <QThread>
#include <QThreadPool>

#include <atomic>
#include <stdexcept>

#include "gui/models/table_model.hpp"
#include "gui/models/table_rows.hpp"
#include "gui/models/table_text.hpp"
#include "gui/models/text.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

struct Fixture {
    explicit Fixture(const CaseRecord& record) {
        table.set_rows(sample::make_breakdown(record, analyzer::Grouping::substage)->table);
    }
    int column(const char* id) const { return table.column_of(QString::fromLatin1(id)); }
    QVariant value(int row, int at) const { return table.index(row, at).data(TableModel::sort_role); }

    TableModel table;
};

TEST(StageTableSort, ByNumberWithTheTotalLast) {
    Fixture fixture(sample::make_case({}));
    QAbstractItemModelTester tester(&fixture.table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const int time = fixture.column("time");
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        fixture.table.sort(time, order);
        const int last = fixture.table.rowCount() - 1;
        EXPECT_TRUE(fixture.table.index(last, time).data(TableModel::total_role).toBool());
        for (int row = 1; row < last; ++row) {
            const double before = fixture.value(row - 1, time).toDouble(),
                         here = fixture.value(row, time).toDouble();
            EXPECT_TRUE(order == Qt::AscendingOrder ? before <= here : before >= here);
        }
    }
    fixture.table.sort(-1);
    for (int row = 0; row < 55; ++row) EXPECT_EQ(fixture.table.breakdown_row(row), row);
}

TEST(StageTableSort, EveryColumnSortsByWhatItShows) {
    Fixture fixture(sample::make_case({}));
    for (int column = 0; column < fixture.table.columnCount(); ++column) {
        fixture.table.sort(column, Qt::AscendingOrder);
        for (int row = 1; row < fixture.table.rowCount() - 1; ++row) {
            const auto before = fixture.value(row - 1, column), here = fixture.value(row, column);
            if (!here.isValid()) continue;
            EXPECT_TRUE(here.typeId() == QMetaType::QString
                            ? !natural_less(here.toString(), before.toString())
                            : before.toDouble() <= here.toDouble())
                << fixture.table.columns()[static_cast<std::size_t>(column)].id << " row " << row;
        }
    }
}

TEST(StageTableSort, AbsentValuesComeAfterAllNumbers) {
    auto record = sample::make_case({});
    std::erase_if(record.launches[0].counters,
                  [](const CounterValue& value) { return value.id == CounterId::gld_sectors; });
    Fixture fixture(record);
    const int sectors = fixture.column("gld_sectors");
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        fixture.table.sort(sectors, order);
        const int last = fixture.table.rowCount() - 1;
        EXPECT_TRUE(fixture.value(0, sectors).isValid());
        EXPECT_FALSE(fixture.value(last - 1, sectors).isValid());
    }
}

TEST(StageTableSort, RowsAreFoundWhereverTheyStand) {
    Fixture fixture(sample::make_case({}));
    const QPersistentModelIndex third(fixture.table.index(2, 0)), total(fixture.table.index(55, 0));
    fixture.table.sort(fixture.column("time"), Qt::DescendingOrder);
    EXPECT_EQ(fixture.table.breakdown_row(third.row()), 2);
    EXPECT_EQ(total.row(), 55);
    for (int row = 0; row < 55; ++row) EXPECT_EQ(fixture.table.row_of(fixture.table.breakdown_row(row)), row);
    EXPECT_EQ(fixture.table.breakdown_row(55), -1);
    EXPECT_EQ(fixture.table.row_of(55), -1);
}

TEST(StageTableSort, CopiesPlainNumbersWithUnitAndSourceInTheHeader) {
    auto record = sample::make_case({});
    record.launches[1].duration_ns = 1'234'567;
    for (auto& value : record.launches[0].counters)
        if (value.id == CounterId::gst_sectors) value.value = 16'777'216;
    std::erase_if(record.launches[1].counters,
                  [](const CounterValue& value) { return value.id == CounterId::gst_sectors; });
    Fixture fixture(record);
    const QList<int> columns{fixture.column("stage"), fixture.column("label"), fixture.column("gst_sectors"),
                             fixture.column("time")};
    const auto lines = tab_separated(fixture.table, {0, 1}, columns).split(u'\n');
    ASSERT_EQ(lines.size(), 4);  // header, two rows, and nothing after the last line's end
    EXPECT_EQ(lines[0], u"Stage\tLabel\tSectors stored (sectors, measured)\tTime (\u00b5s, measured)"_s);
    EXPECT_TRUE(lines[1].startsWith(u"1\tk=2 j=1\t16777216\t"_s));
    EXPECT_EQ(lines[2], u"2\tk=4 j=2\t\t1234.567"_s);
    const auto all = tab_separated(fixture.table, {}, columns);
    EXPECT_EQ(all.count(u'\n'), 55 + 1 + 1);
    EXPECT_TRUE(all.contains(u"\nTotal\t\t"_s));
}

/// Rows named "row 0", "row 1", .. with a number that falls and rises.
TableRowsPtr falling_rows(std::size_t count) {
    auto rows = std::make_shared<TableRows>();
    for (const auto* id : {"name", "value"}) {
        auto& column = rows->columns.emplace_back();
        column.id = column.title = id;
        column.align = rows->columns.size() == 1 ? present::Align::left : present::Align::right;
    }
    rows->count = count;
    rows->cell = [](std::size_t row, std::size_t column) {
        present::Cell cell;
        cell.text = column == 0 ? "row " + std::to_string(row) : "";
        if (column == 1) cell.number = Number(static_cast<std::int64_t>(row * 7919 % 100'003));
        return cell;
    };
    rows->again = [count] { return falling_rows(count); };
    return rows;
}

/// Until orders that are on their way have come.
void settle_sorting() {
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
}

TEST(StageTableSort, VeryManyRowsAreSortedByAnotherThread) {
    TableModel table;
    QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::Fatal);
    table.set_rows(falling_rows(30'000));
    QSignalSpy sorted(&table, &QAbstractItemModel::layoutChanged);
    table.sort(1, Qt::AscendingOrder);
    table.sort(1, Qt::DescendingOrder);  // the wish before is void
    EXPECT_TRUE(sorted.isEmpty());
    EXPECT_TRUE(table.is_sorting());
    ASSERT_TRUE(came(sorted));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !table.is_sorting(); }, 20000));
    for (int row = 1; row < table.rowCount(); ++row)
        ASSERT_GE(table.index(row - 1, 1).data(TableModel::sort_role).toDouble(),
                  table.index(row, 1).data(TableModel::sort_role).toDouble());
    EXPECT_EQ(table.order(), sorted_rows(*falling_rows(30'000), 1, false));
    table.sort(0, Qt::AscendingOrder);
    EXPECT_TRUE(table.is_sorting());
    table.set_rows(falling_rows(20'000));  // an order that comes for other rows is not taken
    EXPECT_FALSE(table.is_sorting());
    settle_sorting();
    EXPECT_TRUE(table.order().empty());
}

TEST(StageTableSort, RowsForAnotherThreadAreMadeThere) {
    auto rows = std::make_shared<TableRows>(*falling_rows(20'000));
    const auto made_by = std::make_shared<std::atomic<QThread*>>(nullptr);
    rows->again = [made_by] {
        *made_by = QThread::currentThread();
        return falling_rows(20'000);
    };
    TableModel table;
    table.set_rows(rows);
    table.sort(1);
    settle_sorting();
    EXPECT_NE(*made_by, nullptr);
    EXPECT_NE(*made_by, QThread::currentThread());
    EXPECT_EQ(table.order().size(), 20'000U);
}

TEST(StageTableSort, AnOrderThatNobodyWantsAnyMoreIsNotLookedForToTheEnd) {
    auto rows = std::make_shared<TableRows>(*falling_rows(2'000'000));
    const auto read = std::make_shared<std::atomic<std::size_t>>(0);
    rows->again = [read] {
        auto slow = std::make_shared<TableRows>(*falling_rows(2'000'000));
        slow->number = [read](std::size_t row, std::size_t) {
            if (++*read % 1000 == 0) QThread::msleep(1);
            return std::optional(Number(static_cast<std::int64_t>(row)));
        };
        return slow;
    };
    TableModel table;
    QSignalSpy sorting(&table, &TableModel::sorting_changed);
    table.set_rows(rows);
    table.sort(1);
    EXPECT_TRUE(table.is_sorting());
    ASSERT_TRUE(QTest::qWaitFor([&] { return *read > 0; }, 20000));
    table.sort(-1);
    EXPECT_FALSE(table.is_sorting());
    EXPECT_EQ(sorting.size(), 2);
    settle_sorting();
    EXPECT_LT(*read, 1'500'000U);
    EXPECT_TRUE(table.order().empty());
    std::size_t asked = 0;
    EXPECT_FALSE(
        sorted_rows(*falling_rows(20'000), 1, true, [&] { return ++asked > 6; }));  // while it compares
    EXPECT_EQ(asked, 7U);
}

TEST(StageTableSort, RowsThatCannotBeSortedStayAsTheyAre) {
    auto rows = std::make_shared<TableRows>(*falling_rows(20'000));
    rows->again = []() -> TableRowsPtr { throw std::runtime_error("no memory"); };
    TableModel table;
    table.set_rows(rows);
    table.sort(1);
    settle_sorting();
    EXPECT_FALSE(table.is_sorting());
    EXPECT_TRUE(table.order().empty());
    EXPECT_EQ(table.index(3, 0).data().toString(), u"row 3"_s);
}

TEST(StageTableSort, WhatIsTooMuchOrNotThereIsNotCopied) {
    TableModel table;
    table.set_rows(falling_rows(most_copied_rows + 1));
    EXPECT_FALSE(can_copy(table, {}));
    EXPECT_TRUE(can_copy(table, {0, 5}));
    auto rows = std::make_shared<TableRows>(*falling_rows(10));
    rows->arrivals = std::make_shared<RowArrivals>();
    rows->is_here = [](std::size_t row) { return row < 5; };
    table.set_rows(rows);
    EXPECT_TRUE(can_copy(table, {4}));
    EXPECT_FALSE(can_copy(table, {4, 5}));
}

TEST(StageTableSort, AFileHasTheOrderShownAndAnyText) {
    auto rows = std::make_shared<TableRows>(*falling_rows(3));
    rows->again = nullptr;
    rows->cell = [](std::size_t row, std::size_t column) {
        present::Cell cell;
        if (column == 0)
            cell.text = row == 1 ? "two\nlines, \"quoted\"" : "plain";
        else
            cell.number = Number(static_cast<std::int64_t>(row) + 1000);
        return cell;
    };
    TableModel table;
    table.set_rows(rows);
    table.sort(1, Qt::DescendingOrder);
    EXPECT_EQ(tab_separated(table, {1}, {0, 1}), u"name\tvalue\ntwo lines, \"quoted\"\t1001\n"_s);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"a.csv"_s);
    Readers readers;
    const auto written = write_csv(readers, table_export(table, {0, 1}), path, [] { return false; });
    ASSERT_TRUE(written);
    EXPECT_EQ(*written, 3U);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(
        file.readAll(),
        QByteArray("name,value\r\nplain,1002\r\n\"two\nlines, \"\"quoted\"\"\",1001\r\nplain,1000\r\n"));
    EXPECT_THROW(
        write_csv(readers, table_export(table, {0}), folder.filePath(u"none/a.csv"_s), [] { return false; }),
        std::runtime_error);
}

TEST(StageTableSort, AnEmptyTableIsAHeaderAlone) {
    TableModel table;
    table.sort(0);
    EXPECT_EQ(tab_separated(table, {}, {}), u"\n"_s);
}

}  // namespace
}  // namespace sortscope::gui
