#include <cstdlib>
#include <fstream>
#include <random>

#include <QTest>

#include "gui/app/heading.hpp"
#include "gui/app/main_window.hpp"
#include "gui/app/menus.hpp"
#include "gui/app/welcome_page.hpp"
#include "gui/views/collect/collect_view.hpp"
#include "gui/views/compare_view.hpp"
#include "gui/views/runs_view.hpp"
#include "gui/views/stages_view.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {
class MainWindowTest : public testing::Test {
 protected:
    static void SetUpTestSuite() {
        folder = new QTemporaryDir;
        sample::write_file(good().toStdString(), 10, 11);
    }
    static void TearDownTestSuite() { delete folder; }
    static QString good() { return folder->filePath(u"good.db"_s); }

    void SetUp() override {
        QSettings().clear();
        window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    }
    /// Waits until the window is quiet three times in a row, because answers ask further questions.
    static bool settled(MainWindow& window) {
        const auto is_quiet = [&] { return window.is_settled() && !window.workspace().loader().busy(); };
        for (int quiet = 0; quiet < 3; ++quiet) {
            if (!QTest::qWaitFor(is_quiet, 20000)) return false;
            QTest::qWait(5);
        }
        return true;
    }
    bool settled() { return settled(window); }
    bool open(const QString& path) {
        window.open_file(path);
        return settled();
    }
    bool show_view(const QString& id) { return window.show_view(id) && settled(); }
    Workspace& workspace() { return window.workspace(); }
    StagesView& stages() { return window.view_as<StagesView>("stages"); }

    static inline QTemporaryDir* folder = nullptr;
    MainWindow window;
};

QString id_of(const ViewKind& kind) { return QString::fromLatin1(kind.id); }

TEST_F(MainWindowTest, ShowsAtOnceAndThenTheFile) {
    EXPECT_FALSE(window.view("stages")->isVisible());  // the start page is visible
    ASSERT_TRUE(open(good()));
    EXPECT_TRUE(window.windowTitle().startsWith(u"good.db"_s));
    EXPECT_TRUE(stages().isVisible());
    EXPECT_EQ(stages().chart()->chart().x.ticks.size(), 10U);
    EXPECT_EQ(stages().table()->table().rowCount(), 13);
    EXPECT_TRUE(contains(window.heading().text(), u"Example GPU"_s));
    EXPECT_TRUE(window.message_bar().text().isEmpty());
    EXPECT_TRUE(contains(window.statusBar()->currentMessage(), u"2 runs, "_s));
    const auto& cases = workspace().current_file()->cases;
    workspace().show(workspace().current_file()->path,
                     std::ranges::find(cases, BackendKind::simt, &CaseRecord::backend)->id);
    ASSERT_TRUE(settled());
    const auto badges = window.heading().findChildren<ProvenanceBadge*>();
    ASSERT_EQ(badges.size(), 1);
    EXPECT_EQ(badges[0]->accessibleName(), u"modelled"_s);
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
    ASSERT_TRUE(show_view(u"throughput"_s));
    EXPECT_TRUE(throughput.is_in_sight());
    EXPECT_FALSE(stages().is_in_sight());
    EXPECT_TRUE(throughput.chart()->has_chart()) << throughput.chart()->message().toStdString();
    const auto before = stages().chart()->chart().y.title;
    workspace().selected().edit([](Selection& next) { next.metric = u"gld_efficiency_pct"_s; });
    ASSERT_TRUE(settled());
    EXPECT_EQ(stages().chart()->chart().y.title, before);
    for (const auto& id : {u"throughput"_s, u"stages"_s}) {
        ASSERT_TRUE(show_view(id));
        EXPECT_TRUE(window.view(id)->first_focus()->hasFocus()) << id.toStdString();
    }
    EXPECT_NE(stages().chart()->chart().y.title, before);
    ASSERT_TRUE(window.show_view(u"sweep"_s));
    window.view_as<RunsView>("runs").filter_line().setFocus();
    ASSERT_TRUE(settled());
    EXPECT_TRUE(window.view_as<RunsView>("runs").filter_line().hasFocus());
}

TEST_F(MainWindowTest, CardsOfACaseAreDoorsToTheirViews) {
    ASSERT_TRUE(open(good()));
    const auto cards = window.strip().findChildren<CaseCard*>();
    ASSERT_EQ(cards.size(), 4);
    for (const auto& [card, id] : {std::pair{0, u"details"_s}, {1, u"stages"_s}, {3, u"advice"_s}}) {
        EXPECT_TRUE(cards[card]->isVisible());
        cards[card]->click();
        ASSERT_TRUE(settled());
        EXPECT_TRUE(window.view(id)->is_in_sight()) << id.toStdString();
    }
    ASSERT_TRUE(cards[1]->card().stage);
    EXPECT_EQ(workspace().selection().stage, cards[1]->card().stage);
    cards[2]->click();
    ASSERT_TRUE(settled());
    EXPECT_EQ(stages().kind(), StagesView::Kind::timeline);
    ASSERT_TRUE(show_view(u"throughput"_s));
    EXPECT_FALSE(window.strip().isVisible()) << "it is of one case";
    ASSERT_TRUE(show_view(u"stages"_s));
    EXPECT_TRUE(window.strip().isVisible());
    const int high = window.strip().height();
    window.resize(800, 600);
    ASSERT_TRUE(settled());
    EXPECT_LT(window.strip().height(), high);
}

TEST_F(MainWindowTest, CopiesWhatHasTheFocus) {
    ASSERT_TRUE(open(good()));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    auto* table = stages().table();
    table->setCurrentIndex(table->model()->index(1, 0));
    ASSERT_TRUE(settled());
    table->setFocus();
    window.menus().copy();
    const auto rows = QApplication::clipboard()->text();
    EXPECT_TRUE(rows.startsWith(u"Stage\t"_s)) << rows.toStdString();
    EXPECT_EQ(rows.count(u'\n'), 2);
    window.view("runs")->table()->setFocus();
    window.menus().copy();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(u"Case\t"_s))
        << QApplication::clipboard()->text().toStdString();
    stages().chart()->plot().setFocus();
    window.menus().copy();
    EXPECT_FALSE(QApplication::clipboard()->pixmap().isNull());
}

TEST_F(MainWindowTest, CommandsAreFoundByTheirWords) {
    ASSERT_TRUE(open(good()));
    auto* palette = new CommandPalette(window.menus().commands(), &window);
    palette->open();
    QTest::keyClicks(&palette->line(), u"throughput"_s);
    QTest::keyClick(&palette->line(), Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(window.view("throughput")->isVisible());
    palette = new CommandPalette(window.menus().commands(), &window);
    palette->open();
    QTest::keyClicks(&palette->line(), u"hottest"_s);
    QTest::keyClick(&palette->line(), Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(window.view("stages")->isVisible());
    EXPECT_TRUE(workspace().selection().stage);
    QStringList names;
    for (const auto* action : window.menus().commands()) names << action_words(*action);
    EXPECT_TRUE(names.contains(u"Theme: Dark colours"_s));
    EXPECT_FALSE(names.contains(QString()));
    const std::unique_ptr<QDialog> keys(shortcut_list(window.menus().commands(), nullptr));
    EXPECT_TRUE(keys);
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
    // Qt may turn dark with the desktop while the portal wishes for light colours.
    QApplication::setPalette(dark_palette());
    QApplication::processEvents();
    window.set_desktop_wish(ColourWish::light);
    EXPECT_FALSE(is_dark(QApplication::palette()));
    QApplication::setPalette(QPalette());
    window.set_desktop_wish(ColourWish::none);
}

TEST_F(MainWindowTest, ABadFileIsASentenceAndTheWindowGoesOn) {
    const QString bad = folder->filePath(u"bad.db"_s);
    std::ofstream(bad.toStdString()) << "no database";
    QSignalSpy failed(&window, &MainWindow::failed);
    ASSERT_TRUE(open(bad));
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(window.message_bar().isVisible());
    EXPECT_TRUE(contains(window.message_bar().text(), u"bad.db"_s));
    EXPECT_FALSE(stages().isVisible());
    ASSERT_TRUE(open(good()));
    EXPECT_FALSE(window.message_bar().isVisible());  // the message about the earlier failure is gone
    const QString late = folder->filePath(u"late.db"_s);
    ASSERT_TRUE(open(late));
    sample::write_file(late.toStdString(), 10, 10);
    const auto commands = window.menus().commands();
    auto* reload = *std::ranges::find(commands, QKeySequence(QKeySequence::Refresh), &QAction::shortcut);
    reload->trigger();
    ASSERT_TRUE(settled());
    EXPECT_TRUE(workspace().file(late));
    EXPECT_FALSE(window.message_bar().isVisible());
}

TEST_F(MainWindowTest, TakesDroppedFilesWithNamesInUtf8) {
    const auto drop = [&](const QByteArray& uris) {
        QMimeData data;
        data.setData(u"text/uri-list"_s, uris);
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &event);
        return settled();
    };
    const QString umlaut = folder->filePath(u"gr\u00f6\u00dfe.db"_s);
    QFile::remove(umlaut);
    ASSERT_TRUE(QFile::copy(good(), umlaut));
    QSignalSpy failed(&window, &MainWindow::failed);
    ASSERT_TRUE(drop(QUrl::fromLocalFile(good()).toEncoded() + "\r\n" +
                     QUrl::fromLocalFile(umlaut).toEncoded() + "\r\n"));
    EXPECT_EQ(workspace().files().size(), 2);
    EXPECT_TRUE(failed.isEmpty());
    ASSERT_TRUE(drop("file://" + folder->path().toLatin1() + "/gr%F6sse.db\r\n"));
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(contains(failed[0][0].toString(), u"gr\\xf6sse.db' is not UTF-8"_s));
    EXPECT_EQ(window.message_bar().text(), failed[0][0].toString());
    EXPECT_EQ(workspace().files().size(), 2);
    window.open_file(folder->filePath(u"gr\ufffdsse.db"_s));  // as a dialog would name it
    ASSERT_EQ(failed.size(), 2);
}

TEST_F(MainWindowTest, StaysOpenOnceWhereSomethingWouldBeLost) {
    ASSERT_TRUE(open(good()));
    const BusyLane held(workspace().loader(), Lane::writing);
    db::AnnotationChange change;
    change.note = "Not lost.";
    workspace().annotate(good(), CaseId{1}, change);
    EXPECT_FALSE(window.close());
    EXPECT_TRUE(contains(window.message_bar().text(), u"1 annotation"_s));
    EXPECT_TRUE(window.close());
}

TEST_F(MainWindowTest, TheHeadingKeepsTheTimeWhereThereIsLittleRoom) {
    ASSERT_TRUE(open(good()));
    const auto& heading = window.heading();
    const QFontMetrics metrics(heading.font());
    const auto whole = heading.fitting(5000);
    ASSERT_TRUE(heading.text().endsWith(whole));
    ASSERT_TRUE(whole.contains(u"Example GPU"_s)) << whole.toStdString();
    const auto time = whole.section(u"  \u00b7  "_s, -1);
    ASSERT_TRUE(time.endsWith(u's')) << time.toStdString();
    EXPECT_TRUE(heading.fitting(metrics.horizontalAdvance(whole) - 1).endsWith(time));
    EXPECT_FALSE(heading.fitting(metrics.horizontalAdvance(whole) / 2).contains(u"Example GPU"_s));
    EXPECT_EQ(heading.fitting(metrics.horizontalAdvance(time)), time);
    QStringList recent;
    for (int i = 0; i < 8; ++i) recent << folder->filePath(u"recent-%1.db"_s.arg(i));
    WelcomePage welcome;
    welcome.set_recent(recent);
    EXPECT_LE(welcome.minimumSizeHint().height(), 400);  // a long list of recent files scrolls
    EXPECT_LE(window.minimumSizeHint().width(), 800);
    EXPECT_LE(window.minimumSizeHint().height(), 600);
    window.resize(800, 600);
    EXPECT_EQ(window.size(), QSize(800, 600));
}

TEST_F(MainWindowTest, TheStartPageHasCardsOfRecentFilesAndExamples) {
    auto cards = window.findChildren<FileCard*>();
    for (const auto& example : example_files())
        EXPECT_TRUE(std::ranges::any_of(cards, [&](const auto* card) { return card->path() == example; }));
    window.open_by_user(good());
    ASSERT_TRUE(settled());
    workspace().close(workspace().current_file()->path);
    ASSERT_TRUE(settled());
    cards = window.findChildren<FileCard*>();
    const auto found = std::ranges::find_if(cards, [](const auto* card) { return card->path() == good(); });
    ASSERT_NE(found, cards.end());
    EXPECT_TRUE((*found)->isVisible());
    (*found)->click();
    ASSERT_TRUE(settled());
    ASSERT_TRUE(workspace().current_file());
    EXPECT_EQ(workspace().current_file()->path, good());
    EXPECT_TRUE(window.view("overview")->is_in_sight());
}

TEST_F(MainWindowTest, AnOfferFillsTheFormOfCollect) {
    if (find_collector().isEmpty()) GTEST_SKIP() << "sortscope is neither beside the test nor on PATH";
    ASSERT_TRUE(open(good()));
    emit window.view("stages")->collect_wanted(
        u"sortscope collect --variant bitonic-c4 --n 2^10 --param max_keys=8 --flush-l2 --output a.db"_s);
    ASSERT_TRUE(settled());
    auto& collect = window.view_as<CollectView>("collect");
    EXPECT_TRUE(collect.is_in_sight());
    for (const auto& words :
         {u"--variant bitonic-c4 --n 2^10 --param max_keys=8"_s, u"--flush-l2"_s, u"--output a.db"_s})
        EXPECT_TRUE(contains(collect.command(), words));
    emit window.view("stages")->collect_wanted(u"sortscope collect --variant bitonic-b2"_s);
    EXPECT_TRUE(contains(collect.command(), u"--variant bitonic-b2"_s));
    EXPECT_FALSE(contains(collect.command(), u"2^10"_s)) << "the first offer is gone";
}

/// Describes a visible chart's layout fault; else empty.
QString crowded(const View& view) {
    for (const auto* chart : view.findChildren<ChartView*>()) {
        if (!chart->isVisible() || !chart->has_chart()) continue;
        auto& plot = const_cast<ChartView*>(chart)->plot();
        plot.replot();
        const auto inner = plot.axisRect()->rect();
        if (inner.width() < 120 || inner.height() < 60)
            return u"the plot has %1x%2 pixels"_s.arg(inner.width()).arg(inner.height());
        if (plot.legend->visible() && plot.legend->outerRect().intersects(inner))
            return u"the legend covers the plot"_s;
        for (const auto& line : plot.yAxis->label().split(u'\n'))
            if (QFontMetrics(plot.yAxis->labelFont()).horizontalAdvance(line) >
                plot.height() - plot.legend->outerRect().height())
                return u"the title %1 is longer than its axis"_s.arg(line);
    }
    return {};
}

TEST_F(MainWindowTest, EveryViewHasRoomInASmallWindow) {
    ASSERT_TRUE(open(QStringLiteral(SORTSCOPE_EXAMPLE)));
    const auto file = workspace().current_file();
    const auto found = std::ranges::find_if(file->cases, [](const CaseRecord& record) {
        return record.subject.name == "bitonic-semi" && record.keys() == 1U << 20 && record.launch_count > 0;
    });
    ASSERT_NE(found, file->cases.end());
    EXPECT_FALSE(window.show_view(u"none"_s));
    workspace().show(file->path, found->id);
    for (const auto& size : {QSize(800, 600), QSize(1280, 800)}) {
        window.resize(size);
        window.reset_layout();
        QApplication::processEvents();
        ASSERT_TRUE(settled());
        const auto* cases = window.view(u"runs"_s)->table();
        const int time = cases->table().column_of(u"median_ns"_s);
        EXPECT_LE(cases->columnViewportPosition(time), cases->viewport()->width()) << size.width();
        for (const auto& kind : view_kinds()) {
            SCOPED_TRACE(kind.id);
            ASSERT_TRUE(show_view(id_of(kind)));
            EXPECT_TRUE(window.view(id_of(kind))->isVisible());
            EXPECT_EQ(window.size(), size);
            EXPECT_EQ(crowded(*window.view(id_of(kind))), QString()) << size.width();
        }
    }
}

TEST_F(MainWindowTest, ChartsGetTheWidthThatTheWindowGains) {
    const auto is_width = [&](const QString& view, int width) {
        return QTest::qWaitFor([&] { return std::abs(window.deck().dock(view)->width() - width) <= 8; });
    };
    window.resize(1150, 700);
    ASSERT_TRUE(open(good()));
    ASSERT_TRUE(is_width(u"runs"_s, 320));
    const int before = window.deck().dock(u"stages"_s)->width();
    window.resize(1550, 700);
    EXPECT_TRUE(is_width(u"stages"_s, before + 400));
    EXPECT_TRUE(is_width(u"runs"_s, 320));
}

TEST_F(MainWindowTest, ARailShowsEveryView) {
    EXPECT_FALSE(window.rail().isVisible()) << "the welcome page has no views";
    ASSERT_TRUE(open(good()));
    for (const int width : {1300, 800}) {  // names, then icons in the rail
        window.resize(width, 700);
        QApplication::processEvents();
        for (const auto& kind : view_kinds()) {
            if (id_of(kind) == u"runs") continue;
            SCOPED_TRACE(kind.id);
            auto* action = window.rail().findChild<QAction*>(id_of(kind));
            ASSERT_TRUE(action);
            EXPECT_FALSE(action->icon().isNull());
            auto* button = window.rail().widgetForAction(action);
            EXPECT_FALSE(button->visibleRegion().isEmpty());
            QTest::mouseClick(button, Qt::LeftButton);
            ASSERT_TRUE(settled());
            EXPECT_TRUE(window.view(id_of(kind))->is_in_sight());
            for (const auto* other : window.rail().actions())
                EXPECT_EQ(other->isChecked(), other == action) << other->text().toStdString();
        }
    }
}

TEST_F(MainWindowTest, ComparedCasesAreChipsWithACross) {
    ASSERT_TRUE(open(good()));
    EXPECT_FALSE(window.chips().isVisible());
    const auto place_of_list = [&] { return window.view("runs")->table()->mapTo(&window, QPoint()); };
    const auto place = place_of_list();
    const auto& file = *workspace().current_file();
    QMimeData dragged;
    dragged.setData(QLatin1StringView(row_mime_type),
                    handle_of(Workspace::ref_of(file, *file.find(CaseId{3}))));
    QDragEnterEvent entered(QPoint(400, 300), Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &entered);
    EXPECT_TRUE(entered.isAccepted());
    QDropEvent drop(QPointF(400, 300), Qt::CopyAction, &dragged, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &drop);
    ASSERT_TRUE(settled());
    ASSERT_EQ(workspace().selection().others.size(), 1);
    EXPECT_TRUE(window.chips().isVisible());
    EXPECT_EQ(place_of_list(), place) << "a second click would hit another row";
    auto chips = window.chips().findChildren<QToolButton*>();
    ASSERT_EQ(chips.size(), 2);
    EXPECT_TRUE(chips.at(1)->text().endsWith(u"\u2715"_s));
    chips.at(1)->click();
    ASSERT_TRUE(settled());
    EXPECT_TRUE(workspace().selection().others.isEmpty());
    EXPECT_FALSE(window.chips().isVisible());
}

TEST_F(MainWindowTest, AComparedCaseHasOneColourInChipsAndViews) {
    const auto path = folder->filePath(u"two_gpus.db"_s);
    std::vector<CaseRecord> cases;
    for (const auto* uuid : {"GPU-1", "GPU-2"})
        for (const auto* variant : {"bitonic-b2", "bitonic-semi"}) {
            cases.push_back(sample::make_case({.variant = variant}));
            cases.back().device.uuid = uuid;
        }
    sample::write_cases(path.toStdString(), sample::make_run(), cases);
    ASSERT_TRUE(open(path));
    const auto& file = *workspace().current_file();
    workspace().show(path, CaseId{4});  // of the second GPU
    for (const auto id : {2, 1}) workspace().toggle_other(Workspace::ref_of(file, *file.find(CaseId{id})));
    ASSERT_TRUE(settled());
    const auto chips = window.chips().findChildren<QToolButton*>();
    const auto& bars = stages().chart()->chart().series;
    ASSERT_EQ(std::tuple(chips.size(), bars.size()), std::tuple(3, 3U));
    const auto has_colour = [&](int chip, const present::Series& series) {
        const auto colour = chart_theme(window.palette()).series.at(qsizetype(series.colour.value()));
        return contains(chips.at(chip)->styleSheet(), colour.name());
    };
    for (const int i : {0, 1, 2}) EXPECT_TRUE(has_colour(i, bars[size_t(i)]));
    EXPECT_NE(bars[0].colour, bars[1].colour);
    ASSERT_TRUE(show_view(u"throughput"_s));
    const int chip_of[] = {2, 1, -1, 0};  // by case
    for (const auto& series : window.view("throughput")->chart()->chart().series) {
        const int chip = chip_of[int64_t(series.points.front().case_id) - 1];
        EXPECT_TRUE(chip < 0 || has_colour(chip, series)) << series.name;
    }
}

TEST_F(MainWindowTest, ManyChipsAreShortenedToFit) {
    window.resize(800, 600);
    ASSERT_TRUE(open(good()));
    const auto& file = *workspace().current_file();
    for (const auto id : {2, 3, 4, 5, 6})
        workspace().toggle_other(Workspace::ref_of(file, *file.find(CaseId{id})));
    ASSERT_TRUE(settled());
    EXPECT_EQ(window.width(), 800);
    const auto chips = [&] {
        QList<QToolButton*> shown = window.chips().findChildren<QToolButton*>();
        shown.removeIf([](const QToolButton* chip) { return chip->isHidden(); });
        return shown;
    };
    ASSERT_EQ(chips().size(), 6);
    for (const auto* chip : chips())
        EXPECT_GE(chip->width(), chip->sizeHint().width()) << chip->text().toStdString();
    EXPECT_LE(chips().back()->geometry().right(), window.chips().width());
    const auto narrow = chips().back()->text();
    window.resize(1600, 900);
    ASSERT_TRUE(settled());
    EXPECT_GT(chips().back()->text().size(), narrow.size());
}

TEST_F(MainWindowTest, NamesOfFilesHaveNoCharacterThatSteers) {
    const auto turned = folder->filePath(u"gpu\u202ebd.db"_s);
    ASSERT_TRUE(QFile::copy(good(), turned));
    ASSERT_TRUE(open(good()));
    ASSERT_TRUE(open(turned));
    workspace().show(turned, CaseId{1});
    workspace().toggle_other(
        Workspace::ref_of(*workspace().file(turned), *workspace().file(turned)->find(CaseId{2})));
    ASSERT_TRUE(settled());
    const auto is_shown = [](const QString& text) {
        return testing::AssertionResult(text.contains(u"gpu\\u202ebd.db"_s) && !text.contains(u'\u202e'))
               << text.toStdString();
    };
    EXPECT_TRUE(is_shown(window.windowTitle()));
    EXPECT_TRUE(is_shown(window.statusBar()->currentMessage()));
    const auto chips = window.chips().findChildren<QToolButton*>();
    ASSERT_EQ(chips.size(), 2);
    for (const auto* chip : chips) {
        EXPECT_TRUE(is_shown(chip->text()));
        EXPECT_TRUE(is_shown(chip->toolTip()));
    }
    const auto& tree = window.view_as<RunsView>("runs").model();
    EXPECT_TRUE(is_shown(tree.index(1, 0).data().toString()));
    EXPECT_TRUE(is_shown(tree.index(1, 0).data(Qt::ToolTipRole).toString()));
    window.message_bar().show_error(u"gpu\u202ebd.db"_s);
    EXPECT_TRUE(is_shown(window.message_bar().text()));
}

TEST_F(MainWindowTest, OnlyTheUserChangesTheWidthOfTheList) {
    window.resize(1280, 800);
    ASSERT_TRUE(open(good()));
    auto& deck = window.deck();
    auto* runs = deck.dock(u"runs"_s);
    const int usual = runs->width();
    EXPECT_NEAR(usual, 320, 5);
    auto* screen = window.windowHandle();
    const auto in_window = [&](const QWidget& of, const QPoint& at) { return of.mapTo(&window, at); };
    const auto saved = [&] {
        QSettings settings;
        deck.save(settings);
        return settings.value(u"window/side"_s).toInt();
    };
    auto& table = *window.view("runs")->table();
    const auto place = table.visualRect(table.model()->index(2, table.table().naming_column()));
    const auto box = in_window(*table.viewport(), QPoint(place.left() + 10, place.center().y()));
    QTest::mouseMove(screen, box);
    QTest::mousePress(screen, Qt::LeftButton, {}, box);
    window.resize(900, 700);  // while the button is down
    ASSERT_TRUE(settled());
    QTest::mouseRelease(screen, Qt::LeftButton, {}, box);
    window.resize(1280, 800);
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace().selection().others.size(), 1);
    EXPECT_TRUE(QTest::qWaitFor([&] { return runs->width() == usual; })) << runs->width();
    EXPECT_EQ(saved(), 0);
    const auto edge = in_window(deck, QPoint(runs->geometry().right() + 2, deck.height() / 2));
    QTest::mousePress(screen, Qt::LeftButton, {}, edge);
    QTest::mouseMove(screen, edge + QPoint(60, 0));
    QTest::mouseRelease(screen, Qt::LeftButton, {}, edge + QPoint(60, 0));
    ASSERT_TRUE(settled());
    EXPECT_NEAR(runs->width(), usual + 60, 8);
    EXPECT_EQ(saved(), runs->width());
}

TEST_F(MainWindowTest, FileDialogsChangeNoFiles) {
    bool seen = false, reads_only = false;
    QTimer::singleShot(200, [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr) return;
        seen = true;
        reads_only = dialog->testOption(QFileDialog::ReadOnly);
        dialog->reject();
    });
    for (auto* action : window.menus().commands())
        if (action->text() == u"&Open..."_s) action->trigger();
    EXPECT_TRUE(seen);
    EXPECT_TRUE(reads_only);
}

TEST_F(MainWindowTest, EveryViewHasAnAltKeyAndNoOtherTakesThoseOfTheMenus) {
    ASSERT_TRUE(open(good()));
    QStringList keys;
    for (const auto& kind : view_kinds())
        for (const auto* action : window.menus().commands())
            if (action->text() == QLatin1StringView(kind.title) && !action->shortcut().isEmpty())
                keys << action->shortcut().toString();
    EXPECT_EQ(keys.size(), qsizetype(view_kinds().size()));
    EXPECT_EQ(keys.removeDuplicates(), 0);
    QSet<QString> menus;
    for (const auto* action : window.menuBar()->actions())
        menus << QKeySequence::mnemonic(action->text()).toString();
    EXPECT_EQ(menus.size(), 5);
    for (const auto* label : window.findChildren<QLabel*>())
        EXPECT_FALSE(label->buddy() != nullptr &&
                     menus.contains(QKeySequence::mnemonic(label->text()).toString()))
            << label->text().toStdString();
}

TEST_F(MainWindowTest, EveryControlHasANameAndIsReachedByTab) {
    ASSERT_TRUE(open(good()));
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    for (const auto& kind : view_kinds()) {
        ASSERT_TRUE(show_view(id_of(kind))) << kind.id;
        QSet<QWidget*> reached;
        auto* const first = QApplication::focusWidget();
        int steps = 0;
        for (auto* focus = first; focus != nullptr && steps < 200 && (focus != first || steps == 0);
             focus = QApplication::focusWidget(), ++steps) {
            reached.insert(focus);
            for (const auto& other : view_kinds())
                EXPECT_TRUE(id_of(kind) == u"runs" || id_of(other) == u"runs" || &other == &kind ||
                            !window.deck().dock(id_of(other))->isAncestorOf(focus))
                    << focus->metaObject()->className() << " of " << other.id << " behind " << kind.id;
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        for (auto* widget : window.deck().dock(id_of(kind))->findChildren<QWidget*>()) {
            if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus) ||
                widget->focusProxy() != nullptr || widget->visibleRegion().isEmpty() ||
                qobject_cast<QScrollBar*>(widget) != nullptr)
                continue;
            const std::string about = std::string(widget->metaObject()->className()) + " of " + kind.id;
            auto* face = QAccessible::queryAccessibleInterface(widget);
            ASSERT_TRUE(face) << about;
            EXPECT_FALSE(face->text(QAccessible::Name).isEmpty()) << about;
            EXPECT_TRUE(reached.contains(widget)) << about;
        }
    }
}

TEST_F(MainWindowTest, ASessionIsComparedAndRestored) {
    const QString before = folder->filePath(u"before.db"_s), after = folder->filePath(u"after.db"_s);
    auto later = sortscope::sample::sample_run();
    sortscope::sample::write_cases(
        before.toStdString(), later,
        {sortscope::sample::gpu_case(1024, 256, 1'000'000), sortscope::sample::modelled_case(1024)});
    later.uuid = "33333333-3333-3333-3333-333333333333";
    sortscope::sample::write_cases(after.toStdString(), later,
                                   {sortscope::sample::gpu_case(1024, 256, 2'500'000)});
    ASSERT_TRUE(open(before));
    ASSERT_TRUE(open(after));
    auto& line = window.view_as<RunsView>("runs").filter_line();
    line.setFocus();
    QTest::keyClicks(&line, u"file:before backend:cupti"_s);
    QTest::keyClick(&line, Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_EQ(workspace().current()->path, before);
    auto& compare = window.view_as<CompareView>("compare");
    compare.set_across(u"file"_s);
    ASSERT_TRUE(show_view(u"compare"_s));
    compare.table()->setFocus();
    compare.table()->setCurrentIndex(compare.table()->model()->index(0, 0));
    QTest::keyClick(compare.table(), Qt::Key_Return);
    ASSERT_TRUE(settled());
    ASSERT_TRUE(compare.shown_pair());
    emit compare.stages().row_activated(3);
    ASSERT_TRUE(settled());
    EXPECT_TRUE(stages().isVisible());
    EXPECT_EQ(workspace().current()->path, after);
    EXPECT_EQ(workspace().selection().stage, compare.shown_pair()->difference.difference.stages[3].stage);
    stages().table()->sort_by(u"time"_s, Qt::DescendingOrder);
    window.set_theme(MainWindow::Theme::dark);
    workspace().selected().edit([](Selection& next) { next.stage = 7; });
    ASSERT_TRUE(settled());
    window.close();
    MainWindow next;
    next.show();
    next.restore_session();
    ASSERT_TRUE(settled(next));
    EXPECT_EQ(next.workspace().files().size(), 2);
    ASSERT_TRUE(next.workspace().current());
    EXPECT_EQ(next.workspace().current()->path, after);
    EXPECT_EQ(next.workspace().selection().stage, 7);
    EXPECT_EQ(next.view_as<RunsView>("runs").filter_line().text(), line.text());
    EXPECT_TRUE(next.view("stages")->table()->horizontalHeader()->isSortIndicatorShown());
    EXPECT_EQ(next.view("stages")->table()->current_row(), 6);
    EXPECT_TRUE(is_dark(QApplication::palette()));
    next.set_theme(MainWindow::Theme::system);
}

class Hand {
 public:
    Hand(MainWindow& window, unsigned seed) : window_(window), random_(seed) {}

    void act() {
        auto widgets = window_.findChildren<QWidget*>();
        widgets.removeIf([](const QWidget* widget) {
            return !widget->isVisible() || widget->width() < 4 || widget->height() < 4;
        });
        auto* widget = widgets.at(pick(int(widgets.size())));
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        if (button != nullptr && button->text().remove(u'&') == u"Start") return;
        // Does not click menus or boxes, because they would wait in event loops of their own.
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
    int pick(int below) { return below <= 1 ? 0 : int(random_() % unsigned(below)); }
    void choose(QWidget* widget) {
        auto* box = qobject_cast<QComboBox*>(widget);
        if (box != nullptr && box->count() > 0 && box->isEnabled()) {
            box->setCurrentIndex(pick(box->count()));
            return emit box->activated(box->currentIndex());
        }
        static const QRegularExpression ends(u"\\.\\.\\.|Quit|Close"_s);
        auto* action = window_.menus().commands().at(pick(int(window_.menus().commands().size())));
        if (!action->text().contains(ends) && action->isEnabled()) action->trigger();
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
        QTest::keyClick(widget, keys[pick(int(std::size(keys)))],
                        pick(4) == 0 ? Qt::ControlModifier : Qt::NoModifier);
    }

    MainWindow& window_;
    std::mt19937 random_;
};

/// Collects what Qt and the window would print on stderr.
class Messages {
 public:
    Messages() : before_(qInstallMessageHandler(&Messages::take)) { texts.clear(); }
    ~Messages() { qInstallMessageHandler(before_); }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    static inline QStringList texts;

 private:
    static void take(QtMsgType, const QMessageLogContext&, const QString& text) {
        // The tests' platform has no window manager.
        if (!text.contains(u"This plugin does not support"_s)) texts << text;
    }
    QtMessageHandler before_;
};

TEST_F(MainWindowTest, ResetDuringADragLosesNoView) {
    const Messages messages;
    ASSERT_TRUE(open(good()));
    for (const auto& id : {u"runs"_s, u"sql"_s}) {  // reset places these first and last
        ASSERT_TRUE(show_view(id));
        auto* const dragged = window.deck().dock(id);
        const auto send = [&](QEvent::Type type, QPoint at, Qt::MouseButton button) {
            QMouseEvent event(type, QPointF(at), QPointF(dragged->mapToGlobal(at)), button, Qt::LeftButton,
                              {});
            QApplication::sendEvent(dragged, &event);
        };
        const QPoint press = dragged->titleBarWidget()->geometry().center();
        send(QEvent::MouseButtonPress, press, Qt::LeftButton);
        send(QEvent::MouseMove, press + QPoint(0, 60), Qt::NoButton);
        ASSERT_TRUE(dragged->isFloating());
        window.resize(window.width() + 20, window.height());
        QApplication::processEvents();
        window.reset_layout();
        send(QEvent::MouseButtonRelease, press + QPoint(0, 60), Qt::LeftButton);
        QApplication::processEvents();
        window.reset_layout();
        QApplication::processEvents();
        EXPECT_FALSE(dragged->isFloating());
        EXPECT_EQ(Messages::texts.join(u'\n'), QString());
    }
}

TEST_F(MainWindowTest, TenThousandClicksAndKeysDoNoHarmAndPrintNothing) {
    const Messages messages;
    testing::internal::CaptureStderr();
    ASSERT_TRUE(open(good()));
    workspace().toggle_other({good(), CaseId{2}, {}});  // overlays draw this case
    Hand hand(window, 20261121);
    QTimer closing;
    QObject::connect(&closing, &QTimer::timeout, [] {
        if (auto* modal = QApplication::activeModalWidget()) modal->close();
        auto* const popup = QApplication::activePopupWidget();
        if (auto* menu = qobject_cast<QMenu*>(popup))
            for (auto* action : menu->actions())
                if (!action->text().contains(u"Close"_s)) action->trigger();
        if (popup != nullptr) popup->close();
    });
    closing.start(10);
    const auto kinds = view_kinds();
    for (int i = 0; i < 10'000; ++i) {
        if (i % 40 == 0) window.show_view(id_of(kinds[size_t(i / 40) % kinds.size()]));
        hand.act();
        for (auto* top : QApplication::topLevelWidgets())
            if (top != &window && top->isVisible() &&
                (qobject_cast<QDialog*>(top) != nullptr || top->windowType() == Qt::Popup))
                top->close();
        if (i % 10 == 0) QApplication::processEvents();
    }
    for (const auto& kind : kinds) {
        ASSERT_TRUE(window.show_view(id_of(kind)));
        for (auto* area : window.deck().dock(id_of(kind))->findChildren<QAbstractScrollArea*>()) {
            if (area->contextMenuPolicy() != Qt::CustomContextMenu && !qobject_cast<TableView*>(area))
                continue;
            const QPoint at(20, 10);
            QContextMenuEvent menu(QContextMenuEvent::Mouse, at, area->viewport()->mapToGlobal(at));
            if (area->isVisible()) QApplication::sendEvent(area->viewport(), &menu);
        }
    }
    window.reset_layout();
    ASSERT_TRUE(settled());
    workspace().show(good(), CaseId{2});
    ASSERT_TRUE(show_view(u"stages"_s));
    EXPECT_EQ(workspace().current()->record.id, CaseId{2});
    window.set_theme(MainWindow::Theme::system);  // other tests look at the program's colours
    workspace().close(good());
    ASSERT_TRUE(settled());
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(Messages::texts.join(u'\n'), QString());
    EXPECT_FALSE(QFile::exists(good() + u"-wal"_s));
    EXPECT_FALSE(QFile::exists(good() + u"-shm"_s));
}
}  // namespace
}
