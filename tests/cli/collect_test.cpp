// `collect`, `variants`, `devices` and `doctor`, as a user runs them, without a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class Collect : public testing::Test {
 protected:
    /// Runs `collect` in the interpreter, without worker processes.
    Outcome modelled(const std::string& arguments) const {
        return folder.sortscope("collect --in-process --backend simt " + arguments);
    }
    json read(const std::string& arguments) const { return json::parse(folder.sortscope(arguments).out); }
    Folder folder;
};

TEST_F(Collect, ModelsEveryLaunchAndShowsIt) {
    const auto collected = modelled("--variant butterfly-full --size 16 --key f32 -o f.db");
    ASSERT_EQ(collected.code, 0) << collected.err;
    EXPECT_THAT(collected.out, HasSubstr("1 case finished"));
    const auto shown = folder.sortscope("show f.db 1 --json");
    ASSERT_EQ(shown.code, 0) << shown.err;
    const auto record = json::parse(shown.out);
    EXPECT_EQ(record["status"], "ok");
    ASSERT_EQ(record["launches"].size(), 10U) << "Jan et al. 2013: ten launches for 16 keys";
    for (const auto& launch : record["launches"]) {
        EXPECT_EQ(launch["counters"]["modelled"]["gld_requests"], 2)
            << "two loads by one warp of eight threads";
        EXPECT_FALSE(launch["sites"].empty());
        EXPECT_FALSE(launch.contains("time")) << "the interpreter measures no time";
    }
    const auto source = folder.sortscope("show f.db 1 --source butterfly_step.hpp").out;
    EXPECT_THAT(source, HasSubstr("kernels/variants/butterfly/butterfly_step.hpp"));
    EXPECT_THAT(source, HasSubstr("c.load(")) << "the text of the kernel came with the case";
    EXPECT_THAT(folder.sortscope("verify f.db").out, HasSubstr("nothing is wrong"));
}

TEST_F(Collect, TimesSortsOnTheCpu) {
    ASSERT_EQ(folder
                  .sortscope("collect --in-process --backend cpu --variant cpu-std-sort --size 1000 "
                             "--max-trials 6 -o c.db")
                  .code,
              0);
    const auto record = read("show c.db 1 --json");
    EXPECT_EQ(record["time"]["provenance"], "measured");
    EXPECT_GT(record["time"]["median_ns"], 0);
}

TEST_F(Collect, SaysWhatWouldRun) {
    const auto dry = folder.sortscope(
        "collect --dry-run --backend simt --variant butterfly-minmax --size 1000,1024 -o d.db");
    EXPECT_EQ(dry.code, 0) << dry.err;
    EXPECT_THAT(dry.out, HasSubstr("1 of 2 cases would run"));
    EXPECT_THAT(dry.out, HasSubstr("It takes any power of two from 2 to"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "d.db"));
}

TEST_F(Collect, APresetSaysHowOftenAndWhatIsCounted) {
    const std::string plan = "collect --dry-run --backend cpu --preset ";
    EXPECT_THAT(folder.sortscope(plan + "sources").out, HasSubstr(" in 2 rounds"));
    EXPECT_THAT(folder.sortscope(plan + "sources --rounds 1").out, Not(HasSubstr(" rounds")))
        << "what the user says holds";
    EXPECT_THAT(folder.sortscope(plan + "sources --size 1024").out, Not(HasSubstr(" rounds")))
        << "other cases than its own";
    EXPECT_THAT(folder.sortscope(plan + "quick").out, Not(HasSubstr(" rounds")));
}

/// The interpreter counts, which further rounds would not do again.
TEST_F(Collect, SaysOfRoundsThoseThatThereAre) {
    const std::string sweep =
        "collect --variant bitonic-b2,cpu-std-sort --size 16 --rounds 3 -o r.db --backend ";
    EXPECT_THAT(folder.sortscope(sweep + "simt --dry-run").out, Not(HasSubstr("rounds")));
    EXPECT_EQ(read(sweep + "simt --dry-run --json")["rounds"], 1);
    EXPECT_THAT(folder.sortscope(sweep + "simt,cpu --dry-run").out, HasSubstr(" in 3 rounds"));
    ASSERT_EQ(folder.sortscope(sweep + "simt").code, 0);
    EXPECT_THAT(folder.sortscope("list r.db --json").out, Not(HasSubstr("rounds, ")));
    ASSERT_EQ(folder.sortscope(sweep + "cpu").code, 0);
    EXPECT_THAT(folder.sortscope("list r.db --json").out, HasSubstr("3 rounds, each in fresh processes"));
}

TEST_F(Collect, SaysWhatWouldRunAsJson) {
    const auto plan = read(
        "collect --dry-run --json --backend simt --variant "
        "butterfly-minmax --size 1000,1024,2048 -o d.db");
    EXPECT_EQ(plan["cases"], 2);
    EXPECT_EQ(plan["left_out"], 1);
    EXPECT_EQ(plan["launches"], 10 + 11);
    EXPECT_EQ(plan["launches_are_exact"], true);
    EXPECT_GT(plan["expected_s"], 0);
    EXPECT_GT(plan["expected_file_bytes"], 100'000);
    ASSERT_EQ(plan["reasons"].size(), 1U);
    EXPECT_EQ(plan["reasons"][0]["cases"], 1);
    EXPECT_THAT(plan["reasons"][0]["reason"].get<std::string>(), HasSubstr("power of two"));
    EXPECT_EQ(plan["plan"].size(), 3U);
    EXPECT_EQ(read("collect --presets --json")[0]["name"], "quick");
    EXPECT_THAT(folder.sortscope("collect --presets").out, HasSubstr("quick: "));
    EXPECT_EQ(folder.sortscope("collect --json --variant bitonic-b2 -o d.db").code, 2);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "d.db"));
}

TEST_F(Collect, TellsProgramsHowFarItIs) {
    const auto run = folder.sortscope(
        "collect --progress json --backend simt --variant butterfly-minmax --size 16,32 -o p.db");
    ASSERT_EQ(run.code, 0) << run.err;
    std::istringstream lines(run.err);
    double before = 0;
    std::size_t told = 0;
    for (std::string line; std::getline(lines, line); ++told) {
        const auto progress = json::parse(line);
        EXPECT_EQ(progress["total"], 2);
        EXPECT_GE(progress["fraction"], before);
        before = progress["fraction"];
    }
    EXPECT_GE(told, 2U);
    EXPECT_EQ(folder.sortscope("collect --progress loud --variant bitonic-b2 -o d.db").code, 2);
}

TEST_F(Collect, RefusesWhatCannotRun) {
    const auto none = modelled("--variant butterfly-minmax --size 1000 -o r.db");
    EXPECT_EQ(none.code, 3);
    EXPECT_THAT(none.err, HasSubstr("Left out: Variant 'butterfly-minmax' cannot sort 1000 keys."));
    EXPECT_THAT(none.out, Not(HasSubstr("butterfly-minmax")));
    const auto absent = modelled("--variant bitonic-xor --key u32 --input absent.bin -o r.db");
    EXPECT_EQ(absent.code, 5);
    EXPECT_THAT(absent.err, HasSubstr("'absent.bin' cannot be opened"));
    EXPECT_EQ(folder.sortscope("collect --in-process --variant bitonic-b2 --entropy 40 -o r.db").code, 2);
    const auto uniform = folder.sortscope(
        "collect --in-process --variant bitonic-b2 --size 16 --dist uniform --entropy 3 -o r.db");
    EXPECT_EQ(uniform.code, 2);
    EXPECT_THAT(uniform.err, HasSubstr("--entropy is of input few"));
    const auto unknown = folder.sortscope("collect --in-process --variant bitonic-b3 -o r.db");
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("bitonic-b2"));
    EXPECT_EQ(folder.sortscope("collect --in-process --variant bitonic-b2 --key u33 -o r.db").code, 2);
    EXPECT_EQ(folder.sortscope("collect --in-process --preset nothing -o r.db").code, 2);
    EXPECT_EQ(folder.sortscope("collect --in-process --variant bitonic-b2 --param no_such=1 -o r.db").code,
              2);
    EXPECT_EQ(folder.sortscope("collect --in-process --variant bitonic-b2 --dist file -o r.db").code, 2);
    EXPECT_EQ(modelled("--model 1.0 --variant bitonic-b2 -o r.db").code, 3);
    EXPECT_THAT(modelled("--model abc --variant bitonic-b2 -o r.db").err,
                HasSubstr("--model: 'abc' is not the compute capability of a GPU. There are 1.0, 1.1,"));
}

TEST_F(Collect, PadsWhatIsNoPowerOfTwoAndSaysSo) {
    ASSERT_EQ(modelled("--variant bitonic-b2 --key u32+u32 --size 1000 -o p.db").code, 0);
    const auto record = read("show p.db 1 --json");
    EXPECT_EQ(record["n"], 1000);
    EXPECT_EQ(record["padded"], true);
    EXPECT_EQ(record["status"], "ok");
    EXPECT_EQ(record["data_bytes"], 8000);
    EXPECT_EQ(record["launches"].size(), 55U) << "of 2^10 records";
    EXPECT_THAT(folder.sortscope("show p.db 1").out, HasSubstr("padded"));
}

TEST_F(Collect, RefusesRecordsThatPaddingCouldReplace) {
    std::ofstream(folder.path() / "records.bin", std::ios::binary) << std::string(24, '\xFF');
    for (const std::string backend : {"simt --variant bitonic-b2", "cpu --variant cpu-bitonic"}) {
        const auto ran =
            folder.sortscope("collect --backend " + backend + " --input records.bin --key u32+u32 -o g.db");
        EXPECT_EQ(ran.code, 3) << backend;
        EXPECT_THAT(ran.err, HasSubstr("Record 0 has the greatest key")) << backend;
    }
    const auto listed = read("list g.db --json");
    ASSERT_EQ(listed["cases"].size(), 2U);
    for (const auto& each : listed["cases"]) EXPECT_EQ(each["status"], "refused");
}

TEST_F(Collect, TakesTheSourcesBlockAndFewDistinctKeys) {
    ASSERT_EQ(modelled("--variant butterfly-full --block source --size 16,512 "
                       "--dist few --entropy 2 "
                       "--key f64 -o f.db")
                  .code,
              0);
    const auto cases = read("list f.db --json")["cases"];
    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[0]["block_threads"], 1);
    EXPECT_EQ(cases[1]["block_threads"], 256);
    EXPECT_EQ(cases[0]["entropy_bits"], 2);
    EXPECT_THAT(folder.sortscope("list f.db").out, HasSubstr("few (2 bits)"));
}

TEST_F(Collect, SortsTheUsersOwnKeys) {
    std::ofstream(folder.path() / "keys.bin", std::ios::binary) << std::string(64, 'x');
    ASSERT_EQ(modelled("--variant bitonic-xor --input keys.bin --key u32 -o i.db").code, 0);
    const auto record = read("show i.db 1 --json");
    EXPECT_EQ(record["n"], 16);
    EXPECT_EQ(record["distribution"], "file");
    std::ofstream(folder.path() / "odd.bin", std::ios::binary) << "seven b";
    const auto odd = modelled("--variant bitonic-xor --input odd.bin --key u32 -o i.db");
    EXPECT_EQ(odd.code, 5);
    EXPECT_THAT(odd.err, HasSubstr("not a whole number of u32 keys"));
}

TEST_F(Collect, GoesOnWhereItStopped) {
    const std::string sweep = "--variant bitonic-b2 --size 2^4..2^6 -o s.db";
    ASSERT_EQ(modelled(sweep).code, 0);
    const auto again = modelled(sweep + " --resume --size 2^4..2^7");
    EXPECT_NE(again.code, 0) << "an option given twice is a slip";
    const auto resumed = modelled("--variant bitonic-b2 --size 2^4..2^7 --resume -o s.db");
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_THAT(resumed.out, HasSubstr("1 case finished, 3 already stored"));
}

TEST_F(Collect, GoesOnOnlyWhereTheConditionAndTheCountersAreTheSame) {
    const std::string sweep = "--variant bitonic-b2 --size 16 --resume -o c.db";
    ASSERT_EQ(modelled(sweep).code, 0);
    EXPECT_THAT(modelled(sweep).out, HasSubstr("0 cases finished, 1 already stored"));
    EXPECT_THAT(modelled(sweep + " --seed 2").out, HasSubstr("1 case finished."));
    EXPECT_THAT(modelled(sweep + " --model 8.0").out, HasSubstr("1 case finished.")) << "another device";
    EXPECT_THAT(modelled(sweep + " --block 4").out, HasSubstr("1 case finished."));
    const auto listed = read("list c.db --json");
    EXPECT_EQ(listed["cases"].size(), 4U);
    EXPECT_EQ(listed["runs"].size(), 4U) << "a run that would hold no case is not added";
}

TEST_F(Collect, GoesOnWhereAccessSitesAreMissing) {
    const std::string sweep = "--variant bitonic-b2 --size 16 -o n.db";
    ASSERT_EQ(modelled(sweep + " --no-sites").code, 0);
    EXPECT_THAT(modelled(sweep + " --no-sites --resume").out,
                HasSubstr("0 cases finished, 1 already stored"));
    EXPECT_THAT(modelled(sweep + " --resume").out, HasSubstr("1 case finished."));
    EXPECT_THAT(modelled(sweep + " --resume").out, HasSubstr("0 cases finished, 1 already stored"));
}

TEST_F(Collect, AUsersKeysAreTheFilesContent) {
    const auto write = [&](const char* name, char key) {
        std::ofstream(folder.path() / name, std::ios::binary) << std::string(64, key);
    };
    const std::string sweep = "--variant bitonic-xor --key u32 --resume -o k.db --input ";
    write("keys.bin", 'x');
    ASSERT_EQ(modelled(sweep + "keys.bin").code, 0);
    write("copy.bin", 'x');
    EXPECT_THAT(modelled(sweep + "copy.bin").out, HasSubstr("0 cases finished, 1 already stored"));
    write("keys.bin", 'y');
    EXPECT_THAT(modelled(sweep + "keys.bin").out, HasSubstr("1 case finished."));
}

TEST_F(Collect, ChecksItsOptionsBeforeItMakesAFile) {
    for (const std::string wrong : {"--counters many",
                                    "--min-trials 0",
                                    "--min-trials 9 --max-trials 3",
                                    "--model 1x",
                                    "--model 42",
                                    "--device 5000",
                                    "--block 0",
                                    "--backend gpu",
                                    "--seed x",
                                    "--seed -1",
                                    "--seed 18446744073709551616",
                                    "--spread nan",
                                    "--spread inf",
                                    "--spread -1",
                                    "--threads -1",
                                    "--max-trials 4294967301",
                                    "--input nothing.bin",
                                    "--key ''",
                                    "--size ''",
                                    "--device 0 --backend simt",
                                    "--rounds 0",
                                    "--rounds 101",
                                    "--rounds x",
                                    "--time-mode host",
                                    "--time-mode graph,graph",
                                    "--time-mode fast",
                                    "--stop never",
                                    "--case-limit 0",
                                    "--activity-trials 0",
                                    "--backend simt --counters none"}) {
        EXPECT_EQ(
            folder.sortscope("collect --in-process --variant bitonic-b2 --size 16 -o w.db " + wrong).code, 2)
            << wrong;
        EXPECT_FALSE(std::filesystem::exists(folder.path() / "w.db")) << wrong;
    }
    EXPECT_EQ(folder.sortscope("collect --in-process --variant bitonic-b2 --size 16 -o no/w.db").code, 4)
        << "as every output whose folder is absent";
    EXPECT_EQ(modelled("--variant butterfly-minmax --size 1000 -o w.db").code, 3);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "w.db")) << "a run without a case has no file";
}

/// Sixteen keys of any sort: what the backend cannot do is said before anything runs.
TEST_F(Collect, RefusesWhatNoneOfItsBackendsCanDo) {
    const auto refused = [&](const std::string& backends, const std::string& option,
                             const std::string& takers) {
        const auto ran = folder.sortscope("collect --in-process --variant all --size 16 -o b.db --backend " +
                                          backends + " " + option);
        EXPECT_EQ(ran.code, 2) << backends << " " << option;
        const auto name = option.substr(0, option.find(' '));
        EXPECT_THAT(ran.err, HasSubstr(name + " is for --backend " + takers + ", and this")) << backends;
    };
    for (const std::string backends : {"cpu", "simt", "simt,cpu"})
        for (const std::string option :
             {"--flush-l2", "--time-mode graph", "--lock-check", "--activity-trials 3"})
            refused(backends, option, "cupti");
    for (const std::string option : {"--counters full", "--counter gld_sectors", "--counting"})
        refused("cpu", option, "cupti or simt");
    for (const std::string option : {"--model 8.0", "--threads 2"}) refused("cpu", option, "simt");
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "b.db"));
    EXPECT_EQ(
        folder.sortscope("collect --dry-run --size 16 --backend cpu --variant cpu-std-sort --counters none")
            .code,
        0);
    EXPECT_EQ(folder
                  .sortscope("collect --dry-run --size 16 --backend simt,cpu --variant all --counters full "
                             "--model 8.0 --threads 2")
                  .code,
              0);
}

TEST_F(Collect, AnEmptyVariantIsNotTheDefault) {
    const auto ran = modelled("--variant '' --size 16 -o e.db");
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("must not be empty"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "e.db"));
}

TEST_F(Collect, TheGreatestSeedIsASeed) {
    ASSERT_EQ(modelled("--variant bitonic-b2 --size 16 --seed 18446744073709551615 -o m.db").code, 0);
    EXPECT_EQ(read("show m.db 1 --json")["seed"], 18446744073709551615ULL);
}

TEST_F(Collect, AGpuThatThereIsNotIsNotTheInterpreter) {
    const auto ran = folder.sortscope("collect --device 7 --variant bitonic-b2 --size 16 -o g.db");
    EXPECT_THAT(ran.code, testing::AnyOf(2, 4))
        << "another number where there are GPUs, a machine that lacks one where there are none";
    EXPECT_THAT(ran.err, testing::AnyOf(HasSubstr("GPU"), HasSubstr("CUDA")));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "g.db"));
}

TEST_F(Collect, ADryRunCountsWhatIsThereAlready) {
    const std::string sweep = "--variant bitonic-b2 -o y.db --size ";
    ASSERT_EQ(modelled(sweep + "16,32").code, 0);
    EXPECT_THAT(modelled(sweep + "16,32,64 --dry-run --resume").out,
                HasSubstr("1 of 3 cases would run, 2 already stored."));
    EXPECT_THAT(modelled(sweep + "16,32,64 --dry-run").out, HasSubstr("3 of 3 cases would run."));
    EXPECT_EQ(read("list y.db --json")["runs"].size(), 1U) << "it collects nothing";
}

/// A launch of this size takes seconds: the case ends within it.
TEST_F(Collect, EndsInOrderWhenItIsAskedTo) {
    for (const std::string signal : {"HUP", "TERM", "INT"}) {
        const auto ran = folder.sortscope(
            "collect --backend simt --threads 1 --quiet --variant bitonic-b2 --size 2^4,2^24 -o h.db & "
            "pid=$!; " +
            until_stored(1, "h.db") + "sleep 0.5; kill -" + signal + " $pid; wait $pid");
        EXPECT_EQ(ran.code, 130) << signal;
        EXPECT_THAT(ran.err, HasSubstr("press Ctrl-C again to kill"));
        EXPECT_EQ(ran.err.find("press"), ran.err.rfind("press")) << "said once";
        const auto listed = read("list h.db --json");
        EXPECT_EQ(listed["cases"].at(0)["status"], "ok");
        EXPECT_EQ(listed["cases"].at(1)["status"], "interrupted");
        EXPECT_FALSE(listed["runs"].at(0)["ended_utc"].get<std::string>().empty());
    }
}

TEST_F(Collect, KilledItKeepsEveryFinishedCase) {
    folder.sortscope("collect --backend simt --variant bitonic-b2 --size 2^4..2^5 -o k.db");
    folder.sortscope(
        "collect --backend simt --variant bitonic-b2,bitonic-xor --size 2^4..2^22 -o k.db & pid=$!; sleep 1; "
        "kill -9 $pid; wait");
    const auto listed = folder.sortscope("list k.db --json");
    ASSERT_EQ(listed.code, 0) << listed.err;
    EXPECT_GE(json::parse(listed.out)["cases"].size(), 2U);
}

/// `ulimit -f`, or a quota.
TEST_F(Collect, AFileThatMayNotGrowIsSaidAndKeepsWhatItHas) {
    const auto ran = folder.sortscope(
        "collect --backend simt --variant bitonic-b2,butterfly-full,bitonic-c4 --size 2^8..2^12 -o f.db",
        "; ulimit -f 400;");
    EXPECT_EQ(ran.code, 5) << "it says why, and ends by itself";
    EXPECT_THAT(ran.err, HasSubstr("f.db"));
    for (const auto& file : std::filesystem::directory_iterator(folder.path()))
        EXPECT_EQ(file.path().string().find(".new-"), std::string::npos)
            << "half a file stays: " << file.path();
}

TEST_F(Collect, IsDescribed) {
    EXPECT_GE(read("devices --json").size(), 2U) << "the interpreter and the CPU";
    EXPECT_THAT(folder.sortscope("doctor").out, HasSubstr("Host interpreter"));
    const auto variant = read("variants butterfly-full --json");
    EXPECT_EQ(variant["source"], "Jan et al. 2013");
    EXPECT_THAT(folder.sortscope("variants").out, HasSubstr("cub-radix"))
        << "described also where it cannot run";
    EXPECT_EQ(folder.sortscope("variants butterfy").code, 2);
    EXPECT_THAT(folder.sortscope("variants butterfy").err, HasSubstr("butterfly-full"));
}

TEST_F(Collect, ListsAFamilyOfVariantsWhereItIsAskedFor) {
    const auto everybody = folder.sortscope("variants").out;
    EXPECT_THAT(everybody, Not(HasSubstr("fault-tail")));
    EXPECT_THAT(everybody, HasSubstr("variants --family faults"));
    EXPECT_THAT(folder.sortscope("variants --family faults").out, HasSubstr("fault-tail"));
    const auto faults = read("variants --family faults --json");
    for (const auto& variant : faults) EXPECT_EQ(variant["family"], "faults");
    EXPECT_GE(faults.size(), 22U);
    EXPECT_EQ(folder.sortscope("variants --family fault").code, 2);
    EXPECT_THAT(folder.sortscope("variants --family fault").err, HasSubstr("Known are: faults"));
    const auto plan =
        folder.sortscope("collect --variant faults --size 2^12 --key u32 --backend simt --dry-run").out;
    EXPECT_THAT(plan, HasSubstr(std::to_string(faults.size()) + " of " + std::to_string(faults.size()) +
                                " cases would run"));
    EXPECT_THAT(folder.sortscope("collect --variant all --size 2^12 --key u32 --backend simt --dry-run").out,
                Not(HasSubstr("fault-")));
}

/// docs/variants.md is made by docs/measurements/variants_table.py; a variant that is added must be added
/// there.
TEST_F(Collect, ListsEveryVariantWithItsKeysAndSizes) {
    std::ifstream file(SORTSCOPE_VARIANTS_PAGE);
    std::ostringstream text;
    text << file.rdbuf();
    const std::string page = text.str();
    ASSERT_FALSE(page.empty());
    for (const auto& variant : read("variants --json")) {
        EXPECT_THAT(page, HasSubstr("| `" + variant["name"].get<std::string>() + "`"));
        EXPECT_THAT(page, HasSubstr(variant["summary"].get<std::string>()));
        EXPECT_THAT(page, HasSubstr("## " + variant["source"].get<std::string>() + "\n"));
    }
}

}  // namespace
}  // namespace sortscope::test
