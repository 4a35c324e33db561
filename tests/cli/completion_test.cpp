// Completion scripts and man pages, as shells and groff take them.
#include <sys/wait.h>

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

bool has_program(const char* name) {
    return std::system(("command -v " + std::string(name) + " >/dev/null 2>&1").c_str()) == 0;
}

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
        std::ofstream(folder.path() / "ask.bash")
            << "source ./c.bash\nCOMP_WORDS=(" << words
            << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_sortscope\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        const auto status = std::system(
            ("cd '" + folder.path().string() + "' && bash ask.bash > offered.txt 2> said.txt").c_str());
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
    EXPECT_THAT(offered("sortscope ''"), Not(HasSubstr("\nworker\n")))
        << "hidden commands are nobody's business";
    EXPECT_THAT(offered("sortscope list --va"), HasSubstr("\n--variant\n"));
    EXPECT_THAT(offered("sortscope list --variant bitonic-b"), HasSubstr("\nbitonic-b2\n"));
    EXPECT_THAT(offered("sortscope list --variant bitonic-b2,bitonic-c"),
                HasSubstr("\nbitonic-b2,bitonic-c2\n"));
    EXPECT_THAT(offered("sortscope list --variant = bitonic-b"), HasSubstr("\nbitonic-b2\n"));
    EXPECT_THAT(offered("sortscope collect --key u"), HasSubstr("\nu64\n"));
    EXPECT_THAT(offered("sortscope list sw"), HasSubstr("\nsweep.db\n"));
    EXPECT_THAT(offered("sortscope variants bitonic-b"), HasSubstr("\nbitonic-b2\n"));
    EXPECT_THAT(offered("sortscope help mer"), HasSubstr("\nmerge\n"));
    EXPECT_THAT(offered("sortscope completion z"), HasSubstr("\nzsh\n"));
    EXPECT_EQ(offered("sortscope list --size ''"), "\n\n") << "of numbers nothing is known";
}

/// By the shells' own machinery: zsh in a terminal, fish by 'complete -C'.
class OtherShells : public ::testing::TestWithParam<const char*> {};

TEST_P(OtherShells, CompletesAsAPersonTypes) {
    const std::string shell = GetParam();
    const bool zsh = shell == "zsh";
    const Folder folder;
    ASSERT_EQ(folder.sortscope("completion " + shell + " > script").code, 0);
    std::ofstream(folder.path() / "sweep.db") << "x";
    std::ofstream lines(folder.path() / "lines.txt");
    // zsh puts in what is certain, so the line tells; fish lists what it offers.
    const auto ask = [&](const std::string& typed, const std::string& last_word) {
        lines << typed << '\t' << (zsh ? typed.substr(0, typed.rfind(' ') + 1) + last_word : last_word)
              << '\n';
    };
    ask("sortscope expo", "export");
    ask("sortscope sho", "show");
    ask("sortscope show --mat", "--matrix");
    ask("sortscope show --matrix gld_eff", "gld_efficiency_pct");
    ask("sortscope list --key f6", "f64");
    ask("sortscope list --key u32,f6", "u32,f64");
    ask("sortscope list --variant bitonic-op", "bitonic-optimized");
    ask("sortscope export --format tr", "trace");
    ask("sortscope export --chart roof", "roofline");
    ask("sortscope reproduce mu2016-ne", "mu2016-network");
    ask("sortscope reproduce all swe", "sweep.db");
    ask("sortscope metrics gld_eff", "gld_efficiency_pct");
    ask("sortscope list swe", "sweep.db");
    ask("sortscope help mer", "merge");
    ask("sortscope completion ba", "bash");
    lines.close();
    const auto status = std::system(("cd '" + folder.path().string() +
                                     "' && HOME=$PWD /usr/bin/python3 '" SORTSCOPE_SHELL_TEST "' " + shell +
                                     " ./script < lines.txt > said.txt 2>&1")
                                        .c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 77 || code == 127) GTEST_SKIP() << read_file(folder.path() / "said.txt");
    EXPECT_EQ(code, 0) << read_file(folder.path() / "said.txt");
}

INSTANTIATE_TEST_SUITE_P(Completion, OtherShells, ::testing::Values("zsh", "fish"));

TEST(Completion, IsWhatEachShellTakes) {
    const Folder folder;
    for (const auto& [shell, check] :
         {std::pair("bash", "bash -n"), std::pair("zsh", "zsh -n"), std::pair("fish", "fish -n")}) {
        const auto outcome = folder.sortscope(std::string("completion ") + shell + " > c");
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(read_file(folder.path() / "c"), HasSubstr("bitonic-b2"));
        if (!has_program(shell)) continue;
        EXPECT_EQ(std::system(("cd '" + folder.path().string() + "' && " + check + " c").c_str()), 0)
            << shell;
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
        const auto status = std::system(("groff -man -ww -z -Tutf8 '" + page.path().string() + "' 2> '" +
                                         (folder.path() / "warnings.txt").string() + "'")
                                            .c_str());
        EXPECT_EQ(status, 0);
        EXPECT_THAT(read_file(folder.path() / "warnings.txt"), IsEmpty()) << page.path();
    }
    EXPECT_GT(count, 15);
    EXPECT_THAT(read_file(pages / "sortscope-list.1"),
                HasSubstr("\\fB\\-\\-variant\\fR \\fIA,B\\fR\ncases of these variants\n"));
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
