#include "kernels/context/variant.hpp"

#include <gmock/gmock.h>

#include "tests/core/expect_error.hpp"

namespace sortscope::kernels {
namespace {
using testing::HasSubstr;

VariantInfo network() {
    VariantInfo info;
    info.name = "net";
    info.keys = {KeyType::u32, KeyType::f32};
    info.min_n = 2;
    info.max_n = 1 << 20;
    info.power_of_two = true;
    info.min_block = 2;
    info.max_block = 1024;
    info.default_block = 256;
    return info;
}

Workload keys(uint64_t n, KeyType key = KeyType::u32) {
    Workload workload;
    workload.key = key;
    workload.n = n;
    return workload;
}

/// Why the variant refuses `work`; empty if it does not.
std::string refused(const VariantInfo& info, const Workload& work, const LaunchConfig& config = {256, {}}) {
    return refusal(info, work, config).value_or("");
}

TEST(Refusal, SaysWhichKeysSizesAndBlocksItTakes) {
    EXPECT_EQ(refused(network(), keys(16, KeyType::f64)),
              "Variant 'net' cannot sort f64 keys. It sorts: u32, f32.");
    VariantInfo info = network();
    info.pads = false;
    for (const uint64_t n : {uint64_t{0}, uint64_t{1}, uint64_t{3}, uint64_t{1000}, (uint64_t{1} << 20) + 1,
                             uint64_t{1} << 21, ~uint64_t{0}})
        EXPECT_EQ(refused(info, keys(n)), "Variant 'net' cannot sort " + std::to_string(n) +
                                              " keys. It takes any power of two from 2 to 2^20.");
    for (const uint32_t block : {0U, 1U, 3U, 96U, 2048U})
        EXPECT_EQ(refused(network(), keys(1024), {block, {}}),
                  "Variant 'net' cannot run blocks of " + std::to_string(block) +
                      " threads. It takes a power of two from 2 to 1024.");
}

TEST(Refusal, ANetworkThatPadsTakesAnySizeUpToItsLargest) {
    for (const uint64_t n : {2U, 3U, 1000U, 1U << 20})
        for (const uint32_t block : {2U, 32U, 1024U})
            EXPECT_EQ(refused(network(), keys(n), {block, {}}), "") << n << " block " << block;
    EXPECT_THAT(refused(network(), keys((1 << 20) + 1)), HasSubstr("any number from 2 to 2^20"));
    EXPECT_EQ(std::tuple(padded_size(network(), 1000), padded_size(network(), 1024)),
              std::tuple(1024U, 1024U));
}

TEST(Refusal, SlowInputsEndEarlier) {
    VariantInfo info = network();
    info.slow = {{Distribution::sorted}, 1 << 10, "takes quadratic time"};
    auto work = keys(1 << 11);
    EXPECT_EQ(refused(info, work), "") << "uniform";
    work.distribution = Distribution::sorted;
    EXPECT_EQ(refused(info, work),
              "Variant 'net' takes quadratic time on sorted input and sorts at most 2^10 such keys here.");
}

TEST(SortedRun, IsTheBlockWhereThatIsThePromise) {
    VariantInfo info = network();
    EXPECT_EQ(sorted_run(info, {64, {}}), 0U);
    info.promise = Promise::in_blocks;
    EXPECT_EQ(sorted_run(info, {64, {}}), 64U);
}

TEST(Registry, KeepsFamiliesApart) {
    VariantRegistry registry;
    registry.add({network(), {}});
    VariantInfo probe = network();
    probe.name = "probe";
    probe.family = "probes";
    registry.add({probe, {}});
    ASSERT_EQ(registry.all().size(), 1U);
    EXPECT_EQ(registry.all().front().info.name, "net");
    ASSERT_EQ(registry.on_request().size(), 1U);
    EXPECT_EQ(&registry.find("probe"), &registry.on_request().front());
    EXPECT_EQ(registry.families(), std::vector<std::string>{"probes"});
    test::expect_error(ErrorKind::internal, "Two variants are called 'probe'", [&] {
        registry.add({probe, {}});
    });
}

TEST(EffectiveConfig, FillsInTheDefaultBlock) {
    EXPECT_EQ(effective_config(network(), {0, {}}).block, 256U);
    EXPECT_EQ(effective_config(network(), {64, {}}).block, 64U);
    VariantInfo info = network();
    info.min_block = 0;
    EXPECT_EQ(effective_config(info, {64, {}}).block, 0U) << "there is none to choose";
    EXPECT_EQ(refusal(info, keys(1024), {7, {}}), std::nullopt);
}

TEST(EffectiveConfig, KeepsItsParametersFillsInDefaultsAndDropsForeignOnes) {
    auto info = network();
    info.parameters = {{"unroll", "keys a thread", {2, 4, 8}, 2}, {"steps", "steps a launch", {1, 2}, 1}};
    const auto config = effective_config(info, {0, {{"unroll", 4}, {"block_factor", 16}}});
    EXPECT_EQ(config.params, (std::map<std::string, int64_t>{{"unroll", 4}, {"steps", 1}}));
}

TEST(Refusal, NamesTheValuesOfAParameter) {
    auto info = network();
    info.parameters = {{"unroll", "keys a thread", {2, 4, 8}, 2}};
    EXPECT_EQ(refused(info, keys(64), {256, {{"unroll", 8}}}), "");
    EXPECT_THAT(refused(info, keys(64), {256, {{"unroll", 3}}}), HasSubstr("unroll = 3. It takes: 2, 4, 8."));
    EXPECT_THAT(refused(network(), keys(64), {256, {{"unroll", 4}}}),
                HasSubstr("no parameter called 'unroll'"));
}

TEST(VariantRegistry, SuggestsTheThreeNearestNames) {
    VariantRegistry registry;
    for (const auto* name : {"bitonic-semi", "butterfly-full", "bitonic-b2", "bitonic-b4"}) {
        auto info = network();
        info.name = name;
        registry.add({info, {}});
    }
    for (const auto& [name, words] :
         {std::pair("bitonic-b3", "called 'bitonic-b3'. Nearest are: bitonic-b2, bitonic-b4, bitonic-semi."),
          {"bitonic", "Nearest"},
          {"Bitonic-B2", "Nearest"},
          {"", "Nearest"}})
        test::expect_error(ErrorKind::usage, words, [&, wanted = name] { registry.find(wanted); });
}
}  // namespace
}
