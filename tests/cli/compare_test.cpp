#include <sys/stat.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

#include "tests/cli/program.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/files.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// Sorts of several sizes and blocks in graph mode, of three rounds whose trials scatter a little.
std::vector<CaseRecord> cases(double factor) {
    std::vector<CaseRecord> all;
    const auto add = [&](std::uint64_t n, std::uint32_t block, double ns) {
        auto record = sample::gpu_case(n, block, std::llround(ns));
        record.time_mode = TimeMode::graph;
        record.trials.clear();
        auto& time = *record.time;
        time.mode = TimeMode::graph;
        time.rounds.clear();
        time.count = 0;
        for (std::uint32_t round = 0; round < 3; ++round) {
            const auto median = std::llround(ns * (1 + 0.0003 * (round - 1.0)));
            for (std::uint32_t i = 0; i < 5; ++i) {
                TrialRecord trial;
                trial.kind = TrialKind::time;
                trial.index = 5 * round + i;
                trial.round = round;
                trial.verified = true;
                trial.time_mode = TimeMode::graph;
                trial.duration_ns = median + 10 * (static_cast<int>(i) - 2);
                record.trials.push_back(trial);
            }
            time.rounds.push_back({round, median, 0.0001, 5});
            time.count += 5;
        }
        time.median_ns = std::llround(ns);
        time.min_ns = std::llround(ns * 0.9997) - 20;
        time.max_ns = std::llround(ns * 1.0003) + 20;
        all.push_back(record);
    };
    for (int log2 = 10; log2 < 16; ++log2) add(1ULL << log2, 256, factor * 1e5 * (log2 - 9));
    add(1 << 12, 512, factor * 3.1e5);
    add(1 << 12, 128, factor * 4e5);
    return all;
}

class Compare : public ::testing::Test {
 protected:
    Compare() {
        sample::write_cases(folder.path() / "a.db", sample::sample_run(), cases(1));
        sample::write_cases(folder.path() / "b.db", sample::sample_run(), cases(1.03));
    }
    void expect_error(const Outcome& outcome, int code, const std::string& text) {
        EXPECT_EQ(outcome.code, code) << outcome.out;
        EXPECT_THAT(outcome.out, IsEmpty());
        EXPECT_THAT(outcome.err, HasSubstr(text));
    }
    Folder folder;
};

TEST_F(Compare, AFileAgainstItselfIsTheSame) {
    const auto outcome = folder.sortscope("compare a.db a.db --fail-on slower:2%,faster:2%");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("all timed: 8 same; geometric mean"), HasSubstr("ratios 1.000")));
}

TEST_F(Compare, FailOnGivesTheExitCodeOfARegression) {
    const auto slower = folder.sortscope("compare a.db b.db --fail-on slower:2%");
    EXPECT_EQ(slower.code, 4);
    EXPECT_THAT(slower.out, HasSubstr("8 slower"));
    EXPECT_THAT(slower.err, HasSubstr("8 conditions differ as --fail-on says"));
    ASSERT_EQ(::mkfifo((folder.path() / "gone").c_str(), 0600), 0);
    EXPECT_EQ(folder.sortscope("compare a.db b.db --fail-on slower:2% > gone & : < gone; wait $!").code, 4)
        << "nobody reads what it says, and a gate holds";
    EXPECT_EQ(folder.sortscope("compare a.db b.db --fail-on slower:5%").code, 0);
    EXPECT_THAT(folder.sortscope("compare a.db b.db --fail-on slower:2%,slower:1%").err,
                HasSubstr("8 conditions differ as --fail-on says"))
        << "each once";
    EXPECT_EQ(folder.sortscope("compare a.db b.db --fail-on faster").code, 0);
    EXPECT_EQ(folder.sortscope("compare b.db a.db --fail-on faster").code, 4);
    EXPECT_EQ(folder.sortscope("compare a.db b.db").code, 0);
    EXPECT_THAT(folder.sortscope("compare a.db b.db --min-effect 5%").out, HasSubstr("8 same"));
}

/// The same in a stream, which other_times keeps.
std::vector<CaseRecord> with_streams(std::vector<CaseRecord> all, double factor) {
    for (auto& record : all) {
        auto time = *record.time;
        time.mode = TimeMode::stream;
        for (auto* ns : {&time.median_ns, &time.min_ns, &time.max_ns})
            *ns = std::llround(factor * static_cast<double>(*ns));
        for (auto& round : time.rounds)
            round.median_ns = std::llround(factor * static_cast<double>(round.median_ns));
        record.other_times.push_back(time);
    }
    return all;
}

TEST_F(Compare, ExitCodesFromStreamTimesOfTwoRecordingsWarn) {
    sample::write_cases(folder.path() / "s.db", sample::sample_run(), with_streams(cases(1), 2));
    auto later = sample::sample_run();
    later.started_utc = "2026-12-01T00:00:00Z";
    sample::write_cases(folder.path() / "s.db", later, with_streams(cases(1), 5));
    const auto stream = folder.sortscope("compare s.db --run 1,2 --time-mode stream --fail-on slower:2%");
    EXPECT_EQ(stream.code, 4) << stream.err;
    EXPECT_THAT(stream.err,
                AllOf(HasSubstr("Warning: --fail-on uses 8 pairs"), HasSubstr("8 conditions differ")));
    EXPECT_THAT(folder.sortscope("compare s.db --run 1,2 --time-mode graph --fail-on slower:2%").err,
                IsEmpty());
    EXPECT_THAT(folder.sortscope("compare s.db --run 1,2 --time-mode stream").err, IsEmpty())
        << "nothing is decided";
    const auto one = nlohmann::json::parse(
        folder.sortscope("compare s.db --run 1,2 --time-mode stream --json").out)["comparisons"][0];
    EXPECT_EQ(one["pairs_of_host_paced_times_of_two_recordings"], 8);
    EXPECT_EQ(one["pairs"][0]["host_paced_times_of_two_recordings"], true);
    EXPECT_EQ(one["pairs"][0]["base"]["time_mode"], "stream") << "what was compared, not the case's headline";
    EXPECT_EQ(one["pairs"][0]["other"]["time_mode"], "stream");
    const auto history = folder.sortscope("compare s.db --history --time-mode stream --fail-on slower:2%");
    EXPECT_EQ(history.code, 4) << history.out << history.err;
    EXPECT_THAT(history.err,
                AllOf(HasSubstr("Warning: --fail-on uses 8 conditions"), HasSubstr("8 conditions differ")));
    EXPECT_THAT(folder.sortscope("compare s.db --history --time-mode stream --json").out,
                HasSubstr("\"host_paced_times_of_two_recordings\": true"));
    EXPECT_EQ(folder.sortscope("compare s.db --history --time-mode graph --fail-on slower:2%").code, 0);
    expect_error(folder.sortscope("compare s.db --history --fail-on unclear"), 2, "no unclear ones");
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
    EXPECT_EQ(folder.sortscope("compare h.db i.db --fail-on slower:2%").code, 0) << "a host drifts as far";
    const auto slower = folder.sortscope("compare h.db j.db --fail-on slower:2%");
    EXPECT_EQ(slower.code, 4);
    EXPECT_THAT(slower.err, AllOf(HasSubstr("8 pairs with host times of two recordings"),
                                  HasSubstr("8 pairs from two hosts"), Not(HasSubstr("--time-mode graph"))));
    EXPECT_THAT(slower.out, HasSubstr("8 pairs of host times from two hosts"));
    const auto json =
        nlohmann::json::parse(folder.sortscope("compare h.db j.db --json").out)["comparisons"][0];
    EXPECT_EQ(json["pairs_of_two_hosts"], 8);
    EXPECT_EQ(json["pairs"][0]["of_two_hosts"], true);
}

TEST_F(Compare, OtherSizesAreSaidLoudlyAndComparedPerKey) {
    const auto outcome = folder.sortscope("compare a.db --across n=2^10,2^15 --block 256");
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("THE SIDES DO NOT SORT THE SAME"), HasSubstr("per key"),
                                   HasSubstr("(2^10 against 2^15)"),
                                   HasSubstr("is not explained: the sides sort different"),
                                   Not(HasSubstr("What made the difference ("))));
    const auto pair =
        nlohmann::json::parse(folder.sortscope("compare a.db --across n=2^10,2^15 --block 256 --json")
                                  .out)["comparisons"][0]["pairs"][0];
    EXPECT_EQ(pair["conditions_differ_in"], nlohmann::json({"n"}));
    EXPECT_EQ(pair["ratio_of"], "time_per_key");
    EXPECT_NEAR(pair["ratio"].get<double>(), 6.0 / 32, 1e-3);
    EXPECT_GT(pair["other"]["rate_keys_per_s"], pair["base"]["rate_keys_per_s"]);
}

TEST_F(Compare, AcrossAPartOfOneFile) {
    const auto outcome = folder.sortscope("compare a.db --across block=256,512");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("block 512 against block 256: 1 condition in both"),
                                   HasSubstr("Only in block 256 (5)")));
    EXPECT_THAT(folder.sortscope("compare a.db --across block").out,
                AllOf(HasSubstr("block 256 against block 128"), HasSubstr("block 512 against block 128")))
        << "numbers from the least on";
}

TEST_F(Compare, AFurtherPartCanBeLeftFree) {
    auto others = cases(1.1);
    for (auto& record : others) record.subject.name = "bitonic-c4", edit(record).config.block = 64;
    sample::write_cases(folder.path() / "c.db", sample::sample_run(), {cases(1).at(0), others.at(0)});
    expect_error(folder.sortscope("compare c.db --across variant"), 5,
                 "They differ in their block at least; a further --across block leaves it free.");
    const auto outcome = folder.sortscope("compare c.db --across variant --across block");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1 condition in both, all timed: 1 slower"));
}

TEST_F(Compare, RunsOfOneFile) {
    sample::write_cases(folder.path() / "a.db", sample::sample_run(), cases(0.9));
    const auto outcome = folder.sortscope("compare a.db --run 1,2");
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("run 2 against run 1: 8 conditions in both, all timed: 8 faster")));
    EXPECT_THAT(folder.sortscope("compare a.db b.db --run 2,1").out, HasSubstr("8 slower"));
    const auto history = folder.sortscope("compare a.db --history");
    EXPECT_EQ(history.code, 0);
    EXPECT_THAT(history.out,
                AllOf(HasSubstr("8 series over several runs, 8 with a change"),
                      HasSubstr("faster from run 2:"), HasSubstr("0.900 (last run)"), HasSubstr("2^15")));
    const auto red = folder.sortscope("compare a.db --history --fail-on faster:2%,faster:5%");
    EXPECT_EQ(red.code, 4);
    EXPECT_THAT(red.err, HasSubstr("8 conditions differ as --fail-on says"));
    sample::write_cases(folder.path() / "a.db", sample::sample_run(), cases(0.9));
    sample::write_cases(folder.path() / "a.db", sample::sample_run(), cases(1));
    const auto back = folder.sortscope("compare a.db --history --fail-on faster:2%,faster:5%");
    EXPECT_EQ(back.code, 0) << back.out << back.err;
    EXPECT_THAT(folder.sortscope("compare a.db --history --csv").out,
                HasSubstr("faster from run 2: 0.900 (now same), slower from run 4: 1.111 (last run)"));
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
             {"compare a.db --history", "no history"},
             {"compare a.db --history --across n", "--across"},
             {"compare a.db --history --stages", "--stages"},
             {"compare a.db b.db --history", "one file"},
             {"compare a.db --history --time-mode host", "--time-mode host"},
             {"sweep a.db --over variant", "compare --across variant"},
             {"sweep a.db --over blok", "'block'"},
             {"sweep a.db --time-mode host", "'host'"},
             // nothing is comparable
             {"compare a.db b.db --run 1,1 --size 2^30", "a.db", 5},
             {"compare a.db cpu.db", "no condition", 5},
             {"compare a.db b.db --time-mode host", "times in: graph", 5},
         }) {
        SCOPED_TRACE(arguments);
        expect_error(folder.sortscope(arguments), code, word);
    }
}

TEST_F(Compare, ASoundFileWithNothingToShowIsAWrongRequest) {
    auto without_block = sample::cpu_case(1024, 5000);
    edit(without_block).config.block = 0;
    sample::write_cases(folder.path() / "cpu.db", sample::sample_run(), {without_block});
    expect_error(folder.sortscope("sweep cpu.db"), 2, "two points over block");
    sample::write_cases(folder.path() / "one.db", sample::sample_run(), {sample::gpu_case(1024, 256)});
    expect_error(folder.sortscope("sweep one.db"), 2,
                 "'sortscope collect --variant bitonic-b2 --key u32 --size 2^10 --block 32..1024 -o one.db' "
                 "collects some.");
}

TEST_F(Compare, JsonHasEveryPairWithItsDifference) {
    const auto document = nlohmann::json::parse(folder.sortscope("compare a.db b.db --json").out);
    const auto& one = document["comparisons"][0];
    ASSERT_EQ(one["pairs"].size(), 8U);
    EXPECT_EQ(one["verdicts"]["slower"], 8);
    const auto& pair = one["pairs"][0];
    EXPECT_NEAR(pair["ratio"].get<double>(), 1.03, 1e-4);
    EXPECT_LT(pair["ratio_low"], pair["ratio"]);
    EXPECT_EQ(pair["verdict"], "slower");
    EXPECT_EQ(pair["base_time"]["time_mode"], "graph");
    EXPECT_EQ(pair["base_time"]["rounds"], 3);
    EXPECT_EQ(pair["base_time"]["time_is"], "geometric_mean_of_the_rounds_medians");
    EXPECT_TRUE(pair["difference"]["stages"].is_array());
    EXPECT_TRUE(document["legend"]["metrics"].contains("gld_sectors"));
    const auto sweep = nlohmann::json::parse(folder.sortscope("sweep a.db --json").out)["sweeps"][0];
    EXPECT_EQ(sweep["points"].size(), 3U);
    EXPECT_FALSE(sweep["flat"]);
    EXPECT_EQ(sweep["margin"]["verdict"], "slower");
}

TEST_F(Compare, CsvAndOutput) {
    const auto csv = folder.sortscope("compare a.db b.db --csv").out;
    EXPECT_EQ(std::ranges::count(csv, '\n'), 9);
    EXPECT_THAT(csv, AllOf(HasSubstr("base,other,base_variant,base_parameters,base_key,base_n,"),
                           HasSubstr("ratio,ratio_low,ratio_high,interval_level,verdict")));
    EXPECT_THAT(folder.sortscope("sweep a.db --csv").out,
                AllOf(HasSubstr("time_ns,ratio,ratio_low,ratio_high,verdict"), Not(HasSubstr("interval"))));
    EXPECT_EQ(folder.sortscope("compare a.db b.db --csv -o out.csv").out, "");
    EXPECT_EQ(read_file(folder.path() / "out.csv"), csv);
    EXPECT_EQ(folder.sortscope("compare a.db b.db --json --output out.json").code, 0);
    EXPECT_EQ(nlohmann::json::parse(read_file(folder.path() / "out.json"))["comparisons"].size(), 1U);
    const auto failed = folder.sortscope("compare a.db b.db -o absent/out.txt");
    EXPECT_EQ(failed.code, 4);
    EXPECT_THAT(failed.err, HasSubstr("There is no folder 'absent' to write 'out.txt"));
}

TEST_F(Compare, ModelledCasesAreComparedByTheirCounters) {
    for (const char* name : {"m.db", "n.db"})
        sample::write_cases(folder.path() / name, sample::sample_run(), {sample::modelled_case(1024)});
    const auto outcome = folder.sortscope("compare m.db n.db --fail-on slower,faster,unclear");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("1 condition in both"), HasSubstr("all are equal"),
                                   Not(HasSubstr("verdict"))));
}

TEST_F(Compare, MatrixAndLinesOfACase) {
    EXPECT_EQ(folder.sortscope("show a.db 1 --matrix time").code, 0);
    expect_error(folder.sortscope("show a.db 1 --matrix tme"), 2, "time");
    expect_error(folder.sortscope("show a.db 1 --matrix gld_32b --csv"), 3,
                 "No launch of the case has a value of 'gld_32b'");
    const auto document = nlohmann::json::parse(folder.sortscope("show a.db 1 --matrix time --json").out);
    EXPECT_EQ(document["matrix"]["stages"].size(), 10U);
    EXPECT_EQ(document["matrix"]["cells"].size(), 55U);
    sample::write_cases(folder.path() / "m.db", sample::sample_run(), {sample::modelled_case(1024)});
    EXPECT_FALSE(
        nlohmann::json::parse(folder.sortscope("show m.db 1 --by line --json").out)["lines"].empty());
    EXPECT_THAT(folder.sortscope("show m.db 1 --by line").out, HasSubstr("By source line"));
    EXPECT_THAT(folder.sortscope("show a.db 1 --by line").out, HasSubstr("No access sites were recorded"));
}

}  // namespace
}  // namespace sortscope::test
