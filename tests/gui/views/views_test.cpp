#include "gui/views/compare_view.hpp"
#include "gui/views/details_view.hpp"
#include "gui/views/network_view.hpp"
#include "gui/views/overview_view.hpp"
#include "gui/views/reproduction_view.hpp"
#include "gui/views/source/advice_view.hpp"
#include "gui/views/source/source_pane.hpp"
#include "gui/views/source/transactions_view.hpp"
#include "gui/views/sweep_view.hpp"
#include "gui/views/throughput_view.hpp"
#include "tests/sample/edit.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {
class ThroughputViewTest : public ViewTest<ThroughputView> {};
class SweepViewTest : public ViewTest<SweepView> {};
class DetailsViewTest : public ViewTest<DetailsView> {};
class TransactionsViewTest : public ViewTest<TransactionsView> {};
class AdviceViewTest : public ViewTest<AdviceView> {};
class CompareExportTest : public ViewTest<CompareView> {};
class NetworkViewTest : public ViewTest<NetworkView> {};
class ReproductionViewTest : public ViewTest<ReproductionView> {};

TEST_F(ThroughputViewTest, ThroughputDrawsCurvesAndKeepsRunsApartByChoice) {
    ASSERT_TRUE(has_chart());
    const auto newest = chart().series.size();
    EXPECT_EQ(box_of(view, "repeats").count(), 3);
    ASSERT_TRUE(change_selection([](Selection& next) { next.repeats = analyzer::Repeats::merged; }));
    EXPECT_EQ(box_of(view, "repeats").currentText(), u"merged"_s);
    ASSERT_TRUE(change_selection([](Selection& next) { next.repeats = analyzer::Repeats::each_run; }));
    EXPECT_GE(chart().series.size(), newest);
    const auto chosen = chart().series.back().points.front().case_id;
    emit view.chart()->case_selected(qlonglong(chosen));
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.selection().baseline.id, chosen);
    ASSERT_TRUE(show_case(CaseId{1}));
    ASSERT_GT(view.curve_list().list().count(), 1);
    view.curve_list().list().item(1)->setCheckState(Qt::Checked);
    EXPECT_EQ(chart().series.size(), 1U);
    view.curve_list().list().item(0)->setCheckState(Qt::Checked);
    EXPECT_EQ(chart().series.size(), 2U);
    ThroughputView next(workspace);
    next.restore_layout(view.layout_state());
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.chart()->chart().series.size(), 2U);
}

TEST_F(SweepViewTest, SweepNamesTheBestAndShowsPoints) {
    ASSERT_TRUE(has_chart());
    EXPECT_FALSE(view.sentence().isEmpty());
    ASSERT_GE(table().rowCount(), 2);
    view.table()->setCurrentIndex(view.table()->model()->index(1, 0));
    ASSERT_TRUE(settled());
    EXPECT_EQ(view.table()->current_row(), 1);
    ASSERT_TRUE(show_kind(SweepView::Kind::heat));
    EXPECT_TRUE(chart().heat) << view.chart()->message().toStdString();
}

TEST_F(TransactionsViewTest, TransactionsHaveSizesAndSourceLines) {
    ASSERT_TRUE(show_case(first_of(BackendKind::simt)));
    view.old_rule().setChecked(true);
    EXPECT_TRUE(contains(view.chart()->message(), u"have sizes"_s));
    if (table().rowCount() > 0) {
        view.table()->setCurrentIndex(view.table()->model()->index(0, 0));
        EXPECT_TRUE(workspace.selection().source);
    }
}

TEST_F(AdviceViewTest, AdviceHasFindingsOrSaysWhatLimits) {
    EXPECT_FALSE(view.text().isEmpty());
    ASSERT_TRUE(show_case(first_of(BackendKind::cpu)));
    EXPECT_TRUE(contains(view.text(), u"CPU"_s));
    ASSERT_TRUE(show_example([](const CaseRecord& record) {
        return is_case("bitonic-basic", 1U << 20)(record) && record.block() == 256;
    }));
    ASSERT_TRUE(contains(view.text(), u"bitonic_basic.hpp:"_s));
    EXPECT_TRUE(contains(view.text(), u"c.store("_s)) << "the text of the lines, too";
    auto* findings = view.findChild<FindingsPane*>();
    ASSERT_TRUE(contains(findings->toHtml(), u"href=\"stage/"_s));
    EXPECT_TRUE(contains(findings->toHtml(), u"href=\"site/"_s));
    QSignalSpy wanted(&view, &View::view_wanted);
    emit findings->anchorClicked(QUrl(u"stage/1"_s));
    EXPECT_EQ(wanted.size(), 1);
    EXPECT_TRUE(workspace.selection().stage);
    static const QRegularExpression indented(u":\\d+ {3}"_s);
    EXPECT_FALSE(view.text().contains(indented)) << "source is dedented";
    for (size_t finding = 0; finding < 8 && !workspace.selection().source; ++finding)
        view.show_site(finding, 0);
    ASSERT_TRUE(workspace.selection().source);
    EXPECT_TRUE(view.source().isVisible());
    EXPECT_EQ(view.source().model().line_of_row(view.source().view().currentIndex().row()),
              workspace.selection().source->line);
    view.source().view().copy();
    EXPECT_TRUE(contains(QApplication::clipboard()->text(), u"c.store("_s));
}

TEST_F(CompareExportTest, ATableIsWrittenWhileAQueryRunsAndOneAtATime) {
    view.set_across(u"block"_s);
    ASSERT_TRUE(settled());
    ASSERT_GT(table().rowCount(), 0);
    const BusyLane endless(workspace.loader(), Lane::query);
    QSignalSpy said(&view, &View::said), failed(&view, &View::failed);
    const QString first = folder->filePath(u"first.csv"_s), second = folder->filePath(u"second.csv"_s);
    view.export_table(first);
    view.export_table(second);
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(contains(failed.at(0).at(0).toString(), u"still being written"_s));
    ASSERT_TRUE(QTest::qWaitFor([&] { return said.size() == 2; }, 20000));
    EXPECT_TRUE(said.at(1).at(0).toString().startsWith(u"Wrote"_s));
    EXPECT_TRUE(QFile::exists(first));
    EXPECT_FALSE(QFile::exists(second));
}

TEST_F(NetworkViewTest, NetworkStepsThroughItsLaunches) {
    ASSERT_TRUE(show_example([](const CaseRecord& record) {
        return record.subject.name == "butterfly-full" && record.keys() == 16;
    }));
    ASSERT_TRUE(has_chart());
    auto* step = view.toolbar().findChild<QSlider*>();
    ASSERT_TRUE(step);
    step->setValue(3);
    EXPECT_EQ(workspace.selection().launch, 3);
    EXPECT_TRUE(workspace.selection().stage);
    QApplication::processEvents();
    EXPECT_EQ(view.chart()->current_row(), 3);
    // The stripe is behind all columns of the launch.
    for (const int launch : {3, 6}) {
        step->setValue(launch);
        QApplication::processEvents();
        present::Extent columns;
        for (const auto& series : chart().series)
            for (const auto& point : series.points)
                if (point.row == size_t(launch)) columns.add(point.x);
        ASSERT_TRUE(view.chart()->stripe());
        EXPECT_EQ(*view.chart()->stripe(), std::pair(columns.least - 0.5, columns.largest + 0.5)) << launch;
    }
    step->setValue(3);
    QApplication::processEvents();
    const auto by_time = chart().colour.title;
    auto* box = view.toolbar().findChild<QComboBox*>();
    ASSERT_GT(box->count(), 2);
    ASSERT_TRUE(change_selection([&](Selection& next) { next.metric = box->itemData(1).toString(); }));
    EXPECT_NE(chart().colour.title, by_time);
    ASSERT_TRUE(show_case(CaseId{1}));
    EXPECT_FALSE(view.chart()->has_chart());
    auto* offer = view.chart()->findChild<QPushButton*>();
    ASSERT_TRUE(offer);
    EXPECT_TRUE(offer->isVisible());
    offer->click();
    EXPECT_EQ(workspace.selection().filter, u"n:..64"_s);
}

TEST_F(ReproductionViewTest, ReproductionHoldsMeasuredAgainstPublished) {
    ASSERT_TRUE(show_example([](const CaseRecord&) { return true; }));
    ASSERT_TRUE(has_chart());
    for (const auto provenance : {Provenance::published, Provenance::measured})
        EXPECT_NE(std::ranges::count(chart().series, provenance, &present::Series::provenance), 0);
    EXPECT_GT(table().rowCount(), 0);
    const auto state = view.layout_state();
    ReproductionView next(workspace);
    next.restore_layout(state);
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.layout_state(), state);
}

TEST_F(ReproductionViewTest, CommandsForMissingCasesCanBeCopied) {
    ASSERT_TRUE(show_case(CaseId{1}));
    QStringList commands;
    for (const auto* label : view.findChildren<QLabel*>())
        for (const auto& line : label->text().split(u'\n'))
            if (line.trimmed().startsWith(u"sortscope collect")) commands << line;
    ASSERT_FALSE(commands.isEmpty());
    for (const auto& command : commands) EXPECT_TRUE(contains(command, u"2^"_s)) << command.toStdString();
}

TEST_F(DetailsViewTest, DetailsExplainTheFiguresAndHaveTheCommand) {
    EXPECT_TRUE(has_chart());
    EXPECT_TRUE(contains(view.text(), u"median"_s));
    EXPECT_TRUE(contains(view.text(), u"Run 1"_s));
    EXPECT_TRUE(contains(view.text(), u"Example GPU"_s));
    ASSERT_TRUE(show_case(first_of(BackendKind::simt)));
    EXPECT_FALSE(view.chart()->has_chart());
    ASSERT_TRUE(show_example(is_case("bitonic-semi", 1U << 20)));
    EXPECT_TRUE(contains(view.text(), u"of the warp slots at most, limited by"_s));
}

TEST_F(WorkspaceFixture, EveryViewHasItsSentenceWithoutAFile) {
    for (const auto& kind : view_kinds()) {
        const std::unique_ptr<View> view(kind.make(workspace));
        ASSERT_TRUE(show(*view)) << kind.id;
        auto* chart = view->chart();
        EXPECT_TRUE(chart == nullptr || !chart->isVisible() || !chart->message().isEmpty()) << kind.id;
    }
}

TEST_F(ThroughputViewTest, CurvesOfOthersAreDashedAndLackTheirMetrics) {
    const auto alone = chart().series.size();
    const QString copy = folder->filePath(u"others.db"_s);
    sample::write_file(copy.toStdString(), 10, 12);
    ASSERT_TRUE(open(copy));
    ASSERT_TRUE(compare(other(), copy));
    const auto compared = std::ranges::find_if(
        chart().series, [](const auto& one) { return one.dashed && one.name.ends_with("(compared)"); });
    ASSERT_NE(compared, chart().series.end());
    // Case ids are equal in both files, so a click on the other file's point must open no case.
    for (const auto& point : compared->points) EXPECT_EQ(point.case_id, CaseId{});
    EXPECT_FALSE(notes("Not drawn"));
    auto& box = box_of(view, "quantity");
    ASSERT_TRUE(chosen(box, box.count() - 1));
    EXPECT_TRUE(notes("Not drawn"));
    ASSERT_TRUE(chosen(box, 0));
    ASSERT_TRUE(draw_others(false));
    EXPECT_EQ(chart().series.size(), alone);
    for (const auto& series : chart().series) EXPECT_EQ(series.name.find("compared"), std::string::npos);
}

TEST_F(ThroughputViewTest, ThroughputShowsAnyQuantityOverAnyAxis) {
    auto& box = box_of(view, "quantity");
    ASSERT_GT(box.count(), 6) << "the quantities, and the metrics that the case has";
    for (int i = 0; i < box.count(); ++i) {
        if (!box.itemData(i).isValid()) continue;
        ASSERT_TRUE(chosen(box, i));
        EXPECT_TRUE(view.chart()->has_chart() || !view.chart()->message().isEmpty())
            << box.itemText(i).toStdString();
    }
    choose(box, 0);
    const auto least = x_extent(chart()).least;
    ASSERT_TRUE(chosen(box_of(view, "axis"), 1));
    EXPECT_DOUBLE_EQ(x_extent(chart()).least, least + 2);  // keys of four bytes
    EXPECT_EQ(chart().x.title, "bytes of keys");
    ThroughputView next(workspace);
    next.restore_layout(view.layout_state());
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.chart()->chart().x.title, "bytes of keys");
}

TEST_F(ThroughputViewTest, ThroughputIsHeldAgainstBoundsAndSources) {
    const auto alone = chart().series.size();
    view.bounds().setChecked(true);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(chart().series.size() > alone || notes("No bounds"));
    for (auto* published : view.curve_list().list().findItems(u"(published)"_s, Qt::MatchEndsWith)) {
        published->setCheckState(Qt::Checked);
        EXPECT_TRUE(chart().series.back().provenance == Provenance::published &&
                    chart().series.back().dashed);
    }
    EXPECT_FALSE(source_curves().empty());
    EXPECT_FALSE(sources_of().empty());
    EXPECT_TRUE(sources_of("no such sort").empty());
}

TEST_F(SweepViewTest, SweepsSayWhichCasesHaveNone) {
    ASSERT_TRUE(show_example(is_case("merge-local", 1U << 20, KeyType::u32_u32)));
    EXPECT_FALSE(notes("Without a sweep"));
    ASSERT_TRUE(compare(example_case(is_case("bitonic-semi", 1U << 20))->id));
    EXPECT_TRUE(notes("Without a sweep over block: bitonic-semi."));
    ASSERT_TRUE(show_kind(SweepView::Kind::heat));
    EXPECT_FALSE(chart().heat) << "each block leaves other runs: no colour ranks them";
}

TEST_F(SweepViewTest, TheMapIsOfTheCaseShown) {
    const QString maps = folder->filePath(u"maps.db"_s);
    std::vector<CaseRecord> cases;
    for (const auto distribution : {Distribution::uniform, Distribution::reversed})
        for (const uint64_t n : {1024U, 4096U})
            for (const uint32_t block : {64U, 128U, 256U}) {
                auto& record = cases.emplace_back(
                    sample::make_case({"bitonic-b2", n, block, BackendKind::cupti, false}));
                edit(record).workload.distribution = distribution;
                record.time->median_ns += block;
            }
    sample::write_cases(maps.toStdString(), sample::make_run(), cases);
    ASSERT_TRUE(open_and_show(maps));
    ASSERT_TRUE(show_kind(SweepView::Kind::heat));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    EXPECT_TRUE(contains(to_qstring(chart().conditions), u"uniform"_s));
    ASSERT_TRUE(show_case(CaseId{7}, maps));
    EXPECT_TRUE(contains(to_qstring(chart().conditions), u"reversed"_s));
    EXPECT_EQ(std::tuple(chart().x.ticks.size(), chart().y.ticks.size()), std::tuple(3U, 2U));
    ASSERT_TRUE(compare(CaseId{12}, maps));  // a point of the map shown
    EXPECT_EQ(chart().x.ticks.size(), 3U);
    for (const auto id : {CaseId{1}, CaseId{5}}) {  // both points of the other map
        ASSERT_TRUE(compare(id, maps));
        EXPECT_EQ(chart().x.ticks.size(), 7U);
        EXPECT_TRUE(notes("From left to right: reversed"));
    }
    EXPECT_EQ(chart().conditions, "") << "of one of them alone";
}

TEST_F(SweepViewTest, OfHowManySweepsLinesAreCountsThoseOfOtherFiles) {
    const auto swept = [](const char* variant, uint32_t sizes) {
        std::vector<CaseRecord> cases;
        for (uint32_t i = 0; i < sizes; ++i)
            for (const uint32_t block : {64U, 128U}) {
                auto& record = cases.emplace_back(
                    sample::make_case({variant, 256U << i, block, BackendKind::cupti, false}));
                record.time->median_ns += block;
            }
        return cases;
    };
    const QString ten = folder->filePath(u"ten_sweeps.db"_s), other = folder->filePath(u"another_sweep.db"_s);
    sample::write_cases(ten.toStdString(), sample::make_run(), swept("bitonic-c4", 10));
    sample::write_cases(other.toStdString(), sample::make_run(), swept("bitonic-xor", 1));
    ASSERT_TRUE(open(other));
    ASSERT_TRUE(open_and_show(ten));
    ASSERT_TRUE(show_kind(SweepView::Kind::lines));
    ASSERT_EQ(chart().series.size(), 10U);
    EXPECT_FALSE(notes("sweeps are drawn"));
    ASSERT_TRUE(compare(CaseId{1}, other));
    EXPECT_EQ(chart().series.size(), 10U);
    EXPECT_TRUE(notes("10 of 11 sweeps are drawn."));
}

class StagesOverlay : public ViewTest<StagesView> {
 protected:
    /// Returns whether the toolbar shows the choice between "as ratio" and "side by side".
    bool offers_beside() {
        return std::ranges::any_of(view.toolbar().actions(), [&](QAction* action) {
            return view.toolbar().widgetForAction(action) == &beside() && action->isVisible();
        });
    }
    QComboBox& beside() { return box_of(view, "beside"); }
};

TEST_F(StagesOverlay, BarsAreSideBySideAndTimelinesBelowEachOther) {
    EXPECT_FALSE(overlay()->isEnabled());
    const auto alone = chart().series.size();
    const auto rows = chart().x.ticks.size();
    ASSERT_TRUE(compare(other()));
    EXPECT_TRUE(overlay()->isEnabled());
    ASSERT_EQ(chart().series.size(), 2U);
    EXPECT_FALSE(chart().stacked);
    EXPECT_GE(chart().x.ticks.size(), rows);
    EXPECT_NE(chart().series[0].name, chart().series[1].name);
    ASSERT_TRUE(draw_others(false));
    EXPECT_EQ(chart().series.size(), alone);
    EXPECT_TRUE(chart().stacked);
    ASSERT_TRUE(show_kind(StagesView::Kind::timeline));
    const auto lanes = chart().y.ticks.size();
    ASSERT_TRUE(draw_others(true));
    EXPECT_GT(chart().y.ticks.size(), lanes);
    EXPECT_NE(chart().y.ticks.back().find(": "), std::string::npos);
    present::Extent shown, compared;  // both cases begin at 0, whenever they ran
    for (const auto& series : chart().series)
        for (const auto& point : series.points) (*point.y < double(lanes) ? shown : compared).add(point.x);
    EXPECT_NEAR(shown.least, 0, 1e-9);
    EXPECT_NEAR(compared.least, 0, 1e-9);
}

TEST_F(StagesOverlay, HeatMapsAreTheRatioOrSideBySide) {
    ASSERT_TRUE(show_kind(StagesView::Kind::heat));
    ASSERT_TRUE(has_chart());
    const auto alone = chart().x.ticks.size();
    EXPECT_FALSE(chart().colour.ratio);
    EXPECT_FALSE(offers_beside());
    ASSERT_TRUE(compare(other()));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    EXPECT_TRUE(chart().colour.ratio);
    EXPECT_TRUE(offers_beside());
    ASSERT_TRUE(chosen(beside(), 1));
    EXPECT_FALSE(chart().colour.ratio);
    EXPECT_GT(chart().x.ticks.size(), alone + 1);
    EXPECT_TRUE(notes("From left to right"));
    StagesView next(workspace);
    next.restore_layout(view.layout_state());
    EXPECT_EQ(box_of(next, "beside").currentIndex(), 1);
    ASSERT_TRUE(draw_others(false));
    EXPECT_EQ(chart().x.ticks.size(), alone);
    EXPECT_FALSE(offers_beside());
}

TEST_F(StagesOverlay, ACellThatTheOtherCaseAloneHasChoosesNothing) {
    view.set_kind(StagesView::Kind::heat);
    beside().setCurrentIndex(1);
    ASSERT_TRUE(compare(find([](const CaseRecord& record) {
        return record.backend == BackendKind::cupti && record.time && record.keys() == 1U << 12;
    })));
    ASSERT_TRUE(chart().heat) << view.chart()->message().toStdString();
    const auto position = [](const std::vector<std::string>& ticks, std::string_view of) {
        return int(std::ranges::find(ticks, of) - ticks.begin());
    };
    const int second = position(chart().x.ticks, "");  // an empty column precedes the other case's map
    const int late = position(chart().y.ticks, "11"), early = position(chart().y.ticks, "4");
    const auto before = workspace.selection();
    emit view.chart()->cell_selected(second + 1, late);  // 11 stages; the case shown has 10
    EXPECT_EQ(workspace.selection().stage, before.stage);
    EXPECT_EQ(workspace.selection().substage, before.substage);
    emit view.chart()->cell_selected(second + 2, early);  // both have it
    const auto& chosen = workspace.selection();
    EXPECT_EQ(std::tuple(chosen.stage, chosen.substage, chosen.grouping),
              std::tuple(4, 2, analyzer::Grouping::substage));
    EXPECT_TRUE(view.chart()->output().as_csv().startsWith(u"case,y,x,value,unit\r\n"_s))
        << view.chart()->output().as_csv().left(200).toStdString();
}

TEST_F(DetailsViewTest, FactsAndTrialsOfAllAreShown) {
    const QString unequal = u"\u2260 "_s;
    EXPECT_EQ(view.text().indexOf(unequal), -1);
    const auto alone = chart().series.size();
    ASSERT_TRUE(compare(other()));
    EXPECT_NE(view.text().indexOf(unequal), -1);
    EXPECT_GT(chart().series.size(), alone);
    for (const auto& series : chart().series) EXPECT_FALSE(series.points.empty());
    ASSERT_TRUE(draw_others(false));
    EXPECT_EQ(std::tuple(view.text().indexOf(unequal), chart().series.size()), std::tuple(-1, alone));
}

using OverviewViewTest = ViewTest<OverviewView>;

TEST_F(OverviewViewTest, OffersToCollectTimesOfAnInterpretersFile) {
    const auto path = folder->filePath(u"modelled.db"_s);
    sample::write_cases(path.toStdString(), sample::make_run(),
                        {sample::make_case({.backend = BackendKind::simt})});
    ASSERT_TRUE(open_and_show(path));
    QSignalSpy wanted(&view, &View::collect_wanted);
    view.chart()->findChild<QPushButton*>()->click();
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_TRUE(contains(wanted[0][0].toString(), u"--variant bitonic-b2"_s));
}

TEST_F(OverviewViewTest, OpensWithTheCostliestCaseInSight) {
    const auto two_gpus = QStringLiteral(SORTSCOPE_SOURCE_DIR "/examples/h200x2.db");
    view.resize(760, 480);
    ASSERT_TRUE(open_and_show(two_gpus, CaseId{6}));
    EXPECT_GT(view.table()->current_row(), 8);
    EXPECT_EQ(view.table()->verticalScrollBar()->value(), 0);
    view.table()->verticalScrollBar()->setValue(2);
    ASSERT_TRUE(show_case(CaseId{13}, two_gpus)) << "another case is brought into sight";
    EXPECT_EQ(view.table()->current_row(), 0);
    EXPECT_EQ(view.table()->verticalScrollBar()->value(), 0);
}

TEST_F(OverviewViewTest, ACellOpensItsCaseAndTheFastestAreFramed) {
    ASSERT_TRUE(show_example(is_case("bitonic-semi", 1U << 20)));
    ASSERT_TRUE(has_chart());
    EXPECT_TRUE(contains(view.sentence(), u"675 cases of 38 variants"_s)) << view.sentence().toStdString();
    auto& group = box_of(view, "group");
    ASSERT_GT(group.count(), 1);
    const auto before = chart().conditions;
    const int other = group.findText(u"u32 uniform"_s, Qt::MatchStartsWith);
    ASSERT_TRUE(chosen(group, other));
    EXPECT_TRUE(other == 0 || chart().conditions != before);
    const auto& heat = *chart().heat;
    EXPECT_GT(chart().y.ticks.size(), 5U);
    EXPECT_EQ(heat.case_ids.size(), heat.values.size());
    const auto shown = std::ranges::find(heat.case_ids, workspace.selection().baseline.id);
    ASSERT_NE(shown, heat.case_ids.end());
    EXPECT_EQ(view.chart()->current_cell(), size_t(shown - heat.case_ids.begin()));
    for (const auto cell : heat.outlined) EXPECT_NEAR(*heat.values[cell], 100, 1e-9);
    EXPECT_GE(heat.outlined.size(), chart().x.ticks.size());
    QSignalSpy wanted(&view, &View::view_wanted);
    const auto best = heat.outlined.front(), columns = chart().x.ticks.size();
    emit view.chart()->cell_selected(int(best % columns), int(best / columns));
    EXPECT_EQ(workspace.selection().baseline.id, heat.case_ids[best]);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted.at(0).at(0).toString(), u"stages"_s);
    for (size_t i = 1; i < view.costliest().size(); ++i)
        EXPECT_GE(view.costliest()[i - 1].record().time->median_ns,
                  view.costliest()[i].record().time->median_ns);
}

TEST_F(AdviceViewTest, RooflinesHaveThePlacesOfOthersAndMarkTheChosenStage) {
    ASSERT_TRUE(show_example(is_case("bitonic-semi", 1U << 20)));
    const auto& other = *example_case(is_case("bitonic-b2", 1U << 20));
    ASSERT_TRUE(has_chart());
    ASSERT_TRUE(change_selection([](Selection& next) { next.choose_stage(7); }));
    EXPECT_EQ(std::tuple(view.chart()->current_row(), view.table()->current_row()), std::tuple(7, 6));
    const auto alone = chart().series.size();
    ASSERT_TRUE(compare(other.id));
    EXPECT_GT(chart().series.size(), alone);
    EXPECT_TRUE(contains(view.chart()->caption(), u"Open marks: bitonic-b2."_s));
    ASSERT_TRUE(draw_others(false));
    EXPECT_EQ(chart().series.size(), alone);
    for (const auto& size : {QSize(500, 400), QSize(1000, 700)}) {  // on a page, then beside the text
        view.resize(size);
        QApplication::processEvents();
        EXPECT_TRUE(view.chart()->isVisible());
    }
}
}  // namespace
}
