// Series and launches of a sampled run share one clock: active under launches, idle between them.
#include <fmt/format.h>

#include "tests/gpu/gpu_fixture.hpp"

namespace sortscope::test {
namespace {
struct Bins {
    size_t under = 0, active_under = 0;      ///< bins at least half covered by launches
    size_t between = 0, active_between = 0;  ///< bins in a pause longer than two intervals
    std::string wrong{};                     ///< one bin per line
};

/// `fills`: the sort fills memory between launches, so SMs are active there.
void add_bins(const CaseRecord& record, TimeMode mode, bool fills, Bins& bins) {
    std::vector<SampledLaunch> launches;
    for (const auto& launch : record.sampled_launches)
        if (launch.time_mode == mode) launches.push_back(launch);
    for (const auto& series : record.series) {
        if (series.time_mode != mode || !series.metric.starts_with("sm__cycles_active")) continue;
        for (size_t i = 0; i < series.values.size(); ++i) {
            const int64_t from = series.start_ns + int64_t(i) * series.interval_ns,
                          to = from + series.interval_ns;
            int64_t covered = 0, end = -1, next = -1;
            for (const auto& launch : launches) {
                const int64_t stop = launch.start_ns + launch.duration_ns;
                covered += std::max<int64_t>(0, std::min(to, stop) - std::max(from, launch.start_ns));
                if (stop <= from) end = std::max(end, stop);
                if (launch.start_ns >= to && next < 0) next = launch.start_ns;
            }
            const bool active = series.values[i] > 0;
            const auto bin = fmt::format("{} of {}, {} ns, value {}", i, series.values.size(),
                                         series.interval_ns, series.values[i]);
            if (2 * covered >= series.interval_ns) {
                ++bins.under;
                bins.active_under += active ? 1 : 0;
                if (!active) bins.wrong += fmt::format("\n{}: idle under a launch", bin);
            } else if (!fills && covered == 0 && end >= 0 && next >= 0 &&
                       next - end > 2 * series.interval_ns) {
                ++bins.between;
                bins.active_between += active ? 1 : 0;
                if (active)
                    bins.wrong += fmt::format("\n{}: active, {} ns after a launch, {} ns before the next",
                                              bin, from - end, next - to);
            }
        }
    }
}

class SampledRuns : public GpuTest {};

TEST_F(SampledRuns, BinsUnderLaunchesAreActiveAndOthersIdle) {
    collector::BackendOptions options;
    options.trials = {.min_trials = 1, .max_trials = 1};
    options.phases = collector::CasePhases::none();
    options.phases.launch_times = options.phases.series = true;
    options.counters.series = true;
    std::map<TimeMode, Bins> bins;
    for (const auto& [variant, n] : {std::pair{"bitonic-b2", 1 << 16},
                                     {"bitonic-b2", 1 << 20},
                                     {"bitonic-semi", 1 << 20},
                                     {"cub-radix", 1 << 24}}) {
        const auto record = on_gpu(spec_of(variant, uint64_t(n)), options);
        ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
        std::string said;
        for (const auto& note : record.notes) said += note.text + " ";
        if (record.series.empty()) GTEST_SKIP() << said;
        for (const auto mode : {TimeMode::graph, TimeMode::stream}) {
            EXPECT_EQ(size_t(std::ranges::count(record.sampled_launches, mode, &SampledLaunch::time_mode)),
                      record.launches.size())
                << variant << " " << n << " " << name_of(mode) << ": " << said;
            add_bins(record, mode, variant == std::string("cub-radix"), bins[mode]);
        }
    }
    for (const auto& [mode, sum] : bins) {
        SCOPED_TRACE(testing::Message() << name_of(mode) << ": " << sum.active_under << " of " << sum.under
                                        << " bins under launches are active, " << sum.active_between << " of "
                                        << sum.between << " between them" << sum.wrong);
        EXPECT_GT(sum.under, 300U);
        EXPECT_GE(double(sum.active_under), 0.98 * double(sum.under));
        EXPECT_LE(double(sum.active_between), 0.02 * double(sum.between));
    }
    EXPECT_GT(bins[TimeMode::stream].between, 50U) << "launches one by one pause";
}
}  // namespace
}
