#include "gui/views/source/source_pane.hpp"

#include "gui/views/source/transactions_view.hpp"
#include "views/workspace_fixture.hpp"

namespace sortscope::gui {
namespace {
class SourcePaneTest : public ViewTest<TransactionsView> {
 protected:
    void SetUp() override {
        const auto path = folder->filePath(u"source-%1.db"_s.arg(number++));
        sortscope::sample::write_sample(path.toStdString());
        ASSERT_TRUE(open(path, CaseId{4}));  // the modelled case
        ASSERT_TRUE(show(view));
        ASSERT_EQ(pane.model().lines(), 20);
    }
    int current_line() { return int(pane.model().line_of_row(pane.view().currentIndex().row())); }
    static inline int number = 0;
    SourcePane& pane = view.source();
};

/// Returns true once `holds` is true at `width`. Repeats the resize, because the platform may answer an
/// earlier resize late.
template <class Condition>
bool becomes_wide(QWidget& window, int width, Condition holds) {
    return QTest::qWaitFor([&] {
        window.resize(width, 300);
        return holds();
    });
}

TEST_F(SourcePaneTest, ALineIsFollowedBothWays) {
    const auto file = u"bitonic/bitonic_b2.hpp"_s;
    pane.view().setCurrentIndex(pane.model().index(pane.model().row_of_line(12), 1));
    EXPECT_EQ(workspace.selection().source, (SourceLine{file, 12}));
    QApplication::processEvents();
    view.update_now();
    const auto of_table = [&] {
        return cell(view.table()->table(), view.table()->currentIndex().row(), "line").toString();
    };
    EXPECT_EQ(of_table(), u"12"_s);
    view.table()->setCurrentIndex(
        view.table()->model()->index(view.table()->table().row_of(0), 0));  // the line with most sectors
    QApplication::processEvents();
    view.update_now();
    EXPECT_EQ(current_line(), 15);
    EXPECT_EQ(workspace.selection().source, (SourceLine{file, 15}));
    workspace.selected().edit([&](Selection& next) { next.source = SourceLine{file, 14}; });
    view.update_now();
    EXPECT_EQ(std::tuple(current_line(), of_table()), std::tuple(14, u"14"_s));
    QTest::keyClick(&pane.view(), Qt::Key_Up);
    view.update_now();
    EXPECT_EQ(std::tuple(workspace.selection().source, view.table()->current_row(), current_line()),
              std::tuple((SourceLine{file, 13}), -1, 13));
}

TEST_F(SourcePaneTest, TheTextIsReadInANarrowPane) {
    auto& table = pane.view();
    const auto* head = table.horizontalHeader();
    const auto shown = [&] { return head->count() - head->hiddenSectionCount(); };
    pane.setParent(nullptr);
    pane.show();
    ASSERT_TRUE(becomes_wide(pane, 1000, [&] { return table.viewport()->width() > 800; }));
    const int all = shown();
    ASSERT_GT(all, 3);
    EXPECT_TRUE(becomes_wide(pane, 260, [&] { return shown() < all; }));
    EXPECT_FALSE(table.isColumnHidden(pane.model().column_of(u"line"_s)));
    EXPECT_GE(table.viewport()->width() - table.columnViewportPosition(pane.model().code_column()),
              QFontMetrics(table.font()).horizontalAdvance(u'x') * 12);
    EXPECT_TRUE(becomes_wide(pane, 1000, [&] { return shown() == all; }));
    const auto is_shown = [](SourcePane& of, const char* id) {
        return !of.view().isColumnHidden(of.model().column_of(QString::fromLatin1(id)));
    };
    pane.view().set_column_shown(u"sectors"_s, false);
    pane.view().set_column_shown(u"loads"_s, true);
    EXPECT_FALSE(is_shown(pane, "sectors"));
    ASSERT_TRUE(is_shown(pane, "divergent_pct"));
    ASSERT_TRUE(becomes_wide(pane, 240, [&] { return !is_shown(pane, "divergent_pct"); }));
    EXPECT_TRUE(is_shown(pane, "loads"));
    pane.view().set_column_shown(u"divergent_pct"_s, true);
    EXPECT_TRUE(is_shown(pane, "divergent_pct"));
    choose(pane.heats(), pane.heats().findText(u"divergence"_s));
    EXPECT_EQ(cell(pane.model(), pane.model().row_of_line(14), "text", SourceModel::heat_role).toDouble(), 1);
    TransactionsView other(workspace);
    other.restore_layout(view.layout_state());
    ASSERT_TRUE(show(other));
    EXPECT_FALSE(is_shown(other.source(), "sectors"));
    EXPECT_TRUE(is_shown(other.source(), "loads"));
    EXPECT_TRUE(is_shown(other.source(), "divergent_pct"));
    EXPECT_EQ(other.source().heats().currentText(), u"divergence"_s);
    pane.setParent(&view);
}

TEST_F(SourcePaneTest, ANarrowViewHasPagesForSourceAndTable) {
    const auto wide = view.layout_state();
    view.resize(450, 400);
    ASSERT_TRUE(settled());
    EXPECT_GT(view.table()->viewport()->width(), 400);
    EXPECT_EQ(view.layout_state()[u"lower"_s], wide[u"lower"_s]);
    auto* pages = view.findChild<QTabWidget*>();
    ASSERT_TRUE(pages);
    pages->setCurrentWidget(&pane);
    EXPECT_TRUE(pane.isVisible());
    EXPECT_GT(pane.view().viewport()->width(), 400);
    view.resize(1000, 700);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(pane.isVisible() && view.table()->isVisible());
    EXPECT_LT(view.table()->mapTo(&view, QPoint()).x(), pane.mapTo(&view, QPoint()).x());
}

TEST_F(SourcePaneTest, WithoutTextTheLinesAreThereAndASentenceSaysWhy) {
    const auto path = folder->filePath(u"without.db"_s);
    auto record = sortscope::sample::modelled_case(1024);
    record.sources.clear();
    sample::write_cases(path.toStdString(), sortscope::sample::sample_run(),
                        {sortscope::sample::gpu_case(1024), record});
    ASSERT_TRUE(open_and_show(path, CaseId{2}));
    EXPECT_EQ(view.source().model().rowCount(), 3);
    EXPECT_TRUE(contains(view.source().said(), u"recorded before texts were kept"_s));
    workspace.show(path, CaseId{1});
    ASSERT_TRUE(settled());
    EXPECT_FALSE(view.source().isVisible());
    EXPECT_TRUE(
        view.findChild<QLabel*>(u"lines_sentence"_s)->text().contains(u"No access sites were recorded"_s));
}

}  // namespace
}
