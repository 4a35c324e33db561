// What a user does from opening two files to the next start, and a thousand clicks and keys at random.
#include <random>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QTimer>

#include "gui/views/chart/chart_view.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/parts/theme.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/source/transactions_view.hpp"
#include "gui/views/table/table_view.hpp"
#include "main_window_fixture.hpp"

namespace sortscope::gui {
namespace {

TEST(Tour, OpenSelectZoomCompareFollowExportAndComeBack) {
    QSettings().clear();
    QTemporaryDir folder;
    const QString before = folder.filePath(u"before.db"_s), after = folder.filePath(u"after.db"_s);
    const auto gpu = [](std::int64_t median_ns) { return sortscope::sample::gpu_case(1024, 256, median_ns); };
    sortscope::sample::write_cases(before.toStdString(), sortscope::sample::sample_run(),
                                   {gpu(1'000'000), sortscope::sample::modelled_case(1024)});
    auto later = sortscope::sample::sample_run();
    later.uuid = "33333333-3333-3333-3333-333333333333";
    auto slow = gpu(2'500'000);
    for (auto& launch : slow.launches)
        if (launch.stage.stage == 4 && launch.duration_ns) *launch.duration_ns *= 20;
    sortscope::sample::write_cases(after.toStdString(), later, {slow});
    {
        MainWindow window;
        window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
        window.open_file(before);
        window.open_file(after);
        ASSERT_TRUE(settled(window));
        ASSERT_EQ(window.workspace().files().size(), 2);

        // Select: the first case, by the line that finds cases.
        auto& runs = window.view_as<RunsView>("runs");
        runs.filter_line().setFocus();
        QTest::keyClicks(&runs.filter_line(), u"file:before backend:cupti"_s);
        QTest::keyClick(&runs.filter_line(), Qt::Key_Return);
        ASSERT_TRUE(settled(window));
        ASSERT_EQ(runs.listed().size(), 1U);
        EXPECT_EQ(window.workspace().current()->path, before);

        // Zoom the timeline to one launch.
        auto& stages = window.view_as<StagesView>("stages");
        window.show_view(u"stages"_s);
        stages.set_kind(StagesView::Kind::timeline);
        ASSERT_TRUE(settled(window));
        ASSERT_TRUE(stages.chart()->has_chart()) << stages.chart()->message().toStdString();
        emit stages.chart()->row_activated(12);
        ASSERT_TRUE(settled(window));
        EXPECT_TRUE(stages.chart()->is_zoomed());
        EXPECT_EQ(window.workspace().selection().launch, 12);

        // Compare the files, and follow the difference to its stage.
        window.show_view(u"compare"_s);
        auto& compare = window.view_as<CompareView>("compare");
        compare.set_across(u"file"_s);
        ASSERT_TRUE(settled(window));
        ASSERT_TRUE(compare.result());
        ASSERT_EQ(compare.result()->timed.size(), 1U) << compare.result()->problem;
        compare.table()->setFocus();
        compare.table()->setCurrentIndex(compare.table()->model()->index(0, 0));
        QTest::keyClick(compare.table(), Qt::Key_Return);
        ASSERT_TRUE(settled(window));
        ASSERT_TRUE(compare.shown_pair());
        const auto* most = compare.shown_pair()->difference.difference.most();
        ASSERT_TRUE(most);
        EXPECT_EQ(most->stage, 4);
        const auto& all = compare.shown_pair()->difference.difference.stages;
        const auto fourth = std::ranges::find(all, 4, &analyzer::StageDifference::stage);
        emit compare.stages().row_activated(static_cast<int>(fourth - all.begin()));
        ASSERT_TRUE(settled(window));
        EXPECT_TRUE(stages.isVisible());
        EXPECT_EQ(window.workspace().current()->path, after);
        EXPECT_EQ(window.workspace().selection().stage, 4);

        // To a source line: the modelled case has sites.
        window.workspace().show(before, CaseId{2});
        window.show_view(u"transactions"_s);
        ASSERT_TRUE(settled(window));
        auto& transactions = window.view_as<TransactionsView>("transactions");
        ASSERT_GT(transactions.table()->table().rowCount(), 0);
        transactions.table()->setCurrentIndex(transactions.table()->model()->index(0, 0));
        ASSERT_TRUE(window.workspace().selection().source);
        EXPECT_GT(window.workspace().selection().source->line, 0U);

        // Export.
        window.workspace().show(after, CaseId{1});
        window.show_view(u"stages"_s);
        stages.set_kind(StagesView::Kind::bars);
        ASSERT_TRUE(settled(window));
        const QString picture = folder.filePath(u"chart.png"_s);
        EXPECT_EQ(stages.chart()->export_to(picture), QString());
        EXPECT_FALSE(QImage(picture).isNull());
        stages.table()->sort_by(u"time"_s, Qt::DescendingOrder);
        window.set_theme(MainWindow::Theme::dark);
        window.workspace().selected().edit([](Selection& next) { next.stage = 7; });
        ASSERT_TRUE(settled(window));
        window.close();
    }
    // After a restart everything is as it was.
    MainWindow next;
    next.show();
    next.restore_session();
    ASSERT_TRUE(settled(next));
    EXPECT_EQ(next.workspace().files().size(), 2);
    ASSERT_TRUE(next.workspace().current());
    EXPECT_EQ(next.workspace().current()->path, after);
    EXPECT_EQ(next.workspace().selection().stage, 7);
    EXPECT_EQ(next.view_as<RunsView>("runs").filter_line().text(), u"file:before backend:cupti"_s);
    auto& stages = next.view_as<StagesView>("stages");
    EXPECT_TRUE(stages.table()->horizontalHeader()->isSortIndicatorShown());
    EXPECT_EQ(stages.table()->current_row(), 6);
    EXPECT_TRUE(is_dark(QApplication::palette()));
    next.set_theme(MainWindow::Theme::system);
}

/// Something to click or type at, chosen by a generator.
class Hand {
 public:
    Hand(MainWindow& window, unsigned seed) : window_(window), random_(seed) {}

    void act() {
        auto widgets = window_.findChildren<QWidget*>();
        widgets.removeIf([](const QWidget* widget) {
            return !widget->isVisible() || widget->width() < 4 || widget->height() < 4;
        });
        if (widgets.isEmpty()) return;
        auto* widget = widgets.at(pick(static_cast<int>(widgets.size())));
        // A real collection is no part of this.
        if (const auto* button = qobject_cast<QAbstractButton*>(widget);
            button != nullptr && button->text().remove(u'&') == u"Start")
            return;
        // Menus and boxes wait for their own loop, and dialogs of files for a desktop: actions are triggered
        // instead.
        if (qobject_cast<QMenu*>(widget) || qobject_cast<QComboBox*>(widget) ||
            widget->inherits("QMenuBar") || widget->inherits("QToolButton"))
            return choose(widget);
        const QPoint at(pick(widget->width()), pick(widget->height()));
        const int action = pick(8);
        if (action < 3) return QTest::mouseClick(widget, Qt::LeftButton, {}, at);
        if (action == 3) return QTest::mouseMove(widget, at);
        if (action == 4) return QTest::mouseDClick(widget, Qt::LeftButton, {}, at);
        if (action == 5) return wheel(widget, at);
        type(widget);
    }

 private:
    int pick(int below) {
        return below <= 1 ? 0 : static_cast<int>(random_() % static_cast<unsigned>(below));
    }
    void choose(QWidget* widget) {
        if (auto* box = qobject_cast<QComboBox*>(widget);
            box != nullptr && box->count() > 0 && box->isEnabled()) {
            box->setCurrentIndex(pick(box->count()));
            emit box->activated(box->currentIndex());
            return;
        }
        const auto commands = window_.commands();
        auto* action = commands.at(pick(static_cast<int>(commands.size())));
        // What would open a desktop's dialog, or end the window, is no part of this.
        if (action->text().contains(u"..."_s) || action->text().contains(u"Quit"_s) ||
            action->text().contains(u"Close"_s))
            return;
        if (action->isEnabled()) action->trigger();
    }
    void wheel(QWidget* widget, const QPoint& at) {
        static constexpr Qt::KeyboardModifiers modifiers[] = {Qt::NoModifier, Qt::ControlModifier,
                                                              Qt::ShiftModifier};
        QWheelEvent event(QPointF(at), QPointF(widget->mapToGlobal(at)), {},
                          QPoint(0, pick(2) == 0 ? 120 : -120), Qt::NoButton, modifiers[pick(3)],
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    }
    void type(QWidget* widget) {
        static constexpr Qt::Key keys[] = {
            Qt::Key_Left,   Qt::Key_Right,    Qt::Key_Up,   Qt::Key_Down,  Qt::Key_Home, Qt::Key_End,
            Qt::Key_Return, Qt::Key_Escape,   Qt::Key_Plus, Qt::Key_Minus, Qt::Key_0,    Qt::Key_Tab,
            Qt::Key_Space,  Qt::Key_PageDown, Qt::Key_A,    Qt::Key_Colon, Qt::Key_2,    Qt::Key_Backspace};
        QTest::keyClick(widget, keys[pick(static_cast<int>(std::size(keys)))],
                        pick(4) == 0 ? Qt::ControlModifier : Qt::NoModifier);
    }

    MainWindow& window_;
    std::mt19937 random_;
};

class Monkey : public MainWindowFixture {};

TEST_F(Monkey, AThousandClicksAndKeysDoNoHarm) {
    ASSERT_TRUE(open(good()));
    window.workspace().toggle_other({good(), CaseId{2}, {}});  // views with an overlay draw it
    Hand hand(window, 20261121);
    // Closes dialogs that wait in a loop of their own.
    QTimer closing;
    QObject::connect(&closing, &QTimer::timeout, [] {
        if (auto* modal = QApplication::activeModalWidget()) modal->close();
    });
    closing.start(10);
    const auto kinds = view_kinds();
    for (int i = 0; i < 1000; ++i) {
        // Each view gets its share, whatever the hand chooses.
        if (i % 40 == 0)
            window.show_view(QString::fromLatin1(kinds[static_cast<std::size_t>(i / 40) % kinds.size()].id));
        hand.act();
        for (auto* top : QApplication::topLevelWidgets())
            if (top != &window && top->isVisible() &&
                (qobject_cast<QDialog*>(top) != nullptr || top->windowType() == Qt::Popup))
                top->close();
        if (i % 10 == 0) QApplication::processEvents();
    }
    window.reset_layout();
    ASSERT_TRUE(settled());
    window.workspace().show(good(), CaseId{2});
    window.show_view(u"stages"_s);
    ASSERT_TRUE(settled());
    EXPECT_EQ(window.workspace().current()->record.id, CaseId{2});
    window.set_theme(MainWindow::Theme::system);  // other tests look at the program's colours
}

}  // namespace
}  // namespace sortscope::gui
