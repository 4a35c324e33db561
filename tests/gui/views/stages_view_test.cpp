#include "gui/views/stages_view.hpp"

#include "gui/models/launches.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

using analyzer::Grouping;

class StagesViewTest : public StagesFixture {};

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
    EXPECT_EQ(chart().x.ticks.size(), 10U);
    group(Grouping::substage);
    EXPECT_EQ(chart().x.ticks.size(), 55U);
    EXPECT_EQ(view.table()->table().rowCount(), 56);
    group(Grouping::kernel);
    EXPECT_EQ(view.table()->table().rowCount(), 2);
    group(Grouping::launch);
    EXPECT_EQ(view.table()->table().rowCount(), 56);
    EXPECT_EQ(box_of(view, "grouping").currentIndex(), 2);
}

TEST_F(StagesViewTest, AStageStaysChosenWhenItIsOpened) {
    workspace.selected().edit([](Selection& next) { next.stage = 10; });
    QApplication::processEvents();
    EXPECT_EQ(view.table()->current_row(), 9);
    emit view.table()->row_activated(9);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().grouping, Grouping::substage);
    EXPECT_TRUE(view.chart()->is_zoomed());  // the substages of the stage are what is seen
    EXPECT_EQ(view.shown_breakdown()
                  ->breakdown->rows[static_cast<std::size_t>(view.table()->current_row())]
                  .sums.stage,
              10);
    emit view.table()->row_activated(view.table()->current_row());
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().grouping, Grouping::launch);
}

TEST_F(StagesViewTest, TheMeasureIsKeptWhereTheNextCaseHasIt) {
    ASSERT_TRUE(change_selection(view, [](Selection& next) { next.metric = u"gld_efficiency_pct"_s; }));
    EXPECT_EQ(chart().y.unit, "%");
    const auto modelled = find([](const CaseRecord& record) { return record.backend == BackendKind::simt; });
    const auto cpu = find([](const CaseRecord& record) { return record.backend == BackendKind::cpu; });
    ASSERT_NE(modelled, CaseId{});
    ASSERT_NE(cpu, CaseId{});
    workspace.show(good(), modelled);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(chart().y.title, "load efficiency (%, modelled)");
    workspace.show(good(), cpu);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    EXPECT_FALSE(view.table()->isVisible());
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(chart().y.title,
              "load efficiency (%, measured)");  // also past a case that has none
}

TEST_F(StagesViewTest, TimelineZoomsToALaunch) {
    view.set_kind(StagesView::Kind::timeline);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    std::size_t spans = 0;
    for (const auto& series : chart().series)
        if (series.kind == present::Series::Kind::spans) spans += series.points.size();
    EXPECT_GE(spans, 55U);
    emit view.chart()->row_activated(30);
    QApplication::processEvents();
    EXPECT_TRUE(view.chart()->is_zoomed());
    ASSERT_TRUE(workspace.selection().launch);
    EXPECT_EQ(workspace.selection().launch, 30);
    EXPECT_TRUE(workspace.selection().stage);
    EXPECT_TRUE(workspace.selection().time);
    // The table chooses the launch's stage.
    EXPECT_EQ(view.table()->current_row(), *workspace.selection().stage - 1);
    ASSERT_TRUE(change_selection(view, [](Selection& next) { next.metric = u"gld_efficiency_pct"_s; }));
    bool hot = false;
    for (const auto& series : chart().series)
        for (const auto& point : series.points) hot = hot || point.heat;
    EXPECT_TRUE(hot);
    EXPECT_GE(view.chart()->plot().legend->itemCount(), 2) << "its kernels";
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

TEST_F(StagesViewTest, HeatMapChoosesSubstages) {
    view.set_kind(StagesView::Kind::heat);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(chart().heat);
    EXPECT_EQ(chart().y.ticks.size(), 10U);
    emit view.chart()->cell_selected(2, 6);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().stage, 7);
    EXPECT_EQ(workspace.selection().substage, 3);
    EXPECT_EQ(workspace.selection().grouping, Grouping::substage);
    EXPECT_TRUE(chart().heat);
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

TEST_F(StagesViewTest, WithoutAnythingToExplainNothingStandsBetweenChartAndTable) {
    auto* explanation = view.findChild<QLabel*>(u"explanation"_s);
    ASSERT_TRUE(explanation);
    for (const auto& record : file().cases) {
        workspace.show(good(), record.id);
        ASSERT_TRUE(settled(&view));
        EXPECT_FALSE(explanation->isVisible()) << explanation->text().toStdString();
    }
    // And where there is something, it does.
    const QString both = folder->filePath(u"both_counts.db"_s);
    auto record = sample::make_case({});
    for (auto& launch : record.launches) {
        std::erase_if(launch.counters, [](const CounterValue& value) {
            return value.id == CounterId::branches || value.id == CounterId::divergent_branches;
        });
        launch.counters.insert(launch.counters.end(),
                               {{CounterId::branches, Provenance::counted, 8},
                                {CounterId::divergent_branches, Provenance::counted, 4},
                                {CounterId::branch_targets_threads, Provenance::measured, 8},
                                {CounterId::branch_targets_threads_uniform, Provenance::measured, 8}});
    }
    sample::write_cases(both.toStdString(), sample::make_run(), {record});
    ASSERT_TRUE(open_and_show(both));
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(explanation->isVisible());
    EXPECT_TRUE(contains(explanation->text(), u"need not add up"_s));
}

TEST_F(StagesViewTest, ARestoredLayoutReadsNothingWhereItChangesNothing) {
    view.restore_layout(view.layout_state());
    EXPECT_TRUE(static_cast<View&>(view).is_settled());
    EXPECT_FALSE(workspace.loader().busy());
    // Out of sight another one is kept, and drawn when the view is shown.
    auto state = view.layout_state();
    state[u"kind"_s] = static_cast<int>(StagesView::Kind::timeline);
    StagesView behind(workspace);
    behind.restore_layout(state);
    QApplication::processEvents();
    EXPECT_FALSE(workspace.loader().busy());
    EXPECT_FALSE(behind.chart()->has_chart());
    ASSERT_TRUE(show(behind));
    EXPECT_TRUE(std::ranges::any_of(behind.chart()->chart().series, [](const present::Series& series) {
        return series.kind == present::Series::Kind::spans;
    }));
}

}  // namespace
}  // namespace sortscope::gui
