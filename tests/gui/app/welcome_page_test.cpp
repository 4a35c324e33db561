#include "gui/app/welcome_page.hpp"

#include <QFile>
#include <QSettings>

#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(RecentFiles, NewestFirstEachOnceAtMostEightAndOnlyThoseThatAreThere) {
    QSettings().clear();
    QTemporaryDir folder;
    EXPECT_TRUE(recent_files().isEmpty());
    for (int i = 0; i < 10; ++i) {
        QFile file(folder.filePath(QString::number(i)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        add_recent_file(file.fileName());
    }
    add_recent_file(folder.filePath(QStringLiteral("5")));
    const auto files = recent_files();
    ASSERT_EQ(files.size(), 8);
    EXPECT_EQ(files[0], folder.filePath(QStringLiteral("5")));
    EXPECT_EQ(files[1], folder.filePath(QStringLiteral("9")));
    EXPECT_EQ(files.count(files[0]), 1);
    QFile::remove(files[1]);
    EXPECT_EQ(recent_files().size(), 7);
}

}  // namespace
}  // namespace sortscope::gui
