#include <gmock/gmock.h>
#include <sys/wait.h>
#include <cstdlib>

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
        said = bytes_of(folder.filePath(u"said.txt"_s)).toStdString();
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    QTemporaryDir folder;
    std::string said;
};

TEST_F(GuiProgram, RefusesWhatIsNoRequest) {
    const auto before = QFileInfo(folder.filePath(u"good.db"_s)).size();
    for (const auto& [code, arguments, part] :
         {std::tuple(2, "good.db --case 9999 --screenshot a.png", "'sortscope list good.db'"),
          {2, "good.db --case 1 --other 9999 --screenshot a.png", "has no case 9999"},
          {2, "good.db --case x", "'x'"},
          {2, "good.db --size 100x900", "'100x900'"},
          {2, "good.db --size 1440", "'1440'"},
          {2, "good.db --patience 0", "'0'"},
          {2, "good.db --metric gld_sector", "'gld_sectors'"},
          {2, "good.db --view heap", "'heat'"},
          {2, "good.db --group stag", "stage"},
          {2, "--screenshot a.png", "needs a FILE"},
          {2, "good.db --sql 'SELECT nope FROM cases' --screenshot a.png",
           "sortscope-gui: The SQL cannot be run"},
          {2, "good.db --screenshot good.db", "file of profiles"},
          {2, "good.db --screenshot good.db-wal", "good.db-wal"},
          {2, "good.db --screenshot folder/z.SVG", "call it 'z.png'"},
          {5, R"sh("$(printf 'a\377\033.db')" --screenshot a.png)sh", R"('a\xff\x1b.db' is not UTF-8)"},
          {5, "gr\u00f6\u00dfe.db --screenshot a.png", "gr\u00f6\u00dfe.db"}}) {
        EXPECT_EQ(run(arguments), code) << arguments;
        EXPECT_THAT(said, HasSubstr(part)) << arguments;
    }
    EXPECT_EQ(QFileInfo(folder.filePath(u"good.db"_s)).size(), before);
    EXPECT_FALSE(QFileInfo::exists(folder.filePath(u"z.SVG"_s)));
}

TEST_F(GuiProgram, TakesWhatTheCommandTakesThatStartsIt) {
    ASSERT_EQ(run("--help"), 0);
    const auto window = said;
    ASSERT_EQ(run("--version >/dev/null; '" SORTSCOPE_PROGRAM "' gui --help-all"), 0);
    size_t options = 0;
    for (auto at = window.find(" --"); at != std::string::npos; at = window.find(" --", at + 1)) {
        const auto option = window.substr(at + 1, window.find_first_of(" ,:.\n", at + 1) - at - 1);
        if (option == "--help-all" || option == "--help" || option == "--version") continue;
        EXPECT_THAT(said, HasSubstr(option + " "));
        ++options;
    }
    EXPECT_GE(options, 11U) << window;
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
    EXPECT_GT(count(image, image.rect(), [](const QColor& at) { return at == QColor("#2f6db5"); }), 5000);
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
    EXPECT_EQ(std::tuple(files[0], files[1]), std::tuple(folder.filePath(u"5"_s), folder.filePath(u"9"_s)));
    EXPECT_EQ(files.count(files[0]), 1);
    QFile::remove(files[1]);
    EXPECT_EQ(recent_files().size(), 7);
}
}  // namespace
}
