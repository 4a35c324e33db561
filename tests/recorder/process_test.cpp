#include "recorder/process.hpp"

#include <gmock/gmock.h>
#include <signal.h>

#include <thread>

#include "core/error.hpp"

namespace sortscope::recorder {
namespace {
ProgramRun run(std::vector<std::string> words) {
    words.insert(words.begin(), SORTSCOPE_SPOOLING_PROGRAM);
    static const LaunchFilter all;
    return run_program(words, {}, all);
}

size_t kernels(const ProgramRun& run) {
    size_t count = 0;
    for (const auto& process : run.processes) count += process.kernels.size();
    return count;
}

TEST(RunProgram, KeepsExitCodeAndEvents) {
    const auto ended = run({"5", "exit", "3"});
    EXPECT_EQ(ended.end.code, 3);
    EXPECT_EQ(ended.end.signal, 0);
    EXPECT_EQ(kernels(ended), 5U);
    EXPECT_GT(ended.wall_ns, 0);
}

TEST(RunProgram, KeepsWhatWasSentBeforeASuddenEnd) {
    EXPECT_EQ(kernels(run({"1000", "quick", "7"})), 1000U);
    const auto killed = run({"1000", "kill", "9"});
    EXPECT_EQ(killed.end.signal, 9);
    EXPECT_EQ(kernels(killed), 1000U);
    const auto torn = run({"10", "torn"});
    EXPECT_EQ(torn.end.signal, SIGUSR1);
    EXPECT_EQ(kernels(torn), 10U);
}

TEST(RunProgram, StallsAreSampledInARunOfTheirOwn) {
    static const LaunchFilter all;
    const auto run = sample_program({SORTSCOPE_SPOOLING_PROGRAM, "6", "exit"}, {}, all);
    ASSERT_EQ(run.processes.size(), 1U);
    EXPECT_EQ(run.processes[0].stalls.size(), 2U);
    EXPECT_EQ(kernels(run), 0U);
    EXPECT_THAT(run.cubins, ::testing::ElementsAre(::testing::Pair(5, "code 5")));
}

TEST(RunProgram, ManyLaunchesArrive) { EXPECT_EQ(kernels(run({"200000", "exit", "0"})), 200'000U); }

TEST(RunProgram, ChildProcessesAreRecorded) {
    const auto both = run({"4", "child"});
    ASSERT_EQ(both.processes.size(), 2U);
    EXPECT_EQ(kernels(both), 7U);
    EXPECT_NE(both.processes[0].process, both.processes[1].process);
}

TEST(RunProgram, ManyProcessesAreRecorded) {
    const auto all = run({"4", "forks"});
    EXPECT_EQ(all.processes.size(), 65U);
    EXPECT_EQ(kernels(all), 4U + 64 * 3);
}

TEST(RunProgram, DeepRangesAndLongNamesHarmNoLaunch) {
    const auto deep = run({"2", "deep"});
    ASSERT_EQ(kernels(deep), 3U);
    const auto& process = deep.processes[0];
    EXPECT_LT(process.ranges.path(process.kernels[2].path).label.size(), 200U);
    const auto names = run({"2", "names"});
    EXPECT_EQ(kernels(names), 2U);
    EXPECT_EQ(names.processes[0].losses.size(), 1U) << "no library of ours sends such a name";
}

TEST(RunProgram, AProgramThatLaunchesNothingHasNoEvents) {
    const auto empty = run({"0", "exit", "0"});
    EXPECT_TRUE(empty.processes.empty());
    EXPECT_TRUE(empty.end.ok());
}

TEST(RunProgram, PassesSignalsOn) {
    std::jthread sender([parent = ::getpid()] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        ::kill(parent, SIGTERM);
    });
    EXPECT_EQ(run({"2", "wait"}).end.signal, SIGTERM);
}

TEST(RunProgram, RefusesAnAbsentProgramAndAnotherProfiler) {
    EXPECT_THROW(run_program({"./no-such-program"}, {}, {}), Error);
    ::setenv("CUDA_INJECTION64_PATH", "/other.so", 1);
    EXPECT_THROW(run({"0", "exit", "0"}), Error);
    ::unsetenv("CUDA_INJECTION64_PATH");
}
}  // namespace
}
