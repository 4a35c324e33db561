// The command line as people type it: help, names that are not quite right, cases chosen by what they are.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/output/output.hpp"
#include "present/text/terminal.hpp"
#include "tests/cli/program.hpp"
#include "tests/sample/files.hpp"

namespace sortscope::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class Words : public ::testing::Test {
 protected:
    Words() { sample::write_sample(folder.path() / "sortscope.db"); }
    Folder folder;
};

TEST_F(Words, EveryHelpFitsAScreen) {
    const auto help = folder.sortscope("--help").out;
    std::istringstream rows(help.substr(help.find("Commands:\n") + 10));
    std::vector<std::string> commands{""};
    for (std::string row; std::getline(rows, row) && !row.empty();)
        commands.push_back(row.substr(2, row.find(' ', 2) - 2) + ' ');
    ASSERT_GT(commands.size(), 20U);
    for (const auto& command : commands) {
        const auto shown = folder.sortscope(command + "--help");
        EXPECT_EQ(shown.code, 0) << command;
        EXPECT_LE(std::ranges::count(shown.out, '\n'), 50) << command;
        EXPECT_THAT(shown.out, HasSubstr("Usage: sortscope " + command)) << command;
        const auto all = folder.sortscope(command + "--help-all");
        EXPECT_GE(all.out.size(), shown.out.size()) << command;
        if (!command.empty()) {
            EXPECT_EQ(folder.sortscope("help " + command).out, all.out) << "one text, printed in two ways";
        }
        std::istringstream lines(shown.out + all.out);
        for (std::string line; std::getline(lines, line);)
            EXPECT_LE(present::text::display_width(line), 80) << command << ": " << line;
    }
}

TEST_F(Words, OptionsAreData) {
    const auto help = nlohmann::json::parse(folder.sortscope("help collect --json").out);
    EXPECT_EQ(help["command"], "collect");
    bool preset = false;
    for (const auto& option : help["options"]) {
        const auto text = option["help"].get<std::string>();
        EXPECT_TRUE(std::isupper(static_cast<unsigned char>(text.at(0)))) << text << " starts with a verb";
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        if (option["name"] != "--preset") continue;
        preset = true;
        EXPECT_EQ(option["value"], "NAME");
        EXPECT_EQ(option["group"], "What to run");
        EXPECT_EQ(option["choices"][0]["word"], "quick");
    }
    EXPECT_TRUE(preset);
}

TEST_F(Words, UsageShowsWhatIsRepeatable) {
    const auto usage = [&](const std::string& command) {
        const auto help = folder.sortscope(command + " --help").out;
        const auto from = help.find("Usage: ");
        return help.substr(from, help.find('\n', from) - from);
    };
    EXPECT_EQ(usage("compare"), "Usage: sortscope compare FILES... [options]");
    EXPECT_EQ(usage("gui"), "Usage: sortscope gui [FILE...] [options]");
    EXPECT_EQ(usage("show"), "Usage: sortscope show [FILE] [CASE] [options]");
    EXPECT_EQ(usage("overview"), "Usage: sortscope overview FILE [options]");
}

TEST_F(Words, WordsBehindTwoDashesAreNoOptions) {
    EXPECT_THAT(folder.sortscope("show sortscope.db -- 3").out, StartsWith("Case 3"));
    EXPECT_THAT(folder.sortscope("show -- sortscope.db 3").out, StartsWith("Case 3"));
    std::filesystem::copy(folder.path() / "sortscope.db", folder.path() / "-odd.db");
    EXPECT_THAT(folder.sortscope("list -- -odd.db").out, HasSubstr("bitonic-b2"));
    EXPECT_THAT(folder.sortscope("-- -odd.db").out, HasSubstr("1 run, 6 cases"));
}

TEST_F(Words, AFileAloneTellsWhatIsInIt) {
    std::filesystem::rename(folder.path() / "sortscope.db", folder.path() / "it's mine.db");
    const auto outcome = folder.sortscope("\"it's mine.db\"");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("it's mine.db: 1 run, 6 cases"));
    EXPECT_THAT(outcome.out, HasSubstr("bitonic-b2"));
    EXPECT_THAT(outcome.out, HasSubstr("1 refused"));
    // Each command that it names can be pasted as it stands.
    std::istringstream lines(outcome.out);
    std::size_t commands = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("  sortscope ") || line.starts_with("  sortscope gui")) continue;
        ++commands;
        EXPECT_EQ(folder.sortscope(line.substr(12)).code, 0) << line;
    }
    EXPECT_GE(commands, 4U);
    const auto json = nlohmann::json::parse(folder.sortscope("\"it's mine.db\" --json").out);
    EXPECT_EQ(json["cases"], 6);
    EXPECT_EQ(json["facts"]["not ok"], "1 refused");
}

TEST_F(Words, ACaseIsChosenByItsCondition) {
    const auto shown = [&](const std::string& arguments) {
        const auto outcome = folder.sortscope("show " + arguments);
        EXPECT_EQ(outcome.code, 0) << arguments << ": " << outcome.err;
        return outcome.out.substr(0, outcome.out.find(':'));
    };
    EXPECT_EQ(shown("--variant bitonic-b2 --size 2^12 --block 512"), "Case 3");
    EXPECT_EQ(shown("sortscope.db --backend simt"), "Case 4");
    EXPECT_EQ(shown("--backend cupti --size 1024 --status ok"), "Case 1");
}

TEST_F(Words, OfEqualCasesTheNewestIsShown) {
    sample::write_sample(folder.path() / "again.db");
    const auto path = folder.path() / "twice.db";
    sample::write_file(path);
    sample::write_file(path);
    const auto list = nlohmann::json::parse(
        folder.sortscope("list twice.db --backend cupti --size 2^10 --json").out)["cases"];
    ASSERT_GT(list.size(), 0U);
    const auto& one = list[0];
    const auto arguments = "show twice.db --backend cupti --size 2^10 --variant " +
                           one["variant"].get<std::string>() + " --block " +
                           std::to_string(one["block_threads"].get<int>());
    const auto outcome = folder.sortscope(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("cases of this condition; older: "));
}

TEST_F(Words, RowsAreSortedAndLimited) {
    const auto sorted = folder.sortscope("show 1 --sort share --top 2");
    EXPECT_EQ(sorted.code, 0) << sorted.err;
    EXPECT_THAT(sorted.out, HasSubstr("8 more"));
    const auto csv = folder.sortscope("show 1 --sort time --top 3 --csv").out;
    EXPECT_EQ(std::ranges::count(csv, '\n'), 4);
    EXPECT_THAT(csv, Not(HasSubstr("more")));
}

TEST_F(Words, FiltersTakeLists) {
    const auto count = [&](const std::string& arguments) {
        return nlohmann::json::parse(folder.sortscope("list --json " + arguments).out)["cases"].size();
    };
    EXPECT_EQ(count("--backend simt,cpu"), 2U);
    EXPECT_EQ(count("--run 1,1"), 6U);
    EXPECT_EQ(count("--key u32,f64"), 6U);
    EXPECT_EQ(count("--status refused,failed"), 1U);
    EXPECT_EQ(count("--block 512,1024"), 1U);
    const auto whole = folder.sortscope("list --csv").out;
    const auto part = folder.sortscope("list --csv --backend cpu").out;
    EXPECT_EQ(whole.substr(0, whole.find('\n')), part.substr(0, part.find('\n')))
        << "columns do not depend on the filter";
}

TEST_F(Words, TheWindowGetsItsOptions) {
    const auto bin = folder.path() / "bin";
    std::filesystem::create_directory(bin);
    std::ofstream(bin / "sortscope-gui") << "#!/bin/sh\necho \"$@\"\n";
    std::filesystem::permissions(bin / "sortscope-gui", std::filesystem::perms::owner_all);
    std::filesystem::copy_file(SORTSCOPE_PROGRAM, bin / "sortscope");
    const auto program = "; '" + (bin / "sortscope").string() + "' ";
    EXPECT_EQ(folder
                  .sortscope("-V >/dev/null" + program +
                             "gui sortscope.db sortscope.db --case 3 --other 2 --metric gld_sectors --view "
                             "heat --sql 'SELECT 1' --size 800x600 --light --screenshot a.png")
                  .out,
              "sortscope.db sortscope.db --case 3 --other 2 --metric gld_sectors --view heat --size 800x600 "
              "--sql SELECT 1 --screenshot a.png --light\n");
    EXPECT_EQ(folder.sortscope("-V >/dev/null" + program + "gui --view stages --dark").out,
              "sortscope.db --view stages --dark\n");
    EXPECT_EQ(folder.sortscope("-V >/dev/null" + program + "gui sortscope.db --other 999").code, 2);
    const auto absent = folder.sortscope("-V >/dev/null" + program + "gui sortscope.db --case 999");
    EXPECT_EQ(absent.code, folder.sortscope("show 999").code);
    EXPECT_THAT(absent.err, HasSubstr("'sortscope list sortscope.db' shows the cases"));
}

TEST(ErrorText, IsBrokenForATerminalAlone) {
    const std::string text =
        "Cases of 2 conditions fit. Choose one by its number, or say more, as much as it takes:\n  case 1: "
        "a\n  case 2: " +
        std::string(60, 'b') + " and words that go on";
    EXPECT_EQ(cli::error_text(text, std::nullopt), "sortscope: " + text + "\n");
    std::istringstream lines(cli::error_text(text, 80));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80U) << line;
    EXPECT_EQ(count, 5U);
    EXPECT_THAT(cli::error_text(text, 80), HasSubstr("\n  case 1: a\n"));
    EXPECT_EQ(cli::error_text("a\x1b[2Jb", 80), "sortscope: a\\x1b[2Jb\n");
}

/// What the program writes where standard error is a terminal of this kind; nothing where there is no program
/// that makes terminals.
std::string on_terminal(const Folder& folder, const std::string& term) {
    const auto outcome = folder.sortscope(
        std::string("--version > /dev/null; command -v script > /dev/null && TERM=") + term +
        " script -qec '" + SORTSCOPE_PROGRAM +
        " collect --variant bitonic-b2 --size 2^10 --backend simt -o " + term + ".db' /dev/null < /dev/null");
    return outcome.out;
}

TEST(Progress, IsNotDrawnWhereLinesCannotBeErased) {
    const Folder folder;
    const auto drawn = on_terminal(folder, "xterm");
    if (drawn.empty()) GTEST_SKIP() << "There is no program 'script' that makes a terminal.";
    EXPECT_THAT(drawn, HasSubstr("\x1b[2K"));
    const auto dumb = on_terminal(folder, "dumb");
    EXPECT_THAT(dumb, HasSubstr("1 case finished"));
    EXPECT_THAT(dumb, ::testing::Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace sortscope::test
