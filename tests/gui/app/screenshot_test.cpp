#include "gui/app/screenshot.hpp"

#include <gmock/gmock.h>

#include <QFileInfo>
#include <QImage>

#include "gui/app/main_window.hpp"
#include "gui/models/text.hpp"
#include "gui/views/sql/sql_editor.hpp"
#include "gui/views/sql/sql_view.hpp"
#include "sample.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(Screenshot, WritesTheWindow) {
    QTemporaryDir folder;
    const QString file = folder.filePath(u"good.db"_s), picture = folder.filePath(u"window.png"_s);
    sample::write_file(file.toStdString(), 10, 10);
    MainWindow window;
    window.resize(1200, 800);
    window.show();
    window.open_file(file);
    ASSERT_EQ(take_screenshot(window, picture), 0);
    const QImage image(picture);
    EXPECT_EQ(image.size(), QSize(1200, 800));
    // The chart is there: its first colour covers part of the picture.
    qsizetype blue = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) blue += image.pixelColor(x, y) == QColor("#2f6db5") ? 1 : 0;
    EXPECT_GT(blue, 5000);
}

TEST(Screenshot, ABadFileEndsWithItsExitCode) {
    QTemporaryDir folder;
    MainWindow window;
    window.show();
    window.open_file(folder.filePath(u"missing.db"_s));
    EXPECT_EQ(take_screenshot(window, folder.filePath(u"window.png"_s)), 5);
}

TEST(Screenshot, AQueryWithoutEndEndsWithASentence) {
    QTemporaryDir folder;
    const QString file = folder.filePath(u"good.db"_s), picture = folder.filePath(u"window.png"_s);
    sample::write_file(file.toStdString(), 10, 10);
    MainWindow window;
    window.show();
    window.open_file(file);
    auto& view = window.view_as<SqlView>("sql");
    view.editor().setPlainText(
        u"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"_s);
    view.run_once_open();
    window.show_view(u"sql"_s);
    testing::internal::CaptureStderr();
    EXPECT_EQ(take_screenshot(window, picture, 1), 4);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("SQL was not done within 1 s"));
    EXPECT_FALSE(QFileInfo::exists(picture));
}

TEST(Screenshot, AnUnwritablePathEndsWithItsExitCode) {
    QTemporaryDir folder;
    const QString file = folder.filePath(u"good.db"_s);
    sample::write_file(file.toStdString(), 10, 10);
    MainWindow window;
    window.show();
    window.open_file(file);
    EXPECT_EQ(take_screenshot(window, folder.filePath(u"no/such/folder.png"_s)), 4);
    testing::internal::CaptureStderr();
    EXPECT_EQ(take_screenshot(window, file), 2);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("file of profiles"));
    window.reload();
    EXPECT_EQ(take_screenshot(window, folder.filePath(u"window.png"_s)),
              0);  // the profiles are still there
    testing::internal::CaptureStderr();
    EXPECT_EQ(take_screenshot(window, u"/dev/full"_s), 4);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::Not(testing::HasSubstr("libpng")));
}

}  // namespace
}  // namespace sortscope::gui
