#include "gui/app/welcome_page.hpp"

#include <QFile>
#include <QSettings>

#include "gui/models/text.hpp"
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
    add_recent_file(folder.filePath(u"5"_s));
    const auto files = recent_files();
    ASSERT_EQ(files.size(), 8);
    EXPECT_EQ(files[0], folder.filePath(u"5"_s));
    EXPECT_EQ(files[1], folder.filePath(u"9"_s));
    EXPECT_EQ(files.count(files[0]), 1);
    QFile::remove(files[1]);
    EXPECT_EQ(recent_files().size(), 7);
}

}  // namespace
}  // namespace sortscope::gui
