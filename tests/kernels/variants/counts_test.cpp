// Compares modelled counts with formulas that follow from a network's indices alone.
#include <gmock/gmock.h>

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {
using test::count_plan, test::plan_of, test::workload;
using enum CounterId;

int64_t value_of(const std::vector<CounterValue>& counters, CounterId id) {
    const auto found = counter(counters, id, Provenance::modelled);
    EXPECT_TRUE(found) << int(id);
    return found.value_or(-1);
}

/// Mean over all launches, in percent: bytes loaded by the cc 1.3 rule / bytes of the keys (Jan et al. 2013).
double mean_rho_l(uint64_t n, unsigned workers) {
    const Workload work = workload(KeyType::f32, n);
    const Plan plan = plan_of("butterfly-full", work, 256);
    double sum = 0;
    for (const auto& counters : count_plan(plan, work, workers))
        sum += double(32 * value_of(counters, gld_32b_cc13) + 64 * value_of(counters, gld_64b_cc13) +
                      128 * value_of(counters, gld_128b_cc13)) /
               (4 * double(n));
    return 100 * sum / double(plan.launches.size());
}

double closed_form_rho_l(double levels) {
    const double stages = levels * (levels + 1) / 2;
    return 100 * (stages + 4 * levels - 6) / stages;
}

/// Published numbers: 161.8 % at 2^10 keys, 135.2 % at 2^20.
TEST(FullButterfly, LoadsUnderComputeCapability13InClosedForm) {
    EXPECT_NEAR(closed_form_rho_l(10), 161.8, 0.05);
    EXPECT_NEAR(closed_form_rho_l(20), 135.2, 0.05);
    for (const int level :
         test::slow_build ? std::vector{8, 9, 10, 11, 12} : std::vector{8, 9, 10, 11, 12, 13, 14, 15, 16, 20})
        EXPECT_NEAR(mean_rho_l(uint64_t{1} << level, level == 8 ? 1 : 0), closed_form_rho_l(level), 1e-9)
            << "2^" << level;
}

TEST(BitonicB2, LoadsAndStoresInClosedForm) {
    for (const uint32_t block : {32U, 256U}) {
        const uint64_t n = 1 << 11;
        const auto keys = int64_t(n);
        const Workload work = workload(KeyType::u32, n);
        const Plan plan = plan_of("bitonic-b2", work, block);
        const auto counted = count_plan(plan, work);
        size_t launch = 0;
        for (int64_t length = 1; length < keys; length *= 2)
            for (int64_t inc = length; inc > 0; inc /= 2, ++launch) {
                SCOPED_TRACE(plan.launches[launch].stage.label);
                const auto& c = counted[launch];
                // Each of N/64 warps loads twice. If inc < 8 (a sector), both loads touch every sector of two
                // lines. If inc is 8 or 16, each load touches half of each of two lines. From inc = 32 (a
                // line) on, each load touches one whole line.
                EXPECT_EQ(value_of(c, gld_requests), keys / 32);
                EXPECT_EQ(value_of(c, gld_threads), keys);
                EXPECT_EQ(value_of(c, gld_bytes), 4 * keys);
                EXPECT_EQ(value_of(c, gld_sectors), inc < 8 ? keys / 4 : keys / 8);
                EXPECT_EQ(value_of(c, gld_tags), inc < 32 ? keys / 16 : keys / 32);
                EXPECT_EQ(value_of(c, gld_128b), inc < 8 ? keys / 16 : inc < 32 ? 0 : keys / 32);
                EXPECT_EQ(std::tuple(value_of(c, gld_64b), value_of(c, gld_32b), value_of(c, gld_96b)),
                          std::tuple(inc == 8 || inc == 16 ? keys / 16 : 0, 0, 0));
                for (const auto& [load, store] : {std::pair{gld_requests, gst_requests},
                                                  {gld_threads, gst_threads},
                                                  {gld_sectors, gst_sectors},
                                                  {gld_tags, gst_tags},
                                                  {gld_64b, gst_64b},
                                                  {gld_128b, gst_128b},
                                                  {gld_64b_cc13, gst_64b_cc13},
                                                  {gld_128b_cc13, gst_128b_cc13}})
                    EXPECT_EQ(value_of(c, load), value_of(c, store))
                        << "every pair is stored, swapped or not";
                EXPECT_EQ(value_of(c, branches), 0);
            }
    }
}

TEST(BitonicXor, HalfOfTheThreadsWork) {
    const uint64_t n = 1 << 11;
    const Workload work = workload(KeyType::u32, n, Distribution::zero);
    const Plan plan = plan_of("bitonic-xor", work, 256);
    const auto counted = count_plan(plan, work);
    size_t launch = 0;
    for (int64_t k = 2; k <= 1 << 11; k *= 2)
        for (int64_t j = k / 2; j > 0; j /= 2, ++launch) {
            SCOPED_TRACE(plan.launches[launch].stage.label);
            const auto& c = counted[launch];
            const int64_t warps = (1 << 11) / 32;
            // If j < 32, partners share a warp: half of its lanes work. Else half of the warps work.
            const int64_t working = j < 32 ? warps : warps / 2;
            EXPECT_EQ(std::tuple(value_of(c, gld_threads), value_of(c, gld_requests), value_of(c, branches)),
                      std::tuple(1 << 11, 2 * working, warps + working));
            EXPECT_EQ(value_of(c, divergent_branches), j < 32 ? warps : 0) << "equal keys are never swapped";
            EXPECT_EQ(value_of(c, gst_requests), 0);
        }
}

TEST(BitonicSemi, SharedLaunchesMeetABarrierEachStepAndOneMore) {
    const Workload work = workload(KeyType::u32, 1 << 10);
    const Plan plan = plan_of("bitonic-semi", work, 64);
    const auto counted = count_plan(plan, work);
    for (size_t i = 0; i < plan.launches.size(); ++i) {
        SCOPED_TRACE(plan.launches[i].stage.label);
        const auto& c = counted[i];
        const bool shared = plan.launches[i].kernel.starts_with("bitonic_semi_shared");
        const int64_t warps = (1 << 9) / 32;
        const auto steps = int64_t(plan.launches[i].comparators / (1 << 9));
        EXPECT_EQ(value_of(c, barriers), shared ? warps * (steps + 1) : 0);
        EXPECT_EQ(value_of(c, gld_requests), 2 * warps);
        EXPECT_EQ(value_of(c, shared_ld_requests), shared ? warps * (2 * steps + 2) : 0);
        if (!shared) continue;
        EXPECT_EQ(value_of(c, gst_requests), 2 * warps) << "the tile is stored whole";
        EXPECT_EQ(value_of(c, gld_sectors), (1 << 10) / 8) << "and loaded in whole lines";
        // Each warp has one branch a step for the swap, and steps + 1 tests of the loop's condition.
        EXPECT_EQ(value_of(c, branches), warps * (2 * steps + 1));
    }
}

TEST(EveryVariant, SizesAddUpToSectorsAndLines) {
    for (const auto& variant : test::planned().variants.all()) {
        const Workload work = workload(KeyType::f32, 1 << 10);
        for (const auto& c : count_plan(variant.plan(work, {128, {}}), work)) {
            const auto sum = [&](CounterId first,
                                 int weight) {  // adds up transactions of 32, 64, 96 and 128 bytes
                int64_t all = 0;
                for (int i = 0; i < 4; ++i)
                    all += (1 + weight * i) * value_of(c, static_cast<CounterId>(int(first) + i));
                return all;
            };
            SCOPED_TRACE(variant.info.name);
            EXPECT_EQ(std::tuple(sum(gld_32b, 1), sum(gst_32b, 1), sum(gld_32b, 0)),
                      std::tuple(value_of(c, gld_sectors), value_of(c, gst_sectors), value_of(c, gld_tags)));
        }
    }
}
}  // namespace
}
