// Completion scripts and man pages, as shells and groff take them.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

bool has_program(const char* name) { return std::system(("command -v " + std::string(name) + " >/dev/null 2>&1").c_str()) == 0; }

/// Runs a shell's commands in a folder where the completion of bash lies.
class BashCompletion : public ::testing::Test {
 protected:
    void SetUp() override {
        if (!has_program("bash")) GTEST_SKIP() << "no bash here";
        ASSERT_EQ(folder.sortscope("completion bash > c.bash").code, 0);
        std::ofstream(folder.path() / "sweep.db") << "x";
    }
    /// What is offered where the words of a line end, a word a line.
    std::string offered(const std::string& words) {
        std::ofstream(folder.path() / "ask.bash") << "source ./c.bash\nCOMP_WORDS=(" << words << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_sortscope\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        const auto status = std::system(("cd '" + folder.path().string() + "' && bash ask.bash > offered.txt 2> said.txt").c_str());
        EXPECT_EQ(status, 0) << read_file(folder.path() / "said.txt");
        EXPECT_THAT(read_file(folder.path() / "said.txt"), IsEmpty()) << words;
        return "\n" + read_file(folder.path() / "offered.txt");
    }
    Folder folder;
};

TEST_F(BashCompletion, OffersCommandsOptionsVariantsAndFiles) {
    EXPECT_THAT(offered("sortscope ''"), HasSubstr("\nreport\n"));
    EXPECT_THAT(offered("sortscope rep"), HasSubstr("\nreport\n"));
    EXPECT_THAT(offered("sortscope rep"), Not(HasSubstr("\nlist\n")));
    EXPECT_THAT(offered("sortscope --v"), HasSubstr("\n--version\n"));
    EXPECT_THAT(offered("sortscope ''"), Not(HasSubstr("\nworker\n"))) << "hidden commands are nobody's business";
    EXPECT_THAT(offered("sortscope list --va"), HasSubstr("\n--variant\n"));
    EXPECT_THAT(offered("sortscope list --variant bitonic-b"), HasSubstr("\nbitonic-b2\n"));
    EXPECT_THAT(offered("sortscope list --variant bitonic-b2,bitonic-c"), HasSubstr("\nbitonic-b2,bitonic-c2\n"));
    EXPECT_THAT(offered("sortscope list --variant = bitonic-b"), HasSubstr("\nbitonic-b2\n"));
    EXPECT_THAT(offered("sortscope collect --key u"), HasSubstr("\nu64\n"));
    EXPECT_THAT(offered("sortscope list sw"), HasSubstr("\nsweep.db\n"));
    EXPECT_THAT(offered("sortscope variants bitonic-b"), HasSubstr("\nbitonic-b2\n"));
    EXPECT_THAT(offered("sortscope help mer"), HasSubstr("\nmerge\n"));
    EXPECT_THAT(offered("sortscope completion z"), HasSubstr("\nzsh\n"));
    EXPECT_EQ(offered("sortscope list --size ''"), "\n\n") << "of numbers nothing is known";
}

TEST(Completion, IsWhatEachShellTakes) {
    const Folder folder;
    for (const auto& [shell, check] : {std::pair("bash", "bash -n"), std::pair("zsh", "zsh -n"), std::pair("fish", "fish -n")}) {
        const auto outcome = folder.sortscope(std::string("completion ") + shell + " > c");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(read_file(folder.path() / "c"), HasSubstr("bitonic-b2"));
        if (!has_program(shell)) continue;
        EXPECT_EQ(std::system(("cd '" + folder.path().string() + "' && " + check + " c").c_str()), 0) << shell;
    }
    const auto unknown = folder.sortscope("completion csh");
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("bash, zsh and fish"));
}

TEST(ManPages, SayWhatTheHelpSaysAndGiveNoWarning) {
    const Folder folder;
    ASSERT_EQ(folder.sortscope("man --share share").code, 0);
    const auto pages = folder.path() / "share/man/man1";
    int count = 0;
    for (const auto& page : std::filesystem::directory_iterator(pages)) {
        ++count;
        const auto text = read_file(page.path());
        EXPECT_THAT(text, HasSubstr(".SH SYNOPSIS\n")) << page.path();
        if (!has_program("groff")) continue;
        const auto status = std::system(("groff -man -ww -z -Tutf8 '" + page.path().string() + "' 2> '" + (folder.path() / "warnings.txt").string() + "'").c_str());
        EXPECT_EQ(status, 0);
        EXPECT_THAT(read_file(folder.path() / "warnings.txt"), IsEmpty()) << page.path();
    }
    EXPECT_GT(count, 15);
    EXPECT_THAT(read_file(pages / "sortscope-list.1"), HasSubstr("\\fB\\-\\-variant\\fR \\fIA,B\\fR\ncases of these variants\n"));
    EXPECT_THAT(read_file(pages / "sortscope.1"), HasSubstr(".BR sortscope\\-list (1)"));
    EXPECT_FALSE(std::filesystem::exists(pages / "sortscope-worker.1"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "share/bash-completion/completions/sortscope"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "share/zsh/site-functions/_sortscope"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "share/fish/vendor_completions.d/sortscope.fish"));
    EXPECT_EQ(folder.sortscope("man lst").code, 2);
    EXPECT_THAT(folder.sortscope("man list").out, HasSubstr(".TH SORTSCOPE\\-LIST 1"));
}

}  // namespace
}  // namespace sortscope::test
