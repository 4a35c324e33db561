// The views beside those of runs, stages and comparisons: each with a file of sample cases, by what a user
// does.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>

#include "gui/views/compare_view.hpp"
#include "gui/views/details_view.hpp"
#include "gui/views/network_view.hpp"
#include "gui/views/parts/case_header.hpp"
#include "gui/views/reproduction_view.hpp"
#include "gui/views/source/advice_view.hpp"
#include "gui/views/source/source_pane.hpp"
#include "gui/views/source/transactions_view.hpp"
#include "gui/views/sweep_view.hpp"
#include "gui/views/throughput_view.hpp"
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
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    const auto newest = chart().series.size();
    EXPECT_EQ(box_of(view, "repeats").count(), 3);
    ASSERT_TRUE(change_selection(view, [](Selection& next) { next.repeats = analyzer::Repeats::merged; }));
    EXPECT_EQ(box_of(view, "repeats").currentText(), u"merged"_s);
    ASSERT_TRUE(change_selection(view, [](Selection& next) { next.repeats = analyzer::Repeats::each_run; }));
    EXPECT_GE(chart().series.size(), newest);
    // A click on a point chooses its case.
    const auto chosen = chart().series.back().points.front().case_id;
    emit view.chart()->case_selected(static_cast<qlonglong>(chosen));
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().baseline.id, chosen);
}

TEST_F(ThroughputViewTest, ThroughputDrawsTheCurvesThatAreChosen) {
    ASSERT_GT(view.curve_list().list().count(), 1);
    view.curve_list().list().item(1)->setCheckState(Qt::Checked);
    EXPECT_EQ(chart().series.size(), 1U);
    view.curve_list().list().item(0)->setCheckState(Qt::Checked);
    EXPECT_EQ(chart().series.size(), 2U);
    const auto state = view.layout_state();
    ThroughputView next(workspace);
    next.restore_layout(state);
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.chart()->chart().series.size(), 2U);
}

TEST_F(SweepViewTest, SweepNamesTheBestAndShowsPoints) {
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_FALSE(view.sentence().isEmpty());
    const auto& limited = view.table()->table();
    if (const int column = limited.column_of(u"limited_by"_s);
        column >= 0 && !limited.index(0, column).data().toString().isEmpty()) {
        EXPECT_TRUE(contains(view.sentence(), u"Occupancy of the best"_s));
    }
    ASSERT_GE(view.table()->table().rowCount(), 2);
    view.table()->setCurrentIndex(view.table()->model()->index(1, 0));
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.table()->current_row(), 1);
    view.set_kind(SweepView::Kind::heat);
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(chart().heat) << view.chart()->message().toStdString();
}

TEST_F(DetailsViewTest, DetailsHaveTheCommandAsItWasTyped) {
    const QString typed = folder->filePath(u"typed.db"_s);
    auto run = sample::make_run();
    run.command = "sortscope collect --size 2^12..2^18";
    sample::write_cases(typed.toStdString(), run, {sample::make_case({})});
    ASSERT_TRUE(open_and_show(typed));
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.text().count(to_qstring(run.command)), 1) << view.text().toStdString();
}

TEST_F(TransactionsViewTest, TransactionsHaveSizesAndSourceLines) {
    const auto modelled = find([](const CaseRecord& record) { return record.backend == BackendKind::simt; });
    workspace.show(good(), modelled);
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(contains(view.loads().message(), u"have sizes"_s));
    view.old_rule().setChecked(true);
    EXPECT_TRUE(contains(view.loads().message(), u"have sizes"_s));
    const auto* sentence = view.findChild<QLabel*>(u"lines_sentence"_s);
    EXPECT_FALSE(sentence->text().isEmpty());
    if (view.table()->table().rowCount() > 0) {
        view.table()->setCurrentIndex(view.table()->model()->index(0, 0));
        EXPECT_TRUE(workspace.selection().source);
    }
}

TEST_F(AdviceViewTest, AdviceHasFindingsOrSaysWhatLimits) {
    EXPECT_FALSE(view.text().isEmpty());
    workspace.show(good(), find([](const CaseRecord& record) { return record.backend == BackendKind::cpu; }));
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(contains(view.text(), u"CPU"_s));
}

TEST_F(AdviceViewTest, AdviceShowsTheLinesThatItNames) {
    ASSERT_TRUE(show_example([](const CaseRecord& record) {
        return is_case("bitonic-basic", 1U << 20)(record) && record.block() == 256;
    }));
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.text().contains(u"bitonic_basic.hpp:"_s)) << view.text().toStdString();
    EXPECT_TRUE(view.text().contains(u"c.store("_s)) << "the text of the lines, too";
    QStringList heads;
    for (int column = 0; column < view.table()->table().columnCount(); ++column)
        heads << view.table()->table().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    EXPECT_TRUE(heads.join(u' ').contains(u"GB/s"_s)) << "rates have their unit";
    for (std::size_t finding = 0; finding < 8 && !workspace.selection().source; ++finding)
        view.show_site(finding, 0);
    ASSERT_TRUE(workspace.selection().source);
    EXPECT_TRUE(view.source().isVisible());
    EXPECT_EQ(view.source().model().line_of_row(view.source().view().currentIndex().row()),
              workspace.selection().source->line);
    view.source().copy();
    EXPECT_TRUE(contains(QApplication::clipboard()->text(), u"c.store("_s));
}

TEST_F(CompareExportTest, ATableIsWrittenWhileAQueryRunsAndOneAtATime) {
    view.set_across(u"block"_s);
    ASSERT_TRUE(settled(&view));
    ASSERT_GT(view.table()->table().rowCount(), 0);
    const BusyLane endless(workspace.loader(), Loader::Lane::query);
    QSignalSpy said(&view, &View::said), failed(&view, &View::failed);
    const QString first = folder->filePath(u"first.csv"_s), second = folder->filePath(u"second.csv"_s);
    view.export_table(first);
    view.export_table(second);
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(failed.at(0).at(0).toString().contains(u"still being written"_s));
    ASSERT_TRUE(QTest::qWaitFor([&] { return said.size() == 2; }, 20000));
    EXPECT_TRUE(said.at(1).at(0).toString().startsWith(u"Wrote"_s));
    EXPECT_TRUE(QFile::exists(first));
    EXPECT_FALSE(QFile::exists(second));
}

TEST_F(NetworkViewTest, NetworkStepsThroughItsLaunches) {
    ASSERT_TRUE(show_example([](const CaseRecord& record) {
        return record.subject.name == "butterfly-full" && record.keys() == 16;
    }));
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    std::size_t points = 0;
    for (const auto& series : chart().series)
        for (const auto& point : series.points) {
            EXPECT_TRUE(point.heat) << "coloured by the time of its launch";
            ++points;
        }
    EXPECT_GT(points, 0U);
    EXPECT_EQ(view.chart()->as_csv().count(u'\n'),
              static_cast<qsizetype>(points) + 1);  // a title, and each comparator
    auto* step = view.toolbar().findChild<QSlider*>();
    ASSERT_TRUE(step);
    step->setValue(3);
    ASSERT_TRUE(workspace.selection().launch);
    EXPECT_EQ(workspace.selection().launch, 3);
    EXPECT_TRUE(workspace.selection().stage);
    QApplication::processEvents();
    EXPECT_EQ(view.chart()->current_row(), 3);
    const auto by_time = chart().colour.title;
    auto* box = view.toolbar().findChild<QComboBox*>();
    ASSERT_GT(box->count(), 2);
    ASSERT_TRUE(change_selection(view, [&](Selection& next) { next.metric = box->itemData(1).toString(); }));
    EXPECT_NE(chart().colour.title, by_time);
    // A case that is too large offers those that are not.
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    auto* offer = view.chart()->findChild<QPushButton*>();
    ASSERT_TRUE(offer);
    EXPECT_TRUE(offer->isVisible());
    offer->click();
    EXPECT_EQ(workspace.selection().filter, u"n:..64"_s);
}

TEST_F(ReproductionViewTest, ReproductionHoldsMeasuredAgainstPublished) {
    ASSERT_TRUE(show_example([](const CaseRecord&) { return true; }));
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    const auto& series = chart().series;
    EXPECT_TRUE(std::ranges::any_of(series, [](const auto& one) {
        return one.provenance == Provenance::published;
    })) << "the first figure shown has what it was published with";
    EXPECT_TRUE(
        std::ranges::any_of(series, [](const auto& one) { return one.provenance == Provenance::measured; }));
    EXPECT_GT(view.table()->table().rowCount(), 0);
    const auto state = view.layout_state();
    ReproductionView next(workspace);
    next.restore_layout(state);
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.layout_state(), state);
}

TEST_F(DetailsViewTest, DetailsExplainTheFigures) {
    EXPECT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_TRUE(view.text().contains(u"median"_s));
    EXPECT_TRUE(view.text().contains(u"Run 1"_s));
    EXPECT_TRUE(view.header().text().contains(u"Example GPU"_s));
    workspace.show(good(),
                   find([](const CaseRecord& record) { return record.backend == BackendKind::simt; }));
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    const auto badges = view.header().findChildren<ProvenanceBadge*>();
    ASSERT_EQ(badges.size(), 1);
    EXPECT_EQ(badges[0]->text(), u"modelled"_s);
}

TEST_F(WorkspaceFixture, EveryViewHasItsSentenceWithoutAFile) {
    for (const auto& kind : view_kinds()) {
        const std::unique_ptr<View> view(kind.make(workspace));
        ASSERT_TRUE(show(*view)) << kind.id;
        if (auto* chart = view->chart(); chart != nullptr && chart->isVisible()) {
            EXPECT_FALSE(chart->message().isEmpty()) << kind.id;
        }
        EXPECT_NE(std::string_view(kind.needs), "");
    }
}

}  // namespace
}  // namespace sortscope::gui
