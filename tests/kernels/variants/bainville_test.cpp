// Variants of Bainville 2011 sort with every parameter value, and their plans are the source's schedules.
#include <gmock/gmock.h>

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {
using test::configs_of, test::output_of, test::planned, test::stably_sorted, test::triangle, test::workload,
    testing::ElementsAre;

constexpr std::string_view bainville_names[] = {"bitonic-a",       "bitonic-ladder", "bitonic-c2-pre",
                                                "bitonic-c2",      "bitonic-c4",     "selection-global",
                                                "selection-blocks"};

Plan plan_of(std::string_view name, const Workload& work, const LaunchConfig& config) {
    const Variant& variant = planned().variants.find(name);
    EXPECT_EQ(refusal(variant.info, work, effective_config(variant.info, config)), std::nullopt);
    return variant.plan(work, effective_config(variant.info, config));
}

std::string describe(std::string_view name, const LaunchConfig& config, uint64_t n) {
    std::string text =
        std::string(name) + ", " + std::to_string(n) + " keys, block " + std::to_string(config.block);
    for (const auto& [parameter, value] : config.params)
        text += ", " + parameter + " " + std::to_string(value);
    return text;
}

TEST(Bainville, KeepsBothZerosOfFloats) {
    std::vector<float> keys(64);
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = i % 3 == 0 ? -0.0F : i % 7 == 0 ? -2.5F : 0.0F;
    const auto minus_zeros = [](const std::vector<float>& of) {
        return std::count_if(of.begin(), of.end(), [](float x) { return x == 0 && std::signbit(x); });
    };
    for (const auto name : bainville_names) {
        const auto sorted = output_of(plan_of(name, workload(KeyType::f32, 64), {8, {}}), keys);
        EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end())) << name;
        EXPECT_EQ(minus_zeros(sorted), minus_zeros(keys)) << name;
    }
}

TEST(Selection, IsStable) {
    std::vector<float> keys(64);  // +0 and -0 are equal keys of different bits
    for (size_t i = 0; i < keys.size(); ++i) keys[i] = i % 5 < 2 ? -0.0F : i % 5 == 2 ? 1.0F : 0.0F;
    const auto expected = stably_sorted(keys);
    for (const auto* name : {"selection-global", "selection-blocks"})
        for (const auto& config : configs_of(name, 8)) {
            const auto sorted = output_of(plan_of(name, workload(KeyType::f32, 64), config), keys);
            for (size_t i = 0; i < keys.size(); ++i)
                EXPECT_EQ(std::signbit(sorted[i]), std::signbit(expected[i]))
                    << describe(name, config, 64) << ", key " << i;
        }
}

constexpr uint64_t ceil_div(uint64_t a, uint64_t b) { return (a + b - 1) / b; }
uint64_t log2_of(uint64_t n) { return uint64_t(std::countr_zero(n)); }

/// Expects `launches` launches with all comparators of the network. Each launch moves all keys once.
void expect_network(const Plan& plan, uint64_t n, uint64_t launches, const std::string& what) {
    EXPECT_EQ(plan.launches.size(), launches) << what;
    EXPECT_EQ(plan.comparators(), n / 2 * triangle(log2_of(n))) << what;
    EXPECT_EQ(plan.required_bytes(), 8 * n * launches) << what;
}

TEST(BainvillePlans, AGoesBackAndForth) {
    for (uint64_t level = 1; level <= 28; ++level) {
        const uint64_t n = uint64_t{1} << level;
        const Plan plan = plan_of("bitonic-a", workload(KeyType::u32, n), {256, {}});
        expect_network(plan, n, triangle(level), std::to_string(n));
        EXPECT_EQ(plan.output, triangle(level) % 2) << n;
        EXPECT_EQ(test::buffer_bytes(plan), 8 * n);
        for (const auto& launch : plan.launches) EXPECT_EQ(launch.grid.count() * launch.block.count(), n);
    }
}

TEST(BainvillePlans, LadderTakesTheWidestKernelAllowed) {
    for (uint64_t level = 1; level <= 28; ++level)
        for (const auto& config : configs_of("bitonic-ladder", 256)) {
            const uint64_t n = uint64_t{1} << level;
            const uint64_t widest = log2_of(uint64_t(config.params.at("max_keys")));
            uint64_t launches = 0;
            for (uint64_t phase = 1; phase <= level; ++phase) launches += ceil_div(phase, widest);
            const Plan plan = plan_of("bitonic-ladder", workload(KeyType::u32, n), config);
            expect_network(plan, n, launches, describe("bitonic-ladder", config, n));
            EXPECT_EQ(plan.output, 0U) << "in place";
            EXPECT_EQ(test::buffer_bytes(plan), 4 * n);
            for (const auto& launch : plan.launches)
                EXPECT_EQ(launch.grid.count() * launch.block.count(), n >> (launch.comparators / (n / 2)))
                    << "2^steps keys a thread";
        }
}

TEST(BainvillePlans, C2AndC4FinishEachPhaseInOneLaunch) {
    for (const auto* name : {"bitonic-c2-pre", "bitonic-c2", "bitonic-c4"})
        for (const uint32_t block : {1U, 2U, 64U, 128U, 256U, 1024U})
            for (uint64_t level = 1; level <= 28; ++level)
                for (const auto& config : configs_of(name, block)) {
                    const bool four = std::string_view(name) == "bitonic-c4";
                    const uint64_t n = uint64_t{1} << level;
                    const uint64_t tile = log2_of((four ? 4 : 2) * uint64_t{block});
                    const uint64_t widest = log2_of(uint64_t(config.params.at("max_keys")));
                    uint64_t launches = 0;
                    for (uint64_t phase = 1; phase <= level; ++phase) {
                        const uint64_t finish = four ? std::min(phase, tile) / 2 * 2 : std::min(phase, tile);
                        launches += ceil_div(phase - finish, widest) + (finish > 0 ? 1 : 0);
                    }
                    const Plan plan = plan_of(name, workload(KeyType::u32, n), config);
                    expect_network(plan, n, launches, describe(name, config, n));
                    for (const auto& launch : plan.launches) {
                        const bool in_tile = launch.kernel == "bitonic_c2_finish<u32>" ||
                                             launch.kernel == "bitonic_c4_finish<u32>";
                        EXPECT_EQ(launch.shared_bytes, in_tile ? 4 * std::min(n, uint64_t{1} << tile) : 0);
                    }
                }
}

TEST(BainvillePlans, ScheduleOfAMillionKeys) {
    const auto last_phase = [](std::string_view name, int64_t max_keys) {
        std::vector<std::string> lines;
        for (const auto& launch :
             plan_of(name, workload(KeyType::f32, 1 << 20), {256, {{"max_keys", max_keys}}}).launches)
            if (launch.stage.stage == 20) lines.push_back(launch.kernel + " " + launch.stage.label);
        return lines;
    };
    EXPECT_THAT(last_phase("bitonic-ladder", 16),
                ElementsAre("bitonic_b16_steps<f32> dir=1048576 inc=524288..65536",
                            "bitonic_b16_steps<f32> dir=1048576 inc=32768..4096",
                            "bitonic_b16_steps<f32> dir=1048576 inc=2048..256",
                            "bitonic_b16_steps<f32> dir=1048576 inc=128..16",
                            "bitonic_b16_steps<f32> dir=1048576 inc=8..1"));
    EXPECT_THAT(last_phase("bitonic-c2", 8),
                ElementsAre("bitonic_b8_steps<f32> dir=1048576 inc=524288..131072",
                            "bitonic_b8_steps<f32> dir=1048576 inc=65536..16384",
                            "bitonic_b8_steps<f32> dir=1048576 inc=8192..2048",
                            "bitonic_b4_steps<f32> dir=1048576 inc=1024..512",
                            "bitonic_c2_finish<f32> dir=1048576 inc=256..1"));
    EXPECT_THAT(last_phase("bitonic-c4", 16),
                ElementsAre("bitonic_b16_steps<f32> dir=1048576 inc=524288..65536",
                            "bitonic_b16_steps<f32> dir=1048576 inc=32768..4096",
                            "bitonic_b4_steps<f32> dir=1048576 inc=2048..1024",
                            "bitonic_c4_finish<f32> dir=1048576 inc=512..1"));
}

TEST(BainvillePlans, SelectionIsOneLaunchWithATileOfTheBlockFactor) {
    for (const auto* name : {"selection-global", "selection-blocks"})
        for (const uint64_t n : {2U, 1U << 10, 1U << 20})
            for (const auto& config : configs_of(name, 256)) {
                const Plan plan = plan_of(name, workload(KeyType::u32, n), config);
                ASSERT_EQ(plan.launches.size(), 1U);
                const Launch& launch = plan.launches.front();
                EXPECT_EQ(launch.grid.count() * launch.block.count(), n);
                EXPECT_EQ(launch.comparators, 0U) << "it compares, but exchanges nothing";
                EXPECT_EQ(std::tuple(launch.required_bytes, plan.output), std::tuple(8 * n, 1U));
                const uint64_t factor =
                    config.params.empty() ? 0 : uint64_t(config.params.at("block_factor"));
                EXPECT_EQ(launch.shared_bytes, 4 * std::min(n, 256 * factor)) << describe(name, config, n);
                EXPECT_LE(launch.shared_bytes, 48U * 1024) << "fits a block of every GPU";
            }
}
}  // namespace
}
