// Every variant that runs on a GPU sorts there, and its times come from runs without counters.
#include "tests/gpu/gpu_fixture.hpp"

#include <algorithm>

#include "collector/backend.hpp"

namespace sortscope::test {
namespace {

using Sorting = GpuTest;

collector::BackendOptions quick_options() {
    collector::BackendOptions options;
    options.trials = {.min_trials = 2, .max_trials = 2};
    return options;
}

collector::CaseSpec spec_of(const std::string& variant, KeyType key, std::uint64_t n) {
    collector::CaseSpec spec;
    spec.variant = variant;
    spec.workload.key = key;
    spec.workload.n = n;
    spec.config.block = 128;
    return spec;
}

TEST_F(Sorting, EveryVariantSortsEveryKeyTypeAndInput) {
    for (const auto& variant : catalogue_.variants.all()) {
        if (!gpu_->runs(variant.info.kind)) continue;
        for (const KeyType key : variant.info.keys)
            for (const Distribution distribution : {Distribution::uniform, Distribution::sorted, Distribution::zero})
                for (const std::uint64_t n : {std::uint64_t{2}, std::uint64_t{64}, std::uint64_t{1} << 10}) {
                    auto spec = spec_of(variant.info.name, key, n);
                    spec.workload.distribution = distribution;
                    spec.config = kernels::effective_config(variant.info, spec.config);
                    if (kernels::refusal(variant.info, spec.workload, spec.config)) continue;
                    const CaseRecord record = on_gpu(spec, quick_options());
                    EXPECT_EQ(record.status, CaseStatus::ok) << describe(spec) << ": " << record.message;
                    for (const auto& trial : record.trials) EXPECT_TRUE(trial.verified) << describe(spec);
                }
    }
}

TEST_F(Sorting, TimesAreMeasuredWithoutCounters) {
    const auto spec = spec_of("bitonic-b2", KeyType::u32, 1 << 16);
    const CaseRecord record = on_gpu(spec, quick_options());
    ASSERT_TRUE(record.time);
    EXPECT_GT(record.time->median_ns, 0);
    for (const auto& trial : record.trials)
        EXPECT_FALSE(trial.kind == TrialKind::counter && trial.duration_ns) << "a counter trial has no time";
    ASSERT_EQ(record.launches.size(), 136U);
    std::int64_t kernels_ns = 0;
    for (const auto& launch : record.launches) {
        ASSERT_TRUE(launch.duration_ns) << "launch " << launch.index;
        kernels_ns += *launch.duration_ns;
    }
    EXPECT_LE(kernels_ns, 2 * record.time->median_ns) << "kernels cannot take far longer than the whole sort";
}

TEST_F(Sorting, CountersCanBeLeftOut) {
    const auto spec = spec_of("butterfly-full", KeyType::f32, 1 << 10);
    auto options = quick_options();
    options.counters = collector::CounterSet::none;
    const CaseRecord record = on_gpu(spec, options);
    EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_TRUE(record.time);
    for (const auto& launch : record.launches) EXPECT_TRUE(launch.counters.empty());
}

TEST_F(Sorting, LibraryLaunchesAreDiscovered) {
    auto spec = spec_of("cub-radix", KeyType::u32, 1 << 20);
    spec.config.block = 0;
    const CaseRecord record = on_gpu(spec, quick_options());
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    ASSERT_FALSE(record.launches.empty());
    EXPECT_TRUE(std::any_of(record.launches.begin(), record.launches.end(),
                            [](const auto& launch) { return launch.kernel.find("RadixSort") != std::string::npos; }));
}

}  // namespace
}  // namespace sortscope::test
