// Answers that come when something else is asked for: what is shown is of what is chosen now.

#include "gui/views/compare_view.hpp"
#include "gui/views/stages_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

class LateComparison : public ViewTest<CompareView> {};

class LateStages : public ViewTest<StagesView> {
 protected:
    void choose_metric(const char* id) {
        workspace.selected().edit([&](Selection& next) { next.metric = QString::fromLatin1(id); });
        view.update_now();
    }
};

TEST_F(LateComparison, ADifferenceOfAComparisonThatIsGoneIsNotShown) {
    view.set_across(u"block"_s);
    ASSERT_TRUE(settled(&view));
    ASSERT_FALSE(view.result()->timed.empty());
    {
        const BusyLane quick(workspace.loader(), Loader::Lane::quick);
        view.open_row(0);
        const auto before = view.result();
        view.set_across(u"variant"_s);
        ASSERT_TRUE(QTest::qWaitFor([&] { return view.result() != before; }, 20000));
    }
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.shown_pair());
    EXPECT_FALSE(view.stages().isVisible());
    view.set_across(u"block"_s);
    ASSERT_TRUE(settled(&view));
    {
        const BusyLane quick(workspace.loader(), Loader::Lane::quick);
        view.open_row(0);
        workspace.close(good());
        view.update_now();
        ASSERT_FALSE(view.result());
    }
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.shown_pair());
}

TEST_F(LateStages, BarsComeBackWhereTheHeatMapIsNotReadYet) {
    ASSERT_TRUE(view.chart()->has_chart());
    ASSERT_FALSE(chart().heat);
    {
        const BusyLane lengthy(workspace.loader(), Loader::Lane::lengthy);
        view.set_kind(StagesView::Kind::heat);
        view.set_kind(StagesView::Kind::bars);
        EXPECT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    }
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(view.chart()->has_chart());
    EXPECT_FALSE(chart().heat);
}

TEST_F(LateStages, TheChartIsOfTheMetricInTheBox) {
    choose_metric("gld_efficiency_pct");
    ASSERT_TRUE(settled(&view));
    const auto title = chart().y.title;
    ASSERT_NE(title.find("load efficiency"), std::string::npos) << title;
    // Another, and back to the one that is drawn; to the one that needs no reading.
    for (const auto* last : {"gld_efficiency_pct", "time"}) {
        {
            const BusyLane lengthy(workspace.loader(), Loader::Lane::lengthy);
            choose_metric("gst_efficiency_pct");
            choose_metric(last);
        }
        ASSERT_TRUE(settled(&view));
        EXPECT_EQ(chart().y.title.find("store efficiency"), std::string::npos) << last;
    }
}

}  // namespace
}  // namespace sortscope::gui
