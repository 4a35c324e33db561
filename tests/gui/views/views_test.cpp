// The views beside that of stages: each with a file of sample cases, by what a user does.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QThread>
#include <QToolBar>
#include <QTreeView>

#include <atomic>

#include "db/annotate.hpp"
#include "gui/views/advice_view.hpp"
#include "gui/views/case_header.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/details_view.hpp"
#include "gui/views/network_view.hpp"
#include "gui/views/provenance_badge.hpp"
#include "gui/views/reproduction_view.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/source_pane.hpp"
#include "gui/views/sweep_view.hpp"
#include "gui/views/table_view.hpp"
#include "gui/views/curve_list.hpp"
#include "gui/views/throughput_view.hpp"
#include "gui/views/transactions_view.hpp"
#include "present/case.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {

class ViewsTest : public WorkspaceFixture {
 protected:
    void SetUp() override { ASSERT_TRUE(open(good(), CaseId{1})); }
};

TEST_F(ViewsTest, RunsListsCasesAndShowsThoseThatAreChosen) {
    RunsView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.listed().size(), file().cases.size());
    EXPECT_EQ(view.table()->current_row(), 0);
    QTest::keyClick(view.table(), Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.selection().baseline.id, CaseId{2});
    workspace.show(good(), CaseId{4});
    QApplication::processEvents();
    EXPECT_EQ(view.table()->current_row(), 3);
}

TEST_F(ViewsTest, RunsFindsCasesByWordsAndKeys) {
    RunsView view(workspace);
    ASSERT_TRUE(show(view));
    auto& line = view.filter_line();
    line.setFocus();
    QTest::keyClicks(&line, QStringLiteral("n:2^11 backend:cupti"));
    QTest::keyClick(&line, Qt::Key_Return);
    ASSERT_TRUE(settled());
    ASSERT_GT(view.listed().size(), 0U);
    EXPECT_LT(view.listed().size(), file().cases.size());
    for (const auto& listed : view.listed()) EXPECT_EQ(listed.record().workload.n, 2048U);
    EXPECT_EQ(workspace.current()->record.workload.n, 2048U);  // the first found is shown
    EXPECT_TRUE(view.findChild<QLabel*>(QStringLiteral("case_count"))->text().contains(QStringLiteral(" of ")));
    QTest::keyClick(&line, Qt::Key_Escape);
    ASSERT_TRUE(settled());
    EXPECT_EQ(view.listed().size(), file().cases.size());
    QTest::keyClicks(&line, QStringLiteral("nothing-has-this"));
    QTest::keyClick(&line, Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(view.listed().empty());
    EXPECT_EQ(view.table()->current_row(), -1);
    EXPECT_TRUE(view.findChild<QLabel*>(QStringLiteral("case_count"))->text().contains(QStringLiteral("Escape")));
}

TEST_F(ViewsTest, RunsKeepsTagsAndNotesInTheFile) {
    const QString copy = folder->filePath(QStringLiteral("tagged.db"));
    sample::write_file(copy.toStdString(), 10, 10);
    RunsView view(workspace);
    ASSERT_TRUE(open(copy, CaseId{2}));
    ASSERT_TRUE(show(view));
    db::AnnotationChange change;
    change.tags = {"keep"};
    change.note = "Look at this.";
    view.annotate(copy, CaseId{2}, change);
    ASSERT_TRUE(settled());
    ASSERT_TRUE(settled());
    const auto* record = workspace.find(workspace.selection().baseline);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->annotation.tags, std::vector<std::string>{"keep"});
    workspace.selected().edit([](Selection& next) { next.filter = QStringLiteral("tag:keep"); });
    ASSERT_TRUE(settled());
    ASSERT_EQ(view.listed().size(), 1U);
    EXPECT_EQ(view.listed()[0].record().id, CaseId{2});
}

TEST_F(ViewsTest, RunsWritesEveryNameWhileTheFileIsHeld) {
    const QString copy = folder->filePath(QStringLiteral("named.db"));
    sample::write_file(copy.toStdString(), 10, 10);
    RunsView view(workspace);
    ASSERT_TRUE(open(copy, CaseId{1}));
    ASSERT_TRUE(show(view));
    const auto from = workspace.file(copy);
    {
        const BusyLane held(workspace.loader(), Loader::Lane::writing);
        for (const auto id : {CaseId{1}, CaseId{2}, CaseId{4711}, CaseId{3}}) {
            db::AnnotationChange change;
            change.name = "number " + std::to_string(static_cast<int>(id));
            view.annotate(copy, id, change);
        }
        EXPECT_TRUE(view.unfinished().contains(QStringLiteral("4 annotations"))) << view.unfinished().toStdString();
        // What is read does not wait for what is written.
        workspace.show(copy, CaseId{5});
        EXPECT_TRUE(QTest::qWaitFor([&] { return workspace.current() && workspace.current()->record.id == CaseId{5}; }, 20000));
    }
    QSignalSpy failed(&view, &View::failed);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.unfinished().isEmpty(); }, 20000));
    ASSERT_TRUE(settled());
    for (const auto id : {CaseId{1}, CaseId{2}, CaseId{3}})
        EXPECT_EQ(workspace.find({copy, id, {}})->annotation.name, "number " + std::to_string(static_cast<int>(id)));
    ASSERT_EQ(failed.size(), 1);  // of the case that is not there, and the next is written all the same
    EXPECT_TRUE(failed[0][0].toString().contains(QStringLiteral("case 4711"))) << failed[0][0].toString().toStdString();
}

TEST_F(ViewsTest, RunsNamesARunFromItsMenu) {
    const QString copy = folder->filePath(QStringLiteral("runs.db"));
    sample::write_file(copy.toStdString(), 10, 10);
    RunsView view(workspace);
    ASSERT_TRUE(open(copy, CaseId{1}));
    ASSERT_TRUE(show(view));
    const auto second = [&] {
        const auto& tree = view.model();
        for (int row = 0; row < tree.rowCount(); ++row)
            if (const auto file = tree.index(row, 0); tree.path_of(file).value(0) == copy) return tree.index(1, 0, file);
        return QModelIndex();
    };
    ASSERT_TRUE(second().isValid());
    view.tree().setCurrentIndex(second());
    const auto listed = view.listed().size();
    QMenu menu;
    view.fill_tree_menu(menu, second());
    const auto actions = menu.actions();
    const auto wanted = std::ranges::find_if(actions, [](const QAction* action) { return action->text().contains(QStringLiteral("Name")); });
    ASSERT_NE(wanted, actions.end());
    (*wanted)->trigger();
    auto* dialog = view.findChild<QDialog*>(QStringLiteral("annotation"));
    ASSERT_TRUE(dialog);
    EXPECT_EQ(dialog->windowTitle(), QStringLiteral("Run 2"));
    dialog->findChild<QLineEdit*>(QStringLiteral("annotation_name"))->setText(QStringLiteral("after the mend"));
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.unfinished().isEmpty(); }, 20000));
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.file(copy)->runs[1].annotation.name, "after the mend");
    EXPECT_TRUE(second().data().toString().endsWith(QStringLiteral(": after the mend"))) << second().data().toString().toStdString();
    EXPECT_EQ(view.tree().currentIndex(), second());  // the node is the same
    EXPECT_EQ(view.listed().size(), listed);
    // Nodes of other levels have nothing to name.
    QMenu plain;
    view.fill_tree_menu(plain, second().parent());
    for (const auto* action : plain.actions()) EXPECT_FALSE(action->text().contains(QStringLiteral("Name"))) << action->text().toStdString();
}

TEST_F(ViewsTest, RunsTreeRestrictsTheList) {
    RunsView view(workspace);
    ASSERT_TRUE(show(view));
    auto* model = view.tree().model();
    const auto file_node = model->index(0, 0);
    view.tree().expand(file_node);
    const auto run = model->index(1, 0, file_node);
    ASSERT_TRUE(run.isValid());
    view.tree().setCurrentIndex(run);
    EXPECT_GT(view.listed().size(), 0U);
    for (const auto& listed : view.listed()) EXPECT_EQ(listed.record().run, RunId{2});
    workspace.reload();
    ASSERT_TRUE(settled());
    for (const auto& listed : view.listed()) EXPECT_EQ(listed.record().run, RunId{2});  // the choice outlives a reload
}

TEST_F(ViewsTest, ThroughputDrawsCurvesAndKeepsRunsApartByChoice) {
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    const auto newest = view.chart()->chart().series.size();
    EXPECT_EQ(view.repeats_box().count(), 3);
    workspace.selected().edit([](Selection& next) { next.repeats = analyzer::Repeats::merged; });
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.repeats_box().currentText(), QStringLiteral("merged"));
    workspace.selected().edit([](Selection& next) { next.repeats = analyzer::Repeats::each_run; });
    ASSERT_TRUE(settled(&view));
    EXPECT_GE(view.chart()->chart().series.size(), newest);
    // A click on a point chooses its case.
    const auto chosen = view.chart()->chart().series.back().points.front().case_id;
    emit view.chart()->case_selected(static_cast<qlonglong>(chosen));
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(workspace.selection().baseline.id, chosen);
}

TEST_F(ViewsTest, ThroughputDrawsTheCurvesThatAreChosen) {
    ThroughputView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_GT(view.curve_list().list().count(), 1);
    view.curve_list().list().item(1)->setCheckState(Qt::Checked);
    EXPECT_EQ(view.chart()->chart().series.size(), 1U);
    view.curve_list().list().item(0)->setCheckState(Qt::Checked);
    EXPECT_EQ(view.chart()->chart().series.size(), 2U);
    const auto state = view.layout_state();
    ThroughputView next(workspace);
    next.restore_layout(state);
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.chart()->chart().series.size(), 2U);
}

TEST_F(ViewsTest, SweepNamesTheBestAndShowsPoints) {
    SweepView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_FALSE(view.sentence().isEmpty());
    const auto& limited = view.table()->table();
    if (const int column = limited.column_of(QStringLiteral("limited_by")); column >= 0 && !limited.index(0, column).data().toString().isEmpty()) {
        EXPECT_TRUE(view.sentence().contains(QStringLiteral("Occupancy of the best"))) << view.sentence().toStdString();
    }
    ASSERT_GE(view.table()->table().rowCount(), 2);
    view.table()->setCurrentIndex(view.table()->model()->index(1, 0));
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.table()->current_row(), 1);
    view.set_kind(SweepView::Kind::heat);
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(view.chart()->chart().heat || !view.chart()->has_chart());
}

TEST_F(ViewsTest, CompareShowsVerdictsAndWhereADifferenceArose) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_across(QStringLiteral("block"));
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.result());
    ASSERT_TRUE(view.result()->problem.empty()) << view.result()->problem;
    ASSERT_GT(view.table()->table().rowCount(), 0);
    EXPECT_TRUE(view.summary().contains(QStringLiteral("against")));
    EXPECT_TRUE(view.chart()->has_chart());
    // Sorted by effect.
    double before = 1e9;
    for (const auto at : view.result()->timed) {
        const double effect = std::abs(std::log(view.result()->comparison.pairs[at].ratio->ratio));
        EXPECT_LE(effect, before);
        before = effect;
    }
    view.open_row(0);
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.shown_pair());
    EXPECT_GT(view.stages().table().rowCount(), 1);
    QSignalSpy wanted(&view, &View::view_wanted);
    emit view.stages().row_activated(2);
    ASSERT_TRUE(settled(&view));
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toString(), QStringLiteral("stages"));
    EXPECT_EQ(workspace.selection().stage, view.shown_pair() ? view.shown_pair()->difference.difference.stages[2].stage : 3);
}

TEST_F(ViewsTest, CompareListsAllCasesWhereThatIsAskedFor) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_across(QStringLiteral("block"));
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.result());
    const auto& comparison = view.result()->comparison;
    const auto common = view.table()->table().rowCount();
    EXPECT_EQ(common, static_cast<int>(view.result()->timed.size()));
    const auto more = comparison.only_base.size() + comparison.only_other.size() + comparison.pairs.size() - view.result()->timed.size();
    view.set_all(true);
    ASSERT_TRUE(settled(&view));
    EXPECT_EQ(view.table()->table().rowCount(), common + static_cast<int>(more));
    // What is not compared has no stages to show.
    view.open_row(common);
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.shown_pair());
}

TEST_F(ViewsTest, CompareTakesTwoCasesOfAnyKind) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    const auto other = find([](const CaseRecord& record) { return record.id != CaseId{1} && record.backend == BackendKind::cupti && record.time; });
    workspace.toggle_other(Workspace::ref_of(file(), *file().find(other)));
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.result());
    EXPECT_TRUE(view.result()->problem.empty()) << view.result()->problem;
    EXPECT_EQ(view.result()->timed.size(), 1U);
    ASSERT_EQ(view.result()->sides.size(), 2U);
    EXPECT_TRUE(view.result()->sides[0].name.starts_with(file().find(CaseId{1})->variant)) << view.result()->sides[0].name;
    EXPECT_TRUE(view.result()->sides[1].name.starts_with(file().find(other)->variant)) << view.result()->sides[1].name;
    EXPECT_NE(view.result()->sides[0].name, view.result()->sides[1].name);
    workspace.toggle_other(Workspace::ref_of(file(), *file().find(other)));
    view.set_across(QStringLiteral("cases"));
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    EXPECT_TRUE(view.chart()->message().contains(QStringLiteral("right-click")));
}

TEST_F(ViewsTest, CompareOfModelledCasesTellsOfTheirCounters) {
    const QString modelled = folder->filePath(QStringLiteral("modelled.db"));
    const auto one = [](const char* variant) { return sample::make_case({variant, 1 << 10, 256, BackendKind::simt, false}); };
    if (!QFile::exists(modelled)) sortscope::sample::write_cases(modelled.toStdString(), sample::make_run(), {one("bitonic-b2"), one("bitonic-c4")});
    ASSERT_TRUE(open(modelled, CaseId{1}));
    workspace.show(modelled, CaseId{1});
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_across(QStringLiteral("variant"));
    ASSERT_TRUE(settled(&view));
    ASSERT_TRUE(view.result());
    ASSERT_TRUE(view.result()->problem.empty()) << view.result()->problem;
    EXPECT_TRUE(view.result()->timed.empty());
    EXPECT_EQ(view.table()->table().rowCount(), 1);
    EXPECT_GE(view.table()->table().column_of(QStringLiteral("counters")), 0);
    EXPECT_TRUE(view.chart()->message().contains(QStringLiteral("counters"))) << view.chart()->message().toStdString();
    view.open_row(0);
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(view.shown_pair());
}

TEST_F(ViewsTest, DetailsHaveTheCommandAsItWasTyped) {
    const QString typed = folder->filePath(QStringLiteral("typed.db"));
    auto run = sample::make_run();
    run.command = "sortscope collect --size 2^12..2^18";
    if (!QFile::exists(typed)) sortscope::sample::write_cases(typed.toStdString(), run, {sample::make_case({})});
    ASSERT_TRUE(open(typed, CaseId{1}));
    workspace.show(typed, CaseId{1});
    DetailsView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_EQ(view.text().count(to_qstring(run.command)), 1) << view.text().toStdString();
}

TEST_F(ViewsTest, TransactionsHaveSizesAndSourceLines) {
    TransactionsView view(workspace);
    ASSERT_TRUE(show(view));
    const auto modelled = find([](const CaseRecord& record) { return record.backend == BackendKind::simt; });
    workspace.show(good(), modelled);
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(view.loads().has_chart() || !view.loads().message().isEmpty());
    view.set_old_rule(true);
    EXPECT_TRUE(view.loads().has_chart() || !view.loads().message().isEmpty());
    const auto* sentence = view.findChild<QLabel*>(QStringLiteral("lines_sentence"));
    EXPECT_FALSE(sentence->text().isEmpty());
    if (view.table()->table().rowCount() > 0) {
        view.table()->setCurrentIndex(view.table()->model()->index(0, 0));
        EXPECT_TRUE(workspace.selection().source);
    }
}

TEST_F(ViewsTest, AdviceHasFindingsOrSaysWhatLimits) {
    AdviceView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_FALSE(view.text().isEmpty());
    EXPECT_FALSE(view.text().contains(QStringLiteral("Looking")));
    workspace.show(good(), find([](const CaseRecord& record) { return record.backend == BackendKind::cpu; }));
    ASSERT_TRUE(settled(&view));
    EXPECT_TRUE(view.text().contains(QStringLiteral("CPU"))) << view.text().toStdString();
}

TEST_F(ViewsTest, AdviceShowsTheLinesThatItNames) {
    const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
    ASSERT_TRUE(open(example));
    const auto from = workspace.file(example);
    const auto chosen = std::ranges::find_if(from->cases, [](const CaseRecord& record) {
        return record.variant == "bitonic-basic" && record.workload.n == 1U << 20 && record.workload.key == KeyType::u32 && record.config.block == 256;
    });
    ASSERT_NE(chosen, from->cases.end());
    workspace.show(example, chosen->id);
    ASSERT_TRUE(settled());
    AdviceView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.text().contains(QStringLiteral("bitonic_basic.hpp:"))) << view.text().toStdString();
    EXPECT_TRUE(view.text().contains(QStringLiteral("c.store("))) << "the text of the lines, too";
    QStringList heads;
    for (int column = 0; column < view.table()->table().columnCount(); ++column) heads << view.table()->table().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    EXPECT_TRUE(heads.join(u' ').contains(QStringLiteral("GB/s"))) << "rates have their unit";
    for (std::size_t finding = 0; finding < 8 && !workspace.selection().source; ++finding) view.show_site(finding, 0);
    ASSERT_TRUE(workspace.selection().source);
    EXPECT_TRUE(view.source().isVisible());
    EXPECT_EQ(view.source().model().line_of_row(view.source().view().currentIndex().row()), workspace.selection().source->line);
    view.source().copy();
    EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral("c.store("))) << QApplication::clipboard()->text().toStdString();
}

TEST_F(ViewsTest, ATableIsWrittenWhileAQueryRunsAndOneAtATime) {
    CompareView view(workspace);
    ASSERT_TRUE(show(view));
    view.set_across(QStringLiteral("block"));
    ASSERT_TRUE(settled(&view));
    ASSERT_GT(view.table()->table().rowCount(), 0);
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    Query endless(workspace.loader(), Loader::Lane::query);
    endless.ask<int>(
        [ended](Readers&, const Stale&) -> std::shared_ptr<const int> {
            while (!*ended) QThread::msleep(1);
            return nullptr;
        },
        [](const auto&) {}, [](const QString&) {});
    QSignalSpy said(&view, &View::said), failed(&view, &View::failed);
    const QString first = folder->filePath(QStringLiteral("first.csv")), second = folder->filePath(QStringLiteral("second.csv"));
    view.export_table(first);
    view.export_table(second);
    const bool refused = failed.size() == 1 && failed.at(0).at(0).toString().contains(QStringLiteral("still being written"));
    const bool written = QTest::qWaitFor([&] { return said.size() == 2; }, 20000);
    *ended = true;
    EXPECT_TRUE(refused);
    ASSERT_TRUE(written);
    EXPECT_TRUE(said.at(1).at(0).toString().startsWith(QStringLiteral("Wrote")));
    EXPECT_TRUE(QFile::exists(first));
    EXPECT_FALSE(QFile::exists(second));
    EXPECT_TRUE(settled());
}

TEST_F(ViewsTest, NetworkStepsThroughItsLaunches) {
    const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
    ASSERT_TRUE(open(example));
    const auto from = workspace.file(example);
    const auto chosen = std::ranges::find_if(from->cases, [](const CaseRecord& record) { return record.variant == "butterfly-full" && record.workload.n == 16; });
    ASSERT_NE(chosen, from->cases.end());
    workspace.show(example, chosen->id);
    ASSERT_TRUE(settled());
    NetworkView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    std::size_t points = 0;
    for (const auto& series : view.chart()->chart().series)
        for (const auto& point : series.points) {
            EXPECT_TRUE(point.heat) << "coloured by the time of its launch";
            ++points;
        }
    EXPECT_GT(points, 0U);
    EXPECT_EQ(view.chart()->as_csv().count(u'\n'), static_cast<qsizetype>(points) + 1);  // a title, and each comparator
    auto* step = view.toolbar().findChild<QSlider*>();
    ASSERT_TRUE(step);
    step->setValue(3);
    ASSERT_TRUE(workspace.selection().launches);
    EXPECT_EQ(workspace.selection().launches->first, 3U);
    EXPECT_TRUE(workspace.selection().stage);
    QApplication::processEvents();
    EXPECT_EQ(view.chart()->current_row(), 3);
    const auto by_time = view.chart()->chart().colour.title;
    auto* box = view.toolbar().findChild<QComboBox*>();
    ASSERT_GT(box->count(), 2);
    workspace.selected().edit([&](Selection& next) { next.metric = box->itemData(1).toString(); });
    ASSERT_TRUE(settled(&view));
    EXPECT_NE(view.chart()->chart().colour.title, by_time);
    // A case that is too large offers those that are not.
    workspace.show(good(), CaseId{1});
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    auto* offer = view.chart()->findChild<QPushButton*>();
    ASSERT_TRUE(offer);
    EXPECT_TRUE(offer->isVisible());
    offer->click();
    EXPECT_EQ(workspace.selection().filter, QStringLiteral("n:..64"));
}

TEST_F(ViewsTest, ReproductionHoldsMeasuredAgainstPublished) {
    const QString example = QStringLiteral(SORTSCOPE_EXAMPLE);
    ASSERT_TRUE(open(example));
    ASSERT_TRUE(workspace.file(example));
    workspace.show(example, workspace.file(example)->cases.front().id);
    ASSERT_TRUE(settled());
    ReproductionView view(workspace);
    ASSERT_TRUE(show(view));
    ASSERT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    const auto& series = view.chart()->chart().series;
    EXPECT_TRUE(std::ranges::any_of(series, [](const auto& one) { return one.provenance == Provenance::published; })) << "the first figure shown has what it was published with";
    EXPECT_TRUE(std::ranges::any_of(series, [](const auto& one) { return one.provenance == Provenance::measured; }));
    EXPECT_GT(view.table()->table().rowCount(), 0);
    const auto state = view.layout_state();
    ReproductionView next(workspace);
    next.restore_layout(state);
    ASSERT_TRUE(show(next));
    EXPECT_EQ(next.layout_state(), state);
}

TEST_F(ViewsTest, DetailsExplainTheFigures) {
    DetailsView view(workspace);
    ASSERT_TRUE(show(view));
    EXPECT_TRUE(view.chart()->has_chart()) << view.chart()->message().toStdString();
    EXPECT_TRUE(view.text().contains(QStringLiteral("median")));
    EXPECT_TRUE(view.text().contains(QStringLiteral("Run 1")));
    EXPECT_TRUE(view.header().text().contains(QStringLiteral("Example GPU")));
    workspace.show(good(), find([](const CaseRecord& record) { return record.backend == BackendKind::simt; }));
    ASSERT_TRUE(settled(&view));
    EXPECT_FALSE(view.chart()->has_chart());
    const auto badges = view.header().findChildren<ProvenanceBadge*>();
    ASSERT_EQ(badges.size(), 1);
    EXPECT_EQ(badges[0]->text(), QStringLiteral("modelled"));
}

TEST(CaseHeader, NoFactIsClippedInANarrowWindow) {
    CaseHeader header;
    const auto contents = sample::make_contents(sample::make_case({}));
    header.set_facts(present::case_facts(contents->record, *contents->by_stage->breakdown));
    header.show();
    for (const int width : {1200, 560, 900}) {
        header.resize(width, 200);
        QApplication::processEvents();
        for (const auto* label : header.findChildren<QLabel*>()) {
            if (label->objectName() == QStringLiteral("case_notes") || !label->isVisible()) continue;
            EXPECT_GE(label->width(), label->fontMetrics().horizontalAdvance(label->text())) << label->text().toStdString() << " at " << width;
        }
    }
}

TEST(CaseHeader, NotesOnSingleTrialsDoNotTakeTheRoom) {
    auto record = sample::make_case({});
    record.trials[0].accepted = false;
    record.trials[0].note = "warm-up";
    record.notes.push_back({Severity::warning, "The clock was not locked."});
    CaseHeader header;
    const auto contents = sample::make_contents(record);
    header.set_facts(present::case_facts(contents->record, *contents->by_stage->breakdown));
    const auto* notes = header.findChild<QLabel*>(QStringLiteral("case_notes"));
    EXPECT_TRUE(notes->text().contains(QStringLiteral("not locked")));
    EXPECT_FALSE(notes->text().contains(QStringLiteral("warm-up")));
    bool told = false;
    for (const auto* label : header.findChildren<QLabel*>()) told = told || label->toolTip().contains(QStringLiteral("warm-up"));
    EXPECT_TRUE(told);
}

TEST_F(ViewsTest, EveryViewHasItsSentenceWithoutAFile) {
    workspace.close(good());
    ASSERT_TRUE(settled());
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
