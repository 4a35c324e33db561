// Compared cases in each view.
#include <QComboBox>
#include <QLabel>

#include <qcustomplot.h>

#include "gui/models/text.hpp"
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

TEST_F(OverlayTest, StagesStandSideBySide) {
    StagesView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(toggle(view));
    EXPECT_FALSE(toggle(view)->isEnabled());
    const auto alone = view.chart()->chart().series.size();
    const auto rows = view.chart()->chart().x.ticks.size();
    compare();
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(toggle(view)->isEnabled());
    ASSERT_EQ(view.chart()->chart().series.size(), 2U);
    EXPECT_FALSE(view.chart()->chart().stacked);
    EXPECT_GE(view.chart()->chart().x.ticks.size(), rows);
    EXPECT_NE(view.chart()->chart().series[0].name, view.chart()->chart().series[1].name);
    for (const auto grouping : {analyzer::Grouping::substage, analyzer::Grouping::kernel}) {
        ASSERT_TRUE(change_selection(view, [&](Selection& next) { next.grouping = grouping; }));
        EXPECT_EQ(view.chart()->chart().series.size(), 2U) << static_cast<int>(grouping);
    }
    workspace.selected().edit([](Selection& next) { next.grouping = analyzer::Grouping::stage; });
    toggle(view)->setChecked(false);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().series.size(), alone);
    EXPECT_TRUE(view.chart()->chart().stacked);
}

TEST_F(OverlayTest, AViewOutOfSightReadsNoneOfThem) {
    StagesView view(workspace);
    compare();
    QApplication::processEvents();
    EXPECT_FALSE(view.is_waiting());
    ASSERT_TRUE(settled());
    EXPECT_EQ(view.chart()->chart().series.size(), 0U);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.chart()->chart().series.size(), 2U);
}

TEST_F(OverlayTest, TimelinesStandBelowEachOther) {
    StagesView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_kind(StagesView::Kind::timeline);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    const auto lanes = view.chart()->chart().y.ticks.size();
    compare();
    ASSERT_TRUE(settled(&view));
    EXPECT_GT(view.chart()->chart().y.ticks.size(), lanes);
    EXPECT_NE(view.chart()->chart().y.ticks.back().find(": "), std::string::npos);
}

TEST_F(OverlayTest, HeatMapsAreTheRatioOrStandBesideEachOther) {
    StagesView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_kind(StagesView::Kind::heat);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->chart().heat) << view.chart()->message().toStdString();
    const auto alone = view.chart()->chart().x.ticks.size();
    EXPECT_FALSE(view.chart()->chart().colour.ratio);
    EXPECT_FALSE(offers_beside(view));
    compare();
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->chart().heat) << view.chart()->message().toStdString();
    EXPECT_TRUE(view.chart()->chart().colour.ratio);
    EXPECT_TRUE(offers_beside(view));
    choose(view.beside_box(), 1);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->chart().colour.ratio);
    EXPECT_GT(view.chart()->chart().x.ticks.size(), alone + 1);
    EXPECT_NE(view.chart()->chart().note.find("From left to right"), std::string::npos);
    StagesView next(workspace);
    next.restore_layout(view.layout_state());
    EXPECT_EQ(next.beside_box().currentIndex(), 1);
    toggle(view)->setChecked(false);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().x.ticks.size(), alone);
    EXPECT_FALSE(offers_beside(view));
}

TEST_F(OverlayTest, ACellThatTheOtherCaseAloneHasChoosesNothing) {
    const auto larger = std::ranges::find_if(file().cases, [](const CaseRecord& record) {
        return record.backend == BackendKind::cupti && record.time && record.keys() == 1U << 12;
    });
    ASSERT_NE(larger, file().cases.end());
    StagesView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_kind(StagesView::Kind::heat);
    view.beside_box().setCurrentIndex(1);
    workspace.toggle_other(Workspace::ref_of(file(), *larger));
    ASSERT_TRUE(settled(&view));
    const auto& chart = view.chart()->chart();
    ASSERT_TRUE(chart.heat) << view.chart()->message().toStdString();
    const auto position = [](const std::vector<std::string>& ticks, std::string_view of) {
        return static_cast<int>(std::ranges::find(ticks, of) - ticks.begin());
    };
    const int second = position(chart.x.ticks, "");  // the map of the other begins behind the empty column
    const int late = position(chart.y.ticks, "11"), early = position(chart.y.ticks, "4");
    ASSERT_LT(late, static_cast<int>(chart.y.ticks.size()));
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

TEST_F(OverlayTest, DetailsHaveFactsAndTrialsOfAll) {
    const QString unequal = u"\u2260 "_s;
    DetailsView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.text().indexOf(unequal), -1);
    const auto alone = view.chart()->chart().series.size();
    compare();
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(view.text().indexOf(unequal), -1);
    EXPECT_GT(view.chart()->chart().series.size(), alone);
    for (const auto& series : view.chart()->chart().series) EXPECT_FALSE(series.points.empty());
    DetailsView next(workspace);
    toggle(view)->setChecked(false);
    next.restore_layout(view.layout_state());
    EXPECT_FALSE(toggle(next)->isChecked());
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.text().indexOf(unequal), -1);
    EXPECT_EQ(view.chart()->chart().series.size(), alone);
    // A case of another file has another run.
    const QString copy = folder->filePath(u"2^12.db"_s);  // no power is raised in a file's name
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled());
    workspace.selected().edit([](Selection& chosen) { chosen.others.clear(); });
    const auto from = workspace.file(copy);
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(other_)));
    toggle(view)->setChecked(true);
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(view.text().indexOf(copy), -1);
    EXPECT_NE(view.text().indexOf(good()), -1);
    EXPECT_NE(view.text().indexOf(u"\u2260 file"_s), -1) << view.text().toStdString();
    EXPECT_EQ(view.text().indexOf(u"\u2260 machine"_s), -1) << view.text().toStdString();
}

TEST_F(OverlayTest, OthersOfAnotherFileAreDrawnToo) {
    const QString copy = folder->filePath(u"others.db"_s);
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled());
    const auto from = workspace.file(copy);
    ASSERT_TRUE(from);
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(other_)));
    for (const auto& view : {std::unique_ptr<View>(new ThroughputView(workspace)),
                             std::unique_ptr<View>(new SweepView(workspace)),
                             std::unique_ptr<View>(new StagesView(workspace))}) {
        ASSERT_TRUE(show(*view));
        EXPECT_TRUE(view->chart()->has_chart()) << view->chart()->message().toStdString();
    }
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    const auto& series = view.chart()->chart().series;
    const auto compared = std::ranges::find_if(
        series, [](const auto& one) { return one.dashed && one.name.ends_with("(compared)"); });
    ASSERT_NE(compared, series.end());
    // Cases of the two files have the same numbers: a click on a point of the other file must not open a case
    // of this one.
    for (const auto& point : compared->points) EXPECT_EQ(point.case_id, CaseId{});
}

TEST_F(OverlayTest, AdviceHasThePlacesOfOthers) {
    ASSERT_TRUE(show_example(is_case("bitonic-semi", 1U << 20)));
    const auto& other = *example_case(is_case("bitonic-b2", 1U << 20));
    AdviceView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    const auto alone = view.chart()->chart().series.size();
    ASSERT_TRUE(toggle_other(view, other));
    EXPECT_GT(view.chart()->chart().series.size(), alone);
    // A cut caption still names the marks.
    view.resize(500, 400);
    ASSERT_TRUE(settled(&view));
    const auto* caption = view.chart()->findChild<QLabel*>(u"chart_caption"_s);
    EXPECT_TRUE(caption->text().startsWith(u"Filled marks: %1. Open marks: %2."_s.arg(
        to_qstring(workspace.current()->record.subject.name), to_qstring(other.subject.name))))
        << caption->text().toStdString();
    view.resize(1000, 700);
    ASSERT_TRUE(settled(&view));
    toggle(view)->setChecked(false);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().series.size(), alone);
    view.resize(500, 400);  // the roofline has a page of its own, and comes back beside the text
    QApplication::processEvents();
    EXPECT_TRUE(view.chart()->isVisible());
    view.resize(1000, 700);
    QApplication::processEvents();
    EXPECT_TRUE(view.chart()->isVisible());
}

}  // namespace
}  // namespace sortscope::gui
