// Completion scripts and man pages, as shells and groff take them.
#include <sys/wait.h>

#include <cstdlib>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
bool has_program(const char* name) {
    return std::system(("command -v " + std::string(name) + " >/dev/null 2>&1").c_str()) == 0;
}

/// Shells ask the program that the typed line names, so its folder is first on PATH.
const std::string path =
    "PATH='" + std::filesystem::path(SORTSCOPE_PROGRAM).parent_path().string() + "':$PATH ";

TEST(CompleteWords, OffersWhatFits) {
    const Folder folder;
    for (const auto& [words, word] : {std::pair("''", "report\t"),
                                      {"''", ":files\n"},
                                      {"--v", "--version\t"},
                                      {"list --va", "--variant\t"},
                                      {"show --mat", "--matrix\t"},
                                      {"show --matrix gld_eff", "gld_efficiency_pct\t"},
                                      {"list --variant bitonic-b", "bitonic-b2\t"},
                                      {"list --variant bitonic-b2,bitonic-c", "bitonic-b2,bitonic-c2\t"},
                                      {"list --variant = bitonic-b", "bitonic-b2\t"},
                                      {"list --variant=bitonic-b", "--variant=bitonic-b2\t"},
                                      {"collect --key u", "u64\t"},
                                      {"collect --preset ''", "quick\t"},
                                      {"list sw", ":files\n"},
                                      {"variants bitonic-b", "bitonic-b2\t"},
                                      {"help mer", "merge\t"},
                                      {"completion z", "zsh\t"},
                                      {"export --format tr", "trace\t"},
                                      {"export --chart roof", "roofline\t"},
                                      {"reproduce mu2016-ne", "mu2016-network\t"},
                                      {"reproduce all swe", ":files\n"}})
        has("\n" + folder.text(std::string("complete-words ") + words), {std::string("\n") + word});
    has(folder.sortscope("complete-words rep").out, {}, {"list\t"});
    has(folder.sortscope("complete-words ''").out, {}, {"worker"});  // a hidden command
    EXPECT_EQ(folder.sortscope("complete-words list --n ''").out, "") << "any number fits";
}

TEST(BashCompletion, AsksTheProgram) {
    if (!has_program("bash")) GTEST_SKIP() << "no bash here";
    const Folder folder;
    folder.ends("completion bash > c.bash");
    std::ofstream(folder.path() / "sweep.db") << "x";
    const auto offered = [&](const std::string& words) {
        std::ofstream(folder.path() / "ask.bash")
            << "source ./c.bash\nCOMP_WORDS=(" << words
            << ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_sortscope\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        const auto status = std::system(
            ("cd '" + folder.path().string() + "' && " + path + "bash ask.bash > offered.txt 2> said.txt")
                .c_str());
        EXPECT_EQ(status, 0) << folder.read("said.txt");
        EXPECT_THAT(folder.read("said.txt"), IsEmpty()) << words;
        return "\n" + folder.read("offered.txt");
    };
    has(offered("sortscope ''"), {"\nreport\n", "\nsweep.db\n"});
    has(offered("sortscope list --variant = bitonic-b"), {"\nbitonic-b2\n"});
    has(offered("sortscope list --key u32,f6"), {"\nu32,f64\n"});
    has(offered("sortscope list sw"), {"\nsweep.db\n"});
    EXPECT_EQ(offered("sortscope list --n ''"), "\n\n");
}

/// Asks zsh in a terminal, and fish by 'complete -C'.
class OtherShells : public ::testing::TestWithParam<const char*> {};

TEST_P(OtherShells, CompletesAsAPersonTypes) {
    const std::string shell = GetParam();
    const bool zsh = shell == "zsh";
    const Folder folder;
    folder.ends("completion " + shell + " > script");
    std::ofstream(folder.path() / "sweep.db") << "x";
    std::ofstream lines(folder.path() / "lines.txt");
    // zsh completes the typed line; fish prints candidates only.
    const auto ask = [&](const std::string& typed, const std::string& last_word) {
        lines << typed << '\t' << (zsh ? typed.substr(0, typed.rfind(' ') + 1) + last_word : last_word)
              << '\n';
    };
    ask("sortscope expo", "export");
    ask("sortscope show --mat", "--matrix");
    ask("sortscope list --key f6", "f64");
    ask("sortscope list --variant bitonic-op", "bitonic-optimized");
    ask("sortscope export --chart roof", "roofline");
    ask("sortscope reproduce all swe", "sweep.db");
    ask("sortscope list swe", "sweep.db");
    ask("sortscope help mer", "merge");
    lines.close();
    const auto status = std::system(("cd '" + folder.path().string() + "' && " + path +
                                     "HOME=$PWD /usr/bin/python3 '" SORTSCOPE_SHELL_TEST "' " + shell +
                                     " ./script < lines.txt > said.txt 2>&1")
                                        .c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 77 || code == 127) GTEST_SKIP() << folder.read("said.txt");
    EXPECT_EQ(code, 0) << folder.read("said.txt");
}

INSTANTIATE_TEST_SUITE_P(Completion, OtherShells, ::testing::Values("zsh", "fish"));

TEST(ManPages, SayWhatTheHelpSaysAndGiveNoWarning) {
    const Folder folder;
    folder.ends("man --share share");
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
        EXPECT_THAT(folder.read("warnings.txt"), IsEmpty()) << page.path();
    }
    EXPECT_GT(count, 15);
    has(read_file(pages / "sortscope-list.1"), {"\\fB\\-\\-variant A,B\\fR\n"});
    has(read_file(pages / "sortscope.1"), {"\\fBlist\\fR\n"});
    EXPECT_FALSE(std::filesystem::exists(pages / "sortscope-worker.1"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "share/bash-completion/completions/sortscope"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "share/zsh/site-functions/_sortscope"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "share/fish/vendor_completions.d/sortscope.fish"));
    folder.ends("man lst", 2);
    has(folder.sortscope("man list").out, {".TH SORTSCOPE\\-LIST 1"});
}
}  // namespace
}
