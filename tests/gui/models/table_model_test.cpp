// Tables: their cells, orders, copies and files.
#include <atomic>
#include <stdexcept>

#include <QAbstractItemModelTester>
#include <QCoreApplication>
#include <QFile>
#include <QTest>
#include <QThread>
#include <QThreadPool>

#include "gui/models/output.hpp"
#include "gui/models/table_model.hpp"
#include "gui/models/text.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;
using Tester = QAbstractItemModelTester;

QVariant cell(const TableModel& model, int row, const char* id, int role = Qt::DisplayRole) {
    return model.index(row, model.column_of(QString::fromLatin1(id))).data(role);
}

QString header(const TableModel& model, const char* id, int role = Qt::DisplayRole) {
    return model.headerData(model.column_of(QString::fromLatin1(id)), Qt::Horizontal, role).toString();
}

TEST(TableModel, IsAGoodItemModelInEveryGrouping) {
    TableModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    const auto record = sample::make_case({});
    for (const auto grouping : analyzer::groupings) {
        const auto contents = sample::make_breakdown(record, grouping);
        model.set_rows(contents->table);
        EXPECT_EQ(model.rowCount(), static_cast<int>(contents->breakdown->rows.size()) + 1);
    }
    model.set_rows(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.columnCount(), 0);
}

TEST(TableModel, ShowsTheNumbersOfTheLaunches) {
    const auto record = sample::make_case({});
    TableModel model;
    model.set_rows(sample::make_breakdown(record, Grouping::substage)->table);
    ASSERT_EQ(model.rowCount(), 55 + 1);
    EXPECT_EQ(cell(model, 1, "stage").toString(), u"2"_s);
    EXPECT_EQ(cell(model, 1, "substage").toString(), u"1"_s);
    EXPECT_EQ(cell(model, 1, "label").toString(), u"k=4 j=2"_s);
    EXPECT_EQ(cell(model, 1, "gld_sectors").toString(), u"256"_s);
    EXPECT_DOUBLE_EQ(cell(model, 1, "time", TableModel::plain_role).toDouble(),
                     static_cast<double>(*record.launches[1].duration_ns) / 1e3);
    EXPECT_EQ(cell(model, 1, "gld_efficiency_pct").toString(), u"50.0"_s);
    EXPECT_EQ(cell(model, 1, "gld_bytes_per_request").toString(), u"128.0"_s);
}

TEST(TableModel, TheLastRowIsTheTotal) {
    TableModel model;
    const auto record = sample::make_case({});
    model.set_rows(sample::make_breakdown(record, Grouping::stage)->table);
    const int last = model.rowCount() - 1;
    EXPECT_TRUE(cell(model, last, "stage", TableModel::total_role).toBool());
    EXPECT_FALSE(cell(model, 0, "stage", TableModel::total_role).toBool());
    EXPECT_EQ(cell(model, last, "stage").toString(), u"Total"_s);
    EXPECT_EQ(cell(model, last, "label").toString(), QString());
    EXPECT_EQ(cell(model, last, "launches").toString(), u"55"_s);
    EXPECT_EQ(cell(model, last, "share_pct").toString(), u"100.0"_s);
    double sum = 0;
    for (int row = 0; row < last; ++row)
        sum += cell(model, row, "share_pct", TableModel::sort_role).toDouble();
    EXPECT_NEAR(sum, 100, 1e-9);
    for (const auto grouping : analyzer::groupings) {
        model.set_rows(sample::make_breakdown(record, grouping)->table);
        const int naming = model.naming_column();
        EXPECT_TRUE(model.columns()[static_cast<std::size_t>(naming)].shown);
        EXPECT_EQ(model.index(model.rowCount() - 1, naming).data().toString(), u"Total"_s);
    }
}

TEST(TableModel, TheGreatestShareHasAWholeBar) {
    TableModel model;
    model.set_rows(sample::make_breakdown(sample::make_case({}), Grouping::stage)->table);
    double longest = 0;
    for (int row = 0; row < model.rowCount() - 1; ++row)
        longest = std::max(longest, cell(model, row, "share_pct", TableModel::bar_role).toDouble());
    EXPECT_DOUBLE_EQ(longest, 1);
    EXPECT_FALSE(cell(model, model.rowCount() - 1, "share_pct", TableModel::bar_role).isValid());
    EXPECT_FALSE(cell(model, 0, "time", TableModel::bar_role).isValid());
    EXPECT_EQ(model.column_of(u"bar"_s), -1);  // the terminal's
}

TEST(TableModel, HeadersAndTooltipsSayUnitSourceAndMeaning) {
    TableModel model;
    model.set_rows(sample::make_breakdown(sample::make_case({}), Grouping::stage)->table);
    EXPECT_EQ(header(model, "time", TableModel::full_header_role), u"Time (\u00b5s, measured)"_s);
    EXPECT_EQ(header(model, "time").split(u'\n').last(), u"measured"_s);
    EXPECT_TRUE(header(model, "time").contains(u"\u00b5s"_s));
    EXPECT_EQ(header(model, "gld_sectors").count(u"sectors"_s, Qt::CaseInsensitive),
              1);  // not said twice
    const QString tip = cell(model, 2, "gld_sectors", Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.startsWith(u"stage 3"_s)) << tip.toStdString();
    EXPECT_TRUE(tip.contains(to_qstring(metric("gld_sectors").sentence)));
    EXPECT_TRUE(contains(header(model, "gld_efficiency_pct", Qt::ToolTipRole), u"\n= "_s));
    EXPECT_TRUE(contains(tip, u"easured"_s));
}

TEST(TableModel, ModelledFiguresAreMarkedAndHaveNoTime) {
    TableModel model;
    model.set_rows(
        sample::make_breakdown(sample::make_case({"v", 1024, 256, BackendKind::simt, false}), Grouping::stage)
            ->table);
    EXPECT_EQ(model.column_of(u"time"_s), -1);
    const int share = model.column_of(u"share_pct"_s);
    ASSERT_GE(share, 0);
    for (int i = share; i < model.columnCount(); ++i)
        EXPECT_TRUE(model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString().endsWith(u"modelled"_s))
            << model.columns()[static_cast<std::size_t>(i)].id;
}

TEST(TableModel, AColumnOfMixedSourcesMarksEachModelledValue) {
    auto record = sample::make_case({});
    for (auto& value : record.launches[0].counters) value.provenance = Provenance::modelled;
    TableModel model;
    model.set_rows(sample::make_breakdown(record, Grouping::substage)->table);
    EXPECT_EQ(cell(model, 0, "gld_sectors").toString(), u"256 (modelled)"_s);
    EXPECT_EQ(cell(model, 1, "gld_sectors").toString(), u"256"_s);
    EXPECT_FALSE(header(model, "gld_sectors").contains(u"modelled"_s));
}

TEST(TableModel, AbsentIsNotZero) {
    auto record = sample::make_case({});
    std::erase_if(record.launches[3].counters,
                  [](const CounterValue& value) { return value.id == CounterId::gld_sectors; });
    TableModel model;
    model.set_rows(sample::make_breakdown(record, Grouping::substage)->table);
    EXPECT_EQ(cell(model, 3, "gld_sectors").toString(), u"\u2013"_s);
    EXPECT_FALSE(cell(model, 3, "gld_sectors", TableModel::sort_role).isValid());
    EXPECT_TRUE(cell(model, 3, "gld_sectors", TableModel::plain_role).toString().isEmpty());
    EXPECT_TRUE(cell(model, 3, "gld_sectors", Qt::ToolTipRole).toString().contains(u"Absent"_s));
}

TEST(TableModel, OfAMillionRowsOnlyThoseAreMadeThatAreAskedFor) {
    auto rows = std::make_shared<TableRows>();
    std::size_t made = 0;
    rows->columns.resize(40);
    rows->count = 1'000'000;
    rows->cell = [&made](std::size_t row, std::size_t) {
        ++made;
        return present::Cell{std::to_string(row), Number(row), Provenance::measured, 0};
    };
    TableModel model;
    model.set_rows(rows);
    EXPECT_EQ(model.rowCount(), 1'000'000);
    EXPECT_LT(made, 10'000U);  // for the sources in the headers
    made = 0;
    EXPECT_EQ(model.index(999'999, 7).data().toString(), u"999999"_s);
    EXPECT_EQ(made, 1U);
}

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

}  // namespace
}  // namespace sortscope::gui
