#include "gui/views/stages_view.hpp"

#include <qcustomplot.h>

#include <QComboBox>
#include <QFile>
#include <QLabel>

#include "gui/models/launch_pages.hpp"
#include "gui/models/text.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/table_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

class StagesViewTest : public WorkspaceFixture {
 protected:
    void SetUp() override {
        ASSERT_TRUE(open(good(), CaseId{1}));
        ASSERT_TRUE(show(view));
    }
    void group(Grouping grouping) {
        workspace.selected().edit([&](Selection& next) { next.grouping = grouping; });
        ASSERT_TRUE(settled(&view));
    }
    StagesView view{workspace};
};

TEST_F(StagesViewTest, TableAndChartFollowOneAnotherThroughTheSelection) {
    view.table()->setCurrentIndex(view.table()->model()->index(4, 0));
    QApplication::processEvents();
    EXPECT_EQ(workspace.selection().stage, 5);
    EXPECT_EQ(view.chart()->current_row(), 4);
    emit view.chart()->row_selected(7);
    QApplication::processEvents();
    EXPECT_EQ(view.table()->current_row(), 7);
    EXPECT_EQ(workspace.selection().stage, 8);
    workspace.selected().back();
    QApplication::processEvents();
    EXPECT_EQ(view.table()->current_row(), 4);
}

TEST_F(StagesViewTest, GroupingChangesBarsAndRows) {
    EXPECT_EQ(view.chart()->chart().x.ticks.size(), 10U);
    group(Grouping::substage);
    EXPECT_EQ(view.chart()->chart().x.ticks.size(), 55U);
    EXPECT_EQ(view.table()->table().rowCount(), 56);
    group(Grouping::kernel);
    EXPECT_EQ(view.table()->table().rowCount(), 2);
    group(Grouping::launch);
    EXPECT_EQ(view.table()->table().rowCount(), 56);
    EXPECT_EQ(view.grouping_box().currentIndex(), 2);
}

TEST_F(StagesViewTest, AStageStaysChosenWhenItIsOpened) {
    workspace.selected().edit([](Selection& next) { next.stage = 10; });
    QApplication::processEvents();
    EXPECT_EQ(view.table()->current_row(), 9);
    emit view.table()->row_activated(9);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().grouping, Grouping::substage);
    EXPECT_TRUE(view.chart()->is_zoomed());  // the substages of the stage are what is seen
    EXPECT_EQ(view.shown_breakdown()->breakdown->rows[static_cast<std::size_t>(view.table()->current_row())].sums.stage, 10);
    emit view.table()->row_activated(view.table()->current_row());
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().grouping, Grouping::launch);
}

TEST_F(StagesViewTest, TheMeasureIsKeptWhereTheNextCaseHasIt) {
    workspace.selected().edit([](Selection& next) { next.metric = QStringLiteral("gld_efficiency_pct"); });
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().y.unit, "%");
    const auto modelled = find([](const CaseRecord& record) { return record.backend == BackendKind::simt; });
    const auto cpu = find([](const CaseRecord& record) { return record.backend == BackendKind::cpu; });
    ASSERT_NE(modelled, CaseId{});
    ASSERT_NE(cpu, CaseId{});
    workspace.show(good(), modelled);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().y.title, "load efficiency (%, modelled)");
    workspace.show(good(), cpu);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    EXPECT_TRUE(view.table()->isHidden() || !view.table()->isVisible());
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().y.title, "load efficiency (%, measured)");  // also past a case that has none
}

TEST_F(StagesViewTest, TimelineZoomsToALaunch) {
    view.set_kind(StagesView::Kind::timeline);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    std::size_t spans = 0;
    for (const auto& series : view.chart()->chart().series)
        if (series.kind == present::Series::Kind::spans) spans += series.points.size();
    EXPECT_GE(spans, 55U);
    emit view.chart()->row_activated(30);
    QApplication::processEvents();
    EXPECT_TRUE(view.chart()->is_zoomed());
    ASSERT_TRUE(workspace.selection().launches);
    EXPECT_EQ(workspace.selection().launches->first, 30U);
    EXPECT_TRUE(workspace.selection().stage);
    EXPECT_TRUE(workspace.selection().time);
    // The launch's stage is chosen in the table beside it.
    EXPECT_EQ(view.table()->current_row(), *workspace.selection().stage - 1);
    workspace.selected().edit([](Selection& next) { next.metric = QStringLiteral("gld_efficiency_pct"); });
    ASSERT_TRUE(settled(&view));
    bool hot = false;
    for (const auto& series : view.chart()->chart().series)
        for (const auto& point : series.points) hot = hot || point.heat;
    EXPECT_TRUE(hot);
}

TEST_F(StagesViewTest, BackAndForwardWalkThroughPartsOfTheTime) {
    view.set_kind(StagesView::Kind::timeline);
    ASSERT_TRUE(settled(&view));
    emit view.chart()->row_activated(30);
    ASSERT_TRUE(settled(&view));
    const auto zoomed = view.chart()->plot().xAxis->range();
    emit view.chart()->row_activated(40);
    ASSERT_TRUE(settled(&view));
    EXPECT_GT(view.chart()->plot().xAxis->range().lower, zoomed.lower);
    workspace.selected().back();
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(workspace.selection().time);
    EXPECT_NEAR(view.chart()->plot().xAxis->range().lower, zoomed.lower, zoomed.size() * 0.01);
    EXPECT_NEAR(view.chart()->plot().xAxis->range().upper, zoomed.upper, zoomed.size() * 0.01);
}

/// A case of more launches than are held at once.
class ManyLaunchesTest : public StagesViewTest {
 protected:
    static constexpr std::uint32_t many = 25'000;
    void SetUp() override {
        const QString path = folder->filePath(QStringLiteral("many.db"));
        auto record = sample::make_case({});
        const auto pattern = record.launches;
        record.launches.clear();
        std::int64_t at = 0;
        for (std::uint32_t i = 0; i < many; ++i) {
            auto launch = pattern[i % pattern.size()];
            launch.index = i;
            launch.stage.stage = static_cast<int>(i / 1000) + 1;
            launch.stage.substage = static_cast<int>(i % 1000) + 1;
            launch.start_ns = at;
            launch.duration_ns = i == 12'345 ? 900'000 : 1000 + i % 7;
            at += *launch.duration_ns + 100;
            record.launches.push_back(std::move(launch));
        }
        if (!QFile::exists(path)) sortscope::sample::write_cases(path.toStdString(), sample::make_run(), {record});
        ASSERT_TRUE(open(path));
        ASSERT_TRUE(show(view));
    }
    std::size_t marks() {
        std::size_t count = 0;
        for (const auto& series : view.chart()->chart().series)
            if (series.kind == present::Series::Kind::spans || series.kind == present::Series::Kind::bars) count += series.points.size();
        return count;
    }
    bool has_row(std::size_t row) {
        for (const auto& series : view.chart()->chart().series)
            for (const auto& point : series.points)
                if (point.row == row) return true;
        return false;
    }
};

TEST_F(ManyLaunchesTest, TheTimelineDrawsTheLongestAndAllOfWhatIsZoomedTo) {
    view.set_kind(StagesView::Kind::timeline);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_LT(marks(), 5000U);
    EXPECT_TRUE(has_row(12'345));  // the longest of all
    EXPECT_NE(view.chart()->chart().note.find("are drawn"), std::string::npos);
    const double unit = view.chart()->plot().xAxis->range().upper;  // the whole time, in the axis' unit
    view.chart()->plot().xAxis->setRange(unit * 0.20, unit * 0.22);
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(workspace.selection().time);
    EXPECT_NE(view.chart()->chart().note.find("All launches in sight"), std::string::npos) << view.chart()->chart().note;
    EXPECT_NEAR(view.chart()->plot().xAxis->range().lower, unit * 0.20, unit * 0.001);
    std::size_t in_sight = 0;
    for (const auto& series : view.chart()->chart().series)
        for (const auto& point : series.points)
            if (series.kind == present::Series::Kind::spans && point.x >= unit * 0.20 && point.x <= unit * 0.22) ++in_sight;
    EXPECT_GT(in_sight, 400U);  // 2 % of 25,000, each
    // Another measure colours them, and the part in sight stays.
    workspace.selected().edit([](Selection& next) { next.metric = QStringLiteral("gld_efficiency_pct"); });
    ASSERT_TRUE(settled(&view));
    EXPECT_NEAR(view.chart()->plot().xAxis->range().lower, unit * 0.20, unit * 0.001);
}

TEST_F(ManyLaunchesTest, BarsByLaunchStandForRunsAndForEachWhereThereIsRoom) {
    group(Grouping::launch);
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_EQ(view.table()->table().rowCount(), static_cast<int>(many) + 1);
    EXPECT_LE(marks(), 4000U);
    EXPECT_GT(marks(), 500U);
    EXPECT_TRUE(has_row(12'345));
    EXPECT_EQ(view.chart()->chart().x.scale, present::Scale::linear);
    view.chart()->plot().xAxis->setRange(20'000.5, 20'100.5);
    ASSERT_TRUE(settled(&view));
    for (std::size_t row = 20'001; row <= 20'100; ++row) EXPECT_TRUE(has_row(row)) << row;
    EXPECT_TRUE(has_row(12'345));  // the others are there, too, coarsely
    EXPECT_LE(marks(), 8000U);
    EXPECT_NEAR(view.chart()->plot().xAxis->range().lower, 20'000.5, 1);
    // A launch that the table chooses is brought into view.
    workspace.selected().edit([](Selection& next) { next.launches = LaunchRange{777, 777}; });
    ASSERT_TRUE(settled(&view));
    EXPECT_LT(view.chart()->plot().xAxis->range().lower, 777);
    EXPECT_GT(view.chart()->plot().xAxis->range().upper, 777);
    EXPECT_EQ(view.chart()->current_row(), 777);
    // Of another measure each bar has the value of the launch that it shows.
    workspace.selected().edit([](Selection& next) { next.metric = QStringLiteral("gld_efficiency_pct"); });
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(view.chart()->chart().y.title.find("load efficiency"), std::string::npos) << view.chart()->chart().y.title;
}

TEST_F(ManyLaunchesTest, AStageIsOpenedAtItsLaunches) {
    group(Grouping::substage);
    workspace.selected().edit([](Selection& next) { next.stage = 5; });
    ASSERT_TRUE(settled(&view));
    emit view.table()->row_activated(view.table()->current_row());
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().grouping, Grouping::launch);
    const auto range = view.chart()->plot().xAxis->range();
    EXPECT_NEAR(range.lower, 3999.5, 1);
    EXPECT_NEAR(range.upper, 4999.5, 1);
}

TEST_F(StagesViewTest, HeatMapChoosesSubstages) {
    view.set_kind(StagesView::Kind::heat);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->chart().heat);
    EXPECT_EQ(view.chart()->chart().y.ticks.size(), 10U);
    emit view.chart()->cell_selected(2, 6);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().stage, 7);
    EXPECT_EQ(workspace.selection().substage, 3);
    EXPECT_EQ(workspace.selection().grouping, Grouping::substage);
    EXPECT_TRUE(view.chart()->chart().heat);
}

TEST_F(StagesViewTest, AViewThatHadNoRoomDrawsOnceItHas) {
    QWidget window;
    window.resize(800, 600);
    auto* small = new StagesView(workspace);
    small->setParent(&window);
    small->resize(0, 0);
    small->show();
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    ASSERT_TRUE(settled(small));
    EXPECT_FALSE(small->is_in_sight());
    EXPECT_FALSE(small->chart()->has_chart());
    small->resize(600, 400);
    ASSERT_TRUE(settled(small));
    EXPECT_TRUE(small->chart()->has_chart());
}

TEST_F(StagesViewTest, LayoutIsKept) {
    view.set_kind(StagesView::Kind::heat);
    view.table()->sort_by(QStringLiteral("time"), Qt::DescendingOrder);
    const auto state = view.layout_state();
    StagesView next(workspace);
    next.restore_layout(state);
    EXPECT_EQ(next.kind(), StagesView::Kind::heat);
    EXPECT_EQ(next.layout_state()[QStringLiteral("table")], state[QStringLiteral("table")]);
}

TEST_F(StagesViewTest, WithoutAFileThereIsASentence) {
    workspace.close(good());
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    EXPECT_TRUE(view.chart()->message().contains(QStringLiteral("Open a file"))) << view.chart()->message().toStdString();
    EXPECT_EQ(view.table()->table().rowCount(), 0);
}

/// A row added to the catalogue of metrics is in the table and the chart's list, without another line.
TEST_F(StagesViewTest, ANewMetricIsAColumnAndAChart) {
    Metric row;
    row.id = "test_bytes_per_sector";
    row.title = "Bytes a sector";
    row.unit = "B/sector";
    row.decimals = 2;
    row.sentence = "Bytes asked for by loads, a sector that they moved.";
    row.adding = Adding::formula;
    row.formula = "gld_bytes / gld_sectors";
    row.provenances = {.measured = true, .counted = true, .modelled = true};
    row.shown = true;
    row.charted = true;
    EXPECT_EQ(view.table()->table().column_of(QStringLiteral("test_bytes_per_sector")), -1);
    add_metric(row);
    workspace.show(good(), CaseId{2});
    ASSERT_TRUE(settled(&view));
    workspace.selected().edit([](Selection& next) { next.metric = QStringLiteral("test_bytes_per_sector"); });
    ASSERT_TRUE(settled(&view));
    const auto& table = view.table()->table();
    const int column = table.column_of(QStringLiteral("test_bytes_per_sector"));
    EXPECT_GE(column, 0);
    if (column >= 0) {
        EXPECT_FALSE(view.table()->isColumnHidden(column));
        EXPECT_EQ(table.index(0, column).data().toString(), QStringLiteral("16.00"));
        EXPECT_EQ(table.headerData(column, Qt::Horizontal, TableModel::full_header_role).toString(), QStringLiteral("Bytes a sector (B/sector, measured)"));
        EXPECT_TRUE(table.index(0, column).data(Qt::ToolTipRole).toString().contains(QStringLiteral("a sector that they moved")));
        EXPECT_EQ(typeset(view.chart()->chart().y.title), QStringLiteral("bytes a sector (B/sector, measured)"));
    }
    workspace.close(good());  // nothing that is shown is of it
    ASSERT_TRUE(settled(&view));
    remove_last_metric();
}

}  // namespace
}  // namespace sortscope::gui
