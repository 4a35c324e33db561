#include "gui/app/main_window.hpp"

#include <fstream>

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QStatusBar>
#include <QTest>
#include <QTreeView>

#include "db/writer.hpp"
#include "gui/views/breakdown_view.hpp"
#include "gui/views/case_header.hpp"
#include "gui/views/case_page.hpp"
#include "gui/views/message_bar.hpp"
#include "gui/views/run_browser.hpp"
#include "gui/views/stage_table_view.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

class MainWindowTest : public testing::Test {
 protected:
    static void SetUpTestSuite() {
        folder = new QTemporaryDir;
        sample::write_file(good().toStdString(), 10, 11);
    }
    static void TearDownTestSuite() {
        delete folder;
        folder = nullptr;
    }
    static QString good() { return folder->filePath(QStringLiteral("good.db")); }

    void SetUp() override {
        window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    }
    void open(const QString& path, CaseId first = CaseId{}) {
        QSignalSpy shown(&window, &MainWindow::shown);
        window.open_file(path, first);
        ASSERT_TRUE(came(shown));
    }

    static inline QTemporaryDir* folder = nullptr;
    MainWindow window;
};

TEST_F(MainWindowTest, ShowsAtOnceAndThenTheFile) {
    EXPECT_EQ(window.page(), MainWindow::Page::welcome);
    QSignalSpy shown(&window, &MainWindow::shown);
    window.open_file(good());
    EXPECT_EQ(window.page(), MainWindow::Page::busy);
    ASSERT_TRUE(came(shown));
    EXPECT_EQ(window.page(), MainWindow::Page::contents);
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("good.db")));
    EXPECT_EQ(window.browser().model().rowCount(), 2);
    ASSERT_TRUE(window.case_page().contents());
    EXPECT_EQ(window.case_page().breakdown().chart().x.ticks.size(), 10U);
    EXPECT_EQ(window.case_page().table().table().rowCount(), 11);
    EXPECT_TRUE(window.case_page().header().text().contains(QStringLiteral("Example GPU")));
    EXPECT_TRUE(window.message_bar().text().isEmpty());
}

TEST_F(MainWindowTest, ArrowKeysInTheTreeShowTheNextCase) {
    open(good());
    const auto before = window.case_page().contents()->record.id;
    QSignalSpy shown(&window, &MainWindow::shown);
    QTest::keyClick(&window.browser().tree(), Qt::Key_Down);
    ASSERT_TRUE(came(shown));
    EXPECT_NE(window.case_page().contents()->record.id, before);
}

TEST_F(MainWindowTest, OpensAtTheCaseThatIsAskedFor) {
    open(good(), CaseId{3});
    EXPECT_EQ(window.case_page().contents()->record.id, CaseId{3});
}

TEST_F(MainWindowTest, AnUnknownCaseIsASentenceBesideTheFile) {
    QSignalSpy failed(&window, &MainWindow::failed);
    window.open_file(good(), CaseId{4711});
    ASSERT_TRUE(came(failed));
    EXPECT_EQ(window.page(), MainWindow::Page::contents);
    EXPECT_TRUE(window.message_bar().text().contains(QStringLiteral("4711")));
}

TEST_F(MainWindowTest, ABadFileIsASentenceInTheWindow) {
    const QString bad = folder->filePath(QStringLiteral("bad.db"));
    std::ofstream(bad.toStdString()) << "no database";
    QSignalSpy failed(&window, &MainWindow::failed);
    window.open_file(bad);
    ASSERT_TRUE(came(failed));
    EXPECT_TRUE(window.message_bar().isVisible());
    EXPECT_TRUE(window.message_bar().text().contains(QStringLiteral("bad.db")));
    EXPECT_EQ(window.page(), MainWindow::Page::welcome);
    open(good());  // and the window still works
    EXPECT_FALSE(window.message_bar().isVisible());
}

TEST_F(MainWindowTest, ABadFileLeavesTheOpenOneShown) {
    open(good());
    QSignalSpy failed(&window, &MainWindow::failed);
    window.open_file(folder->filePath(QStringLiteral("missing.db")));
    ASSERT_TRUE(came(failed));
    EXPECT_EQ(window.page(), MainWindow::Page::contents);
    EXPECT_EQ(window.path(), good());
    EXPECT_TRUE(window.case_page().contents());
}

TEST_F(MainWindowTest, ACaseThatCannotBeReadShowsNoOther) {
    open(good());
    QSignalSpy failed(&window, &MainWindow::failed);
    window.loader().read_case(CaseId{4711});
    ASSERT_TRUE(came(failed));
    EXPECT_FALSE(window.case_page().contents());
    EXPECT_TRUE(window.message_bar().text().contains(QStringLiteral("4711")));
}

TEST_F(MainWindowTest, AFileWithoutCasesOpens) {
    const QString empty = folder->filePath(QStringLiteral("empty.db"));
    { db::Writer(empty.toStdString()).begin_run(sample::make_run()); }
    open(empty);
    EXPECT_EQ(window.browser().model().rowCount(), 1);
    EXPECT_FALSE(window.case_page().breakdown().has_chart());
}

TEST_F(MainWindowTest, ShowsAnotherGroupingOnceItIsRead) {
    open(good());
    QSignalSpy shown(&window, &MainWindow::shown);
    window.case_page().set_grouping(analyzer::Grouping::launch);
    EXPECT_TRUE(window.case_page().waiting());
    ASSERT_TRUE(came(shown));
    EXPECT_EQ(window.case_page().table().table().rowCount(), 56);
    // The next case comes in the same grouping.
    shown.clear();
    QTest::keyClick(&window.browser().tree(), Qt::Key_Down);
    ASSERT_TRUE(came(shown));
    EXPECT_FALSE(window.case_page().waiting());
    EXPECT_EQ(window.case_page().shown_breakdown()->breakdown->grouping, analyzer::Grouping::launch);
    // Back at what is there already: nothing is read any more.
    window.case_page().set_grouping(analyzer::Grouping::substage);
    window.case_page().set_grouping(analyzer::Grouping::stage);
    EXPECT_FALSE(window.loader().busy());
    const auto stages = window.case_page().contents()->by_stage->breakdown->rows.size();
    EXPECT_EQ(window.case_page().table().table().rowCount(), static_cast<int>(stages) + 1);
}

TEST_F(MainWindowTest, AFailedOpenCanBeTriedAgainAndIsForgottenAfterASuccess) {
    const QString late = folder->filePath(QStringLiteral("late.db"));
    QSignalSpy failed(&window, &MainWindow::failed);
    window.open_file(late);
    ASSERT_TRUE(came(failed));
    sample::write_file(late.toStdString(), 10, 10);
    QSignalSpy shown(&window, &MainWindow::shown);
    window.reload();
    ASSERT_TRUE(came(shown));
    EXPECT_EQ(window.path(), late);
    EXPECT_TRUE(window.message_bar().text().isEmpty());

    failed.clear();
    window.loader().read_case(CaseId{4711});
    ASSERT_TRUE(came(failed));
    EXPECT_FALSE(window.message_bar().text().isEmpty());
    shown.clear();
    QTest::keyClick(&window.browser().tree(), Qt::Key_Down);
    ASSERT_TRUE(came(shown));
    EXPECT_TRUE(window.message_bar().text().isEmpty());
}

TEST_F(MainWindowTest, AFailedOpenDoesNotLoseWhatWasBeingRead) {
    open(good());
    QSignalSpy failed(&window, &MainWindow::failed), shown(&window, &MainWindow::shown);
    window.case_page().set_grouping(analyzer::Grouping::launch);
    window.open_file(folder->filePath(QStringLiteral("missing.db")));
    ASSERT_TRUE(came(failed));
    ASSERT_TRUE(came(shown));
    EXPECT_FALSE(window.case_page().waiting());
}

TEST_F(MainWindowTest, CountsInWordsThatFit) {
    const QString one = folder->filePath(QStringLiteral("one.db"));
    {
        db::Writer writer(one.toStdString());
        writer.write_case(writer.begin_run(sample::make_run()), sample::make_case({}));
    }
    open(one);
    EXPECT_TRUE(window.statusBar()->currentMessage().contains(QStringLiteral("1 run, 1 case,")))
        << window.statusBar()->currentMessage().toStdString();
}

TEST_F(MainWindowTest, ReloadKeepsTheCaseAndFindsNewOnes) {
    const QString growing = folder->filePath(QStringLiteral("growing.db"));
    sample::write_file(growing.toStdString(), 10, 10);
    open(growing, CaseId{2});
    const auto cases = window.browser().model().contents()->cases.size();
    {
        db::Writer writer(growing.toStdString());
        writer.write_case(writer.begin_run(sample::make_run()), sample::make_case({}));
    }
    QSignalSpy shown(&window, &MainWindow::shown);
    window.reload();
    ASSERT_TRUE(came(shown));
    EXPECT_EQ(window.browser().model().contents()->cases.size(), cases + 1);
    EXPECT_EQ(window.case_page().contents()->record.id, CaseId{2});
}

TEST_F(MainWindowTest, CopiesTheTable) {
    open(good());
    window.copy_table();
    EXPECT_TRUE(QApplication::clipboard()->text().startsWith(QStringLiteral("Stage\t")));
    EXPECT_EQ(QApplication::clipboard()->text().count(u'\n'), 12);
}

TEST_F(MainWindowTest, TakesADroppedFile) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(good())});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QSignalSpy shown(&window, &MainWindow::shown);
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &drop);
    EXPECT_TRUE(came(shown));
}

TEST_F(MainWindowTest, RemembersItsSize) {
    window.resize(1000, 700);
    window.close();
    MainWindow next;
    EXPECT_EQ(next.size(), QSize(1000, 700));
}

TEST_F(MainWindowTest, ClosesWhileAFileIsOpening) {
    auto* closing = new MainWindow;
    closing->open_file(good());
    delete closing;
    SUCCEED();
}

}  // namespace
}  // namespace sortscope::gui
