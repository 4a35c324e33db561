// The command line as people type it: help, misspelt words, and lines that fit 80 columns.
#include <cctype>
#include <regex>

#include "cli/output/output.hpp"
#include "present/text/terminal.hpp"
#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
using Words = SampleTest;

void expect_narrow(const std::string& text, const std::string& command) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(present::text::display_width(line), 80) << command << ":\n" << line;
}

TEST_F(Words, EveryHelpFitsAScreen) {
    const auto help = folder.text("--help");
    std::istringstream rows(help.substr(help.find("Commands:\n") + 10));
    std::vector<std::string> commands{""};
    for (std::string row; std::getline(rows, row) && !row.empty();)
        commands.push_back(row.substr(2, row.find(' ', 2) - 2) + ' ');
    ASSERT_GT(commands.size(), 20U);
    for (const auto& command : commands) {
        const auto shown = folder.text(command + "--help"), all = folder.text(command + "--help-all");
        EXPECT_LE(std::ranges::count(shown, '\n'), 50) << command;
        has(shown, {"Usage: sortscope " + command});
        EXPECT_GE(all.size(), shown.size()) << command;
        EXPECT_EQ(folder.text("help " + command), all) << command;
        expect_narrow(shown + all, command);
    }
    const auto texts = read_file(SORTSCOPE_SOURCE_DIR "/cli/texts/help.txt");
    const std::regex title("\n= (\\S+)\n");
    for (std::sregex_iterator at(texts.begin(), texts.end(), title), end; at != end; ++at)
        EXPECT_TRUE(at->str(1) == "sortscope" || contains(commands, at->str(1) + ' ')) << at->str(1);
    for (const auto* usage : {"compare FILES... [options]", "gui [FILE...] [options]",
                              "show [FILE] [CASE] [options]", "overview FILE [options]"}) {
        const std::string words = usage;
        has(folder.text(words.substr(0, words.find(' ')) + " --help"), {"Usage: sortscope " + words + "\n"});
    }
}

TEST(Threats, EveryPromiseHasItsTest) {
    std::string tests;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SORTSCOPE_SOURCE_DIR "/tests"))
        if (entry.path().extension() == ".cpp") tests += read_file(entry.path());
    const auto page = read_file(SORTSCOPE_SOURCE_DIR "/docs/threats.md");
    const std::regex name("`([A-Z]\\w+)\\.(\\w+)`");
    size_t promises = 0;
    for (std::sregex_iterator at(page.begin(), page.end(), name), end; at != end; ++at, ++promises)
        EXPECT_NE(tests.find("(" + at->str(1) + ", " + at->str(2) + ")"), std::string::npos) << at->str();
    EXPECT_GE(promises, 12U);
}

TEST_F(Words, OptionsAreData) {
    const auto help = json::parse(folder.text("help collect --json"));
    EXPECT_EQ(help["command"], "collect");
    bool preset = false;
    for (const auto& option : help["options"]) {
        const auto text = option["help"].get<std::string>();
        EXPECT_TRUE(std::isupper(uint8_t(text.at(0)))) << text << " starts with a verb";
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        if (option["name"] != "--preset") continue;
        preset = true;
        holds(option, R"({"/value": "NAME", "/group": "What to run", "/choices/0/word": "quick"})");
    }
    EXPECT_TRUE(preset);
}

TEST_F(Words, AFileAloneTellsWhatIsInIt) {
    std::filesystem::copy(folder.path() / "sortscope.db", folder.path() / "-odd.db");
    has(folder.text("list -- -odd.db"), {"bitonic-b2"});
    has(folder.text("-- -odd.db"), {"1 run, 6 cases"});
    std::filesystem::rename(folder.path() / "sortscope.db", folder.path() / "it's mine.db");
    const auto text = folder.text("\"it's mine.db\"");
    has(text, {"it's mine.db: 1 run, 6 cases"});
    // Each printed command can be pasted.
    std::istringstream lines(text);
    size_t commands = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("  sortscope ") || line.starts_with("  sortscope gui")) continue;
        ++commands;
        folder.text(line.substr(12));
    }
    EXPECT_GE(commands, 4U);
    const auto json = folder.json("\"it's mine.db\"");
    holds(json, R"({"/cases": 6, "/facts/not ok": "1 refused"})");
}

TEST_F(Words, ColumnsDoNotDependOnTheFilter) {
    const auto whole = folder.text("list --csv"), part = folder.text("list --csv --backend cpu");
    EXPECT_EQ(whole.substr(0, whole.find('\n')), part.substr(0, part.find('\n')));
}

/// Copies the program beside a window that prints its arguments. Returns a command line that starts the copy.
std::string program_with_window(const Folder& folder) {
    const auto bin = folder.path() / "bin";
    std::filesystem::create_directory(bin);
    std::ofstream(bin / "sortscope-gui") << "#!/bin/sh\necho \"$@\"\n";
    std::filesystem::permissions(bin / "sortscope-gui", std::filesystem::perms::owner_all);
    std::filesystem::copy_file(SORTSCOPE_PROGRAM, bin / "sortscope");
    return "-V >/dev/null; '" + (bin / "sortscope").string() + "' ";
}

TEST_F(Words, TheWindowGetsItsOptions) {
    const auto program = program_with_window(folder);
    EXPECT_EQ(folder.text(program +
                          "gui sortscope.db sortscope.db --case 3 --other 2 --metric gld_sectors --view heat "
                          "--sql 'SELECT 1' --size 800x600 --light --screenshot a.png"),
              "sortscope.db sortscope.db --case 3 --other 2 --metric gld_sectors --view heat --size 800x600 "
              "--sql SELECT 1 --screenshot a.png --light\n");
    EXPECT_EQ(folder.text(program + "gui --view stages --dark"), "sortscope.db --view stages --dark\n");
    folder.refuses(program + "gui sortscope.db --other 999", 2, "999");
    folder.refuses(program + "gui sortscope.db --case 999", 2, "'sortscope list sortscope.db'");
    // sortscope-gui is not in the folder of the program: it is found by PATH.
    std::filesystem::create_directory(folder.path() / "elsewhere");
    std::filesystem::rename(folder.path() / "bin/sortscope-gui", folder.path() / "elsewhere/sortscope-gui");
    const auto on_path = [&](const char* search) {
        return "-V >/dev/null; PATH=" + std::string(search) + program.substr(program.find(';') + 1) + "gui";
    };
    EXPECT_EQ(folder.text(on_path("$PWD/elsewhere:$PATH")), "sortscope.db\n");
    folder.refuses(on_path("/nonexistent"), 4, "neither beside sortscope nor on PATH");
}

TEST(ErrorText, IsBrokenForATerminalAlone) {
    const std::string text =
        "Cases of 2 conditions fit. Choose one by its number, or say more, as much as it takes:\n  case 1: "
        "a\n  case 2: " +
        std::string(60, 'b') + " and words that go on";
    EXPECT_EQ(cli::error_text(text, std::nullopt), "sortscope: " + text + "\n");
    const auto broken = cli::error_text(text, 80);
    expect_narrow(broken, "an error");
    EXPECT_EQ(std::ranges::count(broken, '\n'), 5);
    has(broken, {"\n  case 1: a\n"});
    EXPECT_EQ(cli::error_text("a\x1b[2Jb", 80), "sortscope: a\\x1b[2Jb\n");
}

TEST(Progress, NeedsATerminalThatCanEraseLines) {
    const Folder folder;
    // Runs `collect` with a terminal of kind `term` as standard error. Returns "" without program `script`.
    const auto on_terminal = [&](const std::string& term) {
        return folder
            .sortscope("--version > /dev/null; command -v script > /dev/null && TERM=" + term +
                       " script -qec '" + SORTSCOPE_PROGRAM +
                       " collect --variant bitonic-b2 --n 2^10 --backend simt -o " + term +
                       ".db' /dev/null < /dev/null")
            .out;
    };
    const auto drawn = on_terminal("xterm");
    if (drawn.empty()) GTEST_SKIP() << "There is no program 'script' that makes a terminal.";
    has(drawn, {"\x1b[2K"});
    const auto dumb = on_terminal("dumb");
    has(dumb, {"1 case finished"}, {"\x1b"});
}

TEST(Width, EveryReadingCommandKeepsTo80Columns) {
    const Folder folder;
    std::string commands =
        "doctor|devices|metrics|metrics global_sectors|variants|variants bitonic-c4|import --columns|"
        "predict --devices|reproduce --list|reproduce mu2016-table1 a.db|"
        "compare a.db --across variant=bitonic-b2,bitonic-c4 --stages|compare a.db --across block --per-work "
        "--variant bitonic-local|"
        "compare a.db --across max_keys|compare a.db --across time-mode --variant bitonic-b2|"
        "compare b.db --across device|verify b.db|sweep a.db|"
        "sweep a.db --variant bitonic-c4 --over block,max_keys|show a.db 114 --source|"
        "tune bitonic-c4 --n 2^20 --key u32 --from a.db";
    for (const auto& [name, from] : {std::pair("a.db", SORTSCOPE_EXAMPLE),
                                     {"b.db", SORTSCOPE_EXAMPLES "/h200x2.db"},
                                     {"c.db", SORTSCOPE_FAULTS}}) {
        std::filesystem::copy_file(from, folder.path() / name);
        for (const char* format :
             {"{}", "list {}", "report {}", "predict {}", "query {} 'SELECT * FROM cases LIMIT 3'",
              "advise {} 9", "predict {} --on A100 --key u32", "show {} 9 --by stage",
              "show {} 9 --by substage", "show {} 9 --by launch --top 20", "show {} 9 --by kernel",
              "show {} 9 --by line", "show {} 9 --matrix time", "show {} 9 --sites", "show {} 9 --all"})
            commands += '|' + fmt::format(fmt::runtime(format), name);
    }
    std::istringstream lines(commands);
    for (std::string command; std::getline(lines, command, '|');) {
        const auto result = folder.sortscope(command);
        EXPECT_FALSE(result.out.empty()) << command << ": " << result.err;
        expect_narrow(result.out, command);
    }
    EXPECT_EQ(folder.sortscope("list a.db", "COLUMNS=40").out, folder.text("list a.db"));
}
}  // namespace
}
