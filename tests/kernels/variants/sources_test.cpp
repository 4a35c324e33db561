// Compares plans with the sources' formulas. Tests routings and special cases of variants.
#include <gmock/gmock.h>
#include <numeric>

#include "kernels/variants/banyan/routing.hpp"
#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {
using test::output_of, test::plan_of, test::planned, test::stably_sorted, test::triangle, test::workload,
    testing::ElementsAre;

Plan plan_with_steps(uint64_t n, uint32_t block, int64_t steps) {
    return planned()
        .variants.find("bitonic-optimized")
        .plan(workload(KeyType::u32, n), {block, {{"steps", steps}}});
}

std::vector<std::string> labels(const Plan& plan) {
    std::vector<std::string> result;
    for (const auto& launch : plan.launches) result.push_back(launch.stage.label);
    return result;
}

/// Pseudo-random keys that differ in the lowest eight and the highest four bits only.
std::vector<uint32_t> mixed_keys(uint64_t n) {
    std::vector<uint32_t> keys(n);
    uint32_t state = 12345;
    for (auto& key : keys) {
        state = state * 1664525 + 1013904223;
        key = state & 0xF00000FF;
    }
    return keys;
}

TEST(BitonicOptimized, SeveralStepsALaunch) {
    for (const uint64_t steps : {2U, 3U, 4U})
        for (const uint32_t block : {1U, 32U, 256U, 1024U})
            for (uint64_t level = 1; level <= 25; ++level) {
                const uint64_t n = uint64_t{1} << level;
                const Plan plan = plan_with_steps(n, block, int64_t(steps));
                const auto tile = std::min<uint64_t>(uint64_t(std::countr_zero(2 * block)), level);
                uint64_t launches = tile;
                for (uint64_t phase = tile + 1; phase <= level; ++phase)
                    launches += (phase - tile + steps - 1) / steps + 1;
                EXPECT_EQ(plan.launches.size(), launches) << n << " block " << block << " steps " << steps;
                EXPECT_EQ(plan.comparators(), n / 2 * triangle(level)) << "the same network";
                EXPECT_EQ(plan.required_bytes(), 2 * 4 * n * launches)
                    << "each launch reads and writes all keys once";
            }
}

TEST(BitonicOptimized, ThreadsOfALaunchByItsSteps) {
    const Plan plan = plan_with_steps(1 << 10, 2, 4);
    const std::span last_phase = std::span(plan.launches).last(3);
    EXPECT_EQ(last_phase[0].kernel, "bitonic_registers_16<u32>");
    EXPECT_EQ(last_phase[0].grid.count() * last_phase[0].block.count(), 64U);
    EXPECT_EQ(last_phase[1].kernel, "bitonic_registers_16<u32>");
    EXPECT_EQ(last_phase[2].kernel, "bitonic_semi_shared<u32>");
    EXPECT_THAT(labels(plan_with_steps(32, 2, 3)),
                ElementsAre("k=2 tile", "k=4 tile", "k=8 j=4", "k=8 tile", "k=16 j=8..4", "k=16 tile",
                            "k=32 j=16..4", "k=32 tile"));
}

TEST(BitonicTile, FirstLaunchSortsTilesOf1024) {
    for (uint64_t level = 1; level <= 25; ++level) {
        const uint64_t n = uint64_t{1} << level;
        const Plan plan = plan_of("bitonic-tile", workload(KeyType::f32, n), 0);
        const uint64_t above = level > 10 ? level - 10 : 0;
        EXPECT_EQ(plan.launches.size(), 1 + above + triangle(above)) << n;
        EXPECT_EQ(plan.comparators(), n / 2 * triangle(level)) << n;
        EXPECT_EQ(plan.launches[0].shared_bytes, 4 * std::min<uint64_t>(n, 1024));
    }
    const Plan plan = plan_of("bitonic-tile", workload(KeyType::u32, 1 << 11), 0);
    EXPECT_THAT(labels(plan), ElementsAre("tile sort", "k=2048 j=1024", "k=2048 tile"));
    auto tiles = mixed_keys(1 << 11);
    simt::Interpreter interpreter(plan, planned().kernels, {simt::Rule::cc3, 1});
    std::memcpy(interpreter.keys().data(), tiles.data(), 4 * tiles.size());
    interpreter.run(plan.launches[0]);
    std::sort(tiles.begin(), tiles.begin() + 1024);
    std::sort(tiles.begin() + 1024, tiles.end(), std::greater<>());
    EXPECT_EQ(std::memcmp(interpreter.keys().data(), tiles.data(), 4 * tiles.size()), 0)
        << "ascending, then descending";
}

TEST(BanyanRouting, ReadsEachPlaceOnceAndAsPublished) {
    std::vector<uint32_t> shuffled(8);
    std::vector<uint32_t> exchanged(8);
    for (uint32_t i = 0; i < 8; ++i) {
        shuffled[i] = shuffle_source(8 + i, 3) - 8;
        exchanged[i] = butterfly_source(8 + i, 3) - 8;
    }
    EXPECT_THAT(shuffled, ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));
    EXPECT_THAT(exchanged, ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
}

TEST(BanyanGlobal, LaunchesAndColumnsByTheSourcesFormulas) {
    for (uint64_t level = 1; level <= 25; ++level) {
        const uint64_t n = uint64_t{1} << level;
        const Plan plan = plan_of("banyan-global", workload(KeyType::f32, n), 256);
        EXPECT_EQ(plan.launches.size(), level * level + level - 1) << n;
        uint64_t columns = 0;
        for (const auto& launch : plan.launches) {
            const bool compares = launch.kernel == "banyan_compare<f32>";
            columns += compares ? 1 : 0;
            EXPECT_EQ(launch.grid.count() * launch.block.count(), compares ? n / 2 : n);
            EXPECT_EQ(launch.comparators, compares ? n / 2 : 0);
        }
        EXPECT_EQ(columns, triangle(level)) << n;
        const uint64_t routings = plan.launches.size() - columns;
        EXPECT_EQ(plan.output, routings % 2) << "each routing changes the buffer";
    }
    EXPECT_THAT(labels(plan_of("banyan-global", workload(KeyType::u32, 8), 4)),
                ElementsAre("CMP 0", "SHUFFLE 4", "CMP 1", "BUTTERFLY 4", "CMP 1", "SHUFFLE 8", "CMP 2",
                            "BUTTERFLY 8", "CMP 2", "BUTTERFLY 4", "CMP 2"));
}

TEST(BanyanShared, GoesThroughGlobalMemoryOnlyWhereARoutingCrossesTheTile) {
    for (const uint32_t block : {1U, 32U, 256U, 1024U})
        for (uint64_t level = 1; level <= 25; ++level) {
            const uint64_t n = uint64_t{1} << level;
            const Plan plan = plan_of("banyan-shared", workload(KeyType::f32, n), block);
            const auto tile = std::min<uint64_t>(uint64_t(std::countr_zero(2 * block)), level);
            EXPECT_EQ(plan.launches.size(), 1 + (level - tile) + triangle(level - tile))
                << n << " block " << block;
            EXPECT_EQ(plan.comparators(), n / 2 * triangle(level)) << n << " block " << block;
            for (const auto& launch : plan.launches)
                EXPECT_EQ(launch.shared_bytes, (uint64_t{1} << tile) * 4);
        }
    EXPECT_THAT(
        labels(plan_of("banyan-shared", workload(KeyType::u32, 16), 2)),
        ElementsAre("levels 0..1", "SHUFFLE 8", "BUTTERFLY 8", "SHUFFLE 16", "BUTTERFLY 16", "BUTTERFLY 8"));
}

/// Returns the first `launches` launches of a plan. In them, its two buffers swap roles `turns` times.
Plan beginning_of(Plan plan, size_t launches, size_t turns) {
    plan.launches.resize(launches);
    plan.output = uint32_t(turns % 2);
    return plan;
}

TEST(BanyanShared, IsTheSameNetworkAsTheGlobalForm) {
    const auto keys = mixed_keys(64);
    const Plan global = plan_of("banyan-global", workload(KeyType::u32, 64), 8);
    for (const uint32_t block : {1U, 2U, 4U, 8U, 16U}) {
        const Plan shared = plan_of("banyan-shared", workload(KeyType::u32, 64), block);
        const auto tile = size_t(std::countr_zero(2 * block));
        for (size_t level = tile - 1; level < 6; ++level) {
            // Both plans end with the last comparators of this level: a triangular number of columns. A
            // routing separates two columns.
            const size_t columns = triangle(level + 1);
            const size_t crossings = level - (tile - 1) + triangle(level - (tile - 1));
            EXPECT_EQ(output_of(beginning_of(global, 2 * columns - 1, columns - 1), keys),
                      output_of(beginning_of(shared, 1 + crossings, crossings), keys))
                << "block " << block << " level " << level;
        }
    }
}

TEST(OddEven, OneLaunchAKey) {
    for (uint64_t n = 2; n <= 1 << 16; n *= 4) {
        const Plan plan = plan_of("odd-even", workload(KeyType::f32, n), 256);
        EXPECT_EQ(std::tuple(plan.launches.size(), plan.comparators()), std::tuple(n, n * (n - 1) / 2));
        for (const auto& launch : plan.launches) EXPECT_EQ(launch.grid.count() * launch.block.count(), n / 2);
    }
    EXPECT_THAT(labels(plan_of("odd-even", workload(KeyType::u32, 4), 2)),
                ElementsAre("even", "odd", "even", "odd"));
}

TEST(Rank, IsOneLaunchThatLoadsEachKeyForEachKey) {
    const Workload work = workload(KeyType::u32, 256);
    const Plan plan = plan_of("rank", work, 64);
    ASSERT_EQ(plan.launches.size(), 1U);
    const auto counted = test::count_plan(plan, work).front();
    EXPECT_EQ(counter(counted, CounterId::gld_threads, Provenance::modelled), 256 * 257);
    EXPECT_EQ(counter(counted, CounterId::gst_threads, Provenance::modelled), 256);
}

TEST(QuicksortGpu, IsOneThreadQuadraticOnSortedAndOnConstantInput) {
    const Plan plan = plan_of("quicksort-gpu", workload(KeyType::u32, 1000), 0);
    ASSERT_EQ(plan.launches.size(), 1U);
    EXPECT_EQ(plan.launches[0].grid.count() * plan.launches[0].block.count(), 1U);
    const auto loads = [](Distribution distribution) {
        const Workload work = workload(KeyType::u32, 512, distribution);
        return *counter(test::count_plan(plan_of("quicksort-gpu", work, 0), work).front(),
                        CounterId::gld_threads, Provenance::modelled);
    };
    EXPECT_GT(loads(Distribution::sorted), 512 * 511 / 2);
    EXPECT_GT(loads(Distribution::zero), 512 * 511 / 2);
    EXPECT_LT(loads(Distribution::uniform), 512 * 9 * 4);
}

TEST(QuadraticSorts, RefuseWhatWouldTakeTooLong) {
    const std::map<std::string, uint64_t> limits{
        {"odd-even", 1 << 18},         {"rank", 1 << 22},
        {"quicksort-gpu", 1 << 22},    {"radix-split", 512},
        {"selection-global", 1 << 22}, {"selection-blocks", 1 << 22}};
    for (const auto& [name, limit] : limits) {
        const auto& info = planned().variants.find(name).info;
        EXPECT_EQ(refusal(info, workload(KeyType::u32, limit), effective_config(info, {})), std::nullopt)
            << name;
        EXPECT_NE(refusal(info, workload(KeyType::u32, 2 * limit), effective_config(info, {})), std::nullopt)
            << name;
    }
}
}  // namespace
}
