#include "program.hpp"
#include "tests/recorder/nvdisasm.hpp"

namespace sortscope::test {
namespace {
/// A program that sends launches to `record`, as the library in a CUDA program does.
const std::string spooling = SORTSCOPE_SPOOLING_PROGRAM;

class Record : public ::testing::Test {
 protected:
    /// Runs `record` in a shell. The recorded program's output goes to the file "out".
    Outcome record(const std::string& options, const std::string& arguments) const {
        return folder.sortscope("record --anyway " + options + " -- " + spooling + " " + arguments + " >out");
    }
    Folder folder;
};

TEST_F(Record, StoresACaseThatReadingCommandsShow) {
    EXPECT_EQ(record("--name my-sort --items 2^20 --axis n=2^20 --axis key=u32 --rounds 3", "20 exit").code,
              0);
    EXPECT_EQ(folder.read("out"), "own output\nown output\nown output\n");
    holds(folder.json("list"), R"({"/cases#": 1})");
    const auto shown = folder.json("show sortscope.db 1");
    EXPECT_EQ(shown.at("program"), "my-sort");
    has(folder.text("show sortscope.db 1 --by substage"), {"my-sort", "sort / merge", "Test GPU"});
    has(folder.text("report sortscope.db"), {"my-sort"});
    has(folder.text("export sortscope.db --csv"), {"my-sort"});
    has(folder.text("verify sortscope.db"), {});
}

TEST_F(Record, LaunchesHaveCountersOfASecondRun) {
    EXPECT_EQ(record("", "6 exit").code, 0);
    EXPECT_EQ(folder.read("out"), "own output\n") << "the second run prints nothing";
    auto launches = folder.json("show sortscope.db 1 --by launch").at("launches");
    EXPECT_EQ(launches.at(0).at("counters").at("measured").at("warp_instructions"), 1001);
    EXPECT_EQ(launches.at(0).at("counters").at("measured").at("gld_requests"), 64);
    EXPECT_FALSE(launches.at(1).at("counters").at("measured").contains("gld_requests"));
    EXPECT_EQ(record("--time-only -o once.db", "6 exit").code, 0);
    launches = folder.json("show once.db 1 --by launch").at("launches");
    EXPECT_EQ(launches.at(0)
                  .value("counters", nlohmann::json::object())
                  .value("measured", nlohmann::json::object())
                  .size(),
              0U);
    EXPECT_EQ(record("-o other.db", "6 other").code, 0);
    has(folder.text("show other.db 1"), {"--time-only"});
    EXPECT_EQ(record("-q -o fewer.db", "6 fewer").code, 128 + SIGABRT);
    for (const char* file : {"sortscope.db", "once.db", "other.db", "fewer.db"})
        has(folder.text(std::string("verify ") + file), {});
}

TEST_F(Record, EachPassOfCountersIsARunOfTheProgram) {
    EXPECT_EQ(record("--counters sass,memory", "6 passes").code, 0);
    EXPECT_EQ(folder.read("out"), "own output\n");
    const auto launches = folder.json("show sortscope.db 1 --by launch").at("launches");
    const auto& counters = launches.at(0).at("counters").at("measured");
    EXPECT_EQ(counters.at("warp_instructions"), 1001);
    EXPECT_EQ(counters.at("l2_sectors"), 1001);
    has(folder.text("verify sortscope.db"), {});
    folder.refuses("record --counters none -- ./program", 2, "--time-only");
    folder.refuses("record --counters smsp__a.sum -- ./program", 2, "catalogue");
    folder.refuses("record --counters nonsense -- ./program", 2, "nonsense");
}

TEST_F(Record, FiltersAndRules) {
    const auto launches = [&](const std::string& options) {
        EXPECT_EQ(record("-q -o f.db " + options, "8 exit").code, 0);
        const auto all = folder.json("list f.db").at("cases");
        return folder.json("show f.db " + std::to_string(all.size()) + " --by launch").at("launches");
    };
    EXPECT_EQ(launches("--range merge").size(), 4U);
    EXPECT_EQ(launches("--kernel mer.e").size(), 8U);
    EXPECT_EQ(launches("--skip 3 --max-launches 2").size(), 2U);
    EXPECT_EQ(launches("--stage-by 'regex=^(me)rge'").at(0).at("label"), "me");
    EXPECT_EQ(record("-q -o none.db --kernel local", "8 exit").code, 0);
    EXPECT_FALSE(folder.has("none.db"));
    folder.refuses("record --kernel '(' -- ./program", 2, "regular");
    folder.refuses("record --max-launches 0 -- ./program", 2, "--max-launches");
    has(folder.text("verify f.db"), {});
}

TEST_F(Record, StallsHaveSourceLinesAndSass) {
    const FakeNvdisasm tool;
    folder.write("sort.cu", "line one\nline two\n");
    const auto ended = folder.sortscope("record --anyway --stalls -- " + spooling + " 6 exit >out",
                                        "PATH=" + tool.path().parent_path().string() + ":$PATH");
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(folder.read("out"), "own output\n") << "the run under sampling prints nothing";
    has(folder.text("show sortscope.db 1 --by line"),
        {"merge.sass     4", "sort.cu        2", "long_scoreboard"});
    has(folder.text("show sortscope.db 1 --source"), {"LDG.E R3", "line two"});
    const auto launches = folder.json("show sortscope.db 1 --by launch").at("launches");
    EXPECT_EQ(launches.at(0).at("counters").at("measured").at("warp_instructions"), 1001);
    has(folder.text("verify sortscope.db"), {});
    EXPECT_EQ(record("--stalls --counters none -q -o bare.db", "6 quick").code, 0);
    has(folder.text("verify bare.db"), {});
}

TEST_F(Record, DelaySampleAndMemory) {
    const auto launches = [&](const std::string& options) {
        std::filesystem::remove(folder.path() / "d.db");
        EXPECT_EQ(record("-q -o d.db " + options, "8 exit").code, 0);
        has(folder.text("verify d.db"), {});
        std::vector<int64_t> counts;
        const auto shown = folder.json("show d.db 1 --by launch").at("launches");
        for (const auto& launch : shown)
            counts.push_back(launch.at("counters").at("measured").at("warp_instructions"));
        return counts;
    };
    using Counts = std::vector<int64_t>;
    EXPECT_EQ(launches("--delay 0.00001 --rounds 2"), (Counts{1004, 1005, 1006, 1007, 1008}));
    EXPECT_EQ(launches("--sample every=3"), (Counts{1001, 1004, 1007}));
    EXPECT_EQ(launches("--sample every=3 --delay 0.00001"), (Counts{1004, 1007}));
    EXPECT_EQ(launches("--delay 0.00001 --skip 1 --max-launches 2"), (Counts{1005, 1006}));
    EXPECT_EQ(launches("--max-memory 1MiB").size(), 8U);
    EXPECT_EQ(record("--time-only -o m.db --max-memory 1MiB", "30000 exit").code, 0);
    const auto some = folder.json("show m.db 1").at("launches").size();
    EXPECT_GT(some, 5000U);
    EXPECT_LT(some, 30000U);
    has(folder.text("show m.db 1"), {"--max-memory"});
}

TEST_F(Record, OptionsThatContradictEachOtherAreRefused) {
    folder.refuses("record --stalls --time-only -- ./program", 2, "--time-only");
    folder.refuses("record --stalls --range sort -- ./program", 2, "--range");
    folder.refuses("record --sample every=2 --repeat-by sort -- ./program", 2, "--repeat-by");
    folder.refuses("record --sample every=2 --items 100 -- ./program", 2, "--sample");
    folder.refuses("record --delay 1 --repeat-by sort -- ./program", 2, "--delay");
    for (const char* value : {"every", "every=0", "3", "every=x"})
        folder.refuses(std::string("record --sample ") + value + " -- ./program", 2, "--sample");
    for (const char* value : {"soon", "-1", "nan", "1s"})
        folder.refuses(std::string("record --delay=") + value + " -- ./program", 2, "--delay");
    for (const char* value : {"much", "0", "1000"})
        folder.refuses(std::string("record --max-memory ") + value + " -- ./program", 2, "--max-memory");
    folder.refuses("record --counters none -- ./program", 2, "--time-only");
}

TEST_F(Record, AFileTakesAtMost120BytesALaunch) {
    EXPECT_EQ(record("-q", "100000 exit").code, 0);
    EXPECT_LT(folder.read("sortscope.db").size(), 120U * 100'000);
}

TEST_F(Record, TheProgramsEndIsItsOwn) {
    EXPECT_EQ(record("-q", "3 exit 7").code, 7);
    EXPECT_EQ(record("-q", "3 quick 9").code, 9);
    EXPECT_EQ(record("-q", "3 kill 15").code, 128 + 15);
    EXPECT_EQ(folder.json("list").at("cases").size(), 3U);
    EXPECT_EQ(folder.json("show sortscope.db 3").at("launches").size(), 3U);
    EXPECT_EQ(record("-q -o none.db", "0 exit 4").code, 4);
    EXPECT_FALSE(folder.has("none.db"));
}

TEST_F(Record, TheProgramReadsItsOwnInput) {
    folder.write("in", "two words\n");
    EXPECT_EQ(folder.sortscope("record --anyway -q -- " + spooling + " 1 copy <in >out").code, 0);
    EXPECT_EQ(folder.read("out"), "own output\ntwo words\n");
}

TEST_F(Record, WrongRequestsAreRefused) {
    folder.refuses("record", 2);
    folder.refuses("record ./program", 2, "--");
    folder.refuses("record --stage-by kernels -- ./program", 2, "--stage-by");
    folder.refuses("record --axis n -- ./program", 2, "--axis");
    folder.refuses("record --axis n=2^10 --axis n=4 -- ./program", 2, "--axis");
    folder.refuses("record --axis key=u31 -- ./program", 2, "--axis");
    folder.refuses("record --items many -- ./program", 2, "--items");
    folder.refuses("record --bytes 4 -- ./program", 2, "--items");
    folder.refuses("record --anyway -- ./no-such-program", 4, "no-such-program");
    EXPECT_NE(record("-o missing/a.db", "1 exit").code, 0);
    EXPECT_EQ(folder.read("out"), "") << "it ran, and its launches had no place";
}

TEST_F(Record, WithoutAGpuASentenceSaysWhatIsMissing) {
    const auto devices = folder.json("devices");
    for (const auto& device : devices)
        if (device.at("backend") == "cupti") GTEST_SKIP() << "There is a GPU here.";
    folder.refuses("record -- " + spooling + " 1 exit", 4, "--anyway");
}
}  // namespace
}
