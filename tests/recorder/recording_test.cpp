#include "recorder/recording.hpp"

#include <gmock/gmock.h>

#include "core/times.hpp"

namespace sortscope::recorder {
namespace {
using ::testing::Contains, ::testing::ElementsAre, ::testing::Field;

const LaunchFilter all_launches;

ProcessEvents process_of(std::vector<Event> events, const LaunchFilter& filter = all_launches) {
    static Kept kept;
    kept = {};
    ProcessEvents process(filter, kept);
    for (auto& event : events) process.add(std::move(event));
    return process;
}

/// Cases with their launches.
std::vector<CaseRecord> cases_of(const Declared& declared, const std::vector<ProgramRun>& runs,
                                 const std::vector<Device>& known = {},
                                 const std::vector<ProgramRun>& counted = {}) {
    std::vector<CaseRecord> records;
    for (auto& each : make_cases(declared, runs, known, counted)) {
        each.launches([&](const LaunchRecord& launch) { each.record.launches.push_back(launch); });
        EXPECT_EQ(each.record.launches.size(), each.record.launch_count);
        records.push_back(std::move(each.record));
    }
    return records;
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

/// Two kernels in ranges, one copy; `longer` lengthens the second kernel.
ProgramRun sort_run(uint64_t longer = 0) {
    ProgramRun run;
    run.processes.push_back(process_of(
        {Hello{.process = 42}, RangePath{1, 0, "sort"}, RangePath{2, 1, "merge"}, SymbolText{1, "_Z5localPj"},
         SymbolText{2, "_Z5mergePj"}, GpuFound{0, "GPU-a", "NVIDIA H200"}, LaunchCall{10, 1},
         LaunchCall{12, 2}, kernel(2, 0, 12, 2000, 2500 + longer), kernel(1, 0, 10, 1000, 1400),
         TransferRun{0, uint32_t(TransferKind::host_to_device), 4096, 500, 700}}));
    return run;
}

/// The only case of program "s".
CaseRecord record_of(const std::vector<ProgramRun>& runs, const std::vector<ProgramRun>& counted = {},
                     const LaunchFilter& filter = all_launches) {
    const auto cases = cases_of({.name = "s", .filter = filter}, runs, {}, counted);
    EXPECT_EQ(cases.size(), 1U);
    return cases.at(0);
}

auto has_note(Severity severity) { return Contains(Field(&Note::severity, severity)); }

TEST(Recording, LaunchesComeInOrderOfTheirCalls) {
    const auto record = record_of({sort_run()});
    EXPECT_TRUE(record.is_program());
    EXPECT_EQ(std::tuple(record.device.uuid, record.status), std::tuple("GPU-a", CaseStatus::ok));
    ASSERT_EQ(record.launches.size(), 2U);
    const auto &local = record.launches[0], &merge = record.launches[1];
    EXPECT_EQ(std::tuple(local.kernel, local.symbol, local.stage, merge.stage),
              std::tuple("local", "_Z5localPj", (Stage{1, 0, "sort"}), (Stage{1, 1, "sort / merge"})));
    EXPECT_EQ(local.start_ns, 500) << "the copy was first";
    EXPECT_EQ(std::tuple(merge.duration_ns, merge.process_id), std::tuple(500, 42U));
    EXPECT_THAT(record.transfers, ElementsAre(Field(&TransferRecord::start_ns, 0)));
    EXPECT_EQ(record.time.value().median_ns, 900) << "without the gap";
}

TEST(Recording, RunsAreTrialsAndLaunchesHaveMedians) {
    const auto record = record_of({sort_run(), sort_run(100), sort_run(300)});
    ASSERT_TRUE(record.time);
    EXPECT_EQ(std::tuple(record.time->count, record.time->rounds.size(), record.time->median_ns),
              std::tuple(3U, 3U, 1000));
    const auto& launch = record.launches[1];
    EXPECT_EQ(std::tuple(launch.duration_ns, launch.duration_count), std::tuple(600, 3U));
    EXPECT_TRUE(launch.duration_spread);
}

TEST(Recording, ARunWithOtherLaunchesGivesNoDurations) {
    auto other = sort_run(5000);
    other.processes[0].add(kernel(1, 0, 14, 9000, 9100));
    const auto record = record_of({sort_run(), other});
    ASSERT_EQ(record.launches.size(), 2U);
    EXPECT_EQ(std::tuple(record.launches[1].duration_ns, record.launches[1].duration_count),
              std::tuple(500, 1U));
    EXPECT_FALSE(record.trials[1].note.empty());
    EXPECT_THAT(record.notes, has_note(Severity::warning));
}

TEST(Recording, EachGpuHasACaseAndUuidsDecide) {
    auto run = sort_run();
    run.processes.push_back(process_of({Hello{.process = 43}, GpuFound{0, "GPU-b", "NVIDIA H200"},
                                        GpuFound{1, "GPU-a", "NVIDIA H200"}, SymbolText{1, "k"},
                                        kernel(1, 0, 1, 100, 200), kernel(1, 1, 2, 5000, 5200)}));
    Device known;
    known.uuid = "GPU-b";
    known.name = "known";
    const auto cases = cases_of({.name = "s"}, {run}, {known});
    ASSERT_EQ(cases.size(), 2U);
    EXPECT_EQ(cases[0].launches.size(), 3U);
    EXPECT_EQ(cases[0].launches[2].process_id, 43U);
    EXPECT_EQ(cases[1].device.name, "known");
    EXPECT_EQ(cases[1].launches.size(), 1U);
}

TEST(Recording, ACrashKeepsWhatWasRecordedAndIsNoTime) {
    auto run = sort_run();
    run.end.signal = 11;
    auto record = record_of({run});
    EXPECT_EQ(std::tuple(record.status, record.launches.size()), std::tuple(CaseStatus::interrupted, 2U));
    EXPECT_FALSE(record.time);
    run.end = {.code = 3};
    record = record_of({run});
    EXPECT_EQ(record.status, CaseStatus::failed);
    EXPECT_FALSE(record.message.empty());
}

TEST(Recording, ALaunchWithoutTimesIsLost) {
    auto run = sort_run();
    run.processes[0].add(kernel(1, 0, 20, 0, 0));
    const auto record = record_of({run});
    ASSERT_EQ(record.launches.size(), 3U);
    EXPECT_FALSE(record.launches[2].duration_ns || record.time);
    EXPECT_THAT(record.notes, has_note(Severity::lost));
}

CountedLaunch counted(uint32_t symbol, uint32_t path, std::vector<int64_t> values) {
    return {.symbol = symbol,
            .path = path,
            .gpu = 0,
            .grid = {8, 1, 1},
            .block = {256, 1, 1},
            .values = std::string(reinterpret_cast<const char*>(values.data()), 8 * values.size())};
}

/// The launches of sort_run(), as another process numbers them.
ProgramRun counted_run() {
    ProgramRun run;
    run.processes.push_back(
        process_of({Hello{.process = 77}, RangePath{5, 0, "sort"}, RangePath{6, 5, "merge"},
                    SymbolText{8, "_Z5mergePj"}, SymbolText{9, "_Z5localPj"},
                    GpuFound{0, "GPU-a", "NVIDIA H200"}, CounterList{"sass", "gld_requests,gst_requests"},
                    counted(9, 5, {11, 12}), counted(8, 6, {21, -1})}));
    return run;
}

/// Number of counters of each launch.
std::vector<size_t> numbers_of_counters(const std::vector<ProgramRun>& runs,
                                        const std::vector<ProgramRun>& counted) {
    std::vector<size_t> numbers;
    for (const auto& launch : record_of(runs, counted).launches) numbers.push_back(launch.counters.size());
    return numbers;
}

TEST(Recording, LaunchesHaveTheCountersOfTheirOwnRun) {
    const auto record = record_of({sort_run()}, {counted_run()});
    using Counters = std::vector<CounterValue>;
    EXPECT_EQ(record.launches[0].counters,
              (Counters{{CounterId::gld_requests, Provenance::measured, 11, 1},
                        {CounterId::gst_requests, Provenance::measured, 12, 1}}));
    EXPECT_EQ(record.launches[1].counters,
              (Counters{{CounterId::gld_requests, Provenance::measured, 21, 1}}));
    EXPECT_EQ(record.launches[1].duration_ns, 500) << "of the timed run";
    EXPECT_THAT(record.passes, ElementsAre(PassRecord{"sass", Provenance::measured, 1}));
    EXPECT_EQ(record.trials.back().kind, TrialKind::counter);
    EXPECT_TRUE(record.time);
}

TEST(Recording, AProcessThatCouldNotCountLosesItsCountersOnly) {
    auto timed = sort_run();
    auto counted = counted_run();
    timed.processes.push_back(timed.processes[0]);
    counted.processes.push_back(counted.processes[0]);
    counted.processes[1].counter_list = {};
    for (auto& launch : counted.processes[1].counted) launch.values.clear();
    EXPECT_THAT(numbers_of_counters({timed}, {counted}), ElementsAre(2, 1, 0, 0));
}

TEST(Recording, LaunchesHaveTheCountersOfSeveralRuns) {
    auto more = counted_run();
    more.processes[0].counter_list = {"sass,memory", "shared_ld_requests,dram_read_bytes"};
    EXPECT_THAT(numbers_of_counters({sort_run()}, {counted_run(), more}), ElementsAre(4, 2));
    const auto record = record_of({sort_run()}, {counted_run(), more});
    EXPECT_THAT(record.passes, ElementsAre(PassRecord{"sass", Provenance::measured, several_passes},
                                           PassRecord{"memory", Provenance::measured, 2}));
    EXPECT_EQ(std::ranges::count(record.trials, TrialKind::counter, &TrialRecord::kind), 2);
}

TEST(Recording, CountersOfOtherLaunchesAreRefused) {
    const auto is_refused = [](const std::function<void(ProgramRun&)>& change) {
        auto run = counted_run();
        change(run);
        const auto record = record_of({sort_run()}, {run});
        EXPECT_TRUE(record.launches[0].counters.empty() && record.passes.empty() && record.time);
        EXPECT_THAT(record.notes, has_note(Severity::lost));
    };
    is_refused([](ProgramRun& run) { run.processes[0].add(counted(9, 5, {1, 2})); });
    is_refused([](ProgramRun& run) { run.processes[0].counted[1].symbol = 9; });
    is_refused([](ProgramRun& run) { run.processes[0].counted[0].grid.x = 9; });
    is_refused([](ProgramRun& run) { run = {}; });
    is_refused([](ProgramRun& run) {
        run.end.signal = 6;
        run.processes[0].counted[1].path = 0;  // no prefix of the timed run
    });
}

TEST(Recording, AProgramThatDiesUnderCountersHasThoseUntilThen) {
    auto run = counted_run();
    run.processes[0].counted.pop_back();
    run.end.signal = 6;
    EXPECT_THAT(numbers_of_counters({sort_run()}, {run}), ElementsAre(2, 0));
    EXPECT_EQ(record_of({sort_run()}, {run}).status, CaseStatus::ok) << "the timed run ended well";
}

TEST(Recording, NodesOfAGraphHaveNoCounters) {
    auto run = sort_run(), counters = counted_run();
    run.processes[0].kernels[0].run.in_graph = 1;  // merge
    counters.processes[0].counted.pop_back();
    EXPECT_THAT(numbers_of_counters({run}, {counters}), ElementsAre(2, 0));
    EXPECT_FALSE(record_of({run}, {counters}).passes.empty());
}

TEST(Recording, AFilterKeepsSomeLaunches) {
    const auto kept = [](LaunchFilter filter) {
        ProgramRun run;
        run.processes.push_back(
            process_of({Hello{.process = 1}, RangePath{1, 0, "sort"}, RangePath{2, 1, "merge"},
                        RangePath{3, 2, "deep"}, SymbolText{1, "_Z5localPj"}, SymbolText{2, "_Z5mergePj"},
                        LaunchCall{10, 1}, LaunchCall{11, 2}, LaunchCall{12, 3}, kernel(1, 0, 10, 1, 2),
                        kernel(2, 0, 11, 3, 4), kernel(1, 0, 12, 5, 6), kernel(1, 0, 13, 7, 8)},
                       filter));
        std::vector<uint32_t> correlations;
        const auto cases = cases_of({.name = "s", .filter = filter}, {run});
        if (!cases.empty())
            for (const auto& launch : cases[0].launches) correlations.push_back(*launch.correlation_id);
        return correlations;
    };
    using Numbers = std::vector<uint32_t>;
    EXPECT_EQ(kept({}), (Numbers{10, 11, 12, 13}));
    EXPECT_EQ(kept({.kernel = std::regex("^loc")}), (Numbers{10, 12, 13}));
    EXPECT_EQ(kept({.range = "merge"}), (Numbers{11, 12}));
    EXPECT_EQ(kept({.range = "sort"}), (Numbers{10, 11, 12}));
    EXPECT_EQ(kept({.skip = 1, .most = 2}), (Numbers{11, 12}));
    EXPECT_EQ(kept({.kernel = std::regex("local"), .range = "sort", .skip = 1}), (Numbers{12}));
    EXPECT_EQ(kept({.range = "none"}), Numbers{});
}

TEST(Recording, LaunchesAndTransfersBeyondTheLimitAreLost) {
    const TransferRun transfer{.bytes = 64, .start_ns = 5, .end_ns = 6};
    const auto first = kernel(1, 0, 1, 1, 2), second = kernel(1, 0, 2, 3, 4), third = kernel(1, 0, 3, 5, 6);
    /// Launches and transfers that are kept, and notes of losses.
    const auto kept = [](const LaunchFilter& filter, std::vector<Event> events) {
        ProgramRun run;
        run.processes.push_back(process_of(std::move(events), filter));
        const auto record = record_of({run}, {}, filter);
        return std::tuple(record.launches.size(), record.transfers.size(),
                          std::ranges::count(record.notes, Severity::lost, &Note::severity));
    };
    EXPECT_EQ(kept({.most = 1}, {first, transfer}), std::tuple(1U, 1U, 0));
    EXPECT_EQ(kept({.most = 1}, {first, second}), std::tuple(1U, 0U, 1));
    EXPECT_EQ(kept({.most = 1}, {first, transfer, transfer}), std::tuple(1U, 1U, 1));
    const LaunchFilter memory{.memory = 2 * sizeof(ProcessEvents::Kernel) + sizeof(TransferRun)};
    EXPECT_EQ(kept(memory, {first, transfer, second, third, transfer}), std::tuple(2U, 1U, 2));
}

/// Launches of one kernel, 1000 ns apart.
std::vector<Event> launches(uint32_t count, uint32_t every = 1) {
    std::vector<Event> events{CudaStarted{1000}, SymbolText{9, "_Z5localPj"},
                              GpuFound{0, "GPU-a", "NVIDIA H200"}};
    for (uint32_t i = 0; i < count; ++i) {
        if (i % every == 0) events.emplace_back(LaunchCall{i + 1, 0});
        events.emplace_back(kernel(9, 0, i + 1, 1000 * (i + 1), 1000 * (i + 1) + 500));
    }
    return events;
}

/// launches() under counters; launch i has value i + 1.
ProgramRun counted_launches(uint32_t count, const LaunchFilter& filter, uint32_t every = 1) {
    std::vector<Event> events{SymbolText{9, "_Z5localPj"}, GpuFound{0, "GPU-a", "NVIDIA H200"},
                              CounterList{"sass", "gld_requests"}};
    for (uint32_t i = 0; i < count; i += every) events.emplace_back(counted(9, 0, {i + 1}));
    ProgramRun run;
    run.processes.push_back(process_of(std::move(events), filter));
    return run;
}

std::vector<int64_t> values_of(const CaseRecord& record) {
    std::vector<int64_t> values;
    for (const auto& launch : record.launches)
        values.push_back(launch.counters.empty() ? -1 : launch.counters[0].value.rounded());
    return values;
}

TEST(Recording, TheLimitOfMemoryMayCutEitherRun) {
    const auto values = [](uint64_t timed, uint64_t counters) {
        const LaunchFilter filter{.memory = timed * sizeof(ProcessEvents::Kernel)};
        const LaunchFilter other{.memory = counters * (sizeof(CountedLaunch) + 8)};
        ProgramRun run;
        run.processes.push_back(process_of(launches(4), filter));
        return values_of(record_of({run}, {counted_launches(4, other)}, filter));
    };
    using Values = std::vector<int64_t>;
    EXPECT_EQ(values(4, 4), (Values{1, 2, 3, 4}));
    EXPECT_EQ(values(2, 4), (Values{1, 2}));
    EXPECT_EQ(values(4, 3), (Values{1, 2, 3, -1}));
}

TEST(Recording, ADelayLeavesOutLaunchesByTimeThenByNumber) {
    const LaunchFilter filter{.delay_ns = 2500};
    ProgramRun first;
    first.processes.push_back(process_of(launches(6), filter));
    const auto later = filter.after(first);
    EXPECT_EQ(later.early, 3U);
    ProgramRun second;  // starts later: by time, only one launch would be early
    auto events = launches(6);
    for (auto& event : events)
        if (auto* run = std::get_if<KernelRun>(&event)) run->start_ns += 2000, run->end_ns += 2000;
    second.processes.push_back(process_of(std::move(events), later));
    const auto record = record_of({first, second}, {counted_launches(6, later)}, filter);
    ASSERT_EQ(record.launches.size(), 3U);
    EXPECT_EQ(*record.launches[0].correlation_id, 4U);
    EXPECT_EQ(record.launches[0].duration_count, 2U);
    EXPECT_EQ(values_of(record), (std::vector<int64_t>{4, 5, 6}));
    EXPECT_THAT(record.notes, ::testing::Each(::testing::Field(&Note::severity, Severity::info)));
}

TEST(Recording, ADelayCountsForEachProcess) {
    const LaunchFilter filter{.delay_ns = 1500};
    ProgramRun run, counters;
    for (const uint32_t count : {4U, 3U}) {
        run.processes.push_back(process_of(launches(count), filter));
        counters.processes.push_back(counted_launches(count, {}).processes[0]);
    }
    EXPECT_EQ(values_of(record_of({run}, {counters}, filter)), (std::vector<int64_t>{3, 4, 3}));
}

TEST(Recording, ASampleKeepsEachNthLaunch) {
    const LaunchFilter filter{.sample = 3};
    auto events = launches(8, 3);
    for (uint64_t i = 0; i < 4; ++i) {
        auto node = kernel(9, 0, 100, 20'000 + i, 20'001 + i);
        node.in_graph = 1;
        events.emplace_back(node);
    }
    ProgramRun run;
    run.processes.push_back(process_of(std::move(events), filter));
    const auto record = record_of({run}, {counted_launches(8, filter, 3)}, filter);
    std::vector<uint32_t> correlations;
    for (const auto& launch : record.launches) correlations.push_back(*launch.correlation_id);
    EXPECT_EQ(correlations, (std::vector<uint32_t>{1, 4, 7, 100, 100}));
    EXPECT_EQ(values_of(record), (std::vector<int64_t>{1, 4, 7, -1, -1}));
    EXPECT_EQ(run.processes[0].between, 7U);
}

TEST(Recording, RepeatedRangesAreTrialsOfOneCase) {
    const LaunchFilter filter{.repeat_by = "sort"};
    ProgramRun run;
    run.processes.push_back(
        process_of({RangePath{1, 0, "warm"}, RangePath{2, 0, "sort"}, RangePath{3, 2, "merge"},
                    RangePath{4, 0, "sort"}, RangePath{5, 4, "merge"}, SymbolText{1, "_Z5localPj"},
                    LaunchCall{1, 1}, LaunchCall{2, 2}, LaunchCall{3, 3}, LaunchCall{4, 4}, LaunchCall{5, 5},
                    kernel(1, 0, 1, 100, 900), kernel(1, 0, 2, 1000, 1010), kernel(1, 0, 3, 1010, 1030),
                    kernel(1, 0, 4, 2000, 2020), kernel(1, 0, 5, 2020, 2060)},
                   filter));
    const auto record = record_of({run}, {}, filter);
    ASSERT_EQ(record.launches.size(), 2U);
    EXPECT_EQ(std::tuple(record.trials.size(), record.time->median_ns), std::tuple(2U, 45)) << "of 30 and 60";
    EXPECT_EQ(record.launches[0].duration_ns, 15);
    EXPECT_EQ(record.launches[1].duration_count, 2U);
    EXPECT_EQ(record.launches[1].stage, (Stage{1, 1, "sort / merge"}));
}

TEST(Recording, NoKernelIsNoCase) { EXPECT_TRUE(cases_of({.name = "s"}, {ProgramRun{}}, {}).empty()); }
}  // namespace
}
