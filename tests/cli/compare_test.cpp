#include <sys/stat.h>

#include <tuple>

#include "tests/cli/program.hpp"
#include "tests/cli/rounds.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::test {
namespace {
/// Sorts of several sizes and blocks.
std::vector<CaseRecord> cases(double factor) {
    std::vector<CaseRecord> all;
    for (int log2 = 10; log2 < 16; ++log2)
        all.push_back(of_three_rounds(1ULL << log2, 256, factor * 1e5 * (log2 - 9)));
    all.push_back(of_three_rounds(1 << 12, 512, factor * 3.1e5));
    all.push_back(of_three_rounds(1 << 12, 128, factor * 4e5));
    return all;
}

class Compare : public ::testing::Test {
 protected:
    Compare() {
        sample::write_cases(folder.path() / "a.db", sample::sample_run(), cases(1));
        sample::write_cases(folder.path() / "b.db", sample::sample_run(), cases(1.03));
    }
    Folder folder;
};

TEST_F(Compare, FailOnGivesTheExitCodeOfARegression) {
    ASSERT_EQ(::mkfifo((folder.path() / "gone").c_str(), 0600), 0);
    for (const auto& [arguments, code, verdicts] :
         {std::tuple("a.db b.db --fail-on slower:2%", 4, "8 slower"),
          {"a.db b.db --fail-on slower:2%,slower:1%", 4, "8 slower"},
          {"a.db b.db --fail-on slower:2% > gone & : < gone; wait $!", 4, ""},  // nobody reads the output
          {"a.db b.db --fail-on slower:5%", 0, "8 slower"},
          {"a.db b.db --fail-on faster", 0, "8 slower"},
          {"b.db a.db --fail-on faster", 4, "8 faster"},
          {"a.db b.db --min-effect 5%", 0, "8 same"},
          {"a.db a.db --fail-on slower:2%,faster:2%", 0, "8 pairs of cases, 8 same"}}) {
        const auto outcome = folder.sortscope(std::string("compare ") + arguments);
        EXPECT_EQ(outcome.code, code) << arguments;
        has(outcome.out, {verdicts});
        if (code == 4) {
            has(outcome.err, {"8 pairs differ as --fail-on says"});
        }
    }
}

/// Adds stream times to other_times: graph times * `factor`. Multiplies kernels' times by `kernels`, or by
/// `factor` if `kernels` is 0.
std::vector<CaseRecord> with_streams(std::vector<CaseRecord> all, double factor, double kernels = 0) {
    for (auto& record : all) {
        for (auto& launch : record.launches)
            launch.duration_ns = std::llround((kernels > 0 ? kernels : factor) * double(*launch.duration_ns));
        auto time = *record.time;
        time.mode = TimeMode::stream;
        for (auto* ns : {&time.median_ns, &time.min_ns, &time.max_ns})
            *ns = std::llround(factor * double(*ns));
        for (auto& round : time.rounds) round.median_ns = std::llround(factor * double(round.median_ns));
        record.other_times.push_back(time);
    }
    return all;
}

TEST_F(Compare, ExitCodesFromStreamTimesOfTwoRecordingsWarn) {
    sample::write_cases(folder.path() / "s.db", sample::sample_run(), with_streams(cases(1), 2));
    auto later = sample::sample_run();
    later.started_utc = "2026-12-01T00:00:00Z";
    sample::write_cases(folder.path() / "s.db", later, with_streams(cases(1), 5));
    const auto stream = folder.ends("compare s.db --run 1,2 --time-mode stream --fail-on slower:2%", 4);
    has(stream.err, {"Warning: --fail-on uses 8 pairs", "8 pairs differ"});
    EXPECT_THAT(folder.sortscope("compare s.db --run 1,2 --time-mode graph --fail-on slower:2%").err,
                IsEmpty());
    EXPECT_THAT(folder.sortscope("compare s.db --run 1,2 --time-mode stream").err, IsEmpty())
        << "without --fail-on";
    const auto one = folder.json("compare s.db --run 1,2 --time-mode stream")["comparisons"][0];
    holds(one, R"({"/pairs_of_host_paced_times_of_two_recordings": 8,
            "/pairs/0/host_paced_times_of_two_recordings": true})");
    EXPECT_EQ(one["pairs"][0]["base"]["time_mode"], "stream") << "what was compared, not the case's headline";
    EXPECT_EQ(one["pairs"][0]["other"]["time_mode"], "stream");
    const auto history = folder.ends("history s.db --time-mode stream --fail-on slower:2%", 4);
    has(history.err, {"Warning: --fail-on uses 8 conditions", "8 conditions differ"});
    has(folder.text("history s.db --time-mode stream --json"),
        {"\"host_paced_times_of_two_recordings\": true"});
    folder.text("history s.db --time-mode graph --fail-on slower:2%");
    folder.refuses("history s.db --fail-on unclear", 2, "compare --fail-on unclear");
}

TEST_F(Compare, AGateDoesNotFailByTheHost) {
    sample::write_cases(folder.path() / "s.db", sample::sample_run(), with_streams(cases(1), 2, 1));
    sample::write_cases(folder.path() / "s.db", sample::sample_run(), with_streams(cases(1), 5, 1));
    has(folder.text("compare s.db --run 1,2 --time-mode stream --fail-on slower:2%"), {"8 host"});
}

TEST_F(Compare, ExitCodesFromHostTimesOfTwoHostsWarn) {
    const auto hosted = [](double factor) {
        auto all = cases(factor);
        for (auto& record : all) {
            record.time_mode = record.time->mode = TimeMode::host;
            for (auto& trial : record.trials) trial.time_mode = TimeMode::host;
        }
        return all;
    };
    auto large = sample::sample_run(), small = sample::sample_run();
    large.host.threads = 16;
    small.host.threads = 2;
    sample::write_cases(folder.path() / "h.db", large, hosted(1));
    sample::write_cases(folder.path() / "i.db", sample::sample_run(), hosted(1.3));
    sample::write_cases(folder.path() / "j.db", small, hosted(5));
    folder.ends("compare h.db i.db --fail-on slower:2%");
    const auto slower = folder.ends("compare h.db j.db --fail-on slower:2%", 4);
    has(slower.err, {"8 pairs with host times of two recordings", "8 pairs from two hosts"},
        {"--time-mode graph"});
    has(slower.out, {"8 pairs of host times from two hosts"});
    const auto json = folder.json("compare h.db j.db")["comparisons"][0];
    holds(json, R"({"/pairs_of_two_hosts": 8, "/pairs/0/of_two_hosts": true})");
}

TEST_F(Compare, AFurtherPartCanBeLeftFree) {
    auto others = cases(1.1);
    for (auto& record : others) record.subject.name = "bitonic-c4", edit(record).config.block = 64;
    sample::write_cases(folder.path() / "c.db", sample::sample_run(), {cases(1).at(0), others.at(0)});
    folder.refuses("compare c.db --across variant", 5,
                   "They differ in their block at least; a further --across block leaves it free.");
    has(folder.text("compare c.db --across variant --across block"), {"1 pair of cases, 1 slower"});
}

TEST_F(Compare, DifferentWorkHasNoVerdictButPerUnitOfWork) {
    auto runs = cases(0.5).at(0);
    runs.subject.name = "bitonic-local", runs.subject.promise = Promise::in_blocks;
    auto whole = cases(1).at(0);
    sample::write_cases(folder.path() / "c.db", sample::sample_run(), {whole, runs});
    folder.refuses("compare c.db --across variant", 5, "--per-work");
    const auto json = folder.json("compare c.db --across variant --per-work")["comparisons"][0];
    EXPECT_EQ(json.at("pairs").at(0).at("ratio_of"), "time_per_work");
    EXPECT_NEAR(json.at("pairs").at(0).at("ratio"), 0.5 * 10 / 8, 0.001);
    has(folder.text("compare c.db --across variant --per-work"), {"per work"});
}

TEST_F(Compare, RunsOfOneFile) {
    sample::write_cases(folder.path() / "a.db", sample::sample_run(), cases(0.9));
    has(folder.text("compare a.db --run 1,2"), {"run 2 against run 1: 8 pairs of cases, 8 faster"});
    has(folder.text("compare a.db b.db --run 2,1"), {"8 pairs of cases, 8"});
    has(folder.text("history a.db"),
        {"8 series over several runs, 8 with a change", "faster from run 2:", "0.900 (last run)", "2^15"});
    const auto red = folder.ends("history a.db --fail-on faster:2%,faster:5%", 4);
    has(red.err, {"8 conditions differ as --fail-on says"});
    sample::write_cases(folder.path() / "a.db", sample::sample_run(), cases(0.9));
    sample::write_cases(folder.path() / "a.db", sample::sample_run(), cases(1));
    folder.text("history a.db --fail-on faster:2%,faster:5%");
    has(folder.text("history a.db --csv"),
        {"faster from run 2: 0.900 (now same), slower from run 4: 1.111 (last run)"});
}

TEST_F(Compare, GpusOfOneModelMeetAndAreNamed) {
    for (const char* name : {"h200.db", "h200x2.db"})
        std::filesystem::copy_file(std::filesystem::path(SORTSCOPE_EXAMPLES) / name, folder.path() / name);
    const auto text = folder.text("compare h200.db h200x2.db");
    has(text, {"14 pairs of cases", "GPU-2acff70e", "Possible causes", "--explain"}, {"1 is outside"});
    has(folder.text("compare h200.db h200x2.db --explain"), {"1 is outside"});
}

TEST_F(Compare, MethodsAreExplainedOnce) {
    const auto text = folder.text("compare a.db b.db a.db --explain");
    EXPECT_NE(text.find("1 is outside"), std::string::npos);
    EXPECT_EQ(text.find("1 is outside"), text.rfind("1 is outside"));
}

/// bitonic-b2 and bitonic-c4, whose curves cross at 2^12.5, and a sort on a CPU.
std::vector<CaseRecord> rivals() {
    auto all = cases(1);
    all.resize(6);
    for (int i = 0; i < 6; ++i) {
        auto record = cases(i < 3 ? 0.5 : 2).at(size_t(i));
        record.subject.name = "bitonic-c4";
        all.push_back(record);
    }
    all.push_back(sample::cpu_case(1024, 1000000));
    all.back().cache_state = all.front().cache_state;
    return all;
}

TEST_F(Compare, KeysOfTwoTypesGetNoVerdict) {
    auto all = cases(1);
    for (size_t i = 0, count = all.size(); i < count; ++i) {
        all.push_back(all[i]);
        all.back().axes.set("key", std::string("u64"));
    }
    sample::write_cases(folder.path() / "keys.db", sample::sample_run(), all);
    const auto pairs = folder.json("compare keys.db --across key")["comparisons"][0];
    ASSERT_EQ(pairs["pairs"].size(), 8U);
    for (const auto& pair : pairs["pairs"]) {
        EXPECT_TRUE(pair.contains("ratio"));
        EXPECT_FALSE(pair.contains("verdict"));
    }
    has(folder.text("compare keys.db --across key"), {"8 not judged"}, {"faster,", "8 same"});
    has(folder.text("compare keys.db --across key --stages"), {"not judged"});
    folder.refuses("compare keys.db --across key --fail-on slower", 2, "--fail-on");
}

TEST_F(Compare, AGateOverCasesWithoutTimesIsRefused) {
    auto modelled = cases(1);
    for (auto& record : modelled) {
        record.time.reset();
        record.time_mode = TimeMode::none;
        record.trials.clear();
    }
    sample::write_cases(folder.path() / "m.db", sample::sample_run(), modelled);
    folder.text("compare m.db m.db");
    folder.refuses("compare m.db m.db --fail-on slower:2%", 2, "--fail-on");
}

TEST_F(Compare, ACpusTimeIsComparedWithAGpus) {
    const auto compared = folder.json(
        "compare '" SORTSCOPE_EXAMPLE
        "' --across variant=bitonic-semi,cpu-quicksort --across device --across backend --across block "
        "--key u32 --n 2^20")["comparisons"];
    ASSERT_EQ(compared.size(), 1U);
    ASSERT_EQ(compared[0]["pairs"].size(), 1U);
    const auto& pair = compared[0]["pairs"][0];
    holds(pair, R"({"/verdict": "slower", "/base/time_mode": "graph", "/other/time_mode": "host"})");
    EXPECT_GT(pair["ratio"], 100);
}

TEST_F(Compare, ModesOfTheChosenCasesAreNamed) {
    auto all = cases(1);
    all.push_back(all.front());
    all.back().subject.name = "bitonic-c4";
    all.push_back(sample::cpu_case(1024, 1000000));
    sample::write_cases(folder.path() / "m.db", sample::sample_run(), all);
    const auto outcome =
        folder.sortscope("compare m.db --across variant=bitonic-b2,bitonic-c4 --time-mode stream");
    EXPECT_EQ(outcome.code, 2);
    has(outcome.err, {"times in: graph."});
}

TEST_F(Compare, SpeedupsNameBestWorstAndCrossings) {
    sample::write_cases(folder.path() / "r.db", sample::sample_run(), rivals());
    const auto json = folder.json("speedup r.db --base bitonic-b2");
    holds(json, R"({"/sizes#": 6, "/crossings/0/other": "bitonic-c4", "/crossings/0/sizes_shared": 6,
            "/crossings/0/crossings#": 1, "/crossings/0/crossings/0/faster_from_here": "base"})");
    EXPECT_NEAR(json["crossings"][0]["crossings"][0]["log2_n"].get<double>(), 12.5, 0.01);
    const auto& rows = json["sizes"][0]["variants"];
    ASSERT_EQ(rows.size(), 3U);
    holds(rows, R"({"/0/best": true, "/0/condition/variant": "bitonic-c4", "/0/verdict": "faster",
            "/1/is_base": true, "/1/speedup": 1.0, "/2/worst": true, "/2/condition/backend": "cpu",
            "/2/time/time_mode": "host"})");
    EXPECT_NEAR(rows[0]["speedup"].get<double>(), 2, 1e-3);
    EXPECT_NEAR(rows[2]["speedup"].get<double>(), 0.1, 1e-3);
    EXPECT_LT(rows[2]["speedup_low"], rows[2]["speedup"]);
    EXPECT_EQ(std::ranges::count(folder.text("speedup r.db --base bitonic-b2 --csv"), '\n'), 14);
    has(folder.text("speedup r.db --base bitonic-b2"), {"overtaken at 2^12.5", "std-sort"});
    has(folder.text("speedup r.db --base bitonic-b2 --n 2^10"), {"base", "best", "worst"});
    has(folder.text("compare r.db --across variant=bitonic-b2,bitonic-c4"),
        {"overtaken at 2^12.5 (between 2^12 and 2^13)"});
    folder.refuses("speedup r.db", 2, "bitonic-b2, bitonic-c4, ");
    folder.refuses("compare r.db --across variant=bitonic-c4,bitonic-c4", 2, "twice");
    folder.refuses("speedup r.db --base bitonic-c5", 2, "Did you mean");
    folder.refuses("speedup a.db --base bitonic-b2", 2, "nothing to compare");
}

TEST_F(Compare, SpeedupsLeaveOutOtherWork) {
    auto all = rivals();
    for (size_t i = 6; i < 12; ++i) all[i].subject.promise = Promise::in_blocks;
    sample::write_cases(folder.path() / "r.db", sample::sample_run(), all);
    const auto json = folder.json("speedup r.db --base bitonic-b2");
    EXPECT_EQ(json["left_out"], json::array({"bitonic-c4"}));
    EXPECT_EQ(json["sizes"].size(), 1U);
}

TEST_F(Compare, NamesWhatElseDiffersBetweenTwoRecordings) {
    auto others = cases(1.03);
    for (auto& record : others) record.device.driver_version = "590.12";
    auto later = sample::sample_run();
    later.program_version = "0.2.0";
    sample::write_cases(folder.path() / "c.db", later, others);
    has(folder.text("compare a.db c.db"), {"Possible causes", "580.65.06 against 590.12"});
    const auto causes = folder.json("compare a.db c.db")["comparisons"][0]["possible_causes"];
    holds(causes, R"({"#": 2, "/0/recordings_differ_in": "program_version", "/0/pairs": 8,
            "/1/recordings_differ_in": "driver_version", "/1/other": "590.12"})");
    has(folder.text("compare a.db b.db"), {"8 slower"}, {"Possible causes"});
    sample::write_cases(folder.path() / "a.db", later, others);
    holds(folder.json("history a.db")["series"][0]["changes"][0]["possible_causes"],
          R"({"#": 2, "/0/other": "0.2.0", "/1/other": "590.12"})");
    has(folder.text("history a.db --csv"), {"0.1.0 against 0.2.0"});
}

/// Runs the line of docs/histories.md, but merges files instead of collecting.
TEST_F(Compare, GitBisectRunFindsTheSlowCommit) {
    if (std::system("git --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no git";
    const auto line = read_file(SORTSCOPE_SOURCE_DIR "/docs/histories.md");
    const std::string gate = "sortscope history step.db --time-mode graph --fail-on slower:5% ||";
    const auto begin = line.find(gate);
    ASSERT_NE(begin, std::string::npos);
    const auto rest = line.substr(begin, line.find('\'', begin) - begin);
    for (int i = 0; i < 6; ++i)  // the third commit is broken, the fifth is slow
        sample::write_cases(folder.path() / ("new" + std::to_string(i)), sample::sample_run(),
                            cases(i < 4 ? 1 : 1.1));
    folder.write("step.sh", "{ test $(cat number) != 2 && cp a.db step.db && " SORTSCOPE_PROGRAM
                            " merge step.db new$(cat number); } || exit 125\n" SORTSCOPE_PROGRAM +
                                rest.substr(std::string("sortscope").size()) + "\n");
    const auto status = std::system(
        ("cd '" + folder.path().string() +
         "' && { export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b "
         "GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; git init -q . && for i in 0 1 2 3 4 5; do echo $i > "
         "number && git add number && git commit -q -m commit-$i || exit 1; done && git bisect start HEAD "
         "HEAD~5 && git bisect run sh step.sh && git show -s --format=%s bisect/bad > first_bad; } > log "
         "2>&1")
            .c_str());
    ASSERT_EQ(status, 0) << folder.read("log");
    EXPECT_EQ(folder.read("first_bad"), "commit-4\n") << folder.read("log");
}

TEST_F(Compare, RefusesWithAWordAndAnExitCode) {
    sample::write_cases(folder.path() / "cpu.db", sample::sample_run(), {sample::cpu_case(1024, 5000)});
    struct Refusal {
        const char* arguments;
        const char* word;
        int code = 2;
    };
    for (const auto& [arguments, word, code] : {
             Refusal{"compare", "FILES"},
             {"compare a.db", "--across"},
             {"compare a.db b.db --across devise", "'device'"},
             {"compare a.db --across block=256,513", "'513'"},
             {"compare a.db --run 1,7", "no run 7"},
             {"compare a.db b.db --fail-on wrong:2%", "--fail-on"},
             {"compare a.db b.db --fail-on slower:x", "--fail-on"},
             {"compare a.db b.db --min-effect much", "'much'"},
             {"compare a.db b.db --time-mode none", "graph"},
             {"compare a.db b.db --json --csv", "--csv"},
             {"compare a.db absent.db", "absent.db", 5},
             {"history a.db", "no history"},
             {"history a.db --time-mode host", "--time-mode host"},
             {"sweep a.db --over variant", "compare --across variant"},
             {"sweep a.db --over blok", "'block'"},
             {"sweep a.db --time-mode host", "'host'"},
             {"compare a.db b.db --time-mode host", "times in: graph"},
             // no comparable pair
             {"compare a.db b.db --run 1,1 --n 2^30", "a.db", 5},
             {"compare a.db cpu.db", "no condition", 5},
         }) {
        folder.refuses(arguments, code, word);
    }
}

TEST_F(Compare, ASoundFileWithNothingToShowIsAWrongRequest) {
    auto without_block = sample::cpu_case(1024, 5000);
    edit(without_block).config.block = 0;
    sample::write_cases(folder.path() / "cpu.db", sample::sample_run(), {without_block});
    folder.refuses("sweep cpu.db", 2, "two points over block");
    sample::write_cases(folder.path() / "one.db", sample::sample_run(), {sample::gpu_case(1024, 256)});
    folder.refuses("sweep one.db", 2,
                   "'sortscope collect --variant bitonic-b2 --key u32 --n 2^10 --block 32..1024 -o one.db' "
                   "collects some.");
}

TEST_F(Compare, JsonHasEveryPairWithItsDifference) {
    const auto document = folder.json("compare a.db b.db");
    const auto& one = document["comparisons"][0];
    holds(one, R"({"/pairs#": 8, "/verdicts/slower": 8})");
    const auto& pair = one["pairs"][0];
    EXPECT_NEAR(pair["ratio"].get<double>(), 1.03, 1e-4);
    EXPECT_LT(pair["ratio_low"], pair["ratio"]);
    holds(pair, R"({"/verdict": "slower", "/base_time/time_mode": "graph", "/base_time/rounds": 3,
            "/base_time/time_is": "geometric_mean_of_the_rounds_medians"})");
    EXPECT_TRUE(pair["difference"]["stages"].is_array());
    EXPECT_TRUE(document["legend"]["metrics"].contains("gld_sectors"));
    const auto sweep = folder.json("sweep a.db")["sweeps"][0];
    holds(sweep, R"({"/points#": 3, "/flat": false, "/margin/verdict": "slower"})");
}

TEST_F(Compare, CsvAndOutput) {
    const auto csv = folder.text("compare a.db b.db --csv");
    EXPECT_EQ(std::ranges::count(csv, '\n'), 9);
    has(csv, {"base,other,base_variant,base_parameters,base_key,base_n,",
              "ratio,ratio_low,ratio_high,interval_level,verdict"});
    has(folder.text("sweep a.db --csv"), {"time_ns,ratio,ratio_low,ratio_high,verdict"}, {"interval"});
    EXPECT_EQ(folder.text("compare a.db b.db --csv -o out.csv"), "");
    EXPECT_EQ(folder.read("out.csv"), csv);
    folder.text("compare a.db b.db --json --output out.json");
    EXPECT_EQ(json::parse(folder.read("out.json"))["comparisons"].size(), 1U);
    folder.refuses("compare a.db b.db -o absent/out.txt", 4, "'absent'");
}
}  // namespace
}
