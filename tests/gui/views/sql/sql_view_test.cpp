#include "gui/views/sql/sql_view.hpp"

#include "gui/views/sql/sql_editor.hpp"
#include "views/workspace_fixture.hpp"

namespace sortscope::gui {
namespace {
class SqlViewTest : public ViewTest<SqlView> {
 protected:
    bool run(const QString& sql) {
        view.editor().setPlainText(sql);
        QTest::keyClick(&view.editor(), Qt::Key_Return, Qt::ControlModifier);
        return settled();
    }
};

TEST_F(SqlViewTest, ListsViewsWithTheirColumnsAndWritesTheirNames) {
    EXPECT_FALSE(view.chart()->message().isEmpty());  // says what to do
    const auto found = view.names().tree().findItems(u"cases"_s, Qt::MatchExactly);
    ASSERT_EQ(found.size(), 1);
    ASSERT_GT(found[0]->childCount(), 5);
    EXPECT_FALSE(found[0]->toolTip(0).isEmpty());
    view.editor().setPlainText(u"SELECT "_s);
    view.editor().moveCursor(QTextCursor::End);
    emit view.names().tree().itemActivated(found[0]->child(0), 0);
    emit view.names().tree().itemActivated(found[0]->child(1), 0);
    const auto first = found[0]->child(0)->text(0), second = found[0]->child(1)->text(0);
    EXPECT_EQ(view.editor().sql(), u"SELECT %1, %2"_s.arg(first, second));
    view.editor().clear();
    QTest::keyClicks(&view.editor(), u"SELECT vari"_s);
    auto* popup = view.editor().findChild<QCompleter*>()->popup();
    ASSERT_TRUE(popup->isVisible());
    QTest::keyClick(popup, Qt::Key_Down);
    QTest::keyClick(popup, Qt::Key_Return);
    EXPECT_TRUE(view.editor().sql().startsWith(u"SELECT variant"_s));
}

TEST_F(SqlViewTest, ShowsAResultAsTableAndChart) {
    ASSERT_TRUE(run(u"SELECT variant, count(*) AS cases, max(n) AS n FROM cases GROUP BY variant"_s));
    ASSERT_TRUE(view.result());
    EXPECT_GT(table().rowCount(), 0);
    EXPECT_TRUE(has_chart());
    EXPECT_TRUE(contains(view.sentence(), u"row"_s));
    auto choice = view.chart_bar().choice();
    choice.x = 2;
    choice.y = {1};
    choice.kind = present::ResultChoice::Kind::points;
    view.set_choice(choice);
    ASSERT_TRUE(settled());
    EXPECT_EQ(chart().series[0].kind, present::Series::Kind::points);
    EXPECT_EQ(view.chart_bar().findChild<QComboBox*>(u"sql_x"_s)->currentText(), u"n"_s);
}

TEST_F(SqlViewTest, TenSeriesHaveTheirNamesInASmallWindow) {
    view.resize(480, 470);  // as in a window of 800x600
    ASSERT_TRUE(
        run(u"WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i < 9), "
            "x(n) AS (VALUES (1), (2), (4)) "
            "SELECT 'bitonic-local-' || i AS variant, n, n * (i + 1) AS rate FROM s, x"_s));
    ASSERT_EQ(chart().series.size(), 10U);
    auto& plot = view.chart()->plot();
    plot.replot();
    EXPECT_TRUE(plot.legend->visible()) << plot.height();
    EXPECT_EQ(plot.legend->itemCount(), 10);
    EXPECT_GE(plot.axisRect()->height(), 140);
    EXPECT_GT(plot.legend->outerRect().left(), plot.axisRect()->right());
    view.resize(1000, 900);
    QApplication::processEvents();
    plot.replot();
    EXPECT_LT(plot.legend->outerRect().bottom(), plot.axisRect()->top());
}

TEST_F(SqlViewTest, SaysWhatIsWrongAndKeepsTheResultBefore) {
    ASSERT_TRUE(run(u"SELECT case_id FROM cases"_s));
    const auto rows = table().rowCount();
    ASSERT_TRUE(run(u"DELETE FROM profiled_case"_s));
    EXPECT_TRUE(contains(view.sentence(), u"only read"_s));
    EXPECT_TRUE(view.sentence().at(0).isLetter())
        << view.sentence().toStdString();  // only the label has the sign
    EXPECT_EQ(table().rowCount(), rows);
    ASSERT_TRUE(run(u"  "_s));
    EXPECT_TRUE(contains(view.sentence(), u"no SQL"_s));
    emit view.table()->row_activated(2);
    ASSERT_TRUE(settled());
    EXPECT_EQ(int64_t(workspace.selection().baseline.id), view.result()->at(2, 0).number->rounded());
}

TEST_F(SqlViewTest, EndsAQueryAndTheWindowGoesOn) {
    view.editor().setPlainText(
        u"WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT sum(i) FROM c"_s);
    QElapsedTimer clock;
    clock.start();
    view.run();
    EXPECT_TRUE(view.is_waiting());
    workspace.show(good(), CaseId{2});
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return workspace.current() && workspace.current()->record.id == CaseId{2}; }, 5000));
    view.cancel();
    EXPECT_FALSE(view.is_waiting());
    EXPECT_TRUE(contains(view.sentence(), u"stopped"_s));
    ASSERT_TRUE(run(u"SELECT 1 AS one"_s));
    EXPECT_EQ(view.result()->rows(), 1U);
    EXPECT_LT(clock.elapsed(), 20000);
}

TEST_F(SqlViewTest, ALongLineIsPastedAtOnceInShortLines) {
    QString sql = u"SELECT 'a b' AS \"c d\""_s;
    while (sql.size() < 1'300'000) sql += u", median_ns AS t%1"_s.arg(sql.size());
    sql += u" FROM cases"_s;
    QApplication::clipboard()->setText(sql);
    view.editor().clear();
    QElapsedTimer timer;
    timer.start();
    view.editor().paste();
    QApplication::processEvents();
    EXPECT_LT(timer.elapsed(), 200);
    for (const auto& line : view.editor().toPlainText().split(u'\n')) EXPECT_LT(line.size(), 2100);
    EXPECT_EQ(view.editor().sql().replace(u'\n', u' '), sql);
    view.editor().clear();
}

TEST(BrokenLines, LeaveTextsNamesAndCommentsWhole) {
    EXPECT_EQ(broken_lines(u"a 'b b' \"c c\" [d d] /* e e */ f -- g g"_s, 0),
              u"a\n'b b'\n\"c c\"\n[d d]\n/* e e */\nf\n-- g g"_s);
    EXPECT_EQ(broken_lines(u"-- a b\nc d"_s, 0), u"-- a b\nc\nd"_s);
    EXPECT_EQ(broken_lines(u"a b c"_s, 100), u"a b c"_s);
}

TEST_F(SqlViewTest, RemembersQueriesAndWritesResults) {
    ASSERT_TRUE(run(u"SELECT case_id FROM cases"_s));
    ASSERT_TRUE(run(u"SELECT n FROM cases"_s));
    ASSERT_TRUE(run(u"SELECT case_id FROM cases"_s));
    ASSERT_EQ(view.history().size(), 2);
    EXPECT_EQ(view.history()[0], u"SELECT case_id FROM cases"_s);
    const auto to = folder->filePath(u"view.csv"_s);
    view.export_to(to);
    ASSERT_TRUE(settled());
    EXPECT_EQ(bytes_of(to).count('\n'), table().rowCount() + 1);
    const auto profiles = QFileInfo(good()).size();
    view.export_to(good());
    ASSERT_TRUE(settled());
    EXPECT_TRUE(contains(view.sentence(), u"file of profiles"_s));
    QSignalSpy failed(&view, &View::failed);
    view.export_table(good());
    ASSERT_TRUE(settled());
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(contains(failed[0][0].toString(), u"file of profiles"_s));
    EXPECT_EQ(QFileInfo(good()).size(), profiles);
    SqlView next(workspace);
    next.restore_layout(view.layout_state());
    EXPECT_EQ(next.history(), view.history());
    EXPECT_EQ(next.editor().sql(), view.editor().sql());
}
}  // namespace
}
