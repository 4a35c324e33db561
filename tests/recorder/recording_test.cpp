#include "recorder/recording.hpp"

#include <gmock/gmock.h>

#include "core/times.hpp"

namespace sortscope::recorder {
namespace {
ProcessEvents process_of(std::vector<Event> events) {
    ProcessEvents process;
    for (auto& event : events) process.add(std::move(event));
    return process;
}

KernelRun kernel(uint32_t symbol, uint32_t gpu, uint32_t correlation, uint64_t start, uint64_t end) {
    return {.symbol = symbol,
            .gpu = gpu,
            .stream = 7,
            .correlation = correlation,
            .grid = {8, 1, 1},
            .block = {256, 1, 1},
            .registers = 32,
            .start_ns = start,
            .end_ns = end};
}

/// Two kernels in ranges, one copy; `scale` lengthens the second kernel.
ProgramRun sort_run(uint64_t longer = 0) {
    ProgramRun run;
    run.processes.push_back(process_of(
        {Hello{.process = 42}, RangePath{1, 0, "sort"}, RangePath{2, 1, "merge"}, SymbolText{1, "_Z5localPj"},
         SymbolText{2, "_Z5mergePj"}, GpuFound{0, "GPU-a", "NVIDIA H200"}, LaunchCall{10, 1},
         LaunchCall{12, 2}, kernel(2, 0, 12, 2000, 2500 + longer), kernel(1, 0, 10, 1000, 1400),
         TransferRun{0, uint32_t(TransferKind::host_to_device), 4096, 500, 700}}));
    return run;
}

TEST(Recording, LaunchesComeInOrderOfTheirCalls) {
    const auto cases = make_cases({.name = "my-sort"}, {sort_run()}, {});
    ASSERT_EQ(cases.size(), 1U);
    const auto& record = cases[0];
    EXPECT_TRUE(record.is_program());
    EXPECT_EQ(record.device.uuid, "GPU-a");
    ASSERT_EQ(record.launches.size(), 2U);
    EXPECT_EQ(record.launches[0].kernel, "local");
    EXPECT_EQ(record.launches[0].symbol, "_Z5localPj");
    EXPECT_EQ(record.launches[0].stage, (Stage{1, 0, "sort"}));
    EXPECT_EQ(record.launches[1].stage, (Stage{1, 1, "sort / merge"}));
    EXPECT_EQ(record.launches[0].start_ns, 500);  // the copy was first
    EXPECT_EQ(record.launches[1].duration_ns, 500);
    EXPECT_EQ(record.launches[1].process_id, 42U);
    ASSERT_EQ(record.transfers.size(), 1U);
    EXPECT_EQ(record.transfers[0].start_ns, 0);
    ASSERT_TRUE(record.time);
    EXPECT_EQ(record.time->median_ns, 900);  // without the gap
    EXPECT_EQ(record.status, CaseStatus::ok);
}

TEST(Recording, RunsAreTrialsAndLaunchesHaveMedians) {
    const auto record = make_cases({.name = "s"}, {sort_run(), sort_run(100), sort_run(300)}, {})[0];
    ASSERT_TRUE(record.time);
    EXPECT_EQ(record.time->count, 3U);
    EXPECT_EQ(record.time->rounds.size(), 3U);
    EXPECT_EQ(record.time->median_ns, 1000);
    EXPECT_EQ(record.launches[1].duration_ns, 600);
    EXPECT_EQ(record.launches[1].duration_count, 3U);
    EXPECT_TRUE(record.launches[1].duration_spread);
}

TEST(Recording, ARunWithOtherLaunchesGivesNoDurations) {
    auto other = sort_run(5000);
    other.processes[0].add(kernel(1, 0, 14, 9000, 9100));
    const auto record = make_cases({.name = "s"}, {sort_run(), other}, {})[0];
    EXPECT_EQ(record.launches.size(), 2U);
    EXPECT_EQ(record.launches[1].duration_ns, 500);
    EXPECT_EQ(record.launches[1].duration_count, 1U);
    EXPECT_FALSE(record.trials[1].note.empty());
    EXPECT_THAT(record.notes, ::testing::Contains(::testing::Field(&Note::severity, Severity::warning)));
}

TEST(Recording, EachGpuHasACaseAndUuidsDecide) {
    auto run = sort_run();
    run.processes.push_back(process_of({Hello{.process = 43}, GpuFound{0, "GPU-b", "NVIDIA H200"},
                                        GpuFound{1, "GPU-a", "NVIDIA H200"}, SymbolText{1, "k"},
                                        kernel(1, 0, 1, 100, 200), kernel(1, 1, 2, 5000, 5200)}));
    Device known;
    known.uuid = "GPU-b";
    known.name = "known";
    const auto cases = make_cases({.name = "s"}, {run}, {known});
    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[0].launches.size(), 3U);
    EXPECT_EQ(cases[0].launches[2].process_id, 43U);
    EXPECT_EQ(cases[1].device.name, "known");
    EXPECT_EQ(cases[1].launches.size(), 1U);
}

TEST(Recording, ACrashKeepsWhatWasRecordedAndIsNoTime) {
    auto run = sort_run();
    run.end.signal = 11;
    auto record = make_cases({.name = "s"}, {run}, {})[0];
    EXPECT_EQ(record.status, CaseStatus::interrupted);
    EXPECT_EQ(record.launches.size(), 2U);
    EXPECT_FALSE(record.time);
    run.end = {.code = 3};
    record = make_cases({.name = "s"}, {run}, {})[0];
    EXPECT_EQ(record.status, CaseStatus::failed);
    EXPECT_FALSE(record.message.empty());
}

TEST(Recording, ALaunchWithoutTimesIsLost) {
    auto run = sort_run();
    run.processes[0].add(kernel(1, 0, 20, 0, 0));
    const auto record = make_cases({.name = "s"}, {run}, {})[0];
    EXPECT_EQ(record.launches.size(), 3U);
    EXPECT_FALSE(record.launches[2].duration_ns);
    EXPECT_FALSE(record.time);
    EXPECT_THAT(record.notes, ::testing::Contains(::testing::Field(&Note::severity, Severity::lost)));
}

TEST(Recording, NoKernelIsNoCase) { EXPECT_TRUE(make_cases({.name = "s"}, {ProgramRun{}}, {}).empty()); }
}  // namespace
}
