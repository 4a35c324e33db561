// Files in the window: opened, dropped, refused, and not lost when it closes.
#include <fstream>

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QFile>
#include <QMimeData>
#include <QStatusBar>
#include <QUrl>

#include "busy_lane.hpp"
#include "db/write/writer.hpp"
#include "gui/views/message_bar.hpp"
#include "gui/views/runs_view.hpp"
#include "main_window_fixture.hpp"

namespace sortscope::gui {
namespace {

class WindowFilesTest : public MainWindowFixture {};

TEST_F(WindowFilesTest, AnUnknownCaseIsASentenceBesideTheFile) {
    QSignalSpy failed(&window, &MainWindow::failed);
    ASSERT_TRUE(open(good(), CaseId{4711}));
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(window.message_bar().text().contains(QStringLiteral("4711")));
    EXPECT_TRUE(window.workspace().current());
}

TEST_F(WindowFilesTest, ABadFileIsASentenceAndTheWindowGoesOn) {
    const QString bad = folder->filePath(QStringLiteral("bad.db"));
    std::ofstream(bad.toStdString()) << "no database";
    QSignalSpy failed(&window, &MainWindow::failed);
    ASSERT_TRUE(open(bad));
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(window.message_bar().isVisible());
    EXPECT_TRUE(window.message_bar().text().contains(QStringLiteral("bad.db")));
    EXPECT_FALSE(stages().isVisible());
    ASSERT_TRUE(open(good()));
    EXPECT_FALSE(window.message_bar().isVisible());  // what failed before is over
    ASSERT_TRUE(open(folder->filePath(QStringLiteral("missing.db"))));
    EXPECT_TRUE(window.message_bar().isVisible());
    EXPECT_TRUE(window.workspace().current());  // what was shown stays
}

TEST_F(WindowFilesTest, AFailedOpenCanBeTriedAgain) {
    const QString late = folder->filePath(QStringLiteral("late.db"));
    ASSERT_TRUE(open(late));
    EXPECT_TRUE(window.message_bar().isVisible());
    sample::write_file(late.toStdString(), 10, 10);
    for (auto* action : window.commands())
        if (action->shortcut() == QKeySequence(QKeySequence::Refresh)) {
            EXPECT_TRUE(action->isEnabled());
            action->trigger();
        }
    ASSERT_TRUE(settled());
    EXPECT_TRUE(window.workspace().file(late));
    EXPECT_FALSE(window.message_bar().isVisible());
}

TEST_F(WindowFilesTest, CountsInWordsThatFit) {
    const QString one = folder->filePath(QStringLiteral("one.db"));
    {
        db::Writer writer(one.toStdString());
        writer.write_case(writer.begin_run(sample::make_run()), sample::make_case({}));
    }
    ASSERT_TRUE(open(one));
    EXPECT_TRUE(window.statusBar()->currentMessage().contains(QStringLiteral("1 run, 1 case,")))
        << window.statusBar()->currentMessage().toStdString();
}

TEST_F(WindowFilesTest, TakesDroppedFiles) {
    const QString second = folder->filePath(QStringLiteral("second.db"));
    sample::write_file(second.toStdString(), 10, 10);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(good()), QUrl::fromLocalFile(second)});
    QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&window, &drop);
    ASSERT_TRUE(settled());
    EXPECT_EQ(window.workspace().files().size(), 2);
}

TEST_F(WindowFilesTest, ADroppedFileWhoseNameIsNoUnicodeIsRefusedInASentence) {
    const auto drop = [&](const QByteArray& uri) {
        QMimeData data;
        data.setData(QStringLiteral("text/uri-list"), uri + "\r\n");
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &enter);
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &event);
        return settled();
    };
    const QString umlaut = folder->filePath(QStringLiteral("gr\u00f6\u00dfe.db"));
    QFile::remove(umlaut);
    ASSERT_TRUE(QFile::copy(good(), umlaut));
    QSignalSpy failed(&window, &MainWindow::failed);
    ASSERT_TRUE(drop("file://" + QUrl::fromLocalFile(umlaut).path(QUrl::FullyEncoded).toLatin1()));
    EXPECT_TRUE(failed.isEmpty());
    EXPECT_EQ(window.workspace().files().size(), 1);
    ASSERT_TRUE(drop("file://" + folder->path().toLatin1() + "/gr%F6sse.db"));
    ASSERT_EQ(failed.size(), 1);
    EXPECT_TRUE(failed[0][0].toString().contains(QStringLiteral("gr\\xf6sse.db' is not UTF-8")))
        << failed[0][0].toString().toStdString();
    EXPECT_EQ(window.message_bar().text(), failed[0][0].toString());
    EXPECT_EQ(window.workspace().files().size(), 1);
    window.open_file(folder->filePath(QStringLiteral("gr\ufffdsse.db")));  // as a dialog would name it
    ASSERT_EQ(failed.size(), 2);
}

TEST_F(WindowFilesTest, StaysOpenOnceWhereSomethingWouldBeLost) {
    ASSERT_TRUE(open(good()));
    auto& runs = window.view_as<RunsView>("runs");
    const BusyLane held(window.workspace().loader(), Loader::Lane::writing);
    db::AnnotationChange change;
    change.note = "Not lost.";
    runs.annotate(good(), CaseId{1}, change);
    EXPECT_FALSE(window.close());
    EXPECT_TRUE(window.message_bar().text().contains(QStringLiteral("1 annotation")))
        << window.message_bar().text().toStdString();
    EXPECT_TRUE(window.close());
}

TEST_F(WindowFilesTest, ClosesWhileAFileIsOpening) {
    auto* closing = new MainWindow;
    closing->open_file(good());
    delete closing;
    SUCCEED();
}

}  // namespace
}  // namespace sortscope::gui
