// `collect` with its worker processes, rounds and estimates, as a user meets them, without a GPU.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// Starts a sweep of two short cases and one of minutes, and waits until the long one runs: $pid is the
/// collector, $worker its worker.
std::string start_long_sweep(const std::string& sizes = "2^4,2^5,2^24", int stored = 2,
                             const std::string& more = "") {
    return "collect --backend simt --threads 1 --quiet --variant bitonic-b2 --size " + sizes + " -o w.db " +
           more + " & pid=$!; " + until_stored(stored, "w.db") +
           "sleep 0.5; worker=$(cat /proc/$pid/task/$pid/children | tr -d ' ')";
}

/// Prints "alive" where the process still runs after ten seconds: one that was killed and that nobody waited
/// for is still a process.
std::string alive(const std::string& process) {
    const std::string runs = "grep -qs 'State:.[RSDT]' /proc/" + process + "/status";
    return "for i in $(seq 100); do " + runs + " || break; sleep 0.1; done; " + runs + " && echo alive";
}

json cases_of(const Folder& folder, const std::string& file) {
    return json::parse(folder.sortscope("list " + file + " --json").out)["cases"];
}

TEST(CollectWorkers, AKilledWorkerCostsItsCaseAndTheSweepGoesOn) {
    const Folder folder;
    const auto ran = folder.sortscope(
        "collect --backend simt --threads 1 --quiet --variant bitonic-b2,bitonic-xor --size 2^4,2^24 "
        "--case-limit 600 -o w.db & pid=$!; " +
        until_stored(1, "w.db") + "sleep 0.5; kill -9 $(cat /proc/$pid/task/$pid/children); " +
        until_stored(3, "w.db") + "kill -INT $pid; wait $pid");
    EXPECT_EQ(ran.code, 130) << "the second long case was ended by Ctrl-C";
    EXPECT_THAT(ran.err, HasSubstr("killed by signal 9"));
    const auto cases = cases_of(folder, "w.db");
    ASSERT_GE(cases.size(), 3U);
    EXPECT_EQ(cases[0]["status"], "ok");
    EXPECT_EQ(cases[1]["status"], "failed");
    EXPECT_THAT(cases[1]["message"].get<std::string>(), HasSubstr("killed by signal 9"));
    EXPECT_EQ(cases[2]["status"], "ok") << "another worker took the next one";
}

TEST(CollectWorkers, ALostCaseEndsWithThree) {
    const Folder folder;
    const auto ran = folder.sortscope(start_long_sweep() + "; kill -9 $worker; wait $pid");
    EXPECT_EQ(ran.code, 3) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("2 cases finished, 1 failed"));
}

TEST(CollectWorkers, ACaseThatDoesNotGoOnIsGivenUp) {
    const Folder folder;
    const auto ran = folder.sortscope(start_long_sweep("2^4,2^24,2^5", 1, "--case-limit 5") +
                                      "; kill -STOP $worker; wait $pid");
    EXPECT_EQ(ran.code, 3);
    EXPECT_THAT(ran.err, HasSubstr("did not go on for 5 s "));
    const auto cases = cases_of(folder, "w.db");
    ASSERT_EQ(cases.size(), 3U);
    EXPECT_EQ(cases[1]["status"], "failed");
    EXPECT_EQ(cases[2]["status"], "ok") << "another worker took the next one";
}

TEST(CollectWorkers, EndWithTheirParent) {
    const Folder folder;
    const auto ran = folder.sortscope(start_long_sweep() + "; kill -9 $pid; " + alive("$worker") + "; true");
    EXPECT_THAT(ran.out, Not(HasSubstr("alive")));
    const auto cases = cases_of(folder, "w.db");
    ASSERT_EQ(cases.size(), 2U) << "finished cases are kept";
    const auto resumed = folder.sortscope(
        "collect --backend simt --quiet --variant bitonic-b2 --size 2^4..2^6 --resume -o w.db");
    EXPECT_THAT(resumed.out, HasSubstr("1 case finished, 2 already stored"));
}

TEST(CollectWorkers, ASecondCtrlCEndsAllAtOnce) {
    const Folder folder;
    const auto ran = folder.sortscope(
        start_long_sweep() +
        "; kill -STOP $worker; for i in 1 2 3 4; do kill -INT $pid; sleep 0.5; done; wait $pid; code=$?; " +
        alive("$worker") + "; exit $code");
    EXPECT_EQ(ran.code, 130);
    EXPECT_THAT(ran.out, Not(HasSubstr("alive")));
}

TEST(CollectWorkers, GiveTheSameAsOneProcess) {
    const Folder folder;
    const std::string sweep =
        "collect --backend simt,cpu --variant bitonic-b2,cpu-std-sort --size 64,256 --max-trials 5 ";
    ASSERT_EQ(folder.sortscope(sweep + "-o a.db").code, 0);
    ASSERT_EQ(folder.sortscope(sweep + "-o b.db --in-process").code, 0);
    for (const std::string number : {"1", "2"}) {
        const auto a = json::parse(folder.sortscope("show a.db " + number + " --json --sites").out);
        const auto b = json::parse(folder.sortscope("show b.db " + number + " --json --sites").out);
        EXPECT_EQ(a["launches"], b["launches"]);
        EXPECT_EQ(a["device"], b["device"]);
    }
    EXPECT_EQ(cases_of(folder, "a.db").size(), 4U);
}

TEST(CollectWorkers, TwoCollectorsShareAFile) {
    const Folder folder;
    const auto ran = folder.sortscope(
        "collect --backend simt --quiet --variant bitonic-b2 --size 2^4..2^10 -o s.db & first=$!; " +
        std::string(SORTSCOPE_PROGRAM) +
        " collect --backend simt --quiet --variant bitonic-xor --size 2^4..2^10 -o s.db; second=$?; wait "
        "$first && exit $second");
    EXPECT_EQ(ran.code, 0) << ran.err;
    const auto listed = json::parse(folder.sortscope("list s.db --json").out);
    EXPECT_EQ(listed["cases"].size(), 14U);
    EXPECT_EQ(listed["runs"].size(), 2U);
}

TEST(CollectRounds, KeepTheRoundOfEachTrial) {
    const Folder folder;
    const std::string sweep =
        "collect --backend cpu --variant cpu-std-sort,cpu-bitonic --size 1000,2000 --stop count --max-trials "
        "5 -o r.db ";
    const auto ran = folder.sortscope(sweep + "--rounds 3 --order-seed 5");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto listed = json::parse(folder.sortscope("list r.db --json").out);
    ASSERT_EQ(listed["cases"].size(), 4U);
    EXPECT_THAT(listed["runs"].dump(),
                HasSubstr("3 rounds, each in fresh processes and in an order shuffled by --order-seed 5."));
    const auto record = json::parse(folder.sortscope("show r.db 1 --json").out);
    std::map<int, int> trials;
    for (const auto& trial : record["trials"])
        if (trial["kind"] == "time") ++trials[trial["round"].get<int>()];
    EXPECT_EQ(trials.size(), 3U);
    for (const auto& [round, count] : trials) EXPECT_EQ(count, 5) << round;
    EXPECT_THAT(folder.sortscope(sweep + "--rounds 3 --resume").out,
                HasSubstr("0 cases finished, 4 already stored"));
    EXPECT_THAT(folder.sortscope(sweep + "--rounds 4 --resume").out, HasSubstr("4 cases finished."))
        << "with fewer rounds it is unfinished";
}

TEST(CollectEstimate, ADryRunSaysWhatItWouldTake) {
    const Folder folder;
    const auto dry =
        folder.sortscope("collect --dry-run --backend simt --variant bitonic-b2 --size 2^10,2^11 -o d.db");
    EXPECT_EQ(dry.code, 0) << dry.err;
    EXPECT_THAT(dry.out, HasSubstr("Expected: 121 launches, 2 counter passes, about "));
    EXPECT_THAT(dry.out, HasSubstr("a file of about "));
    EXPECT_THAT(dry.out, Not(HasSubstr("The longest")));
    const auto one =
        folder.sortscope("collect --dry-run --backend simt --variant bitonic-b2 --size 2^10 -o d.db").out;
    EXPECT_THAT(one, HasSubstr(" 1 counter pass, about "));
    const auto narrow =
        folder
            .sortscope("collect --dry-run --backend simt --variant bitonic-b2 --size 2^10,1000 -o d.db",
                       "COLUMNS=80")
            .out;
    std::istringstream lines(narrow);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
    const auto days = folder.sortscope(
        "collect --dry-run --backend simt --threads 1 --key u32 --variant rank --size 2^22 -o d.db");
    EXPECT_THAT(days.out, HasSubstr("The longest is rank u32 2^22"));
    EXPECT_THAT(days.out, HasSubstr("This is expected to take about 98 h."));
}

TEST(CollectEstimate, NoCountersFromTheInterpreterIsNothing) {
    const Folder folder;
    const auto ran =
        folder.sortscope("collect --backend simt --counters none --variant bitonic-b2 --size 16 -o n.db");
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("counts and measures no time"));
    const auto beside = folder.sortscope(
        "collect --backend simt,cpu --counters none --variant bitonic-b2,cpu-std-sort --size 16 -o n.db");
    EXPECT_EQ(beside.code, 0) << beside.err;
    const auto cases = cases_of(folder, "n.db");
    ASSERT_EQ(cases.size(), 1U) << "the CPU's";
}

}  // namespace
}  // namespace sortscope::test
