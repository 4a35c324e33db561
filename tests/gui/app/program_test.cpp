// The window as a program: what it refuses, with which sentence and exit code.
#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "gui/models/text.hpp"
#include "sample.hpp"

namespace sortscope::gui {
namespace {

using testing::HasSubstr;

class GuiProgram : public testing::Test {
 protected:
    void SetUp() override { sample::write_file(folder.filePath(u"good.db"_s).toStdString(), 10, 10); }

    /// The exit code; what was said is in `said`.
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
    EXPECT_EQ(run("good.db --case 9999 --screenshot a.png"), 2);
    EXPECT_THAT(said, HasSubstr("has no case 9999"));
    EXPECT_THAT(said, HasSubstr("'sortscope list good.db'"));
    EXPECT_EQ(run("good.db --case 1 --other 9999 --screenshot a.png"), 2);
    EXPECT_THAT(said, HasSubstr("has no case 9999"));
    EXPECT_EQ(run("good.db --sql 'SELECT nope FROM cases' --screenshot a.png"), 2);
    EXPECT_THAT(said, testing::StartsWith("sortscope-gui: The SQL cannot be run"));
}

TEST_F(GuiProgram, PicturesTakeNoProfilesPlace) {
    const auto before = QFileInfo(folder.filePath(u"good.db"_s)).size();
    EXPECT_EQ(run("good.db --screenshot good.db"), 2);
    EXPECT_THAT(said, HasSubstr("file of profiles"));
    EXPECT_EQ(run("good.db --screenshot good.db-wal"), 2);
    EXPECT_THAT(said, HasSubstr("good.db-wal"));
    EXPECT_EQ(QFileInfo(folder.filePath(u"good.db"_s)).size(), before);
}

TEST_F(GuiProgram, PicturesHaveTheFormatThatTheirNameSays) {
    EXPECT_EQ(run("good.db --screenshot folder/z.SVG"), 2);
    EXPECT_THAT(said, HasSubstr("call it 'z.png'"));
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

}  // namespace
}  // namespace sortscope::gui
