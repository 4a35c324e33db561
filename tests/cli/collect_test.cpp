// `collect`, `tune`, `variants`, `devices` and `doctor`, as a user runs them, without a GPU.
#include <map>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
class Collect : public testing::Test {
 protected:
    /// Runs `collect` in the interpreter, without worker processes. Returns its output.
    std::string modelled(const std::string& arguments) const {
        return folder.text("collect --in-process --backend simt " + arguments);
    }
    std::string dry(const std::string& arguments) const {
        return folder.text("collect --dry-run --backend " + arguments);
    }
    json cases(const std::string& file) const { return folder.json("list " + file)["cases"]; }
    Folder folder;
};

TEST_F(Collect, ModelsEveryLaunchAndShowsIt) {
    has(modelled("--variant butterfly-full --n 16 --key f32 -o f.db"), {"1 case finished"});
    const auto record = folder.json("show f.db 1");
    EXPECT_EQ(record["status"], "ok");
    ASSERT_EQ(record["launches"].size(), 10U) << "Jan et al. 2013: ten launches for 16 keys";
    for (const auto& launch : record["launches"]) {
        EXPECT_EQ(launch["counters"]["modelled"]["gld_requests"], 2) << "by one warp of eight threads";
        EXPECT_FALSE(launch["sites"].empty());
        EXPECT_FALSE(launch.contains("time")) << "the interpreter measures no time";
    }
    // The file has the kernel's source text.
    has(folder.text("show f.db 1 --source butterfly.hpp"), {"variants/butterfly/butterfly.hpp", "c.load("});
    EXPECT_TRUE(folder.json("verify f.db")["findings"].empty());
}

TEST_F(Collect, StoresNoHostNamesIfAsked) {
    for (const auto& [option, file] : {std::pair("", "named.db"), {" --no-host-names", "nameless.db"}}) {
        const auto path = [&](const char* name) { return "'" + (folder.path() / name).string() + "'"; };
        folder.write("keys.bin", std::string(64, 'x'));
        modelled("--variant butterfly-full --key u32 --input-file " + path("keys.bin") + " -o " + path(file) +
                 option);
        const auto run = folder.json(std::string("list ") + file)["runs"][0];
        const bool named = *option == '\0';
        EXPECT_EQ(run["host"].get<std::string>().empty(), !named);
        EXPECT_EQ(folder.read(file).find(folder.path().string()) != std::string::npos, named);
        EXPECT_THAT(run["command"].get<std::string>(), HasSubstr(file));
    }
}

TEST_F(Collect, TimesSortsOnTheCpu) {
    folder.text("collect --in-process --backend cpu --variant cpu-std-sort --n 1000 --max-trials 6 -o c.db");
    const auto record = folder.json("show c.db 1");
    EXPECT_EQ(record["time"]["provenance"], "measured");
    EXPECT_GT(record["time"]["median_ns"], 0);
}

TEST_F(Collect, ADryRunShowsCasesRoundsAndTime) {
    has(dry("simt --variant butterfly-minmax --n 1000,1024 -o d.db"),
        {"1 of 2 cases would run", "any power of two from 2 to"});
    const auto text = dry("simt --variant bitonic-b2 --n 2^10,2^11 -o d.db");
    has(text, {"Expected: 121 launches, 2 counter passes, about ", "a file of about "}, {"The longest"});
    has(dry("simt --threads 1 --key u32 --variant rank --n 2^22 -o d.db"),
        {"The longest is rank u32 2^22", "take about 98 h."});
    // Rounds of a preset are for its own cases only. --rounds replaces them. The interpreter runs one round.
    for (const auto& [options, rounds] :
         {std::pair("cpu --preset sources", " in 2 rounds"),
          {"cpu --preset sources --rounds 1", ""},
          {"cpu --preset sources --n 1024", ""},
          {"cpu --preset quick", ""},
          {"simt --variant bitonic-b2,cpu-std-sort --n 16 --rounds 3", ""},
          {"simt,cpu --variant bitonic-b2,cpu-std-sort --n 16 --rounds 3", " in 3 rounds"}}) {
        const auto shown = dry(options);
        has(shown, {rounds});
        EXPECT_EQ(shown.find(" rounds") != std::string::npos, *rounds != '\0') << options;
    }
    const auto plan =
        json::parse(dry("simt --json --variant butterfly-minmax --n 1000,1024,2048 --rounds 3 -o d.db"));
    holds(plan, R"({"/cases": 2, "/left_out": 1, "/rounds": 1, "/launches": 21, "/launches_are_exact": true,
            "/reasons#": 1, "/reasons/0/cases": 1, "/plan#": 3})");
    EXPECT_GT(plan["expected_s"], 0);
    EXPECT_GT(plan["expected_file_bytes"], 100'000);
    has(plan["sentence"].get<std::string>(), {"2 of 3 cases would run. Expected: 21 launches"});
    has(plan["reasons"][0]["reason"].get<std::string>(), {"power of two"});
    EXPECT_EQ(folder.json("collect --presets")[0]["name"], "quick");
    has(folder.text("collect --presets"), {"quick: "});
    folder.refuses("collect --json --variant bitonic-b2 -o d.db", 2, "--json");
    EXPECT_FALSE(folder.has("d.db"));
}

TEST_F(Collect, RefusesBeforeItMakesAFile) {
    const auto refuses = [&](const std::string& options, int code, const std::string& word) {
        const auto names = [&](const char* option) { return options.find(option) != std::string::npos; };
        const auto ran = folder.sortscope("collect --in-process -o w.db " + options +
                                          (names("--variant") ? "" : " --variant bitonic-b2") +
                                          (names("--n") ? "" : " --n 16"));
        EXPECT_EQ(ran.code, code) << options;
        has(ran.err, {word});
        EXPECT_FALSE(folder.has("w.db")) << options;
    };
    std::istringstream wrong(
        "--counters many|--min-trials 0|--min-trials 9 --max-trials 3|--model 1x|--model 42|--device 5000|"
        "--device 0 --backend simt|--block 0|--backend gpu|--seed x|--seed -1|--seed 18446744073709551616|"
        "--spread nan|--spread inf|--spread -1|--threads -1|--max-trials 4294967301|--key ''|--key u33|"
        "--preset nothing|--param no_such=1|--input file|--n ''|--rounds 0|--rounds 101|--rounds x|"
        "--time-mode host|--time-mode graph,graph|--time-mode fast|--stop never|--case-limit 0|"
        "--activity-trials 0|--progress loud|--entropy 40|--device 0,0|--split|--stream-beside|--rank 3");
    for (std::string options; std::getline(wrong, options, '|');) refuses(options, 2, "sortscope: ");
    refuses("--rounds -1", 2, "'-1' is not a whole number from 1 to 100");
    refuses("--n 1024..", 2, "'1024..' lacks an end. Write it like 2^10..2^20.");
    folder.refuses("collect --in-process --variant bitonic-b2 --n 16 -o -", 2, "Name one: -o FILE.");
    EXPECT_FALSE(folder.has("-"));
    refuses("--model abc", 2, "'abc' is not the compute capability of a GPU. There are 1.0, 1.1,");
    refuses("--model 1.0 --backend simt", 3, "sortscope: ");
    refuses("--variant ''", 2, "must not be empty");
    refuses("--variant bitonic-b3", 2, "bitonic-b2");
    refuses("--variant butterfly-minmax --n 1000 --backend simt", 3, "cannot sort 1000 keys");
    refuses("--input uniform --entropy 3", 2, "--entropy is of input few");
    refuses("--backend simt --counters none", 2, "counts and measures no time");
    const std::string sort = "collect --in-process --backend simt --variant bitonic-xor --key u32 ";
    folder.refuses(sort + "--input-file absent.bin -o w.db", 5, "'absent.bin' cannot be opened");
    folder.refuses(sort + "--input-file absent.bin --n 16 -o w.db", 2, "--input-file");
    folder.refuses(sort + "--n 16 -o no/w.db", 4, "'no'");
    const auto gpu = folder.sortscope("collect --device 7 --variant bitonic-b2 --n 16 -o w.db");
    EXPECT_THAT(gpu.code, testing::AnyOf(2, 4)) << "a number that no GPU has, or a machine without GPUs";
    EXPECT_FALSE(folder.has("w.db"));
}

TEST_F(Collect, RefusesOptionsThatNoneOfItsBackendsUse) {
    struct Idle {
        const char *backends, *option, *takers;
    };
    for (const auto& [backends, option, takers] : {Idle{"cpu", "--flush-l2", "cupti"},
                                                   {"simt", "--time-mode graph", "cupti"},
                                                   {"simt,cpu", "--lock-check", "cupti"},
                                                   {"simt", "--activity-trials 3", "cupti"},
                                                   {"cpu", "--counters full", "cupti or simt"},
                                                   {"cpu", "--counter gld_sectors", "cupti or simt"},
                                                   {"cpu", "--counting", "cupti or simt"},
                                                   {"cpu", "--model 8.0", "simt"},
                                                   {"cpu", "--threads 2", "simt"}}) {
        const std::string words = option;
        folder.refuses(std::string("collect --in-process --variant all --n 16 -o b.db --backend ") +
                           backends + " " + words,
                       2, words.substr(0, words.find(' ')) + " is for --backend " + takers + ", and this");
    }
    EXPECT_FALSE(folder.has("b.db"));
    dry("cpu --n 16 --variant cpu-std-sort --counters none");
    dry("simt,cpu --n 16 --variant all --counters full --model 8.0 --threads 2");
    folder.text(
        "collect --backend simt,cpu --counters none --variant bitonic-b2,cpu-std-sort --n 16 -o n.db");
    EXPECT_EQ(cases("n.db").size(), 1U) << "the CPU's";
}

TEST_F(Collect, StoresWhatEachCaseWasOf) {
    modelled("--variant bitonic-b2 --key u32+u32 --n 1000 --seed 18446744073709551615 -o p.db");
    const auto padded = folder.json("show p.db 1");
    holds(padded, R"({"/n": 1000, "/padded": true, "/status": "ok", "/data_bytes": 8000,
            "/seed": 18446744073709551615})");
    EXPECT_EQ(padded["launches"].size(), 55U) << "of 2^10 records";
    has(folder.text("show p.db 1"), {"padded"});

    modelled("--variant butterfly-full --block source --n 16,512 --input few --entropy 2 --key f64 -o f.db");
    const auto few = cases("f.db");
    ASSERT_EQ(few.size(), 2U);
    holds(few, R"({"/0/block_threads": 1, "/1/block_threads": 256, "/0/entropy_bits": 2})");
    has(folder.text("list f.db"), {"few (2 bits)"});

    folder.write("records.bin", std::string(24, '\xFF'));
    for (const std::string backend : {"simt --variant bitonic-b2", "cpu --variant cpu-bitonic"}) {
        const auto ran = folder.ends(
            "collect --backend " + backend + " --input-file records.bin --key u32+u32 -o g.db", 3);
        has(ran.err, {"Record 0 has the greatest key"});  // padding has it, too
    }
    ASSERT_EQ(cases("g.db").size(), 2U);
    for (const auto& each : cases("g.db")) EXPECT_EQ(each["status"], "refused");

    folder.write("odd.bin", "seven b");
    folder.refuses(
        "collect --in-process --backend simt --variant bitonic-xor --input-file odd.bin --key u32 -o i.db", 5,
        "not a whole number of u32 keys");
}

TEST_F(Collect, ResumesCasesOfTheSameConditionAndCounters) {
    folder.write("keys.bin", std::string(64, 'x'));
    folder.write("copy.bin", std::string(64, 'x'));
    folder.write("other.bin", std::string(64, 'y'));
    const std::string sort = "--variant bitonic-b2 --n 16 -o ",
                      own = "--variant bitonic-xor --key u32 -o k.db ";
    constexpr const char *again = "0 cases finished, 1 already stored", *anew = "1 case finished.";
    for (const auto& [options, outcome] :
         {std::pair(sort + "c.db", anew),
          {sort + "c.db", again},
          {sort + "c.db --seed 2", anew},
          {sort + "c.db --model 8.0", anew},
          {sort + "c.db --block 4", anew},
          {"--variant bitonic-b2 --n 2^4..2^6 -o c.db", "2 cases finished, 1 already stored"},
          {sort + "n.db --no-sites", anew},
          {sort + "n.db --no-sites", again},
          {sort + "n.db", anew},
          {sort + "n.db", again},
          {own + "--input-file keys.bin", anew},
          {own + "--input-file copy.bin", again},
          {own + "--input-file other.bin", anew}})
        has(modelled(options + " --resume"), {outcome});
    const auto listed = folder.json("list c.db");
    EXPECT_EQ(listed["cases"].size(), 6U);
    EXPECT_EQ(listed["runs"].size(), 5U) << "a run without a case is not added";
    holds(folder.json("show k.db 1"), R"({"/n": 16, "/input": "file"})");
    folder.ends("collect --resume --in-process " + sort + "c.db --n 32", 2);
    const std::string sweep = "simt --variant bitonic-b2 -o c.db --n 16,32,64,128 ";
    has(dry(sweep + "--resume"), {"1 of 4 cases would run, 3 already stored."});
    has(dry(sweep), {"4 of 4 cases would run."});
}

TEST_F(Collect, KeepsTheRoundOfEachTrial) {
    const std::string sweep =
        "collect --backend cpu --variant cpu-std-sort,cpu-bitonic --n 1000,2000 --stop count --max-trials "
        "5 -o r.db ";
    folder.text(sweep + "--rounds 3 --order-seed 5");
    const auto listed = folder.json("list r.db");
    ASSERT_EQ(listed["cases"].size(), 4U);
    has(listed["runs"].dump(),
        {"3 rounds, each in fresh processes and in an order shuffled by --order-seed 5."});
    std::map<int, int> trials;
    const auto record = folder.json("show r.db 1");
    for (const auto& trial : record["trials"])
        if (trial["kind"] == "time") ++trials[trial["round"].get<int>()];
    EXPECT_EQ(trials, (std::map<int, int>{{0, 5}, {1, 5}, {2, 5}}));
    has(folder.text(sweep + "--rounds 3 --resume"), {"0 cases finished, 4 already stored"});
    has(folder.text(sweep + "--rounds 4 --resume"),
        {"4 cases finished."});  // cases of three rounds are unfinished
}

/// A launch of 2^24 keys takes seconds: the signal comes meanwhile.
TEST_F(Collect, EndsInOrderWhenItIsAskedTo) {
    for (const std::string signal : {"HUP", "TERM", "INT"}) {
        const auto file = signal + ".db";
        const auto ran = folder.ends(
            "collect --backend simt --threads 1 --quiet --variant bitonic-b2 --n 2^4,2^24 -o " + file +
                " & pid=$!; " + until_stored(1, file) + "sleep 0.5; kill -" + signal + " $pid; wait $pid",
            130);
        has(ran.err, {"press Ctrl-C again to kill"});
        EXPECT_EQ(ran.err.find("press"), ran.err.rfind("press")) << "once";
        const auto listed = folder.json("list " + file);
        holds(listed, R"({"/cases/0/status": "ok", "/cases/1/status": "interrupted"})");
        EXPECT_FALSE(listed["runs"].at(0)["ended_utc"].get<std::string>().empty());
    }
}

TEST_F(Collect, KilledItKeepsEveryFinishedCase) {
    folder.sortscope(
        "collect --backend simt --variant bitonic-b2,bitonic-xor --n 2^4..2^22 -o k.db & pid=$!; " +
        until_stored(2, "k.db") + "kill -9 $pid; wait");
    EXPECT_GE(cases("k.db").size(), 2U);
}

/// `ulimit -f` limits the file's size, as a quota would.
TEST_F(Collect, AFileThatMayNotGrowKeepsWhatItHas) {
    const auto ran = folder.sortscope(
        "collect --backend simt --variant bitonic-b2,butterfly-full,bitonic-c4 --n 2^8..2^12 -o f.db",
        "; ulimit -f 400;");
    EXPECT_EQ(ran.code, 5) << "it prints why, and ends by itself";
    has(ran.err, {"f.db"});
    EXPECT_THAT(folder.half_written(), testing::IsEmpty());
}

TEST_F(Collect, MachinesAndVariantsAreDescribed) {
    EXPECT_GE(folder.json("devices").size(), 2U) << "the interpreter and the CPU";
    has(folder.text("doctor"), {"Host interpreter"});
    EXPECT_EQ(folder.json("variants butterfly-full")["source"], "Jan et al. 2013");
    has(folder.text("variants"), {"cub-radix", "variants --family faults"}, {"fault-tail"});
    folder.refuses("variants butterfy", 2, "butterfly-full");
    has(folder.text("variants --family faults"), {"fault-tail"});
    const auto faults = folder.json("variants --family faults");
    for (const auto& variant : faults) EXPECT_EQ(variant["family"], "faults");
    EXPECT_GE(faults.size(), 22U);
    folder.refuses("variants --family fault", 2, "Known are: faults");
    has(dry("simt --variant faults --n 2^12 --key u32"),
        {std::to_string(faults.size()) + " of " + std::to_string(faults.size()) + " cases"});
    has(dry("simt --variant all --n 2^12 --key u32"), {}, {"fault-"});
}

/// For a new variant, run docs/measurements/variants_table.py: it writes docs/variants.md.
TEST_F(Collect, ThePageOfVariantsHasThemAll) {
    std::ostringstream text;
    text << std::ifstream(SORTSCOPE_VARIANTS_PAGE).rdbuf();
    const std::string page = text.str();
    for (const auto& variant : folder.json("variants")) {
        has(page, {"| `" + variant["name"].get<std::string>() + "`", variant["summary"].get<std::string>(),
                   "## " + variant["source"].get<std::string>() + "\n"});
    }
}

/// A sweep of two short cases and one case of minutes. $pid is the collector, $worker its worker.
class Workers : public Collect {
 protected:
    /// Waits until the long case runs.
    static std::string start_long_sweep(const std::string& sizes = "2^4,2^5,2^24", int stored = 2,
                                        const std::string& more = "") {
        return "collect --backend simt --threads 1 --quiet --variant bitonic-b2 --n " + sizes + " -o w.db " +
               more + " & pid=$!; " + until_stored(stored, "w.db") +
               "sleep 0.5; worker=$(cat /proc/$pid/task/$pid/children | tr -d ' ')";
    }
    /// Prints "alive" if the worker still runs after ten seconds, not as a zombie.
    const std::string alive =
        "runs() { grep -qs 'State:.[RSDT]' /proc/$worker/status; }; for i in $(seq 100); do runs || break; "
        "sleep 0.1; done; runs && echo alive";
};

TEST_F(Workers, AKilledOneCostsItsCaseAndTheSweepGoesOn) {
    const auto ran = folder.ends(
        "collect --backend simt --threads 1 --quiet --variant bitonic-b2,bitonic-xor --n 2^4,2^24 "
        "--case-limit 600 -o w.db & pid=$!; " +
            until_stored(1, "w.db") + "sleep 0.5; kill -9 $(cat /proc/$pid/task/$pid/children); " +
            until_stored(3, "w.db") + "kill -INT $pid; wait $pid",
        130);
    has(ran.err, {"killed by signal 9"});
    const auto stored = cases("w.db");
    ASSERT_GE(stored.size(), 3U);
    holds(stored, R"({"/0/status": "ok", "/1/status": "failed"})");
    has(stored[1]["message"].get<std::string>(), {"killed by signal 9"});
    EXPECT_EQ(stored[2]["status"], "ok") << "another worker took the next one";
}

TEST_F(Workers, EndWithTheirParent) {
    const auto ran = folder.sortscope(start_long_sweep() + "; kill -9 $pid; " + alive + "; true");
    has(ran.out, {}, {"alive"});
    ASSERT_EQ(cases("w.db").size(), 2U) << "finished cases are kept";
    has(folder.text("collect --backend simt --quiet --variant bitonic-b2 --n 2^4..2^6 --resume -o w.db"),
        {"1 case finished, 2 already stored"});
}

TEST_F(Workers, ASecondCtrlCEndsAllAtOnce) {
    const auto ran = folder.ends(start_long_sweep() +
                                     "; kill -STOP $worker; for i in 1 2 3 4; do kill -INT $pid; sleep 0.5; "
                                     "done; wait $pid; code=$?; " +
                                     alive + "; exit $code",
                                 130);
    has(ran.out, {}, {"alive"});
}

TEST_F(Workers, GiveTheSameAsOneProcess) {
    const std::string sweep =
        "collect --backend simt,cpu --variant bitonic-b2,cpu-std-sort --n 64,256 --max-trials 5 ";
    folder.text(sweep + "-o a.db");
    folder.text(sweep + "-o b.db --in-process");
    for (const std::string number : {"1", "2"}) {
        const auto a = folder.json("show a.db " + number + " --sites"),
                   b = folder.json("show b.db " + number + " --sites");
        EXPECT_EQ(std::tuple(a["launches"], a["device"]), std::tuple(b["launches"], b["device"]));
    }
    EXPECT_EQ(cases("a.db").size(), 4U);
}

TEST_F(Workers, OfTwoCollectorsShareAFile) {
    folder.text("collect --backend simt --quiet --variant bitonic-b2 --n 2^4..2^10 -o s.db & first=$!; " +
                std::string(SORTSCOPE_PROGRAM) +
                " collect --backend simt --quiet --variant bitonic-xor --n 2^4..2^10 -o s.db; second=$?; "
                "wait $first && exit $second");
    const auto listed = folder.json("list s.db");
    holds(listed, R"({"/cases#": 14, "/runs#": 2})");
}

using Tune = Collect;

TEST_F(Tune, InTheInterpreterItIsByModelledSectors) {
    const std::string tune = "tune bitonic-c4 --n 2^10 --block 64,256 --backend simt --in-process -o t.db ";
    const auto json = folder.json(tune + "--param max_keys=2,16");
    holds(json, R"({"/by": "sectors", "/provenance": "modelled", "/configurations#": 4,
            "/certainty_ratio": null})");
    for (const auto& one : json["configurations"]) EXPECT_GE(one["sectors"], json["best"]["sectors"]);
    EXPECT_EQ(cases("t.db").size(), 4u) << "ordinary cases of the file";
    has(folder.text(tune + "--param max_keys=16"), {"By modelled sectors: the", "sectors*"});
}

TEST_F(Tune, OnTheCpuItTakesTimes) {
    const auto json = folder.json(
        "tune cpu-quicksort --n 2^10 --backend cpu --in-process --first-trials 2 --last-trials 4 -o c.db");
    EXPECT_EQ(json["by"], "time");
    EXPECT_GT(json["best"]["time_ns"], 0);
    holds(json, R"({"/trials": 2, "/trials_of_full_sweep": 4})");
}

TEST_F(Tune, OfAFileItShowsTheSavedTrials) {
    const std::string file = SORTSCOPE_EXAMPLE, chosen = " --key u32 --n 2^20 --run 1 ";
    const auto sweep = folder.json("sweep " + file + " --variant bitonic-c4 --over max_keys,block" + chosen);
    const auto json = folder.json("tune bitonic-c4 --from " + file + chosen);
    EXPECT_LT(json["trials"], json["trials_of_full_sweep"]);
    EXPECT_GT(json["certainty_ratio"], 0);
    EXPECT_LE(json["certainty_ratio"], 1);
    EXPECT_EQ(json["configurations"].size(), sweep["sweeps"][0]["points"].size());
    const auto stream = folder.json("tune bitonic-c4 --time-mode stream --from " + file + chosen);
    EXPECT_NE(stream["best"]["time_ns"], json["best"]["time_ns"]);
    EXPECT_EQ(stream["sort"].get<std::string>().find("graph"), std::string::npos);
}

TEST_F(Tune, RefusesWithAWordAndAnExitCode) {
    folder.refuses("tune bitonic-cc --n 2^10 --in-process", 2, "bitonic-c4");
    const std::string tune = "tune bitonic-c4 --backend simt --in-process --n ";
    folder.refuses(tune + "2^10,2^11", 2, "one size");
    folder.refuses(tune + "2^10 --first-trials 0", 2, "--first-trials");
    folder.refuses(tune + "1000 --block 3", 3, "No configuration of 'bitonic-c4' can run");
    folder.refuses("tune bitonic-c4 --from gone.db --n 2^10", 5, "gone.db");
    folder.refuses(tune + "2^10 --run 1", 2, "--from");
    const std::string replay = "tune bitonic-c4 --n 2^20 --from '" SORTSCOPE_EXAMPLE "' ";
    for (const char* running :
         {"--device 3", "--output zz.db", "--counters all", "--plugin none.so", "--model 3.5"})
        folder.refuses(replay + running, 2, std::string(running).substr(0, 7));
}
}  // namespace
}
