// The cases compared with the one shown, drawn beside it in each view; and what Throughput can draw.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QToolBar>

#include <qcustomplot.h>

#include "gui/models/curves.hpp"
#include "gui/views/advice_view.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/details_view.hpp"
#include "gui/views/network_view.hpp"
#include "gui/views/reproduction_view.hpp"
#include "gui/views/stages_view.hpp"
#include "gui/views/sweep_view.hpp"
#include "gui/views/curve_list.hpp"
#include "gui/views/throughput_view.hpp"
#include "gui/views/transactions_view.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

class OverlayTest : public WorkspaceFixture {
 protected:
    void SetUp() override {
        ASSERT_TRUE(open(good(), CaseId{1}));
        // Another case with launches and times.
        other_ = find([](const CaseRecord& record) { return record.id != CaseId{1} && record.backend == BackendKind::cupti && record.time && record.launch_count > 0; });
        ASSERT_NE(other_, CaseId{});
    }
    void compare() { workspace.toggle_other(Workspace::ref_of(file(), *file().find(other_))); }
    static QAction* toggle(View& view) { return view.toolbar().findChild<QAction*>(QStringLiteral("overlay")); }
    /// Whether the choice of ratio or beside each other is in the tool bar, of which a test sees the actions alone.
    static bool offers_beside(StagesView& view) {
        const auto actions = view.toolbar().actions();
        return std::ranges::any_of(actions, [&](QAction* action) { return view.toolbar().widgetForAction(action) == &view.beside_box() && action->isVisible(); });
    }
    CaseId other_{};
};

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
        workspace.selected().edit([&](Selection& next) { next.grouping = grouping; });
        ASSERT_TRUE(settled(&view));
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

TEST_F(OverlayTest, TransactionsOfAStageStandBesideEachOther) {
    const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
    ASSERT_TRUE(open(example));
    const auto from = workspace.file(example);
    ASSERT_TRUE(from);
    std::vector<CaseId> ids;
    for (const auto& record : from->cases)
        if (record.variant == "bitonic-semi" && record.workload.key == KeyType::u32 && (record.workload.n == 1U << 16 || record.workload.n == 1U << 20)) ids.push_back(record.id);
    ASSERT_GE(ids.size(), 2U);
    workspace.show(example, ids[0]);
    ASSERT_TRUE(settled());
    TransactionsView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.loads().has_chart()) << view.loads().message().toStdString();
    const auto bars = view.loads().chart().x.ticks.size();
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(ids[1])));
    ASSERT_TRUE(settled(&view));
    EXPECT_GE(view.loads().chart().x.ticks.size(), 2 * bars);
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
    view.beside_box().setCurrentIndex(1);
    emit view.beside_box().activated(1);
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
    const auto larger = std::ranges::find_if(file().cases, [](const CaseRecord& record) { return record.backend == BackendKind::cupti && record.time && record.workload.n == 1U << 12; });
    ASSERT_NE(larger, file().cases.end());
    StagesView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_kind(StagesView::Kind::heat);
    view.beside_box().setCurrentIndex(1);
    workspace.toggle_other(Workspace::ref_of(file(), *larger));
    ASSERT_TRUE(settled(&view));
    const auto& chart = view.chart()->chart();
    ASSERT_TRUE(chart.heat) << view.chart()->message().toStdString();
    const auto position = [](const std::vector<std::string>& ticks, std::string_view of) { return static_cast<int>(std::ranges::find(ticks, of) - ticks.begin()); };
    const int second = position(chart.x.ticks, "");  // the map of the other begins behind the empty column
    const int late = position(chart.y.ticks, "11"), early = position(chart.y.ticks, "4");
    ASSERT_LT(late, static_cast<int>(chart.y.ticks.size()));
    const auto before = workspace.selection();
    emit view.chart()->cell_selected(second + 1, late);  // of 11 stages, of which the case shown has 10
    EXPECT_EQ(workspace.selection().stage, before.stage);
    EXPECT_EQ(workspace.selection().substage, before.substage);
    emit view.chart()->cell_selected(second + 2, early);  // both have it
    EXPECT_EQ(workspace.selection().stage, 4);
    EXPECT_EQ(workspace.selection().substage, 2);
    // Values beside each other say whose they are.
    EXPECT_TRUE(view.chart()->as_csv().startsWith(QStringLiteral("case,y,x,value,unit\n"))) << view.chart()->as_csv().left(200).toStdString();
}

TEST_F(OverlayTest, NetworksAreColouredByTheRatioOfTheirLaunches) {
    const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
    ASSERT_TRUE(open(example));
    const auto from = workspace.file(example);
    ASSERT_TRUE(from);
    const auto case_of = [&](std::string_view variant) {
        return *std::ranges::find_if(from->cases, [&](const CaseRecord& record) { return record.variant == variant && record.workload.n == 16; });
    };
    workspace.show(example, case_of("butterfly-full").id);
    ASSERT_TRUE(settled());
    NetworkView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_FALSE(view.chart()->chart().colour.ratio);
    const auto bare = view.chart()->chart().note;
    // One whose launches are of other stages gives no colours, which is said; the next does.
    workspace.toggle_other(Workspace::ref_of(*from, case_of("odd-even")));
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->chart().colour.ratio);
    EXPECT_NE(view.chart()->chart().note.find("Not drawn: odd-even"), std::string::npos) << view.chart()->chart().note;
    workspace.toggle_other(Workspace::ref_of(*from, case_of("bitonic-basic")));
    ASSERT_TRUE(settled(&view));
    const auto& chart = view.chart()->chart();
    EXPECT_TRUE(chart.colour.ratio) << chart.note;
    EXPECT_NE(chart.note.find("Colours: bitonic-basic"), std::string::npos) << chart.note;
    EXPECT_NE(chart.note.find("compares other keys"), std::string::npos) << chart.note;
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            ASSERT_TRUE(point.heat);
            EXPECT_GE(*point.heat, chart.colour.least * (1 - 1e-9));
            EXPECT_LE(*point.heat, chart.colour.largest * (1 + 1e-9));
        }
    toggle(view)->setChecked(false);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->chart().colour.ratio);
    EXPECT_EQ(view.chart()->chart().note, bare);
}

TEST_F(OverlayTest, DetailsHaveFactsAndTrialsOfAll) {
    DetailsView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.text().indexOf(QStringLiteral("stands where cases differ")), -1);
    const auto alone = view.chart()->chart().series.size();
    compare();
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(view.text().indexOf(QStringLiteral("\u2260 stands where cases differ")), -1);
    EXPECT_GT(view.chart()->chart().series.size(), alone);
    for (const auto& series : view.chart()->chart().series) EXPECT_FALSE(series.points.empty());
    DetailsView next(workspace);
    toggle(view)->setChecked(false);
    next.restore_layout(view.layout_state());
    EXPECT_FALSE(toggle(next)->isChecked());
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.text().indexOf(QStringLiteral("stands where cases differ")), -1);
    EXPECT_EQ(view.chart()->chart().series.size(), alone);
    // Of another file the run is another, which is said beside each other, too.
    const QString copy = folder->filePath(QStringLiteral("2^12.db"));  // no power is raised in a file's name
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
    EXPECT_NE(view.text().indexOf(QStringLiteral("\u2260 file")), -1) << view.text().toStdString();
    EXPECT_EQ(view.text().indexOf(QStringLiteral("\u2260 machine")), -1) << view.text().toStdString();
}

TEST_F(OverlayTest, ReproductionRingsThePointsOfTheCasesCompared) {
    const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
    ASSERT_TRUE(open(example));
    const auto from = workspace.file(example);
    ASSERT_TRUE(from);
    workspace.show(example, from->cases.front().id);
    ASSERT_TRUE(settled());
    ReproductionView view(workspace);
    ASSERT_TRUE(show(view));
    auto* figure = view.toolbar().findChild<QComboBox*>(QStringLiteral("figure"));
    ASSERT_TRUE(figure);
    std::vector<CaseId> drawn;
    for (int i = 0; i < figure->count() && drawn.size() < 2; ++i) {  // the first of two points or more
        figure->setCurrentIndex(i);
        emit figure->activated(i);
        ASSERT_TRUE(settled(&view));
        drawn.clear();
        for (const auto& series : view.chart()->chart().series)
            for (const auto& point : series.points)
                if (series.kind != present::Series::Kind::bars && point.case_id != CaseId{} && std::ranges::find(drawn, point.case_id) == drawn.end()) drawn.push_back(point.case_id);
    }
    ASSERT_GE(drawn.size(), 2U);
    auto* rings = view.findChild<QLabel*>(QStringLiteral("rings"));
    ASSERT_TRUE(rings);
    EXPECT_FALSE(rings->isVisible());
    workspace.show(example, drawn[0]);
    ASSERT_TRUE(settled(&view));
    const auto picture = [&] {
        view.chart()->plot().replot();
        return view.chart()->plot().toPixmap(700, 400).toImage();
    };
    const auto before = picture();
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(drawn[1])));
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(rings->isVisible());
    EXPECT_TRUE(rings->text().startsWith(QStringLiteral("Ringed"))) << rings->text().toStdString();
    EXPECT_NE(picture(), before) << "a dotted ring";
    toggle(view)->setChecked(false);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(rings->isVisible());
    EXPECT_EQ(picture(), before);
}

TEST_F(OverlayTest, CurvesOfOthersAreDashed) {
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    const auto alone = view.chart()->chart().series.size();
    // One of another key or input has a curve of its own; one of a curve drawn marks it.
    compare();
    ASSERT_TRUE(settled(&view));
    EXPECT_GE(view.chart()->chart().series.size(), alone);
    toggle(view)->setChecked(false);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().series.size(), alone);
    for (const auto& series : view.chart()->chart().series) EXPECT_EQ(series.name.find("compared"), std::string::npos);
}

TEST_F(OverlayTest, SweepsSayWhichCasesHaveNone) {
    const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
    ASSERT_TRUE(open(example));
    const auto from = workspace.file(example);
    ASSERT_TRUE(from);
    const auto case_of = [&](std::string_view variant, KeyType key) {
        return *std::ranges::find_if(from->cases, [&](const CaseRecord& record) {
            return record.variant == variant && record.workload.n == 1U << 20 && record.workload.key == key;
        });
    };
    workspace.show(example, case_of("merge-local", KeyType::u32_u32).id);
    ASSERT_TRUE(settled());
    SweepView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.chart()->chart().note.find("Without a sweep"), std::string::npos);
    workspace.toggle_other(Workspace::ref_of(*from, case_of("bitonic-semi", KeyType::u32)));
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(view.chart()->chart().note.find("Without a sweep over block: bitonic-semi."), std::string::npos) << view.chart()->chart().note;
    // Heat maps stand beside each other.
    view.set_kind(SweepView::Kind::heat);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->chart().heat);
    EXPECT_NE(view.chart()->chart().note.find("Without such a map: bitonic-semi"), std::string::npos) << view.chart()->chart().note;
    const auto columns = view.chart()->chart().x.ticks.size();
    workspace.selected().edit([](Selection& next) { next.others.clear(); });
    workspace.toggle_other(Workspace::ref_of(*from, case_of("selection-local", KeyType::u32_u32)));
    ASSERT_TRUE(settled(&view));
    EXPECT_GT(view.chart()->chart().x.ticks.size(), columns + 1) << view.chart()->chart().note;
    EXPECT_NE(view.chart()->chart().note.find("From left to right: merge-local"), std::string::npos) << view.chart()->chart().note;
    toggle(view)->setChecked(false);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.chart()->chart().x.ticks.size(), columns);
}

/// A sort of the device swept over three blocks, on two inputs, and the same without times; numbers as in the order of collecting.
class SweepMapsTest : public WorkspaceFixture {
 protected:
    static void SetUpTestSuite() {
        WorkspaceFixture::SetUpTestSuite();
        std::vector<CaseRecord> cases;
        for (const auto distribution : {Distribution::uniform, Distribution::reversed})
            for (const std::uint64_t n : {1024U, 4096U})
                for (const std::uint32_t block : {64U, 128U, 256U}) {
                    auto& record = cases.emplace_back(sample::make_case({"bitonic-b2", n, block, BackendKind::cupti, false}));
                    record.workload.distribution = distribution;
                    record.time->median_ns += block;
                }
        for (const std::uint32_t block : {64U, 128U}) cases.push_back(sample::make_case({"bitonic-b2", 1024, block, BackendKind::simt, false}));
        sample::write_cases(path().toStdString(), sample::make_run(), cases);
    }
    void SetUp() override {
        ASSERT_TRUE(open(path()));
        ASSERT_TRUE(show(view));
        view.set_kind(SweepView::Kind::heat);
        ASSERT_TRUE(settled(&view));
    }
    static QString path() { return folder->filePath(QStringLiteral("maps.db")); }
    CaseId of(Distribution distribution, std::uint64_t n, std::uint32_t block, BackendKind backend = BackendKind::cupti) const {
        return find([&](const CaseRecord& record) {
            return record.workload.distribution == distribution && record.workload.n == n && record.config.block == block && record.backend == backend;
        });
    }
    void show_case(CaseId id) {
        workspace.show(path(), id);
        ASSERT_TRUE(settled(&view));
    }
    void compare(CaseId id) {
        workspace.toggle_other(Workspace::ref_of(file(), *file().find(id)));
        ASSERT_TRUE(settled(&view));
    }
    const present::Chart& chart() { return view.chart()->chart(); }
    SweepView view{workspace};
};

TEST_F(SweepMapsTest, TheMapIsOfTheCaseShown) {
    show_case(of(Distribution::uniform, 1024, 64));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    EXPECT_NE(chart().conditions.find("uniform"), std::string::npos) << chart().conditions;
    show_case(of(Distribution::reversed, 4096, 128));
    EXPECT_NE(chart().conditions.find("reversed"), std::string::npos) << chart().conditions;
    EXPECT_EQ(chart().x.ticks.size(), 3U);
    EXPECT_EQ(chart().y.ticks.size(), 2U);
}

TEST_F(SweepMapsTest, EachMapIsDrawnOnceBesideTheOthers) {
    show_case(of(Distribution::reversed, 1024, 64));
    compare(of(Distribution::reversed, 4096, 256));  // a point of the map shown
    EXPECT_EQ(chart().x.ticks.size(), 3U) << chart().note;
    compare(of(Distribution::uniform, 1024, 64));
    EXPECT_EQ(chart().x.ticks.size(), 7U) << chart().note;
    EXPECT_NE(chart().note.find("From left to right: reversed"), std::string::npos) << chart().note;
    compare(of(Distribution::uniform, 4096, 128));  // a point of the one beside it
    EXPECT_EQ(chart().x.ticks.size(), 7U) << chart().note;
    EXPECT_EQ(chart().conditions, "") << "of one of them alone";
}

TEST_F(SweepMapsTest, ACaseWithoutTimesHasNoMapOfAnother) {
    show_case(of(Distribution::uniform, 1024, 64));
    compare(of(Distribution::uniform, 1024, 64, BackendKind::simt));
    EXPECT_EQ(chart().x.ticks.size(), 3U) << chart().note;
    EXPECT_NE(chart().note.find("Without such a map: "), std::string::npos) << chart().note;
    view.set_kind(SweepView::Kind::lines);
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(chart().note.find("Without a sweep over block: bitonic-b2."), std::string::npos) << chart().note;
    view.set_kind(SweepView::Kind::heat);
    // The other way round what there is, is drawn.
    workspace.selected().edit([](Selection& next) { next.others.clear(); });
    show_case(of(Distribution::uniform, 1024, 64, BackendKind::simt));
    compare(of(Distribution::uniform, 1024, 64));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    EXPECT_EQ(chart().x.ticks.size(), 3U) << chart().note;
    EXPECT_NE(chart().note.find("Drawn: "), std::string::npos) << chart().note;
}

TEST_F(SweepMapsTest, ACaseOfAnotherFileIsNotMetByItsNumber) {
    const QString other = folder->filePath(QStringLiteral("one_case.db"));
    sample::write_cases(other.toStdString(), sample::make_run(), {sample::make_case({"bitonic-xor", 1024, 256, BackendKind::cupti, false})});
    ASSERT_TRUE(open(other));
    view.set_kind(SweepView::Kind::lines);
    const auto shown = of(Distribution::uniform, 1024, 64);
    ASSERT_EQ(shown, CaseId{1});
    show_case(shown);
    const auto from = workspace.file(other);
    ASSERT_TRUE(from);
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(CaseId{1})));
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(chart().note.find("Without a sweep over block: bitonic-xor."), std::string::npos) << chart().note;
}

TEST_F(OverlayTest, OthersOfAnotherFileAreDrawnToo) {
    const QString copy = folder->filePath(QStringLiteral("others.db"));
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled());
    const auto from = workspace.file(copy);
    ASSERT_TRUE(from);
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(other_)));
    for (const auto& view : {std::unique_ptr<View>(new ThroughputView(workspace)), std::unique_ptr<View>(new SweepView(workspace)), std::unique_ptr<View>(new StagesView(workspace))}) {
        ASSERT_TRUE(show(*view));
        EXPECT_TRUE(view->chart()->has_chart()) << view->chart()->message().toStdString();
    }
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    const auto& series = view.chart()->chart().series;
    const auto compared = std::ranges::find_if(series, [](const auto& one) { return one.dashed && one.name.ends_with("(compared)"); });
    ASSERT_NE(compared, series.end());
    // Cases of the two files have the same numbers: a click on a point of the other file must not open a case of this one.
    for (const auto& point : compared->points) EXPECT_EQ(point.case_id, CaseId{});
}

TEST_F(OverlayTest, AMetricOfAnotherFilesCaseIsLeftOutWithASentence) {
    const QString copy = folder->filePath(QStringLiteral("metric.db"));
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled());
    const auto from = workspace.file(copy);
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(other_)));
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.chart()->chart().note.find("Not drawn"), std::string::npos);
    auto& box = view.quantity_box();
    box.setCurrentIndex(box.count() - 1);
    emit box.activated(box.count() - 1);
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(view.chart()->chart().note.find("Not drawn"), std::string::npos) << view.chart()->chart().note;
}

TEST_F(OverlayTest, AdviceHasThePlacesOfOthers) {
    const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
    ASSERT_TRUE(open(example));
    const auto from = workspace.file(example);
    ASSERT_TRUE(from);
    std::vector<CaseId> ids;
    for (const auto& record : from->cases)
        if ((record.variant == "bitonic-semi" || record.variant == "bitonic-b2") && record.workload.key == KeyType::u32 && record.workload.n == 1U << 20) ids.push_back(record.id);
    ASSERT_GE(ids.size(), 2U);
    workspace.show(example, ids[0]);
    ASSERT_TRUE(settled());
    AdviceView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    const auto alone = view.chart()->chart().series.size();
    workspace.toggle_other(Workspace::ref_of(*from, *from->find(ids[1])));
    ASSERT_TRUE(settled(&view));
    EXPECT_GT(view.chart()->chart().series.size(), alone);
    EXPECT_NE(view.chart()->chart().note.find("Open marks"), std::string::npos);
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

TEST_F(OverlayTest, ThroughputShowsAnyQuantityOverAnyAxis) {
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    auto& box = view.quantity_box();
    ASSERT_GT(box.count(), 6) << "the quantities, and the metrics that the case has";
    for (int i = 0; i < box.count(); ++i) {
        if (!box.itemData(i).isValid()) continue;
        box.setCurrentIndex(i);
        emit box.activated(i);
        ASSERT_TRUE(settled(&view));
        EXPECT_TRUE(view.chart()->has_chart() || !view.chart()->message().isEmpty()) << box.itemText(i).toStdString();
        if (!view.chart()->has_chart()) continue;
        for (const auto& one : view.chart()->chart().series)
            for (const auto& point : one.points) EXPECT_TRUE(!point.y || std::isfinite(*point.y)) << box.itemText(i).toStdString();
    }
    box.setCurrentIndex(0);
    emit box.activated(0);
    const auto least = view.chart()->chart().x.least;
    view.axis_box().setCurrentIndex(1);
    emit view.axis_box().activated(1);
    ASSERT_TRUE(settled(&view));
    EXPECT_DOUBLE_EQ(view.chart()->chart().x.least, least + 2);  // keys of four bytes
    EXPECT_EQ(view.chart()->chart().x.title, "bytes of keys");
    ThroughputView next(workspace);
    next.restore_layout(view.layout_state());
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.chart()->chart().x.title, "bytes of keys");
}

TEST_F(OverlayTest, ThroughputIsHeldAgainstBoundsAndSources) {
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    const auto alone = view.chart()->chart().series.size();
    view.set_bounds(true);
    ASSERT_TRUE(settled(&view));
    const auto& bounded = view.chart()->chart();
    EXPECT_TRUE(bounded.series.size() > alone || bounded.note.find("No bounds") != std::string::npos) << bounded.note;
    // Sources' curves stand in the list behind those of the file.
    auto& list = view.curve_list().list();
    int published = -1;
    for (int i = 0; i < list.count(); ++i)
        if (list.item(i)->text().endsWith(QStringLiteral("(published)"))) published = i;
    if (published >= 0) {
        list.item(published)->setCheckState(Qt::Checked);
        EXPECT_TRUE(std::ranges::any_of(view.chart()->chart().series, [](const auto& one) { return one.provenance == Provenance::published && one.dashed; }));
    }
    EXPECT_FALSE(source_curves().empty());
    EXPECT_FALSE(all_sources().empty());
    EXPECT_TRUE(sources_of("no such sort").empty());
}

}  // namespace
}  // namespace sortscope::gui
