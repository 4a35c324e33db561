#include "collector/simt/simt_backend.hpp"

#include <gmock/gmock.h>

#include "core/condition.hpp"
#include "kernels/variants/register.hpp"
#include "tests/collector/run_alone.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::collector {
namespace {
using testing::HasSubstr;
using enum CounterId;

/// A running kernel sets this, so only the interpreter can react. Global, since a kernel is a plain function
/// pointer without captures.
std::atomic<bool> stopped_by_kernel{false};
std::atomic<int> threads_run{0};

class SimtCase : public testing::Test {
 protected:
    static VariantRegistry variants_with(kernels::simt::KernelTable& kernels) {
        VariantRegistry variants;
        kernels::register_host_kernels(variants, kernels);
        return variants;
    }
    static CaseSpec spec(const std::string& variant, uint64_t n, uint32_t block = 64) {
        return {variant, {KeyType::f32, n, Distribution::uniform, 1, {}}, {block, {}}};
    }
    CaseRecord run(const Variant& variant, uint64_t n, const CaseWatch& watch = {}, int cc_major = 9,
                   int cc_minor = 0) {
        SimtBackend backend(kernels_, modelled_device(cc_major, cc_minor));
        return run_alone(backend, variant, spec(variant.info.name, n), options_, watch);
    }
    /// bitonic-b2 with `change` applied to its plan.
    Variant changed(const std::function<void(kernels::Plan&)>& change) const {
        auto variant = b2_;
        variant.plan = [plan = b2_.plan, change](const Workload& work, const LaunchConfig& config) {
            auto other = plan(work, config);
            change(other);
            return other;
        };
        return variant;
    }
    static int64_t sum(const CaseRecord& record, CounterId id) {
        int64_t total = 0;
        for (const auto& launch : record.launches)
            total += counter(launch.counters, id, Provenance::modelled).value_or(-1'000'000);
        return total;
    }

    kernels::simt::KernelTable kernels_;
    const VariantRegistry variants_ = variants_with(kernels_);
    const Variant& b2_ = variants_.find("bitonic-b2");
    BackendOptions options_;
};

/// Values that planned and recorded launches share.
auto figures(const auto& launch) {
    return std::tuple(launch.stage, launch.kernel, launch.grid, launch.block, launch.shared_bytes,
                      launch.required_bytes, launch.comparators);
}

TEST_F(SimtCase, RecordsEveryLaunchWithModelledCounters) {
    const auto& semi = variants_.find("bitonic-semi");
    const auto record = run(semi, 1 << 10);
    EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_EQ(std::tuple(record.backend, record.subject.name, record.time_mode),
              std::tuple(BackendKind::simt, "bitonic-semi", TimeMode::none));
    EXPECT_FALSE(record.time) << "nothing was timed";
    ASSERT_EQ(record.trials.size(), 1U);
    const auto& trial = record.trials[0];
    EXPECT_EQ(std::tuple(trial.kind, trial.verified, trial.duration_ns),
              std::tuple(TrialKind::model, true, std::nullopt));
    const auto plan = semi.plan(workload_of(record), config_of(record));
    ASSERT_EQ(record.launches.size(), plan.launches.size());
    EXPECT_EQ(record.required_bytes, plan.required_bytes());
    EXPECT_THAT(record.passes, testing::ElementsAre(PassRecord{"modelled", Provenance::modelled, 1}));
    for (size_t i = 0; i < record.launches.size(); ++i) {
        const auto& launch = record.launches[i];
        EXPECT_EQ(launch.index, i);
        EXPECT_TRUE(figures(launch) == figures(plan.launches[i]));
        EXPECT_GT(launch.comparators, 0U);
        EXPECT_FALSE(launch.duration_ns);
        for (const CounterId id : {gld_requests, gst_sectors, gld_128b_cc13, divergent_branches, barriers,
                                   shared_ld_requests, shared_st_conflicts})
            EXPECT_TRUE(counter(launch.counters, id, Provenance::modelled)) << metric_of(id).id;
        for (const auto& value : launch.counters) EXPECT_EQ(value.provenance, Provenance::modelled);
        EXPECT_FALSE(launch.sites.empty());
        for (const auto& site : launch.sites) EXPECT_EQ(site.provenance, Provenance::modelled);
    }
}

TEST_F(SimtCase, SitesAreLeftOutUnlessWanted) {
    const auto with = run(b2_, 256);
    options_.sites = false;
    const auto without = run(b2_, 256);
    EXPECT_TRUE(without.launches.at(0).sites.empty());
    EXPECT_EQ(with.launches.at(0).counters, without.launches.at(0).counters);
}

TEST_F(SimtCase, AWrongOutputIsUnverified) {
    const auto record = run(changed([](kernels::Plan& plan) { plan.launches.pop_back(); }), 512);
    EXPECT_EQ(record.status, CaseStatus::unverified);
    EXPECT_THAT(record.message, HasSubstr("out of order"));
    EXPECT_FALSE(record.trials.at(0).verified);
    EXPECT_FALSE(record.trials.at(0).note.empty());
}

TEST_F(SimtCase, ADefectiveKernelFailsItsCaseOnly) {
    const auto record = run(changed([](kernels::Plan& plan) { plan.launches.at(3).grid.x *= 2; }), 512);
    EXPECT_EQ(record.status, CaseStatus::failed);
    EXPECT_THAT(record.message, HasSubstr("of an array of 512 elements"));
    EXPECT_EQ(record.launches.size(), 3U) << "earlier counts are kept";
    EXPECT_FALSE(record.trials.at(0).verified);
}

TEST_F(SimtCase, InterruptedInTheMiddleKeepsWhatItHas) {
    std::atomic<bool> stop{false};
    std::vector<double> fractions;
    const auto progress = [&](double fraction) {
        fractions.push_back(fraction);
        stop = fractions.size() == 5;
    };
    const auto record = run(b2_, 256, {&stop, progress});
    EXPECT_EQ(std::tuple(record.status, record.launches.size()), std::tuple(CaseStatus::interrupted, 5U));
    EXPECT_THAT(record.message, HasSubstr("5 of 36 launches"));
    EXPECT_FALSE(record.trials.at(0).verified);
    EXPECT_TRUE(std::ranges::is_sorted(fractions));
}

TEST_F(SimtCase, IsStoppedInTheMiddleOfALaunch) {
    for (auto& [name, entry] : kernels_)
        entry.run_thread = [](const std::byte*, kernels::simt::LaneState&) {
            stopped_by_kernel = true;
            ++threads_run;
        };
    options_.threads = 1;
    const auto record = run(b2_, 1 << 12, {.stop = &stopped_by_kernel});
    EXPECT_EQ(record.status, CaseStatus::interrupted);
    EXPECT_TRUE(record.launches.empty()) << "half a launch is none";
    EXPECT_THAT(record.message, HasSubstr("after 0 of 78 launches"));
    EXPECT_EQ(threads_run, 64) << "the block that ran ended, and no other began";
}

TEST_F(SimtCase, PlansWhatItWillRecord) {
    const auto planned =
        SimtBackend(kernels_, modelled_device(9, 0)).planned(b2_, spec("bitonic-b2", 64), {});
    EXPECT_EQ(condition_of(planned), condition_of(run(b2_, 64)));
    EXPECT_THAT(planned.passes, testing::ElementsAre(testing::Field(&PassRecord::set, "modelled")));
    EXPECT_TRUE(planned.launches.empty());
}

TEST_F(SimtCase, RulesOfOlderGenerations) {
    const auto volta = run(b2_, 1 << 10);
    const auto kepler = run(b2_, 1 << 10, {}, 3, 5);
    const auto fermi = run(b2_, 1 << 10, {}, 2, 0);
    const auto tesla = run(b2_, 1 << 10, {}, 1, 3);
    EXPECT_EQ(std::tuple(volta.device.name, tesla.device.compute_capability(), sum(kepler, gld_sectors)),
              std::tuple("host interpreter (cc 9.0 rules)", "1.3", sum(volta, gld_sectors)));
    // Fermi loads whole lines: it moves all eight sectors of two half-used lines (distances 8 and 16).
    EXPECT_EQ(sum(fermi, gld_sectors), 4 * sum(volta, gld_tags));
    EXPECT_EQ(sum(fermi, gst_sectors), sum(volta, gst_sectors)) << "stores move 32-byte segments";
    EXPECT_EQ(sum(fermi, gst_tags), sum(volta, gst_sectors)) << "each of them a transaction";
    // Tesla follows the half-warp rule: every run counts its transactions in *_cc13.
    EXPECT_EQ(sum(tesla, gld_sectors),
              sum(volta, gld_32b_cc13) + 2 * sum(volta, gld_64b_cc13) + 4 * sum(volta, gld_128b_cc13));
    EXPECT_EQ(sum(tesla, gld_tags),
              sum(volta, gld_32b_cc13) + sum(volta, gld_64b_cc13) + sum(volta, gld_128b_cc13));
    EXPECT_EQ(sum(tesla, gld_requests), sum(volta, gld_requests));
}

TEST_F(SimtCase, RefusesWhatTheModelledGpuDoesNotHave) {
    const SimtBackend old(kernels_, modelled_device(1, 3));
    const auto large = spec("bitonic-b2", 1 << 12, 1024);
    EXPECT_THAT(old.refusal(b2_, large).value_or(""), HasSubstr("blocks of at most 512 threads"));
    EXPECT_EQ(SimtBackend(kernels_, modelled_device(2, 0)).refusal(b2_, large), std::nullopt);
    sortscope::test::expect_error(ErrorKind::unsupported, "1.1 is not modelled",
                                  [] { modelled_device(1, 1); });
    EXPECT_EQ(old.device().shared_per_block_bytes, 16U * 1024);
    EXPECT_EQ(modelled_device(9, 0).max_threads_per_block, 1024);
}
}  // namespace
}
