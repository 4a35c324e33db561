// The view of stages of a case of more launches than are held at once.

#include <QFile>

#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

/// A case of more launches than are held at once.
class ManyLaunchesTest : public StagesFixture {
 protected:
    static constexpr std::uint32_t many = 25'000;
    void SetUp() override {
        const QString path = folder->filePath(u"many.db"_s);
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
        if (!QFile::exists(path)) sample::write_cases(path.toStdString(), sample::make_run(), {record});
        ASSERT_TRUE(open(path));
        ASSERT_TRUE(show(view));
    }
    std::size_t marks() {
        std::size_t count = 0;
        for (const auto& series : chart().series)
            if (series.kind == present::Series::Kind::spans || series.kind == present::Series::Kind::bars)
                count += series.points.size();
        return count;
    }
    bool has_row(std::size_t row) {
        for (const auto& series : chart().series)
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
    EXPECT_NE(chart().note.find("are drawn"), std::string::npos);
    const double unit = view.chart()->plot().xAxis->range().upper;  // the whole time, in the axis' unit
    view.chart()->plot().xAxis->setRange(unit * 0.20, unit * 0.22);
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(workspace.selection().time);
    EXPECT_NE(chart().note.find("All launches in sight"), std::string::npos) << chart().note;
    EXPECT_NEAR(view.chart()->plot().xAxis->range().lower, unit * 0.20, unit * 0.001);
    std::size_t in_sight = 0;
    for (const auto& series : chart().series)
        for (const auto& point : series.points)
            if (series.kind == present::Series::Kind::spans && point.x >= unit * 0.20 &&
                point.x <= unit * 0.22)
                ++in_sight;
    EXPECT_GT(in_sight, 400U);  // 2 % of 25,000, each
    // Another measure colours them, and the part in sight stays.
    ASSERT_TRUE(change_selection(view, [](Selection& next) { next.metric = u"gld_efficiency_pct"_s; }));
    EXPECT_NEAR(view.chart()->plot().xAxis->range().lower, unit * 0.20, unit * 0.001);
}

TEST_F(ManyLaunchesTest, BarsByLaunchStandForRunsAndForEachWhereThereIsRoom) {
    group(analyzer::Grouping::launch);
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_EQ(view.table()->table().rowCount(), static_cast<int>(many) + 1);
    EXPECT_LE(marks(), 4000U);
    EXPECT_GT(marks(), 500U);
    EXPECT_TRUE(has_row(12'345));
    EXPECT_EQ(chart().x.scale, present::Scale::linear);
    view.chart()->plot().xAxis->setRange(20'000.5, 20'100.5);
    ASSERT_TRUE(settled(&view));
    for (std::size_t row = 20'001; row <= 20'100; ++row) EXPECT_TRUE(has_row(row)) << row;
    EXPECT_TRUE(has_row(12'345));  // the others are there, too, coarsely
    EXPECT_LE(marks(), 8000U);
    EXPECT_NEAR(view.chart()->plot().xAxis->range().lower, 20'000.5, 1);
    // A launch that the table chooses is brought into view.
    workspace.selected().edit([](Selection& next) { next.launch = 777; });
    ASSERT_TRUE(settled(&view));
    EXPECT_LT(view.chart()->plot().xAxis->range().lower, 777);
    EXPECT_GT(view.chart()->plot().xAxis->range().upper, 777);
    EXPECT_EQ(view.chart()->current_row(), 777);
    // Of another measure each bar has the value of the launch that it shows.
    ASSERT_TRUE(change_selection(view, [](Selection& next) { next.metric = u"gld_efficiency_pct"_s; }));
    EXPECT_NE(chart().y.title.find("load efficiency"), std::string::npos) << chart().y.title;
}

TEST_F(ManyLaunchesTest, AStageIsOpenedAtItsLaunches) {
    group(analyzer::Grouping::substage);
    ASSERT_TRUE(change_selection(view, [](Selection& next) { next.stage = 5; }));
    emit view.table()->row_activated(view.table()->current_row());
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().grouping, analyzer::Grouping::launch);
    const auto range = view.chart()->plot().xAxis->range();
    EXPECT_NEAR(range.lower, 3999.5, 1);
    EXPECT_NEAR(range.upper, 4999.5, 1);
}

}  // namespace
}  // namespace sortscope::gui
