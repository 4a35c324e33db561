// Times in both modes, launch times over several trials, limits and clocks of the device.
#include <gmock/gmock.h>

#include "collector/backend.hpp"
#include "core/times.hpp"
#include "tests/gpu/gpu_fixture.hpp"

namespace sortscope::test {
namespace {
using Timing = GpuTest;
using testing::ElementsAre;
using testing::HasSubstr;

collector::BackendOptions time_options(std::vector<TimeMode> modes = {TimeMode::graph, TimeMode::stream}) {
    collector::BackendOptions options;
    options.trials.min_trials = 5;
    options.trials.max_trials = 15;
    options.counters = {};
    options.phases = {.times = true, .launch_times = false, .counters = false, .counting = false};
    options.time_modes = std::move(modes);
    return options;
}

std::string notes_of(const CaseRecord& record) {
    std::string text;
    for (const auto& note : record.notes) text += note.text + "\n";
    return text;
}

TEST_F(Timing, EverySortIsTimedAsAGraphAndInAStream) {
    for (const char* variant : {"bitonic-b2", "bitonic-semi", "cub-radix", "cub-merge", "thrust-sort"})
        for (const bool flush : {false, true}) {
            SCOPED_TRACE(std::string(variant) + (flush ? ", flushed" : ", warm"));
            auto options = time_options();
            options.trials.flush_l2 = flush;
            const CaseRecord record = on_gpu(spec_of(variant, 100'000), options);
            ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
            EXPECT_EQ(record.time_mode, TimeMode::graph) << notes_of(record);
            ASSERT_TRUE(record.time);
            ASSERT_EQ(record.other_times.size(), 1U);
            EXPECT_EQ(record.other_times[0].mode, TimeMode::stream);
            std::map<TimeMode, uint32_t> accepted;
            for (const auto& trial : record.trials) {
                EXPECT_TRUE(trial.verified);
                if (trial.accepted) ++accepted[trial.time_mode];
            }
            EXPECT_EQ(accepted[TimeMode::graph], record.time->count);
            EXPECT_EQ(accepted[TimeMode::stream], record.other_times[0].count);
            EXPECT_EQ(accepted.count(TimeMode::none), 0U) << "a trial without its mode";
            EXPECT_LT(record.time->median_ns, record.other_times[0].median_ns * 11 / 10)
                << "a graph spares launches, it costs none";
        }
}

TEST_F(Timing, RecordsAreSortedByGraphsToo) {
    for (const auto& [variant, key] : {std::pair{"cub-radix", KeyType::u32_u32},
                                       {"thrust-sort-by-key", KeyType::u64_u64},
                                       {"cub-merge", KeyType::f64_u64},
                                       {"butterfly-full", KeyType::f32_u32}}) {
        const CaseRecord record = on_gpu(spec_of(variant, 1 << 12, key), time_options());
        EXPECT_EQ(record.status, CaseStatus::ok) << variant << ": " << record.message;
        EXPECT_EQ(record.time_mode, TimeMode::graph) << variant << ": " << notes_of(record);
    }
}

TEST_F(Timing, ModesCanBeRestricted) {
    const auto spec = spec_of("bitonic-b2", 1 << 12);
    for (const TimeMode mode : {TimeMode::graph, TimeMode::stream}) {
        const CaseRecord record = on_gpu(spec, time_options({mode}));
        ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
        EXPECT_EQ(record.time_mode, mode);
        EXPECT_TRUE(record.other_times.empty());
        const auto planned =
            gpu_->planned(catalogue_.variants.find(spec.variant), spec, time_options({mode}));
        EXPECT_EQ(planned.time_mode, mode);
    }
}

TEST_F(Timing, AnEarlierRoundIsAddedTo) {
    const auto spec = spec_of("bitonic-b2", 1 << 14);
    const auto& variant = catalogue_.variants.find(spec.variant);
    CaseRecord record = gpu_->begin(variant, spec);
    for (const uint32_t round : {0U, 1U}) {
        auto options = time_options();
        options.round = round;
        gpu_->run({variant, spec, options, {}, record});
        ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    }
    ASSERT_TRUE(record.time);
    ASSERT_EQ(record.time->rounds.size(), 2U);
    EXPECT_EQ(record.time->rounds[1].round, 1U);
    EXPECT_EQ(record.time->count, record.time->rounds[0].count + record.time->rounds[1].count);
    ASSERT_EQ(record.other_times.size(), 1U);
    EXPECT_EQ(record.other_times[0].rounds.size(), 2U);
    for (size_t i = 0; i < record.trials.size(); ++i)
        EXPECT_EQ(record.trials[i].index, i) << "one count over both rounds";
}

TEST_F(Timing, LaunchTimesAreMediansOfSeveralTrials) {
    for (const char* variant : {"bitonic-b2", "cub-radix"}) {
        SCOPED_TRACE(variant);
        collector::BackendOptions options = time_options();
        options.phases = {.times = false, .launch_times = true, .counters = false, .counting = false};
        options.activity_trials = 5;
        const CaseRecord record = on_gpu(spec_of(variant, 1 << 16), options);
        ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
        if (notes_of(record).find("were not timed") != std::string::npos) GTEST_SKIP() << notes_of(record);
        EXPECT_EQ(std::ranges::count(record.trials, TrialKind::activity, &TrialRecord::kind), 5);
        EXPECT_FALSE(record.time) << "no time trial was asked for";
        ASSERT_FALSE(record.launches.empty());
        int64_t last = -1;
        for (const auto& launch : record.launches) {
            EXPECT_EQ(launch.duration_count, 5U);
            EXPECT_TRUE(launch.duration_spread.has_value());
            EXPECT_GT(launch.duration_ns.value_or(0), 0);
            EXPECT_GT(launch.start_ns.value_or(-1), last) << "in order of launching";
            last = launch.start_ns.value_or(last);
        }
        EXPECT_EQ(std::ranges::count(record.transfers, TransferKind::host_to_device, &TransferRecord::kind),
                  1)
            << "of one trial";
        EXPECT_THAT(notes_of(record), HasSubstr("medians of 5 activity trials"));
    }
}

TEST_F(Timing, AShortSortIsToldWhatTimingCosts) {
    const CaseRecord record = on_gpu(spec_of("bitonic-local", 1 << 8), time_options());
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    ASSERT_TRUE(record.time);
    if (record.time->median_ns >= 20'000) GTEST_SKIP() << "no sort here is that short";
    EXPECT_THAT(notes_of(record), HasSubstr("two events alone take"));
}

TEST_F(Timing, TheDeviceReachesWhatItsDataSheetAllows) {
    std::map<std::string, double> limit;
    for (const auto& one : gpu_->measure_limits({})) {
        limit[one.name] = one.value;
        EXPECT_GT(one.value, 0) << one.name;
        EXPECT_LT(one.spread, 0.3) << one.name;
        std::printf("  %-24s %.5g %s, spread %.2f %%\n", one.name.c_str(), one.value, one.unit.c_str(),
                    100 * one.spread);
    }
    ASSERT_EQ(limit.size(), limit.contains("graph_clock_step") ? 12U : 11U);
    const Device& gpu = gpu_->device();
    const double sheet = 2e3 * double(gpu.memory_clock_khz) * gpu.memory_bus_bits / 8;  // double data rate
    EXPECT_GT(limit["copy_bandwidth"], 0.30 * sheet);
    EXPECT_LT(limit["copy_bandwidth"], 1.05 * sheet);
    EXPECT_GT(limit["read_bandwidth"], 0.30 * sheet);
    EXPECT_LT(limit["read_bandwidth"], 1.05 * sheet);
    EXPECT_GT(limit["l2_bandwidth"], limit["read_bandwidth"]);
    EXPECT_GT(limit["shared_bandwidth"], limit["l2_bandwidth"]);
    const double cycles = 1e3 * double(gpu.clock_khz) * gpu.multiprocessors;
    EXPECT_LT(limit["shared_bandwidth"], 1.05 * 128 * cycles) << "128 bytes a cycle of each multiprocessor";
    for (const char* name : {"integer_add_throughput", "compare_throughput"}) {
        EXPECT_GT(limit[name], 0.3 * 32 * cycles) << name;
        EXPECT_LT(limit[name], 1.05 * 128 * cycles) << name << ": at most four warps' operations a cycle";
    }
    EXPECT_LT(limit["event_overhead"], limit["stream_kernel_overhead"]);
    EXPECT_LT(limit["graph_overhead"], limit["stream_kernel_overhead"]);
    EXPECT_LT(limit["graph_node_overhead"], limit["graph_overhead"]);
    EXPECT_LT(limit["graph_node_overhead"], limit["stream_launch_overhead"]);
    EXPECT_LT(limit["stream_kernel_overhead"], 100'000);
}

TEST_F(Timing, LimitsStopWhenTheyAreTold) {
    const std::atomic<bool> stop{true};
    collector::CaseWatch watch;
    watch.stop = &stop;
    EXPECT_TRUE(gpu_->measure_limits(watch).empty());
}

TEST_F(Timing, ClocksAreLookedAtUnderLoad) {
    const auto check = gpu_->clock_check();
    ASSERT_TRUE(check);
    EXPECT_EQ(check->name, "clocks");
    EXPECT_THAT(check->detail, HasSubstr(gpu_->device().name));
    EXPECT_EQ(check->ok, check->remedy.empty()) << check->detail << " / " << check->remedy;
    std::printf("  %s\n", check->detail.c_str());
}
}  // namespace
}
