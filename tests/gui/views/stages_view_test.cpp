#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {
using analyzer::Grouping;
using Kind = present::Series::Kind;

class StagesViewTest : public ViewTest<StagesView> {
 protected:
    void group(Grouping grouping) {
        ASSERT_TRUE(change_selection([&](Selection& next) { next.grouping = grouping; }));
    }
    bool choose_metric(const char* id) {
        return change_selection([&](Selection& next) { next.metric = QString::fromLatin1(id); });
    }
    template <class Is>
    ptrdiff_t points(Is&& is) {
        ptrdiff_t count = 0;
        for (const auto& series : chart().series)
            count += std::ranges::count_if(series.points,
                                           [&](const auto& point) { return is(series.kind, point); });
        return count;
    }
};

TEST_F(StagesViewTest, TableAndChartFollowOneAnotherThroughTheSelection) {
    view.table()->setCurrentIndex(view.table()->model()->index(4, 0));
    QApplication::processEvents();
    EXPECT_EQ(std::tuple(workspace.selection().stage, view.chart()->current_row()), std::tuple(5, 4));
    emit view.chart()->row_selected(7);
    QApplication::processEvents();
    EXPECT_EQ(std::tuple(view.table()->current_row(), workspace.selection().stage), std::tuple(7, 8));
    workspace.selected().back();
    QApplication::processEvents();
    EXPECT_EQ(std::tuple(view.table()->current_row(), chart().x.ticks.size()), std::tuple(4, 10U));
    group(Grouping::launch);
    EXPECT_EQ(std::tuple(table().rowCount(), box_of(view, "grouping").currentIndex()), std::tuple(58, 2));
}

TEST_F(StagesViewTest, AStageStaysChosenWhenItIsOpened) {
    ASSERT_TRUE(change_selection([](Selection& next) { next.stage = 10; }));
    EXPECT_EQ(view.table()->current_row(), 9);
    emit view.table()->row_activated(9);
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.selection().grouping, Grouping::substage);
    EXPECT_TRUE(view.chart()->is_zoomed());  // to the substages of the stage
    EXPECT_EQ(view.shown_breakdown()->breakdown->rows[size_t(view.table()->current_row())].sums.stage, 10);
    emit view.table()->row_activated(view.table()->current_row());
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.selection().grouping, Grouping::launch);
}

TEST_F(StagesViewTest, TheMeasureIsKeptWhereTheNextCaseHasIt) {
    ASSERT_TRUE(choose_metric("gld_efficiency_pct"));
    EXPECT_EQ(chart().y.unit, "%");
    ASSERT_TRUE(show_case(first_of(BackendKind::simt)));
    EXPECT_EQ(chart().y.title, "load efficiency (%, modelled)");
    ASSERT_TRUE(show_case(first_of(BackendKind::cpu)));
    EXPECT_FALSE(view.chart()->has_chart());
    EXPECT_FALSE(view.table()->isVisible());
    ASSERT_TRUE(show_case(CaseId{1}));
    EXPECT_EQ(chart().y.title,
              "load efficiency (%, measured)");  // kept, although the previous case lacks it
}

TEST_F(StagesViewTest, AStageChosenElsewhereIsMarkedInEveryKind) {
    ASSERT_TRUE(show_kind(StagesView::Kind::heat));
    ASSERT_TRUE(change_selection([](Selection& next) { next.choose_stage(4); }));
    EXPECT_EQ(chart().y.ticks.at(size_t(view.chart()->current_row())), "4");
    EXPECT_FALSE(view.chart()->current_cell());
    ASSERT_TRUE(change_selection([](Selection& next) { next.substage = 2; }));
    ASSERT_TRUE(view.chart()->current_cell());
    const auto columns = chart().x.ticks.size(), cell = *view.chart()->current_cell();
    EXPECT_EQ(std::pair(chart().y.ticks[cell / columns], chart().x.ticks[cell % columns]),
              std::pair(std::string("4"), std::string("2")));
    ASSERT_TRUE(show_kind(StagesView::Kind::timeline));
    EXPECT_EQ(view.chart()->stage_rows().size(), 1U);
    ASSERT_TRUE(change_selection([](Selection& next) { next.choose_stage(4); }));
    EXPECT_EQ(view.chart()->stage_rows().size(), 4U);
}

TEST_F(StagesViewTest, TotalsThatDifferHaveARestBetweenThem) {
    ASSERT_TRUE(show_example(is_case("bitonic-semi", 1U << 20)));
    QStringList names;
    const int totals = int(table().rows()->totals.size());
    for (int row = table().rowCount() - totals; row < table().rowCount(); ++row) {
        EXPECT_TRUE(table().is_total(row));
        names << table().index(row, table().naming_column()).data().toString();
    }
    EXPECT_EQ(names, QStringList({u"Total"_s, u"Rest"_s, u"Sort"_s}));
    const auto time = [&](int back) {
        return table()
            .index(table().rowCount() - back, table().column_of(u"time"_s))
            .data(TableModel::plain_role)
            .toDouble();
    };
    EXPECT_GT(time(1), 100);
    EXPECT_NEAR(time(3) + time(2), time(1), 2);
}

TEST_F(StagesViewTest, SeriesAndLaunchesOfASampledRunShareTheirAxis) {
    auto record = sample::make_case({});
    const auto count = ptrdiff_t(record.launches.size());
    for (const auto mode : {TimeMode::graph, TimeMode::stream}) {
        for (const auto& launch : record.launches)
            record.sampled_launches.push_back({mode, launch.index, 1000 * int64_t(launch.index), 900});
        for (const char* metric : {"dram__bytes_read.sum", "sm__cycles_active.avg"})
            record.series.push_back({metric, "cycles", Provenance::measured, 0, 1000,
                                     std::vector<double>(size_t(count), 500), mode});
    }
    record.sampled_launches[1].duration_ns = 400;  // in graph mode
    const QString sampled = folder->filePath(u"sampled.db"_s);
    sample::write_cases(sampled.toStdString(), sample::make_run(), {record});
    ASSERT_TRUE(open_and_show(sampled));
    ASSERT_TRUE(show_kind(StagesView::Kind::timeline));
    const auto lanes = [&] {
        return std::ranges::count(chart().series, Kind::steps, &present::Series::kind);
    };
    const auto second_ns = [&] {
        for (const auto& series : chart().series)
            for (const auto& point : series.points)
                if (series.kind == Kind::spans && point.row == 1)
                    return std::lround((point.x_end - point.x) * 1e3);
        return 0L;
    };
    EXPECT_EQ(std::tuple(lanes(), second_ns()), std::tuple(2, 400));
    EXPECT_EQ(points([](auto kind, const auto&) { return kind == Kind::spans; }), count);
    EXPECT_EQ(chart().y.ticks.at(1), "SMs active") << "lanes of series are above those of launches";
    // The readout shows percent of the limit, also over a launch.
    auto& plot = view.chart()->plot();
    const auto area = plot.axisRect()->rect();
    const QPoint in_lane(area.center().x(), area.top() + 12);
    for (const auto& at : {in_lane, QPoint(area.center().x(), area.center().y())}) {
        QTest::mouseMove(&plot, at);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !view.chart()->readout().isEmpty(); }, 5000));
        EXPECT_TRUE(contains(view.chart()->readout(), u"%"_s));
        EXPECT_TRUE(contains(view.chart()->readout(), u" of "_s));
    }
    QTest::mouseClick(&plot, Qt::LeftButton, {}, in_lane);
    EXPECT_FALSE(workspace.selection().launch) << "a lane of series is no launch";
    auto& run = box_of(view, "run");
    ASSERT_EQ(run.count(), 3);
    choose(run, 1);
    ASSERT_TRUE(settled());
    EXPECT_EQ(std::tuple(lanes(), second_ns()), std::tuple(2, 900)) << "the stream has its own run";
    choose(run, 2);
    ASSERT_TRUE(settled());
    EXPECT_EQ(lanes(), 0) << "the activity trial has no series";
    EXPECT_GE(points([](auto kind, const auto&) { return kind == Kind::spans; }), count);
}

TEST_F(StagesViewTest, TimelineZoomsToALaunch) {
    ASSERT_TRUE(show_kind(StagesView::Kind::timeline));
    ASSERT_TRUE(has_chart());
    EXPECT_GE(points([](auto kind, const auto&) { return kind == Kind::spans; }), 55);
    const auto is_hot = [](auto, const auto& point) { return point.heat.has_value(); };
    EXPECT_EQ(points(is_hot), 0);
    emit view.chart()->row_activated(30);
    QApplication::processEvents();
    EXPECT_TRUE(view.chart()->is_zoomed());
    EXPECT_EQ(workspace.selection().launch, 30);
    EXPECT_TRUE(workspace.selection().stage);
    EXPECT_TRUE(workspace.selection().time);
    EXPECT_EQ(view.table()->current_row(), *workspace.selection().stage - 1);
    ASSERT_TRUE(choose_metric("gld_efficiency_pct"));
    EXPECT_EQ(points(is_hot), 55);
    EXPECT_GE(view.chart()->plot().legend->itemCount(), 2) << "its kernels";
    const auto zoomed = range();
    emit view.chart()->row_activated(40);
    ASSERT_TRUE(settled());
    EXPECT_GT(range().lower, zoomed.lower);
    workspace.selected().back();
    ASSERT_TRUE(settled());
    EXPECT_TRUE(workspace.selection().time);
    EXPECT_NEAR(range().lower, zoomed.lower, zoomed.size() * 0.01);
    EXPECT_NEAR(range().upper, zoomed.upper, zoomed.size() * 0.01);
}

TEST_F(StagesViewTest, WithoutAnythingToExplainNothingStandsBetweenChartAndTable) {
    auto* explanation = view.findChild<Sentence*>(u"explanation"_s);
    ASSERT_TRUE(explanation);
    EXPECT_EQ(explanation->isVisible(), workspace.current()->by_stage->breakdown->rest_ns().has_value());
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
    EXPECT_TRUE(explanation->isVisible());
    EXPECT_TRUE(contains(explanation->said(), u"need not add up"_s));
}

TEST_F(StagesViewTest, ARestoredLayoutReadsNothingWhereItChangesNothing) {
    view.restore_layout(view.layout_state());
    EXPECT_TRUE(static_cast<View&>(view).is_settled());
    EXPECT_FALSE(workspace.loader().busy());
    auto state = view.layout_state();
    state[u"kind"_s] = int(StagesView::Kind::timeline);
    StagesView behind(workspace);
    behind.restore_layout(state);
    QApplication::processEvents();
    EXPECT_FALSE(workspace.loader().busy());
    EXPECT_FALSE(behind.chart()->has_chart());
    ASSERT_TRUE(show(behind));
    EXPECT_NE(std::ranges::count(behind.chart()->chart().series, Kind::spans, &present::Series::kind), 0);
}

TEST_F(StagesViewTest, BarsComeBackWhereTheHeatMapIsNotReadYet) {
    {
        const BusyLane lengthy(workspace.loader(), Lane::lengthy);
        view.set_kind(StagesView::Kind::heat);
        view.set_kind(StagesView::Kind::bars);
        EXPECT_TRUE(has_chart());
    }
    ASSERT_TRUE(settled());
    EXPECT_TRUE(view.chart()->has_chart());
    EXPECT_FALSE(chart().heat);
}

class ManyLaunchesTest : public StagesViewTest {
 protected:
    static constexpr uint32_t many = 25'000;
    void SetUp() override {
        const QString path = folder->filePath(u"many.db"_s);
        auto record = sample::make_case({});
        const auto pattern = record.launches;
        record.launches.clear();
        int64_t at = 0;
        for (uint32_t i = 0; i < many; ++i) {
            auto launch = pattern[i % pattern.size()];
            launch.index = i;
            launch.stage.stage = int(i / 1000) + 1;
            launch.stage.substage = int(i % 1000) + 1;
            launch.start_ns = at;
            launch.duration_ns = i == 12'345 ? 900'000 : 1000 + i % 7;
            at += *launch.duration_ns + 100;
            record.launches.push_back(std::move(launch));
        }
        if (!QFile::exists(path)) sample::write_cases(path.toStdString(), sample::make_run(), {record});
        ASSERT_TRUE(open(path));
        ASSERT_TRUE(show(view));
    }
    ptrdiff_t marks() {
        return points([](auto kind, const auto&) { return kind == Kind::spans || kind == Kind::bars; });
    }
    bool has_row(size_t row) {
        return points([&](auto, const auto& point) { return point.row == row; }) > 0;
    }
};

TEST_F(ManyLaunchesTest, TheTimelineDrawsTheLongestAndAllOfWhatIsZoomedTo) {
    ASSERT_TRUE(show_kind(StagesView::Kind::timeline));
    ASSERT_TRUE(has_chart());
    EXPECT_LT(marks(), 5000);
    EXPECT_TRUE(has_row(12'345));  // the longest of all
    EXPECT_TRUE(notes("are drawn"));
    const double unit = range().upper;  // the whole time, in the axis' unit
    view.chart()->plot().xAxis->setRange(unit * 0.20, unit * 0.22);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(workspace.selection().time);
    EXPECT_TRUE(notes("All launches in sight"));
    EXPECT_NEAR(range().lower, unit * 0.20, unit * 0.001);
    const auto is_in_sight = [&](auto kind, const auto& point) {
        return kind == Kind::spans && point.x >= unit * 0.20 && point.x <= unit * 0.22;
    };
    EXPECT_GT(points(is_in_sight), 400);  // 2 % of 25,000
    ASSERT_TRUE(choose_metric("gld_efficiency_pct"));
    EXPECT_NEAR(range().lower, unit * 0.20, unit * 0.001);
}

TEST_F(ManyLaunchesTest, BarsByLaunchStandForRunsAndForEachWhereThereIsRoom) {
    group(Grouping::launch);
    ASSERT_TRUE(has_chart());
    EXPECT_EQ(table().rowCount(), int(many) + 3);
    EXPECT_LE(marks(), 4000);
    EXPECT_TRUE(has_row(12'345));
    view.chart()->plot().xAxis->setRange(20'000.5, 20'100.5);
    ASSERT_TRUE(settled());
    for (size_t row = 20'001; row <= 20'100; ++row) EXPECT_TRUE(has_row(row)) << row;
    EXPECT_TRUE(has_row(12'345));  // other launches are drawn coarsely
    EXPECT_LE(marks(), 8000);
    EXPECT_NEAR(range().lower, 20'000.5, 1);
    workspace.selected().edit([](Selection& next) { next.launch = 777; });
    ASSERT_TRUE(settled());
    EXPECT_LT(range().lower, 777);
    EXPECT_GT(range().upper, 777);
    EXPECT_EQ(view.chart()->current_row(), 777);
}

TEST_F(ManyLaunchesTest, AStageIsOpenedAtItsLaunches) {
    group(Grouping::substage);
    ASSERT_TRUE(change_selection([](Selection& next) { next.stage = 5; }));
    emit view.table()->row_activated(view.table()->current_row());
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.selection().grouping, Grouping::launch);
    EXPECT_NEAR(range().lower, 3999.5, 1);
    EXPECT_NEAR(range().upper, 4999.5, 1);
}
TEST_F(StagesViewTest, TheTimelinesCaptionComesBack) {
    auto* caption = view.chart()->findChild<QLabel*>(u"chart_caption"_s);
    ASSERT_TRUE(caption);
    for (const auto kind : {StagesView::Kind::timeline, StagesView::Kind::bars, StagesView::Kind::timeline}) {
        ASSERT_TRUE(show_kind(kind));
        EXPECT_EQ(caption->isVisible(), kind == StagesView::Kind::timeline);
        EXPECT_TRUE(caption->isHidden() || caption->height() == view.chart()->plot().y());
    }
}
}  // namespace
}
