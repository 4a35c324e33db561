#include "tests/cli/program.hpp"

#include <cstdlib>

#include "core/version.hpp"

namespace sortscope::test {
namespace {
using ::testing::MatchesRegex;

using Program = SampleTest;

/// Expected outputs for examples/h200.db. Line 1 is the command. SORTSCOPE_UPDATE_EXPECTED=1 rewrites them.
class Expected : public ::testing::TestWithParam<std::string> {};

TEST_P(Expected, Text) {
    const Folder folder;
    std::filesystem::create_symlink(SORTSCOPE_EXAMPLE, folder.path() / "h200.db");
    const auto path = std::filesystem::path(SORTSCOPE_EXPECTED) / (GetParam() + ".txt");
    const auto expected = read_file(path);
    const auto command = expected.substr(0, expected.find('\n'));
    const std::string prompt = "$ sortscope ";
    ASSERT_TRUE(command.starts_with(prompt)) << path;
    const auto outcome = folder.ends(command.substr(prompt.size()));
    const auto actual = command + '\n' + outcome.out;
    if (std::getenv("SORTSCOPE_UPDATE_EXPECTED") != nullptr)
        std::ofstream(path, std::ios::binary) << actual;
    else
        EXPECT_EQ(actual, expected)
            << "If the change is meant, run this test with SORTSCOPE_UPDATE_EXPECTED=1.";
}

std::vector<std::string> expected_texts() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(SORTSCOPE_EXPECTED))
        names.push_back(entry.path().stem().string());
    std::ranges::sort(names);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Example, Expected, ::testing::ValuesIn(expected_texts()),
                         [](const auto& text) { return text.param; });

TEST_F(Program, Version) {
    const auto outcome = folder.ends("--version");
    EXPECT_THAT(outcome.out,
                MatchesRegex("sortscope [0-9.]+\nCommit: ([0-9a-f]{40}(, with changes)?|unknown)\n"
                             "Built with: [^\n]+; SQLite 3[0-9.]+, fmt [0-9.]+, Boost 1[0-9.]+\n"
                             "GPU code: (none|optimised, for .+|not optimised .+)\n"));
    has(outcome.out, {__VERSION__ "; SQLite "});
    has(outcome.out, {"\nGPU code: " SORTSCOPE_GPU_CODE "\n"});  // as CMake compiled it
    const bool has_gpu_code = std::string_view(SORTSCOPE_GPU_CODE) != "none";
    has(folder.text("doctor --json"),
        {has_gpu_code ? "GPU code " SORTSCOPE_GPU_CODE "\"" : "this program was built without CUDA"});
    EXPECT_THAT(outcome.out, StartsWith(std::string("sortscope ") + program_version + "\n"));
}

/// A refused command line, its exit code, and a word of its message.
struct Refusal {
    const char* arguments;
    const char* word;
    int code = 2;
};

TEST_F(Program, RefusesWithASentenceAndAnExitCode) {
    std::ofstream(folder.path() / "foreign.db") << "no database, but long enough to look like a file of one";
    std::filesystem::create_symlink("nowhere.db", folder.path() / "dangling.db");
    std::filesystem::create_symlink("loop.db", folder.path() / "loop.db");
    for (const auto& [arguments, word, code] : {
             Refusal{"", "subcommand"},
             // unknown words, and the nearest known word
             {"lst", "'list'"},
             {"--vresion", "'--version'"},
             {"help lst", "'list'"},
             {"list --jsn", "'--json'"},
             {"list --frobnicate", "list --help"},
             {"collect --varient=bitonic-b2", "'--variant'"},
             {"list --variant bitonic-b", "'bitonic-b2'"},
             {"show --variant bitonic-b", "'bitonic-b2'"},
             {"report --variant bitonic-b2,bitonc-b2", "'bitonic-b2'"},
             {"show 1 --sort gld_sector", "gld_sectors"},
             {"metrics gld_sector", "gld_sectors"},
             {"reproduce jan2014", "'jan2013'"},
             {"reproduce zzz", "bainville2011"},
             // values of the wrong kind
             {"list --key u33", "--key"},
             {"list --n big", "--n"},
             {"list --n 2^99", "--n"},
             {"list --n 99999999999999999999", "--n"},
             {"list --block 12x", "--block"},
             {"list --run one", "--run"},
             {"show 1 --by colour", "substage"},
             {"show 1 --top", "--top needs a value: N."},
             {"show 1 --top=", "--top"},
             {"show 1 --top 0", "--top"},
             {"show 1 --matrix zzz", "sortscope metrics"},
             {"show 1 --source x:0", "lines count from 1"},
             {"show 1 --source 0", "lines count from 1"},
             {"report --repeats all", "each-run"},
             {"export 1 --scale 1e9", "0.1 to 20"},
             {"collect --variant bitonic-b2 --n 1..", "--n"},
             {"collect -o ''", "--output"},
             // options that exclude each other
             {"list --json --csv", "--csv"},
             {"show 1 --json --csv", "--csv"},
             {"list --format json --csv", "--format"},
             {"list --format html", "markdown"},
             {"list -o page.html", "cannot write 'page.html'"},
             {"report -o picture.svg", "cannot write 'picture.svg'"},
             {"show 1 --sort share --json", "--json"},
             {"show 3 --n 2^12", "not both"},
             {"metrics gld_sectors --set memory", "not both"},
             // runs, cases, launches, parameters and devices that the file lacks
             {"list --run 99", "1"},
             {"report --run 1,99", "no run 99"},
             {"list --param max_key=1", "'max_key'"},
             {"list --device H300", "'H300'"},
             {"report --n 2^13", "No case"},
             {"show --n 2^13", "No case"},
             {"show --n 2^12", "\n  case 2: block 256\n  case 3: block 512"},
             {"show", "CASE"},
             {"show 99", "'sortscope list sortscope.db'"},
             {"show sortscope.db", "'sortscope.db'"},
             {"show sortscope.db twelve", "'twelve'"},
             {"show sortscope.db 0", "'0'"},
             {"show sortscope.db 1 2 3", "at most 2"},
             {"show 1 --launch 900", "sortscope show sortscope.db 1 --by launch"},
             {"export --format trace sortscope.db -o a.trace", "sortscope.db 1 --format trace -o case.trace"},
             {"export sortscope.db --chart matrix -o a.svg", "sortscope.db 1 --chart matrix -o matrix.svg"},
             // files
             {"absent.db", "'absent.db'", 5},
             {"list absent.db", "absent.db", 5},
             {"list 'no\nsuch.db'", "'no such.db'", 5},
             {"show absent.db 1", "absent.db", 5},
             {"report absent.db", "absent.db", 5},
             {"gui absent.db", "absent.db", 5},
             {"list foreign.db", "foreign.db", 5},
             {"list -- --json", "'--json'", 5},
             {"dangling.db", "'nowhere.db'", 5},
             {"list dangling.db", "'nowhere.db'", 5},
             {"verify loop.db", "leads back to itself", 5},
             {"import . -o x.db", "'.' is a folder", 5},
             {"predict --on ./x.json", "'./x.json'", 5},
             {"list -o none/list.txt", "none", 4},
             {"merge all.db sortscope.db -o none/merged.txt", "none", 4},
         }) {
        folder.refuses(arguments, code, word);
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "all.db")) << "an output is checked before the work";
    std::filesystem::resize_file(folder.path() / "sortscope.db", 5000);
    folder.refuses("list", 5, "sortscope.db");
}

TEST_F(Program, FormatsHaveOneOptionAndShortForms) {
    EXPECT_EQ(folder.text("list --format csv"), folder.text("list --csv"));
    EXPECT_EQ(folder.text("list --format json"), folder.text("list --json"));
    EXPECT_EQ(folder.text("list --format table"), folder.text("list"));
    for (const auto& [file, format] :
         {std::pair("a.csv", "csv"), {"a.json", "json"}, {"a.md", "markdown"}, {"a.txt", "table"}}) {
        folder.text(std::string("list -o ") + file);
        folder.text(std::string("list -o other --format ") + format);
        EXPECT_EQ(folder.read(file), folder.read("other")) << file;
    }
    for (const auto* command : {"list", "show 1", "show 1 --by launch", "report", "metrics", "variants",
                                "query 'SELECT variant, n FROM cases'", "predict", "sweep", "devices"}) {
        const auto text = folder.text(std::string(command) + " --format markdown");
        size_t columns = 0;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            if (!line.starts_with("| ")) {
                columns = 0;
                continue;
            }
            size_t bars = 0;
            for (size_t i = 0; i < line.size(); ++i)
                bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
            EXPECT_TRUE(columns == 0 || bars == columns) << command << ": " << line;
            columns = bars;
        }
    }
}

TEST_F(Program, WideTablesLeaveNoColumnOut) {
    const auto heads = [&](const std::string& options, const char* environment) {
        const auto text = folder.sortscope("show 1 --by launch" + options, environment).out;
        return text.find("Left out") == std::string::npos;
    };
    EXPECT_FALSE(heads("", "COLUMNS=80"));
    EXPECT_FALSE(heads("", "COLUMNS=")) << "a pipe has 120 columns";
    EXPECT_TRUE(heads(" --wide", "COLUMNS=80"));
}

TEST_F(Program, MetricsOfASelectionAndOfNvprof) {
    const auto divergence = folder.sortscope("metrics --set divergence", "COLUMNS=200").out;
    has(divergence, {"branch_efficiency_pct"});
    EXPECT_THAT(divergence, testing::Not(HasSubstr("gld_sectors")));
    EXPECT_LT(folder.json("metrics --set divergence").size(), 20U);
    folder.refuses("metrics --set divergenec", 2, "divergence");
    has(folder.text("metrics gld_efficiency"), {"gld_efficiency_pct: Bytes asked for over bytes moved"});
    EXPECT_EQ(folder.json("metrics ipc")["vendor_metrics"], "smsp__inst_executed.avg.per_cycle_active");
}

TEST_F(Program, MetricsOfAChipNeedNoGpu) {
    const auto result = folder.sortscope("metrics --chip GA100 --set memory", "COLUMNS=200");
    EXPECT_EQ(result.code, 0) << result.err;
    has(result.out, {"dram_read_bytes"});
    if (result.out.find("are unknown here") != std::string::npos) {
        const auto json = folder.sortscope("metrics --chip GA100 --set memory --json");
        EXPECT_NE(json.code, 0) << "a program that asks for the chip's part is not given half";
        GTEST_SKIP() << "There is no CUDA or no CUPTI here, which the program says: "
                     << result.out.substr(result.out.find("are unknown here"));
    }
    has(result.out, {"GA100 takes 3 passes for it", "dram__bytes_read.sum"});
    const auto json = folder.json("metrics --chip GB202 --set dram_read_bytes");
    holds(json,
          R"({"/metrics/0/hardware/names_on_chip/0": "dram__bytes_op_read.sum", "/passes/0/passes": 1})");
    folder.refuses("metrics --chip GA10", 2, "GA100");
}

TEST_F(Program, EveryListGoesToAFileAndToASpreadsheet) {
    for (const auto& [command, rows] : {std::pair("list", 7),
                                        {"show 1", 11},
                                        {"show 4 --sites", 4},
                                        {"report", 0},
                                        {"metrics", 0},
                                        {"variants", 0},
                                        {"devices", 0},
                                        {"doctor", 0}}) {
        EXPECT_EQ(folder.text(std::string(command) + " --csv -o out.csv"), "") << command;
        const auto text = folder.read("out.csv");
        EXPECT_GE(std::ranges::count(text, '\n'), 2) << command;
        if (rows != 0) {
            EXPECT_EQ(std::ranges::count(text, '\n'), rows) << command;
        }
        has(text.substr(0, text.find('\r')), {","});
        std::filesystem::remove(folder.path() / "out.csv");
    }
    EXPECT_EQ(folder.text("show 1 -o show.txt"), "");
    EXPECT_THAT(folder.read("show.txt"), StartsWith("Case 1"));
}

TEST_F(Program, FollowsTheLocale) {
    const auto ascii = folder.sortscope("report", "LC_ALL=C").out;
    EXPECT_TRUE(std::ranges::all_of(ascii, [](char c) { return c == '\n' || (c >= ' ' && c < 0x7F); }));
    has(ascii, {"####"});
}

TEST_F(Program, AReaderThatGoesAwayIsNoError) {
    const auto outcome = folder.sortscope("show 4 --json | true; echo done");
    EXPECT_EQ(outcome.out, "done\n");
    EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(Program, AFullDiskIsAnError) {
    folder.ends("list >/dev/full", 4);
    folder.ends("--version >/dev/full", 4);
    folder.refuses("list >&-", 4, "Standard output is closed");
}
}  // namespace
}
