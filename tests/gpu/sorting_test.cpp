// Each variant for GPUs sorts correctly, and its times come from runs without counters.
#include "tests/gpu/gpu_fixture.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "collector/backend.hpp"

namespace sortscope::test {
namespace {
using Sorting = GpuTest;

collector::BackendOptions quick_options() {
    collector::BackendOptions options;
    options.trials = {.min_trials = 2, .max_trials = 2};
    return options;
}

/// One trial, no counters: for tests of many cases.
collector::BackendOptions bare_options() {
    collector::BackendOptions options;
    options.trials = {.min_trials = 1, .max_trials = 1};
    options.counters = {};
    return options;
}

TEST_F(Sorting, EveryVariantSortsEveryKeyTypeAndInput) {
    for (const auto& variant : catalogue_.variants.all()) {
        if (!gpu_->runs(variant.info.kind)) continue;
        for (const KeyType key : variant.info.keys)
            for (const auto& distribution : EnumTable<Distribution>::names())
                for (const uint64_t n : {2U, 64U, 100U, 1U << 10, 5000U}) {
                    if (distribution.value == Distribution::file) continue;
                    auto spec = spec_of(variant.info.name, n, key);
                    spec.workload.distribution = distribution.value;
                    spec.workload.entropy_bits = distribution.value == Distribution::few ? 3 : 0;
                    if (kernels::refusal(variant.info, spec.workload, spec.config)) continue;
                    const CaseRecord record = on_gpu(spec, bare_options());
                    EXPECT_EQ(record.status, CaseStatus::ok) << describe(spec) << ": " << record.message;
                    EXPECT_EQ(record.padded, variant.info.power_of_two && !std::has_single_bit(n))
                        << describe(spec);
                    for (const auto& trial : record.trials) EXPECT_TRUE(trial.verified) << describe(spec);
                }
    }
}

TEST_F(Sorting, NaNsOfAFileComeLast) {
    const auto path =
        std::filesystem::temp_directory_path() / ("sortscope-nan-" + std::to_string(::getpid()));
    std::vector<float> keys(1000);
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = i % 7 == 0 ? -std::nanf("") : 500.0F - float(i);
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(keys.data()), 4000);
    for (const auto& variant : catalogue_.variants.all()) {
        if (!gpu_->runs(variant.info.kind)) continue;
        auto spec = spec_of(variant.info.name, keys.size(), KeyType::f32);
        spec.workload.distribution = Distribution::file;
        spec.workload.file = path.string();
        if (kernels::refusal(variant.info, spec.workload, spec.config)) continue;
        const CaseRecord record = on_gpu(spec, bare_options());
        EXPECT_EQ(record.status, CaseStatus::ok) << describe(spec) << ": " << record.message;
    }
    std::filesystem::remove(path);
}

TEST_F(Sorting, TimesAreMeasuredWithoutCounters) {
    const auto spec = spec_of("bitonic-b2", 1 << 16);
    const CaseRecord record = on_gpu(spec, quick_options());
    ASSERT_TRUE(record.time);
    EXPECT_GT(record.time->median_ns, 0);
    for (const auto& trial : record.trials)
        EXPECT_FALSE(trial.kind == TrialKind::counter && trial.duration_ns) << "a counter trial has no time";
    ASSERT_EQ(record.launches.size(), 136U);
    int64_t kernels_ns = 0;
    for (const auto& launch : record.launches) {
        ASSERT_TRUE(launch.duration_ns) << "launch " << launch.index;
        kernels_ns += *launch.duration_ns;
    }
    EXPECT_LE(kernels_ns, 2 * record.time->median_ns) << "kernels cannot take far longer than the whole sort";
}

TEST_F(Sorting, CountersCanBeLeftOut) {
    const auto spec = spec_of("butterfly-full", 1 << 10, KeyType::f32);
    auto options = quick_options();
    options.counters = {};
    const CaseRecord record = on_gpu(spec, options);
    EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_TRUE(record.time);
    for (const auto& launch : record.launches) EXPECT_TRUE(launch.counters.empty());
}

TEST_F(Sorting, LibraryLaunchesAreDiscovered) {
    const CaseRecord record = on_gpu(spec_of("cub-radix", 1 << 20), quick_options());
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    ASSERT_FALSE(record.launches.empty());
    EXPECT_TRUE(std::any_of(record.launches.begin(), record.launches.end(), [](const auto& launch) {
        return launch.kernel.find("RadixSort") != std::string::npos;
    }));
}
}  // namespace
}
