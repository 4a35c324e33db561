#include "gui/models/stage_table_model.hpp"

#include <QAbstractItemModelTester>

#include "gui/models/text.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;
using Tester = QAbstractItemModelTester;

int column_of(const StageTableModel& model, const QString& title) {
    for (int i = 0; i < model.columnCount(); ++i)
        if (model.columns()[static_cast<std::size_t>(i)].title == title) return i;
    return -1;
}

QVariant cell(const StageTableModel& model, int row, const QString& title, int role = Qt::DisplayRole) {
    return model.index(row, column_of(model, title)).data(role);
}

TEST(StageTableModel, IsAGoodItemModelInEveryGrouping) {
    StageTableModel model;
    Tester tester(&model, Tester::FailureReportingMode::Fatal);
    const auto contents = sample::make_contents(sample::make_case({}));
    for (const auto grouping : groupings) {
        model.set_case(contents, grouping);
        EXPECT_EQ(model.rowCount(), static_cast<int>(contents->breakdown(grouping).rows.size()) + 1);
    }
    model.set_case(nullptr, Grouping::stage);
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.columnCount(), 0);
}

TEST(StageTableModel, ShowsTheNumbersOfTheLaunches) {
    const auto record = sample::make_case({});
    StageTableModel model;
    model.set_case(sample::make_contents(record), Grouping::substage);
    ASSERT_EQ(model.rowCount(), 55 + 1);
    EXPECT_EQ(cell(model, 1, QStringLiteral("Stage")).toString(), QStringLiteral("2"));
    EXPECT_EQ(cell(model, 1, QStringLiteral("Substage")).toString(), QStringLiteral("1"));
    EXPECT_EQ(cell(model, 1, QStringLiteral("Label")).toString(), QStringLiteral("k=4 j=2"));
    EXPECT_EQ(cell(model, 1, QStringLiteral("Sectors loaded")).toString(), QStringLiteral("256"));
    EXPECT_DOUBLE_EQ(cell(model, 1, QStringLiteral("Time"), StageTableModel::sort_role).toDouble(),
                     static_cast<double>(*record.launches[1].duration_ns) / 1e3);
    EXPECT_TRUE(cell(model, 1, QStringLiteral("Time")).toString().endsWith(QStringLiteral(" \u00b5s")));
    EXPECT_EQ(cell(model, 1, QStringLiteral("Load efficiency")).toString(), QStringLiteral("50.0 %"));
    EXPECT_EQ(cell(model, 1, QStringLiteral("Bytes per load")).toString(), QStringLiteral("128.0"));
}

TEST(StageTableModel, TheLastRowIsTheTotal) {
    StageTableModel model;
    model.set_case(sample::make_contents(sample::make_case({})), Grouping::stage);
    const int last = model.rowCount() - 1;
    EXPECT_TRUE(cell(model, last, QStringLiteral("Stage"), StageTableModel::total_role).toBool());
    EXPECT_FALSE(cell(model, 0, QStringLiteral("Stage"), StageTableModel::total_role).toBool());
    EXPECT_EQ(cell(model, last, QStringLiteral("Stage")).toString(), QStringLiteral("Total"));
    EXPECT_EQ(cell(model, last, QStringLiteral("Label")).toString(), QString());
    EXPECT_EQ(cell(model, last, QStringLiteral("Launches")).toString(), QStringLiteral("55"));
    EXPECT_EQ(cell(model, last, QStringLiteral("Share of time")).toString(), QStringLiteral("100.0 %"));
    double sum = 0;
    for (int row = 0; row < last; ++row)
        sum += cell(model, row, QStringLiteral("Share of time"), StageTableModel::sort_role).toDouble();
    EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(StageTableModel, HeadersAndTooltipsSayUnitSourceAndMeaning) {
    StageTableModel model;
    model.set_case(sample::make_contents(sample::make_case({})), Grouping::stage);
    const int time = column_of(model, QStringLiteral("Time"));
    EXPECT_EQ(model.headerData(time, Qt::Horizontal, Qt::DisplayRole).toString(),
              QStringLiteral("Time\nmeasured"));
    EXPECT_EQ(model.headerData(time, Qt::Horizontal, StageTableModel::full_header_role).toString(),
              QStringLiteral("Time (\u00b5s, measured)"));
    const QString tip = cell(model, 2, QStringLiteral("Sectors loaded"), Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.contains(QStringLiteral("stage 3")));
    EXPECT_TRUE(tip.contains(to_qstring(counter_info(CounterId::gld_sectors).description)));
    EXPECT_TRUE(tip.contains(QStringLiteral("measured: read from a clock or a hardware counter")));
}

TEST(StageTableModel, ModelledFiguresAreMarkedAndHaveNoTime) {
    StageTableModel model;
    model.set_case(sample::make_contents(sample::make_case({"v", 1024, 256, BackendKind::simt, false})),
                   Grouping::stage);
    EXPECT_EQ(column_of(model, QStringLiteral("Time")), -1);
    const int share = column_of(model, QStringLiteral("Share of sectors"));
    ASSERT_GE(share, 0);
    for (int i = share; i < model.columnCount(); ++i)
        EXPECT_TRUE(model.headerData(i, Qt::Horizontal, Qt::DisplayRole)
                        .toString()
                        .endsWith(QStringLiteral("modelled")))
            << model.columns()[static_cast<std::size_t>(i)].title.toStdString();
}

TEST(StageTableModel, AColumnOfMixedSourcesMarksEachModelledValue) {
    auto record = sample::make_case({});
    for (auto& value : record.launches[0].counters) value.provenance = Provenance::modelled;
    StageTableModel model;
    model.set_case(sample::make_contents(record), Grouping::substage);
    EXPECT_EQ(cell(model, 0, QStringLiteral("Sectors loaded")).toString(), QStringLiteral("256 (modelled)"));
    EXPECT_EQ(cell(model, 1, QStringLiteral("Sectors loaded")).toString(), QStringLiteral("256"));
}

TEST(StageTableModel, AbsentIsNotZero) {
    auto record = sample::make_case({});
    std::erase_if(record.launches[3].counters,
                  [](const CounterValue& value) { return value.id == CounterId::gld_sectors; });
    StageTableModel model;
    model.set_case(sample::make_contents(record), Grouping::substage);
    EXPECT_EQ(cell(model, 3, QStringLiteral("Sectors loaded")).toString(), QStringLiteral("\u2013"));
    EXPECT_FALSE(cell(model, 3, QStringLiteral("Sectors loaded"), StageTableModel::sort_role).isValid());
    EXPECT_TRUE(cell(model, 3, QStringLiteral("Sectors loaded"), Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("Absent")));
}

TEST(StageTableModel, EveryRecordedCounterCanBeShown) {
    StageTableModel model;
    model.set_case(sample::make_contents(sample::make_case({})), Grouping::stage);
    for (const auto* name : {"warp_instructions", "gst_requests", "divergent_branches"}) {
        const int column = column_of(model, QString::fromLatin1(name));
        ASSERT_GE(column, 0) << name;
        EXPECT_FALSE(model.columns()[static_cast<std::size_t>(column)].shown);
    }
    EXPECT_EQ(column_of(model, QStringLiteral("dram_read_bytes")), -1);  // not recorded
}

TEST(StageTableModel, ACaseWithoutLaunchesIsAnEmptyTable) {
    StageTableModel model;
    model.set_case(sample::make_contents(sample::make_case({"std-sort", 1024, 0, BackendKind::cpu, false})),
                   Grouping::stage);
    EXPECT_EQ(model.rowCount(), 0);
}

}  // namespace
}  // namespace sortscope::gui
