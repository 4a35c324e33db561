#include "collector/cupti/support.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

#include "collector/cupti/case_run.hpp"
#include "core/condition.hpp"
#include "kernels/simt/kernel_table.hpp"
#include "kernels/variants/register.hpp"
#include "load.hpp"

namespace sortscope::cupti {
namespace {

using collector::BackendOptions;
using collector::CaseSpec;
using collector::CaseWatch;

kernels::VariantRegistry all_variants() {
    kernels::VariantRegistry variants;
    kernels::simt::KernelTable kernels;
    kernels::register_host_kernels(variants, kernels);
    kernels::register_baselines(variants);
    return variants;
}

CaseSpec spec_of(const std::string& variant, std::uint64_t n, KeyType key = KeyType::u32) {
    CaseSpec spec;
    spec.variant = variant;
    spec.workload.n = n;
    spec.workload.key = key;
    spec.config.block = 0;
    return spec;
}

CaseRecord run(collector::Backend& backend, const CaseSpec& spec, const BackendOptions& options = {},
               const CaseWatch& watch = {}) {
    const auto variants = all_variants();
    return run_alone(backend, variants.find(spec.variant), spec, options, watch);
}

std::size_t count_trials(const CaseRecord& record, TrialKind kind) {
    return static_cast<std::size_t>(
        std::count_if(record.trials.begin(), record.trials.end(),
                      [&](const TrialRecord& trial) { return trial.kind == kind; }));
}

bool lost_anything(const CaseRecord& record) {
    return std::any_of(record.notes.begin(), record.notes.end(),
                       [](const Note& note) { return note.severity == Severity::lost; });
}

TEST(CuptiBackend, WithoutThatGpuItSaysSo) {
    try {
        make_cupti_backend(1000);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::environment);
        EXPECT_THAT(error.what(), ::testing::HasSubstr("GPU"));
    }
    EXPECT_THROW(make_cupti_backend(-1), Error);
}

TEST(CuptiBackend, AsksForTheSetsOfItsOptions) {
    const auto names = [](const kernels::VariantInfo& variant, const BackendOptions& options) {
        std::vector<std::string> sets;
        for (const auto& pass : asked_passes(variant, options)) {
            EXPECT_EQ(pass.pass, several_passes);
            sets.push_back(pass.set);
        }
        return sets;
    };
    const auto variants = all_variants();
    const auto& planned = variants.find("bitonic-b2").info;
    const auto& opaque = variants.find("cub-radix").info;
    BackendOptions options;
    EXPECT_THAT(names(planned, options), ::testing::ElementsAre("sass"));
    options.counters = parse_counters("full");
    options.counting_build = true;
    EXPECT_THAT(names(planned, options),
                ::testing::ElementsAre("sass", "instructions", "memory", "l2", "sm", "l1", "counted"));
    EXPECT_THAT(names(opaque, options),
                ::testing::ElementsAre("sass", "instructions", "memory", "l2", "sm", "l1"))
        << "a library has no counting build";
    options.counters = parse_counters("none");
    EXPECT_THAT(names(opaque, options), ::testing::IsEmpty());
    EXPECT_EQ(cache_state_of(options), collector::CacheState::warm);
    options.trials.flush_l2 = true;
    EXPECT_EQ(cache_state_of(options), collector::CacheState::flushed);
}

TEST(CuptiBackend, PlansWhatItWillRecord) {
    SORTSCOPE_GPU_OR_SKIP();
    const auto backend = make_cupti_backend();
    BackendOptions options;
    options.counting_build = true;
    const auto variants = all_variants();
    const auto spec = spec_of("bitonic-b2", 1 << 12);
    const auto planned = backend->planned(variants.find(spec.variant), spec, options);
    const auto record = run(*backend, spec, options);
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_EQ(condition_of(planned), condition_of(record));
    for (const auto& pass : planned.passes)
        EXPECT_THAT(record.passes, ::testing::Contains(::testing::Field(&PassRecord::set, pass.set)))
            << "asked for, even in vain";
}

TEST(CuptiBackend, APlannedCaseHasTimesAndCountersForEveryLaunch) {
    SORTSCOPE_GPU_OR_SKIP();
    const auto backend = make_cupti_backend();
    for (const char* variant : {"bitonic-b2", "bitonic-semi", "butterfly-full"}) {
        SCOPED_TRACE(variant);
        const auto record = run(*backend, spec_of(variant, 1 << 12));
        ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
        ASSERT_TRUE(record.time.has_value());
        EXPECT_GT(record.time->median_ns, 0);
        EXPECT_EQ(record.cache_state, "warm");
        EXPECT_FALSE(record.time->stopped_by.empty());
        EXPECT_EQ(count_trials(record, TrialKind::activity), 1u);
        for (const auto& trial : record.trials) EXPECT_TRUE(trial.verified);
        EXPECT_GE(record.transfers.size(), 2u);
        ASSERT_FALSE(record.launches.empty());
        if (lost_anything(record)) continue;  // no permission to read counters here; the notes say so
        EXPECT_EQ(record.time_mode, TimeMode::graph);
        ASSERT_EQ(record.passes.size(), 1u);
        EXPECT_EQ(record.passes[0].set, "sass");
        for (const auto& launch : record.launches) {
            EXPECT_TRUE(launch.duration_ns.has_value());
            EXPECT_EQ(launch.duration_count, 1u);
            EXPECT_THAT(launch.symbol, ::testing::HasSubstr("sort_kernel"));
            EXPECT_GT(launch.comparators, 0u);
            EXPECT_TRUE(launch.stream_id && launch.context_id && launch.process_id && launch.correlation_id);
            for (const auto& value : launch.counters) EXPECT_EQ(value.pass, record.passes[0].pass);
            EXPECT_GT(launch.registers, 0u);
            const auto requests = counter(launch.counters, CounterId::gld_requests, Provenance::measured);
            ASSERT_TRUE(requests.has_value());
            EXPECT_GT(*requests, 0);
        }
    }
}

// Warm is not compared with cold: an H200 read as much from device memory either way (docs/measuring.md).
TEST(CuptiBackend, ColdIsColdInTheCounterPassesToo) {
    SORTSCOPE_GPU_OR_SKIP();
    const auto backend = make_cupti_backend();
    const auto first_launch_reads = [&]() -> std::optional<std::int64_t> {
        BackendOptions options;
        options.counters = parse_counters("full");
        options.trials.flush_l2 = true;
        const auto record = run(*backend, spec_of("bitonic-b2", 1 << 20), options);
        EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
        EXPECT_EQ(record.cache_state, "flushed");
        for (const auto& transfer : record.transfers)
            EXPECT_NE(transfer.kind, TransferKind::set) << "flushing the cache is no work of the case";
        if (lost_anything(record) || record.launches.empty()) return std::nullopt;
        return counter(record.launches.front().counters, CounterId::dram_read_bytes, Provenance::measured);
    };
    const auto cold = first_launch_reads();
    if (!cold) GTEST_SKIP() << "bytes read from device memory cannot be had here.";
    const std::int64_t input_bytes = 4 << 20;
    EXPECT_GT(*cold, input_bytes * 9 / 10) << "every key comes from device memory";
}

TEST(CuptiBackend, WithoutCuptiTimesAreStillTaken) {
    SORTSCOPE_GPU_OR_SKIP();
    ::setenv("SORTSCOPE_CUPTI", "/nowhere/libcupti.so", 1);
    const auto backend = make_cupti_backend();
    const auto record = run(*backend, spec_of("bitonic-b2", 1 << 10));
    ::unsetenv("SORTSCOPE_CUPTI");
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_TRUE(record.time.has_value());
    EXPECT_TRUE(lost_anything(record));
    EXPECT_FALSE(record.launches.empty()) << "the plan is known without CUPTI";
    EXPECT_FALSE(record.launches.front().duration_ns.has_value());
}

TEST(CuptiBackend, CtrlCKeepsWhatThereIs) {
    SORTSCOPE_GPU_OR_SKIP();
    const auto backend = make_cupti_backend();
    std::atomic<bool> stop{true};
    CaseWatch watch;
    watch.stop = &stop;
    const auto record = run(*backend, spec_of("bitonic-b2", 1 << 10), {}, watch);
    EXPECT_EQ(record.status, CaseStatus::interrupted);
    EXPECT_FALSE(record.time.has_value());
}

TEST(CuptiBackend, CtrlCEndsACountingOfManyLaunches) {
    SORTSCOPE_GPU_OR_SKIP();
    const auto backend = make_cupti_backend();
    BackendOptions options;
    options.phases = collector::CasePhases::none();
    options.phases.counters = true;
    const auto all = run(*backend, spec_of("odd-even", 1 << 11),
                         options);  // 2048 launches, counted in portions of one run
    if (all.launches.empty() || all.launches.back().counters.empty())
        GTEST_SKIP() << "counters cannot be had here.";
    std::atomic<bool> stop{false};
    CaseWatch watch;
    watch.stop = &stop;
    double last = 0;
    watch.progress = [&](double fraction) {
        last = fraction;
        if (fraction > 0.3) stop = true;
    };
    const auto record = run(*backend, spec_of("odd-even", 1 << 11), options, watch);
    EXPECT_EQ(record.status, CaseStatus::interrupted) << record.message;
    EXPECT_LT(last, 0.9) << "it did not go on to the end";
    EXPECT_TRUE(record.launches.back().counters.empty());
}

TEST(CuptiBackend, TooLargeABlockIsRefused) {
    SORTSCOPE_GPU_OR_SKIP();
    const auto backend = make_cupti_backend();
    const auto variants = all_variants();
    auto spec = spec_of("bitonic-b2", 1 << 20);
    EXPECT_EQ(backend->refusal(variants.find("bitonic-b2"), spec), std::nullopt);
    spec.config.block = 4096;
    EXPECT_TRUE(backend->refusal(variants.find("bitonic-b2"), spec).has_value());
    spec.config.block = 256;
    spec.workload.n = std::uint64_t{1} << 50;
    EXPECT_TRUE(backend->refusal(variants.find("bitonic-b2"), spec).has_value());
}

}  // namespace
}  // namespace sortscope::cupti
