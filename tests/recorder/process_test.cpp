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

TEST(RunProgram, KeepsItsEndAndWhatItSentBefore) {
    struct Row {
        std::vector<std::string> words;
        size_t kernels;
        int code, signal;
    };
    for (const auto& [words, sent, code, signal] :
         std::initializer_list<Row>{{{"5", "exit", "3"}, 5, 3, 0},
                                    {{"1000", "quick", "7"}, 1000, 7, 0},
                                    {{"1000", "kill", "9"}, 1000, 0, 9},
                                    {{"10", "torn"}, 10, 0, SIGUSR1},
                                    {{"200000", "exit", "0"}, 200'000, 0, 0},
                                    {{"0", "exit", "0"}, 0, 0, 0}}) {
        SCOPED_TRACE(words[1]);
        const auto ended = run(words);
        EXPECT_EQ(std::tuple(kernels(ended), ended.end.signal), std::tuple(sent, signal));
        if (signal == 0) {
            EXPECT_EQ(ended.end.code, code);
        }
        EXPECT_EQ(ended.processes.empty(), sent == 0);
        EXPECT_EQ(ended.end.ok(), code == 0 && signal == 0);
        EXPECT_GT(ended.wall_ns, 0);
    }
}

TEST(RunProgram, StallsAreSampledInARunOfTheirOwn) {
    static const LaunchFilter all;
    const auto run = sample_program({SORTSCOPE_SPOOLING_PROGRAM, "6", "exit"}, {}, all);
    ASSERT_EQ(run.processes.size(), 1U);
    EXPECT_EQ(run.processes[0].stalls.size(), 2U);
    EXPECT_EQ(kernels(run), 0U);
    EXPECT_THAT(run.cubins, ::testing::ElementsAre(::testing::Pair(5, "code 5")));
}

TEST(RunProgram, ChildProcessesAreRecorded) {
    const auto both = run({"4", "child"});
    ASSERT_EQ(both.processes.size(), 2U);
    EXPECT_EQ(kernels(both), 7U);
    EXPECT_NE(both.processes[0].process, both.processes[1].process);
    const auto all = run({"4", "forks"});
    EXPECT_EQ(std::tuple(all.processes.size(), kernels(all)), std::tuple(65U, 4U + 64 * 3));
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
