#include "collector/cupti/support.hpp"

#include <gmock/gmock.h>

#include "collector/cupti/case_run.hpp"
#include "core/condition.hpp"
#include "kernels/simt/kernel_table.hpp"
#include "kernels/variants/register.hpp"
#include "load.hpp"
#include "tests/collector/run_alone.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::cupti {
namespace {
using collector::BackendOptions;
using collector::CaseSpec;
using collector::CaseWatch;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const kernels::VariantRegistry& all_variants() {
    static const auto variants = [] {
        kernels::VariantRegistry all;
        kernels::simt::KernelTable kernels;
        kernels::register_host_kernels(all, kernels);
        kernels::register_baselines(all);
        return all;
    }();
    return variants;
}

CaseSpec spec_of(const std::string& variant, uint64_t n) {
    return {variant, {KeyType::u32, n, Distribution::uniform, 1, {}}, {0, {}}};
}

class CuptiCase : public ::testing::Test {
 protected:
    void SetUp() override {
        SORTSCOPE_GPU_OR_SKIP();
        backend_ = make_cupti_backend();
    }
    CaseRecord run(const CaseSpec& spec, const BackendOptions& options = {}, const CaseWatch& watch = {}) {
        return run_alone(*backend_, all_variants().find(spec.variant), spec, options, watch);
    }
    std::unique_ptr<collector::Backend> backend_;
};

bool lost_anything(const CaseRecord& record) {
    return std::ranges::find(record.notes, Severity::lost, &Note::severity) != record.notes.end();
}

TEST(CuptiBackend, WithoutThatGpuThereIsNone) {
    for (const int ordinal : {1000, -1})
        sortscope::test::expect_error(ErrorKind::environment, "GPU", [&] { make_cupti_backend(ordinal); });
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
    const auto& planned = all_variants().find("bitonic-b2").info;
    const auto& opaque = all_variants().find("cub-radix").info;
    BackendOptions options;
    EXPECT_THAT(names(planned, options), ElementsAre("sass"));
    options.counters = parse_counters("full");
    options.counting_build = true;
    EXPECT_THAT(names(planned, options),
                ElementsAre("sass", "instructions", "memory", "l2", "sm", "l1", "counted"));
    EXPECT_THAT(names(opaque, options), ElementsAre("sass", "instructions", "memory", "l2", "sm", "l1"))
        << "a library has no counting build";
    options.counters = parse_counters("none");
    EXPECT_THAT(names(opaque, options), ::testing::IsEmpty());
}

TEST_F(CuptiCase, PlansWhatItWillRecord) {
    BackendOptions options;
    options.counting_build = true;
    const auto spec = spec_of("bitonic-b2", 1 << 12);
    const auto planned = backend_->planned(all_variants().find(spec.variant), spec, options);
    const auto record = run(spec, options);
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_EQ(condition_of(planned), condition_of(record));
    for (const auto& pass : planned.passes)
        EXPECT_THAT(record.passes, ::testing::Contains(::testing::Field(&PassRecord::set, pass.set)))
            << "asked for, even in vain";
}

TEST_F(CuptiCase, APlannedCaseHasTimesAndCountersForEveryLaunch) {
    for (const char* variant : {"bitonic-b2", "bitonic-semi", "butterfly-full"}) {
        SCOPED_TRACE(variant);
        const auto record = run(spec_of(variant, 1 << 12));
        ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
        ASSERT_TRUE(record.time.has_value());
        EXPECT_EQ(record.cache_state, "warm");
        EXPECT_FALSE(record.time->stopped_by.empty());
        EXPECT_EQ(std::ranges::count(record.trials, TrialKind::activity, &TrialRecord::kind), 1);
        for (const auto& trial : record.trials) EXPECT_TRUE(trial.verified);
        EXPECT_GE(record.transfers.size(), 2u);
        ASSERT_FALSE(record.launches.empty());
        if (lost_anything(record)) continue;  // no permission to read counters; notes say so
        EXPECT_EQ(record.time_mode, TimeMode::graph);
        ASSERT_THAT(record.passes, ElementsAre(::testing::Field(&PassRecord::set, "sass")));
        for (const auto& launch : record.launches) {
            EXPECT_TRUE(launch.duration_ns.has_value());
            EXPECT_EQ(launch.duration_count, 1u);
            EXPECT_THAT(launch.symbol, HasSubstr("sort_kernel"));
            EXPECT_GT(launch.comparators, 0u);
            EXPECT_TRUE(launch.stream_id && launch.context_id && launch.process_id && launch.correlation_id);
            for (const auto& value : launch.counters) EXPECT_EQ(value.pass, record.passes[0].pass);
            EXPECT_GT(launch.registers, 0u);
            EXPECT_GT(counter(launch.counters, CounterId::gld_requests, Provenance::measured), 0);
        }
    }
}

// Does not compare warm and cold counts: an H200 read equally much from device memory (docs/measuring.md).
TEST_F(CuptiCase, ColdIsColdInTheCounterPassesToo) {
    BackendOptions options;
    options.counters = parse_counters("full");
    options.trials.flush_l2 = true;
    const auto record = run(spec_of("bitonic-b2", 1 << 20), options);
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_EQ(record.cache_state, "flushed");
    for (const auto& transfer : record.transfers)
        EXPECT_NE(transfer.kind, TransferKind::set) << "flushing the cache is no work of the case";
    ASSERT_FALSE(record.launches.empty());
    const auto cold =
        counter(record.launches.front().counters, CounterId::dram_read_bytes, Provenance::measured);
    if (lost_anything(record) || !cold) GTEST_SKIP() << "bytes read from device memory cannot be had here.";
    const int64_t input_bytes = 4 << 20;
    EXPECT_GT(*cold, input_bytes * 9 / 10) << "every key comes from device memory";
}

TEST_F(CuptiCase, WithoutCuptiTimesAreStillTaken) {
    ::setenv("SORTSCOPE_CUPTI", "/nowhere/libcupti.so", 1);
    backend_ = make_cupti_backend();
    const auto record = run(spec_of("bitonic-b2", 1 << 10));
    ::unsetenv("SORTSCOPE_CUPTI");
    ASSERT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_TRUE(record.time.has_value());
    EXPECT_TRUE(lost_anything(record));
    EXPECT_FALSE(record.launches.empty()) << "the plan is known without CUPTI";
    EXPECT_FALSE(record.launches.front().duration_ns.has_value());
}

TEST_F(CuptiCase, CtrlCEndsACountingOfManyLaunches) {
    BackendOptions options;
    options.phases = collector::CasePhases::none();
    options.phases.counters = true;
    const auto many_launches = spec_of("odd-even", 1 << 11);  // 2048 launches, counted in chunks of one run
    const auto all = run(many_launches, options);
    if (all.launches.empty() || all.launches.back().counters.empty())
        GTEST_SKIP() << "counters cannot be had here.";
    std::atomic<bool> stop{false};
    double last = 0;
    const auto progress = [&](double fraction) {
        last = fraction;
        if (fraction > 0.3) stop = true;
    };
    const auto record = run(many_launches, options, {&stop, progress});
    EXPECT_EQ(record.status, CaseStatus::interrupted) << record.message;
    EXPECT_LT(last, 0.9) << "it did not go on to the end";
    EXPECT_TRUE(record.launches.back().counters.empty());
}

TEST_F(CuptiCase, TooLargeABlockIsRefused) {
    const auto& b2 = all_variants().find("bitonic-b2");
    auto spec = spec_of("bitonic-b2", 1 << 20);
    EXPECT_EQ(backend_->refusal(b2, spec), std::nullopt);
    spec.config.block = 4096;
    EXPECT_TRUE(backend_->refusal(b2, spec));
    EXPECT_TRUE(backend_->refusal(b2, spec_of("bitonic-b2", uint64_t{1} << 50)));
}
}  // namespace
}
