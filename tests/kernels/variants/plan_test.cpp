// Compares launches and comparators of each plan with the formulas of the plan's source.
#include <gmock/gmock.h>
#include <set>

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {
using test::plan_of, test::planned, test::triangle, test::workload;

TEST(Plans, OneLaunchAStepOfTheNetwork) {
    for (const char* variant : {"butterfly-full", "bitonic-basic", "bitonic-xor", "bitonic-b2"})
        for (uint64_t level = 1; level <= 25; ++level) {
            const uint64_t n = uint64_t{1} << level;
            const Plan plan = plan_of(variant, workload(KeyType::u32, n), 256);
            EXPECT_EQ(plan.launches.size(), triangle(level)) << variant << " " << n;
            EXPECT_EQ(plan.comparators(), n / 2 * triangle(level)) << variant << " " << n;
            EXPECT_EQ(plan.required_bytes(), 2 * 4 * n * triangle(level)) << variant << " " << n;
            EXPECT_EQ(test::buffer_bytes(plan), 4 * n) << "in place";
        }
}

TEST(Plans, MinMaxHasOneLaunchAStage) {
    for (uint64_t level = 1; level <= 25; ++level) {
        const uint64_t n = uint64_t{1} << level;
        const Plan plan = plan_of("butterfly-minmax", workload(KeyType::f32, n), 256);
        EXPECT_EQ(std::tuple(plan.launches.size(), plan.comparators()), std::tuple(level, n / 2 * level));
    }
}

TEST(Plans, SemiFinishesEachPhaseInOneLaunch) {
    for (const uint32_t block : {1U, 2U, 32U, 256U, 1024U})
        for (uint64_t level = 1; level <= 25; ++level) {
            const uint64_t n = uint64_t{1} << level;
            const Plan plan = plan_of("bitonic-semi", workload(KeyType::u32, n), block);
            // `tile` phases fit a tile of 2^tile keys. Phase p > tile has p - tile launches of one step
            // before its last launch.
            const auto tile = std::min<uint64_t>(uint64_t(std::countr_zero(2 * block)), level);
            uint64_t launches = tile;
            for (uint64_t phase = tile + 1; phase <= level; ++phase) launches += phase - tile + 1;
            EXPECT_EQ(plan.launches.size(), launches) << n << " block " << block;
            EXPECT_EQ(plan.comparators(), n / 2 * triangle(level))
                << n << " block " << block << ": the same network";
            for (const auto& launch : plan.launches)
                if (launch.kernel.starts_with("bitonic_semi_shared"))
                    EXPECT_EQ(launch.shared_bytes, (uint64_t{1} << tile) * 4);
                else
                    EXPECT_EQ(launch.shared_bytes, 0U);
        }
}

TEST(Plans, FullButterflyOf16KeysAsPublished) {
    const Plan plan = plan_of("butterfly-full", workload(KeyType::f32, 16), 256);
    std::vector<std::string> labels;
    std::vector<std::pair<int, int>> places;
    for (const auto& launch : plan.launches) {
        labels.push_back(launch.stage.label);
        places.emplace_back(launch.stage.stage, launch.stage.substage);
        EXPECT_EQ(launch.grid.count() * launch.block.count(), 8U);
        EXPECT_EQ(launch.kernel, "butterfly_step<f32>");
    }
    EXPECT_THAT(labels, testing::ElementsAre("P=2 mirror", "P=4 mirror", "P=2", "P=8 mirror", "P=4", "P=2",
                                             "P=16 mirror", "P=8", "P=4", "P=2"));
    EXPECT_THAT(places,
                testing::ElementsAre(std::pair(1, 1), std::pair(2, 1), std::pair(2, 2), std::pair(3, 1),
                                     std::pair(3, 2), std::pair(3, 3), std::pair(4, 1), std::pair(4, 2),
                                     std::pair(4, 3), std::pair(4, 4)));
}

TEST(Plans, StagesCountFromOneWithoutGaps) {
    // Networks whose stages are not the phases of a network over all keys.
    const std::set<std::string> other_stages{"odd-even", "banyan-shared", "bitonic-tile", "bitonic-local",
                                             "bitonic-local-register"};
    for (const auto& variant : planned().variants.all()) {
        const uint64_t n = std::min<uint64_t>(1 << 12, variant.info.max_n);
        const Plan plan = variant.plan(workload(KeyType::u32, n), {64, {}});
        int stage = 0;
        int substage = 0;
        for (const auto& launch : plan.launches) {
            if (launch.stage.stage != stage) {
                EXPECT_EQ(launch.stage.stage, stage + 1) << variant.info.name;
                stage = launch.stage.stage;
                substage = 0;
            }
            EXPECT_EQ(launch.stage.substage, ++substage) << variant.info.name;
            EXPECT_FALSE(launch.stage.label.empty());
        }
        if (plan.comparators() != 0 && !other_stages.contains(variant.info.name)) {
            EXPECT_EQ(stage, 12) << variant.info.name << ": a network's phases";
        }
    }
}

}  // namespace
}
