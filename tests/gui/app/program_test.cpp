#include <gmock/gmock.h>
#include <sys/wait.h>
#include <cstdlib>

#include <QFileInfo>
#include <QImage>
#include <QSettings>

#include "core/error.hpp"
#include "gui/app/main_window.hpp"
#include "gui/app/welcome_page.hpp"
#include "gui/views/sql/sql_editor.hpp"
#include "gui/views/sql/sql_view.hpp"
#include "support.hpp"

namespace sortscope::gui {
namespace {

using testing::HasSubstr;

class GuiProgram : public testing::Test {
 protected:
    void SetUp() override { sample::write_file(folder.filePath(u"good.db"_s).toStdString(), 10, 10); }

    /// Returns the exit code; `said` gets the output.
    int run(const std::string& arguments) {
        const auto command = "cd '" + folder.path().toStdString() +
                             "' && HOME=. QT_QPA_PLATFORM=offscreen '" SORTSCOPE_GUI_PROGRAM "' " +
                             arguments + " >said.txt 2>&1";
        const int status = std::system(command.c_str());
        QFile file(folder.filePath(u"said.txt"_s));
        said = file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    QTemporaryDir folder;
    std::string said;
};

TEST_F(GuiProgram, RefusesWhatIsNoRequest) {
    const auto before = QFileInfo(folder.filePath(u"good.db"_s)).size();
    for (const auto& [arguments, part] :
         {std::pair("good.db --case 9999 --screenshot a.png", "'sortscope list good.db'"),
          {"good.db --case 1 --other 9999 --screenshot a.png", "has no case 9999"},
          {"good.db --case x", "'x'"},
          {"good.db --size 100x900", "'100x900'"},
          {"good.db --size 1440", "'1440'"},
          {"good.db --patience 0", "'0'"},
          {"good.db --metric gld_sector", "'gld_sectors'"},
          {"good.db --view heap", "'heat'"},
          {"good.db --group stag", "stage"},
          {"--screenshot a.png", "needs a FILE"},
          {"good.db --sql 'SELECT nope FROM cases' --screenshot a.png",
           "sortscope-gui: The SQL cannot be run"},
          {"good.db --screenshot good.db", "file of profiles"},
          {"good.db --screenshot good.db-wal", "good.db-wal"},
          {"good.db --screenshot folder/z.SVG", "call it 'z.png'"}}) {
        EXPECT_EQ(run(arguments), 2) << arguments;
        EXPECT_THAT(said, HasSubstr(part)) << arguments;
    }
    EXPECT_EQ(QFileInfo(folder.filePath(u"good.db"_s)).size(), before);
    EXPECT_FALSE(QFileInfo::exists(folder.filePath(u"z.SVG"_s)));
}

TEST_F(GuiProgram, TakesWhatTheCommandTakesThatStartsIt) {
    ASSERT_EQ(run("--help"), 0);
    const auto window = said;
    ASSERT_EQ(run("--version >/dev/null; '" SORTSCOPE_PROGRAM "' gui --help-all"), 0);
    std::size_t options = 0;
    for (auto at = window.find(" --"); at != std::string::npos; at = window.find(" --", at + 1)) {
        const auto option = window.substr(at + 1, window.find_first_of(" ,:.\n", at + 1) - at - 1);
        if (option == "--help-all" || option == "--help" || option == "--version") continue;
        EXPECT_THAT(said, HasSubstr(option + " "));
        ++options;
    }
    EXPECT_GE(options, 11U) << window;
}

TEST_F(GuiProgram, SaysThatNamesAreUtf8) {
    EXPECT_EQ(run(R"sh("$(printf 'a\377\033.db')" --screenshot a.png)sh"), 5);
    EXPECT_THAT(said, HasSubstr(R"('a\xff\x1b.db' is not UTF-8)"));
    EXPECT_EQ(run("gr\u00f6\u00dfe.db --screenshot a.png"), 5);
    EXPECT_THAT(said, HasSubstr("There is no file"));
    EXPECT_THAT(said, HasSubstr("gr\u00f6\u00dfe.db"));
}

class Screenshot : public testing::Test {
 protected:
    void SetUp() override {
        sample::write_file(file.toStdString(), 10, 10);
        window.resize(1200, 800);
        window.show();
    }
    /// Returns the exit code; `said` gets the sentence.
    int take(const QString& path, int patience_s = 60) {
        said.clear();
        try {
            take_screenshot(window, path, patience_s);
        } catch (const Error& error) {
            said = error.what();
            return exit_code(error.kind());
        }
        return 0;
    }

    QTemporaryDir folder;
    const QString file = folder.filePath(u"good.db"_s), picture = folder.filePath(u"window.png"_s);
    std::string said;
    MainWindow window;
};

TEST_F(Screenshot, WritesTheWindow) {
    window.open_file(file);
    EXPECT_EQ(take(folder.filePath(u"no/such/folder.png"_s)), 4);
    EXPECT_EQ(take(file), 2);
    EXPECT_THAT(said, HasSubstr("file of profiles"));
    testing::internal::CaptureStderr();
    EXPECT_EQ(take(u"/dev/full"_s), 4);
    EXPECT_EQ(testing::internal::GetCapturedStderr().find("libpng"), std::string::npos);
    window.reload();  // the profiles are still there
    ASSERT_EQ(take(picture), 0) << said;
    const QImage image(picture);
    EXPECT_EQ(image.size(), QSize(1200, 800));
    // The chart is there: its first colour covers part of the picture.
    qsizetype blue = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) blue += image.pixelColor(x, y) == QColor("#2f6db5") ? 1 : 0;
    EXPECT_GT(blue, 5000);
}

TEST_F(Screenshot, ABadFileEndsWithItsExitCode) {
    window.open_file(folder.filePath(u"missing.db"_s));
    EXPECT_EQ(take(picture), 5);
}

TEST_F(Screenshot, AQueryWithoutEndEndsWithASentence) {
    window.open_file(file);
    auto& view = window.view_as<SqlView>("sql");
    view.editor().setPlainText(
        u"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"_s);
    view.run_once_open();
    window.show_view(u"sql"_s);
    EXPECT_EQ(take(picture, 1), 4);
    EXPECT_THAT(said, HasSubstr("SQL was not done within 1 s"));
    EXPECT_FALSE(QFileInfo::exists(picture));
}

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
