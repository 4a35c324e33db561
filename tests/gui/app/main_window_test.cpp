#include "gui/app/main_window.hpp"

#include <qcustomplot.h>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QStatusBar>
#include <QTest>

#include "gui/app/command_palette.hpp"
#include "gui/app/heading.hpp"
#include "gui/views/chart_view.hpp"
#include "gui/views/collect_view.hpp"
#include "gui/views/message_bar.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/table_view.hpp"
#include "gui/views/theme.hpp"
#include "main_window_fixture.hpp"

namespace sortscope::gui {
namespace {

class MainWindowTest : public MainWindowFixture {};

TEST_F(MainWindowTest, ShowsAtOnceAndThenTheFile) {
    EXPECT_FALSE(window.view("stages")->isVisible());  // the welcome page is
    ASSERT_TRUE(open(good()));
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("good.db")));
    EXPECT_TRUE(stages().isVisible());
    EXPECT_EQ(stages().chart()->chart().x.ticks.size(), 10U);
    EXPECT_EQ(stages().table()->table().rowCount(), 11);
    EXPECT_TRUE(window.heading().text().contains(QStringLiteral("Example GPU")))
        << window.heading().text().toStdString();
    EXPECT_TRUE(window.message_bar().text().isEmpty());
    EXPECT_TRUE(window.statusBar()->currentMessage().contains(QStringLiteral("2 runs, ")));
}

TEST_F(MainWindowTest, EveryViewIsThereAndCanBeShown) {
    ASSERT_TRUE(open(good()));
    for (const auto& kind : view_kinds()) {
        ASSERT_TRUE(window.show_view(QString::fromLatin1(kind.id))) << kind.id;
        ASSERT_TRUE(settled()) << kind.id;
        EXPECT_TRUE(window.view(QString::fromLatin1(kind.id))->isVisible()) << kind.id;
    }
    EXPECT_FALSE(window.show_view(QStringLiteral("none")));
}

TEST_F(MainWindowTest, ViewsBehindATabDoNothingUntilTheyAreInFront) {
    ASSERT_TRUE(open(good()));
    auto& throughput = *window.view("throughput");
    auto& collect = window.view_as<CollectView>("collect");
    EXPECT_TRUE(stages().is_in_sight());
    EXPECT_FALSE(throughput.is_in_sight());
    EXPECT_FALSE(throughput.chart()->has_chart()) << "nothing was read for it";
    EXPECT_FALSE(collect.is_waiting()) << "and no program was started";
    EXPECT_TRUE(collect.plan().isEmpty()) << collect.plan().toStdString();
    ASSERT_TRUE(window.show_view(QStringLiteral("throughput")));
    ASSERT_TRUE(settled());
    EXPECT_TRUE(throughput.is_in_sight());
    EXPECT_FALSE(stages().is_in_sight());
    EXPECT_TRUE(throughput.chart()->has_chart()) << throughput.chart()->message().toStdString();
    // What changes meanwhile is there when a view is in front again.
    const auto before = stages().chart()->chart().y.title;
    choose_metric(QStringLiteral("gld_efficiency_pct"));
    ASSERT_TRUE(settled());
    EXPECT_EQ(stages().chart()->chart().y.title, before);
    ASSERT_TRUE(window.show_view(QStringLiteral("stages")));
    ASSERT_TRUE(settled());
    EXPECT_NE(stages().chart()->chart().y.title, before);
}

TEST_F(MainWindowTest, TheKeysGoToWhatAViewShowsOnceItIsThere) {
    ASSERT_TRUE(open(good()));
    for (const char* id : {"throughput", "stages"}) {
        ASSERT_TRUE(window.show_view(QString::fromLatin1(id)));
        ASSERT_TRUE(settled());
        EXPECT_TRUE(window.view(QString::fromLatin1(id))->first_focus()->hasFocus()) << id;
    }
    // Who has gone elsewhere meanwhile stays there.
    ASSERT_TRUE(window.show_view(QStringLiteral("sweep")));
    window.view_as<RunsView>("runs").filter_line().setFocus();
    ASSERT_TRUE(settled());
    EXPECT_TRUE(window.view_as<RunsView>("runs").filter_line().hasFocus());
}

TEST_F(MainWindowTest, ArrowKeysShowTheNextCaseAndBackReturns) {
    ASSERT_TRUE(open(good()));
    const auto before = window.workspace().selection().baseline.id;
    QTest::keyClick(window.view_as<RunsView>("runs").table(), Qt::Key_Down);
    ASSERT_TRUE(settled());
    EXPECT_NE(window.workspace().current()->record.id, before);
    for (auto* action : window.commands())
        if (action->shortcut() == QKeySequence(QStringLiteral("Alt+Left"))) action->trigger();
    ASSERT_TRUE(settled());
    EXPECT_EQ(window.workspace().current()->record.id, before);
}

TEST_F(MainWindowTest, CopiesWhatHasTheFocus) {
    ASSERT_TRUE(open(good()));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    auto* table = stages().table();
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 0));
    ASSERT_TRUE(settled());
    table->setFocus();
    window.copy();
    const auto rows = QApplication::clipboard()->text();
    EXPECT_TRUE(rows.startsWith(QStringLiteral("Stage\t"))) << rows.toStdString();
    EXPECT_EQ(rows.count(u'\n'), 2);
    EXPECT_FALSE(
        rows.section(u'\n', 1, 1).contains(QStringLiteral("\u00b5s")));  // numbers, not texts with units
    auto* cases = window.view_as<RunsView>("runs").table();
    cases->setFocus();
    window.copy();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("Case\t")))
        << QApplication::clipboard()->text().toStdString();
    stages().chart()->plot().setFocus();
    window.copy();
    EXPECT_FALSE(QApplication::clipboard()->pixmap().isNull());
}

TEST_F(MainWindowTest, CommandsAreFoundByTheirWords) {
    ASSERT_TRUE(open(good()));
    auto* palette = new CommandPalette(window.commands(), &window);
    palette->open();
    QTest::keyClicks(&palette->line(), QStringLiteral("throughput"));
    QTest::keyClick(&palette->line(), Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(window.view("throughput")->isVisible());
    QSet<QString> names;
    for (const auto* action : window.commands()) {
        EXPECT_FALSE(action_words(*action).isEmpty());
        names.insert(action_words(*action));
    }
    EXPECT_TRUE(names.contains(QStringLiteral("Theme: Dark colours")));
    const std::unique_ptr<QDialog> keys(shortcut_list(window.commands(), nullptr));
    EXPECT_TRUE(keys);
}

TEST_F(MainWindowTest, ThemesAreChosen) {
    window.set_theme(MainWindow::Theme::dark);
    EXPECT_TRUE(is_dark(QApplication::palette()));
    window.set_theme(MainWindow::Theme::light);
    EXPECT_FALSE(is_dark(QApplication::palette()));
    window.set_theme(MainWindow::Theme::system);
}

TEST_F(MainWindowTest, TheDesktopsColoursAreFollowedUnlessOthersAreChosen) {
    const auto desktops = QApplication::palette();
    ASSERT_FALSE(is_dark(desktops));
    ASSERT_TRUE(open(good()));
    window.set_desktop_wish(ColourWish::dark);
    QApplication::processEvents();
    EXPECT_TRUE(is_dark(QApplication::palette()));
    EXPECT_TRUE(is_dark(stages().chart()->plot().palette()));
    EXPECT_EQ(stages().chart()->plot().xAxis->labelColor(), dark_palette().color(QPalette::Text));
    window.set_theme(MainWindow::Theme::light);
    EXPECT_FALSE(is_dark(QApplication::palette()));
    window.set_desktop_wish(ColourWish::none);
    window.set_desktop_wish(ColourWish::dark);
    EXPECT_FALSE(is_dark(QApplication::palette()));  // light was chosen
    window.set_theme(MainWindow::Theme::system);
    EXPECT_TRUE(is_dark(QApplication::palette()));
    window.set_desktop_wish(ColourWish::light);
    EXPECT_FALSE(is_dark(QApplication::palette()));
    window.set_desktop_wish(ColourWish::none);
    EXPECT_EQ(QApplication::palette().color(QPalette::Window), desktops.color(QPalette::Window));
    // A desktop whose colours Qt itself changes: those are taken, and light ones where the portal wishes for
    // them.
    QApplication::setPalette(dark_palette());
    QApplication::processEvents();
    window.set_desktop_wish(ColourWish::light);
    EXPECT_FALSE(is_dark(QApplication::palette()));
    QApplication::setPalette(QPalette());
    window.set_desktop_wish(ColourWish::none);
}

}  // namespace
}  // namespace sortscope::gui
