// Compared cases in each view.

#include "gui/views/details_view.hpp"
#include "gui/views/network_view.hpp"
#include "gui/views/reproduction_view.hpp"
#include "gui/views/source/advice_view.hpp"
#include "gui/views/source/transactions_view.hpp"
#include "gui/views/sweep_view.hpp"
#include "gui/views/throughput_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

class StagesOverlay : public ViewTest<StagesView> {
 protected:
    bool show_kind(StagesView::Kind kind) {
        view.set_kind(kind);
        return settled(&view) && view.chart()->has_chart();
    }
    /// Whether the toolbar shows the choice "as ratio" or "side by side".
    bool offers_beside() {
        const auto actions = view.toolbar().actions();
        return std::ranges::any_of(actions, [&](QAction* action) {
            return view.toolbar().widgetForAction(action) == &beside() && action->isVisible();
        });
    }
    QComboBox& beside() { return box_of(view, "beside"); }
};
class DetailsOverlay : public ViewTest<DetailsView> {};
class ThroughputOverlay : public ViewTest<ThroughputView> {};
class AdviceOverlay : public ViewTest<AdviceView> {};

TEST_F(StagesOverlay, StagesAreSideBySide) {
    EXPECT_FALSE(overlay_of(view)->isEnabled());
    const auto alone = chart().series.size();
    const auto rows = chart().x.ticks.size();
    ASSERT_TRUE(compare(view, other()));
    EXPECT_TRUE(overlay_of(view)->isEnabled());
    ASSERT_EQ(chart().series.size(), 2U);
    EXPECT_FALSE(chart().stacked);
    EXPECT_GE(chart().x.ticks.size(), rows);
    EXPECT_NE(chart().series[0].name, chart().series[1].name);
    for (const auto grouping : {analyzer::Grouping::substage, analyzer::Grouping::kernel}) {
        ASSERT_TRUE(change_selection(view, [&](Selection& next) { next.grouping = grouping; }));
        EXPECT_EQ(chart().series.size(), 2U) << static_cast<int>(grouping);
    }
    workspace.selected().edit([](Selection& next) { next.grouping = analyzer::Grouping::stage; });
    ASSERT_TRUE(draw_others(view, false));
    EXPECT_EQ(chart().series.size(), alone);
    EXPECT_TRUE(chart().stacked);
}

TEST_F(StagesOverlay, AViewOutOfSightReadsNoneOfThem) {
    StagesView behind(workspace);
    ASSERT_TRUE(compare(behind, other()));
    EXPECT_FALSE(behind.is_waiting());
    EXPECT_EQ(behind.chart()->chart().series.size(), 0U);
    ASSERT_TRUE(show(behind));
    EXPECT_EQ(behind.chart()->chart().series.size(), 2U);
}

TEST_F(StagesOverlay, TimelinesAreBelowEachOther) {
    ASSERT_TRUE(show_kind(StagesView::Kind::timeline)) << view.chart()->message().toStdString();
    const auto lanes = chart().y.ticks.size();
    ASSERT_TRUE(compare(view, other()));
    EXPECT_GT(chart().y.ticks.size(), lanes);
    EXPECT_NE(chart().y.ticks.back().find(": "), std::string::npos);
}

TEST_F(StagesOverlay, HeatMapsAreTheRatioOrSideBySide) {
    ASSERT_TRUE(show_kind(StagesView::Kind::heat)) << view.chart()->message().toStdString();
    const auto alone = chart().x.ticks.size();
    EXPECT_FALSE(chart().colour.ratio);
    EXPECT_FALSE(offers_beside());
    ASSERT_TRUE(compare(view, other()));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    EXPECT_TRUE(chart().colour.ratio);
    EXPECT_TRUE(offers_beside());
    choose(beside(), 1);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(chart().colour.ratio);
    EXPECT_GT(chart().x.ticks.size(), alone + 1);
    EXPECT_NE(chart().note.find("From left to right"), std::string::npos);
    StagesView next(workspace);
    next.restore_layout(view.layout_state());
    EXPECT_EQ(box_of(next, "beside").currentIndex(), 1);
    ASSERT_TRUE(draw_others(view, false));
    EXPECT_EQ(chart().x.ticks.size(), alone);
    EXPECT_FALSE(offers_beside());
}

TEST_F(StagesOverlay, ACellThatTheOtherCaseAloneHasChoosesNothing) {
    view.set_kind(StagesView::Kind::heat);
    beside().setCurrentIndex(1);
    ASSERT_TRUE(compare(view, find([](const CaseRecord& record) {
                            return record.backend == BackendKind::cupti && record.time &&
                                   record.keys() == 1U << 12;
                        })));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    const auto position = [](const std::vector<std::string>& ticks, std::string_view of) {
        return static_cast<int>(std::ranges::find(ticks, of) - ticks.begin());
    };
    const int second = position(chart().x.ticks, "");  // the map of the other begins behind the empty column
    const int late = position(chart().y.ticks, "11"), early = position(chart().y.ticks, "4");
    ASSERT_LT(late, static_cast<int>(chart().y.ticks.size()));
    const auto before = workspace.selection();
    emit view.chart()->cell_selected(second + 1, late);  // 11 stages; the case shown has 10
    EXPECT_EQ(workspace.selection().stage, before.stage);
    EXPECT_EQ(workspace.selection().substage, before.substage);
    emit view.chart()->cell_selected(second + 2, early);  // both have it
    EXPECT_EQ(workspace.selection().stage, 4);
    EXPECT_EQ(workspace.selection().substage, 2);
    // Each value has its case.
    EXPECT_TRUE(view.chart()->as_csv().startsWith(u"case,y,x,value,unit\r\n"_s))
        << view.chart()->as_csv().left(200).toStdString();
}

TEST_F(DetailsOverlay, FactsAndTrialsOfAllAreShown) {
    const QString unequal = u"\u2260 "_s;
    EXPECT_EQ(view.text().indexOf(unequal), -1);
    const auto alone = chart().series.size();
    ASSERT_TRUE(compare(view, other()));
    EXPECT_NE(view.text().indexOf(unequal), -1);
    EXPECT_GT(chart().series.size(), alone);
    for (const auto& series : chart().series) EXPECT_FALSE(series.points.empty());
    ASSERT_TRUE(draw_others(view, false));
    DetailsView next(workspace);
    next.restore_layout(view.layout_state());
    EXPECT_FALSE(overlay_of(next)->isChecked());
    EXPECT_EQ(view.text().indexOf(unequal), -1);
    EXPECT_EQ(chart().series.size(), alone);
    // A case of another file has another run.
    const QString copy = folder->filePath(u"2^12.db"_s);  // no power is raised in a file's name
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled());
    workspace.selected().edit([](Selection& chosen) { chosen.others.clear(); });
    ASSERT_TRUE(compare(view, other(), copy));
    ASSERT_TRUE(draw_others(view, true));
    EXPECT_NE(view.text().indexOf(copy), -1);
    EXPECT_NE(view.text().indexOf(good()), -1);
    EXPECT_NE(view.text().indexOf(u"\u2260 file"_s), -1) << view.text().toStdString();
    EXPECT_EQ(view.text().indexOf(u"\u2260 machine"_s), -1) << view.text().toStdString();
}

TEST_F(ThroughputOverlay, OthersOfAnotherFileAreDrawnToo) {
    const QString copy = folder->filePath(u"others.db"_s);
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled());
    ASSERT_TRUE(compare(view, other(), copy));
    const auto compared = std::ranges::find_if(
        chart().series, [](const auto& one) { return one.dashed && one.name.ends_with("(compared)"); });
    ASSERT_NE(compared, chart().series.end());
    // Cases of the two files have the same numbers: a click on a point of the other file must not open a case
    // of this one.
    for (const auto& point : compared->points) EXPECT_EQ(point.case_id, CaseId{});
    SweepView sweeps(workspace);
    StagesView stages(workspace);
    for (View* of : {static_cast<View*>(&sweeps), static_cast<View*>(&stages)}) {
        ASSERT_TRUE(show(*of));
        EXPECT_TRUE(of->chart()->has_chart()) << of->chart()->message().toStdString();
    }
}

TEST_F(AdviceOverlay, RooflinesHaveThePlacesOfOthers) {
    ASSERT_TRUE(show_example(is_case("bitonic-semi", 1U << 20)));
    ASSERT_TRUE(settled(&view));
    const auto& other = *example_case(is_case("bitonic-b2", 1U << 20));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    const auto alone = chart().series.size();
    ASSERT_TRUE(compare(view, other.id));
    EXPECT_GT(chart().series.size(), alone);
    // A cut caption still names the marks.
    view.resize(500, 400);
    ASSERT_TRUE(settled(&view));
    const auto* caption = view.chart()->findChild<QLabel*>(u"chart_caption"_s);
    EXPECT_TRUE(caption->text().startsWith(u"Filled marks: %1. Open marks: %2."_s.arg(
        to_qstring(workspace.current()->record.subject.name), to_qstring(other.subject.name))))
        << caption->text().toStdString();
    view.resize(1000, 700);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(draw_others(view, false));
    EXPECT_EQ(chart().series.size(), alone);
    view.resize(500, 400);  // the roofline has a page of its own, and comes back beside the text
    QApplication::processEvents();
    EXPECT_TRUE(view.chart()->isVisible());
    view.resize(1000, 700);
    QApplication::processEvents();
    EXPECT_TRUE(view.chart()->isVisible());
}

}  // namespace
}  // namespace sortscope::gui
