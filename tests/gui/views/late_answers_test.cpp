// Answers that come when something else is asked for: what is shown is of what is chosen now.
#include <QComboBox>

#include "gui/models/text.hpp"
#include "gui/views/chart/chart_view.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/stages_view.hpp"
#include "gui/views/table/table_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

class LateAnswersTest : public WorkspaceFixture {
 protected:
    void SetUp() override { ASSERT_TRUE(open(good(), CaseId{1})); }
    void choose_metric(StagesView& view, const char* id) {
        workspace.selected().edit([&](Selection& next) { next.metric = QString::fromLatin1(id); });
        view.update_now();
    }
};

TEST_F(LateAnswersTest, ADifferenceOfAComparisonThatIsGoneIsNotShown) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
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

TEST_F(LateAnswersTest, BarsComeBackWhereTheHeatMapIsNotReadYet) {
    StagesView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.chart()->has_chart());
    ASSERT_FALSE(view.chart()->chart().heat);
    {
        const BusyLane lengthy(workspace.loader(), Loader::Lane::lengthy);
        view.set_kind(StagesView::Kind::heat);
        view.set_kind(StagesView::Kind::bars);
        EXPECT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    }
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(view.chart()->has_chart());
    EXPECT_FALSE(view.chart()->chart().heat);
}

TEST_F(LateAnswersTest, TheChartIsOfTheMetricInTheBox) {
    StagesView view(workspace);
    ASSERT_TRUE(show(view));
    choose_metric(view, "gld_efficiency_pct");
    ASSERT_TRUE(settled(&view));
    const auto title = view.chart()->chart().y.title;
    ASSERT_NE(title.find("load efficiency"), std::string::npos) << title;
    // Another, and back to the one that is drawn; to the one that needs no reading.
    for (const auto* last : {"gld_efficiency_pct", "time"}) {
        {
            const BusyLane lengthy(workspace.loader(), Loader::Lane::lengthy);
            choose_metric(view, "gst_efficiency_pct");
            choose_metric(view, last);
        }
        ASSERT_TRUE(settled(&view));
        EXPECT_EQ(view.chart()->chart().y.title.find("store efficiency"), std::string::npos) << last;
    }
}

}  // namespace
}  // namespace sortscope::gui
