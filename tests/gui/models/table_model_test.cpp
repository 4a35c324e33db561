#include "gui/models/table_model.hpp"

#include <QAbstractItemModelTester>

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
    EXPECT_TRUE(header(model, "gld_efficiency_pct", Qt::ToolTipRole).contains(u"\n= "_s))
        << header(model, "gld_efficiency_pct", Qt::ToolTipRole).toStdString();
    EXPECT_TRUE(tip.contains(u"easured"_s)) << tip.toStdString();
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

TEST(TableModel, EveryRecordedCounterCanBeShown) {
    TableModel model;
    model.set_rows(sample::make_breakdown(sample::make_case({}), Grouping::stage)->table);
    for (const auto* id : {"warp_instructions", "gst_requests", "divergent_branches"}) {
        const int column = model.column_of(QString::fromLatin1(id));
        ASSERT_GE(column, 0) << id;
        EXPECT_FALSE(model.columns()[static_cast<std::size_t>(column)].shown);
    }
    EXPECT_EQ(model.column_of(u"dram_read_bytes"_s), -1);  // not recorded
}

TEST(TableModel, ACaseWithoutLaunchesIsAnEmptyTable) {
    TableModel model;
    model.set_rows(sample::make_breakdown(sample::make_case({"std-sort", 1024, 0, BackendKind::cpu, false}),
                                          Grouping::stage)
                       ->table);
    EXPECT_EQ(model.rowCount(), 0);
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

}  // namespace
}  // namespace sortscope::gui
