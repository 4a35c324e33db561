#include "gui/views/runs_view.hpp"
#include "present/tables/case.hpp"
#include "workspace_fixture.hpp"

namespace sortscope::gui {
namespace {
class RunsViewTest : public ViewTest<RunsView> {
 protected:
    QString open_copy(const char* name) {
        const auto copy = folder->filePath(QLatin1StringView(name));
        sample::write_file(copy.toStdString(), 10, 10);
        return open_and_show(copy) ? copy : QString();
    }
    QString count() { return view.findChild<QLabel*>(u"case_count"_s)->text(); }
};

TEST_F(RunsViewTest, ListsCasesAndShowsThoseThatAreChosen) {
    EXPECT_EQ(view.listed().size(), file().cases.size());
    for (size_t i = 1; i < view.listed().size(); ++i) {  // by variant, size, key type and block
        const auto &before = view.listed()[i - 1].record(), &here = view.listed()[i].record();
        EXPECT_LE(std::tuple(before.subject.name, before.keys(), before.key(), before.block()),
                  std::tuple(here.subject.name, here.keys(), here.key(), here.block()));
    }
    const int row = view.table()->current_row();
    ASSERT_GE(row, 0);
    EXPECT_EQ(view.listed()[size_t(row)].record().id, CaseId{1});
    QTest::keyClick(view.table(), row > 0 ? Qt::Key_Up : Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.selection().baseline.id, view.listed()[size_t(row > 0 ? row - 1 : 1)].record().id);
    workspace.show(good(), CaseId{4});
    QApplication::processEvents();
    EXPECT_EQ(view.listed()[size_t(view.table()->current_row())].record().id, CaseId{4});
    const auto file_row = view.model().index(0, 0);
    view.tree().expand(file_row);
    view.tree().setCurrentIndex(view.model().index(1, 0, file_row));
    for (const bool again : {false, true}) {  // the choice outlives a reload
        if (again) workspace.reload();
        ASSERT_TRUE(settled());
        EXPECT_GT(view.listed().size(), 0U);
        for (const auto& listed : view.listed()) EXPECT_EQ(listed.record().run, RunId{2});
    }
}

TEST_F(RunsViewTest, ACaseIsComparedByMenuOrBoxAndTheOneShownStays) {
    auto& table = *view.table();
    const auto shown = workspace.selection().baseline;
    const int other = view.table()->current_row() == 2 ? 3 : 2;
    const auto place = table.visualRect(table.model()->index(other, table.table().naming_column()));
    QTest::mousePress(table.viewport(), Qt::RightButton, Qt::NoModifier, place.center());
    QTest::mouseRelease(table.viewport(), Qt::RightButton, Qt::NoModifier, place.center());
    EXPECT_EQ(workspace.selection().baseline, shown) << "the press chooses nothing";
    QMenu menu;
    emit table.menu_wanted(menu, other);
    ASSERT_FALSE(menu.actions().isEmpty());
    EXPECT_TRUE(menu.actions().front()->isEnabled());
    const auto box = QPoint(place.left() + 10, place.center().y());
    for (const bool compared : {true, false}) {
        QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, box);
        EXPECT_EQ(workspace.selection().others.size(), compared ? 1 : 0);
        EXPECT_EQ(table.model()
                      ->index(other, table.table().naming_column())
                      .data(Qt::CheckStateRole)
                      .value<Qt::CheckState>(),
                  compared ? Qt::Checked : Qt::Unchecked);
        EXPECT_EQ(workspace.selection().baseline, shown);
    }
    // A drag chooses no row.
    const auto handle = table.table().rows()->handle(size_t(other));
    EXPECT_EQ(case_of_handle(handle).id, view.listed()[size_t(other)].record().id);
    EXPECT_TRUE(case_of_handle("nonsense").is_none());
    QTest::mousePress(table.viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
    EXPECT_EQ(workspace.selection().baseline, shown);
    QTest::mouseRelease(table.viewport(), Qt::LeftButton, Qt::NoModifier, place.center());
    EXPECT_EQ(workspace.selection().baseline.id, view.listed()[size_t(other)].record().id);
}

TEST_F(RunsViewTest, AnExactNameIsFirst) {
    auto& line = view.filter_line();
    const auto name = to_qstring(view.listed().back().record().subject.name);
    line.setFocus();
    QTest::keyClicks(&line, name + u"|o"_s);
    QTest::keyClick(&line, Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_EQ(to_qstring(view.listed().front().record().subject.name), name);
}

TEST_F(RunsViewTest, TheTreeHasTheHeightOfItsRowsUntilTheDividerIsMoved) {
    view.resize(360, 800);
    QApplication::processEvents();
    auto& tree = view.tree();
    const auto file_row = view.model().index(0, 0);
    tree.collapse(file_row);
    QApplication::processEvents();
    const int row = tree.visualRect(file_row).height(), of_two = tree.height();
    EXPECT_GE(tree.viewport()->height(), 2 * row);
    tree.expand(file_row);
    tree.expand(view.model().index(0, 0, file_row));
    QApplication::processEvents();
    auto* divider = view.findChild<QSplitter*>();
    EXPECT_GT(tree.height(), of_two);
    EXPECT_LE(tree.height(), divider->height() / 4);
    const auto handle = divider->handle(1)->geometry().center();
    QTest::mousePress(divider->handle(1), Qt::LeftButton);
    QTest::mouseMove(divider->handle(1), divider->handle(1)->mapFromParent(handle + QPoint(0, 200)));
    QTest::mouseRelease(divider->handle(1), Qt::LeftButton, {},
                        divider->handle(1)->mapFromParent(divider->handle(1)->geometry().center()));
    const int dragged = tree.height();
    EXPECT_GT(dragged, divider->height() / 4);
    RunsView again(workspace);
    again.restore_layout(view.layout_state());
    ASSERT_TRUE(show(again));
    again.resize(360, 800);
    QApplication::processEvents();
    EXPECT_NEAR(again.tree().height(), dragged, 2);
}

TEST_F(RunsViewTest, FindsCasesByWordsAndKeys) {
    auto& line = view.filter_line();
    line.setFocus();
    QTest::keyClicks(&line, u"n:2^11 backend:cupti"_s);
    QTest::keyClick(&line, Qt::Key_Return);
    ASSERT_TRUE(settled());
    ASSERT_GT(view.listed().size(), 0U);
    EXPECT_LT(view.listed().size(), file().cases.size());
    for (const auto& listed : view.listed()) EXPECT_EQ(listed.record().keys(), 2048U);
    EXPECT_EQ(workspace.current()->record.keys(), 2048U);  // shows the first match
    EXPECT_TRUE(contains(count(), u" of "_s));
    QTest::keyClick(&line, Qt::Key_Escape);
    ASSERT_TRUE(settled());
    EXPECT_EQ(view.listed().size(), file().cases.size());
    QTest::keyClicks(&line, u"nothing-has-this"_s);
    QTest::keyClick(&line, Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(view.listed().empty());
    EXPECT_EQ(view.table()->current_row(), -1);
    auto* clear = view.findChild<QPushButton*>(u"clear_filter"_s);
    ASSERT_TRUE(clear);
    EXPECT_TRUE(clear->isVisible());
    clear->click();
    ASSERT_TRUE(settled());
    EXPECT_EQ(view.listed().size(), file().cases.size());
    EXPECT_FALSE(clear->isVisible());
}

TEST_F(RunsViewTest, TheCaseShownStaysInSightWhateverIsFound) {
    const QString many = folder->filePath(u"many_cases.db"_s);
    std::vector<CaseRecord> cases;
    for (uint32_t i = 0; i < 120; ++i)
        cases.push_back(sample::make_case(
            {i % 2 == 0 ? "bitonic-b2" : "bitonic-c4", 64U + i, 64, BackendKind::simt, false}));
    sample::write_cases(many.toStdString(), sample::make_run(), cases);
    ASSERT_TRUE(open_and_show(many, CaseId{91}));
    view.resize(320, 400);
    auto& table = *view.table();
    const auto in_sight = [&] {
        QApplication::processEvents();
        const auto place = table.visualRect(table.currentIndex());
        return place.isValid() && table.viewport()->rect().contains(QPoint(1, place.top())) &&
               table.viewport()->rect().contains(QPoint(1, place.bottom()));
    };
    EXPECT_TRUE(in_sight()) << "the view is lower than it was";
    auto& line = view.filter_line();
    line.setFocus();
    QTest::keyClicks(&line, u"n:100.."_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return workspace.selection().filter == u"n:100.."_s; }));
    for (const bool all : {false, true}) {
        if (all) QTest::keyClick(&line, Qt::Key_Escape);
        ASSERT_TRUE(settled());
        EXPECT_EQ(std::tuple(view.listed().size() >= 120, workspace.selection().baseline.id),
                  std::tuple(all, CaseId{91}));
        EXPECT_TRUE(in_sight()) << all;
    }
}

TEST_F(RunsViewTest, WritesEveryNameWhileTheFileIsHeld) {
    const auto copy = open_copy("named.db");
    const auto from = workspace.file(copy);
    {
        const BusyLane held(workspace.loader(), Lane::writing);
        for (const auto id : {CaseId{1}, CaseId{2}, CaseId{4711}, CaseId{3}}) {
            db::AnnotationChange change;
            change.name = "number " + std::to_string(int(id));
            workspace.annotate(copy, id, change);
        }
        EXPECT_TRUE(contains(view.unfinished(), u"4 annotations"_s));
        workspace.show(copy, CaseId{5});
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return workspace.current() && workspace.current()->record.id == CaseId{5}; }, 20000));
    }
    QSignalSpy failed(&workspace, &Workspace::failed);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.unfinished().isEmpty(); }, 20000));
    ASSERT_TRUE(settled());
    for (const auto id : {CaseId{1}, CaseId{2}, CaseId{3}})
        EXPECT_EQ(workspace.find({copy, id, {}})->annotation.name, "number " + std::to_string(int(id)));
    ASSERT_EQ(failed.size(), 1);  // only the absent case failed: later annotations are written
    EXPECT_TRUE(contains(failed[0][0].toString(), u"case 4711"_s));
}

TEST_F(RunsViewTest, NamesARunFromItsMenu) {
    const auto copy = open_copy("runs.db");
    const auto second = [&] { return view.model().index(1, 0, view.model().find({copy})); };
    ASSERT_TRUE(second().isValid());
    view.tree().setCurrentIndex(second());
    const auto listed = view.listed().size();
    QMenu menu;
    view.fill_tree_menu(menu, second());
    const auto actions = menu.actions();
    const auto wanted = std::ranges::find_if(
        actions, [](const QAction* action) { return action->text().contains(u"Name"_s); });
    ASSERT_NE(wanted, actions.end());
    (*wanted)->trigger();
    auto* dialog = view.findChild<QDialog*>(u"annotation"_s);
    ASSERT_TRUE(dialog);
    EXPECT_EQ(dialog->windowTitle(), u"Run 2"_s);
    dialog->findChild<QLineEdit*>(u"annotation_name"_s)->setText(u"after the mend"_s);
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.unfinished().isEmpty(); }, 20000));
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace.file(copy)->runs[1].annotation.name, "after the mend");
    EXPECT_TRUE(second().data().toString().endsWith(u": after the mend"_s))
        << second().data().toString().toStdString();
    EXPECT_EQ(view.tree().currentIndex(), second());  // the node stays
    EXPECT_EQ(view.listed().size(), listed);
    QMenu plain;
    view.fill_tree_menu(plain, second().parent());
    for (const auto* action : plain.actions()) EXPECT_FALSE(contains(action->text(), u"Name"_s));
}

TEST_F(RunsViewTest, ABoxLeavesTheListWhereItIs) {
    view.resize(320, 300);
    QApplication::processEvents();
    auto& table = *view.table();
    auto& bar = *table.verticalScrollBar();
    ASSERT_GT(bar.maximum(), 2);
    const int away = table.current_row() < int(view.listed().size()) / 2 ? bar.maximum() : 0;
    bar.setValue(away);
    const int row = table.rowAt(table.viewport()->height() / 2);
    const auto place = table.visualRect(table.model()->index(row, table.table().naming_column()));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier,
                      QPoint(place.left() + 10, place.center().y()));
    ASSERT_TRUE(settled());
    EXPECT_EQ(std::tuple(workspace.selection().others.size(), bar.value()), std::tuple(1, away));
}
}  // namespace
}
