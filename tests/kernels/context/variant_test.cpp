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

TEST(Refusal, SaysWhichKeysItSorts) {
    EXPECT_EQ(refusal(network(), keys(16, KeyType::f64), {}),
              "Variant 'net' cannot sort f64 keys. It sorts: u32, f32.");
}

TEST(Refusal, SaysWhichSizesItTakes) {
    const std::string range = "It takes any power of two from 2 to 2^20.";
    VariantInfo info = network();
    info.pads = false;
    for (const uint64_t n : {uint64_t{0}, uint64_t{1}, uint64_t{3}, uint64_t{1000}, (uint64_t{1} << 20) + 1,
                             uint64_t{1} << 21, ~uint64_t{0}})
        EXPECT_EQ(refusal(info, keys(n), {}),
                  "Variant 'net' cannot sort " + std::to_string(n) + " keys. " + range);
}

TEST(Refusal, ANetworkThatPadsTakesAnySizeUpToItsLargest) {
    for (const uint64_t n : {2U, 3U, 1000U, 1U << 20})
        for (const uint32_t block : {2U, 32U, 1024U})
            EXPECT_EQ(refusal(network(), keys(n), {block, {}}), std::nullopt) << n << " block " << block;
    EXPECT_THAT(refusal(network(), keys((1 << 20) + 1), {256, {}}).value_or(""),
                HasSubstr("any number from 2 to 2^20"));
    EXPECT_EQ(padded_size(network(), 1000), 1024U);
    EXPECT_EQ(padded_size(network(), 1024), 1024U);
}

TEST(Refusal, SlowInputsEndEarlier) {
    VariantInfo info = network();
    info.slow = {{Distribution::sorted}, 1 << 10, "takes quadratic time"};
    auto work = keys(1 << 11);
    EXPECT_EQ(refusal(info, work, {256, {}}), std::nullopt) << "uniform";
    work.distribution = Distribution::sorted;
    EXPECT_EQ(refusal(info, work, {256, {}}).value_or(""),
              "Variant 'net' takes quadratic time on sorted input and sorts at most 2^10 such keys here.");
}

TEST(SortedRun, IsTheBlockWhereThatIsThePromise) {
    VariantInfo info = network();
    EXPECT_EQ(sorted_run(info, {64, {}}), 0U);
    info.promise = Promise::in_blocks;
    EXPECT_EQ(sorted_run(info, {64, {}}), 64U);
}

TEST(Refusal, SaysWhichBlocksItTakes) {
    for (const uint32_t block : {0U, 1U, 3U, 96U, 2048U})
        EXPECT_EQ(refusal(network(), keys(1024), {block, {}}),
                  "Variant 'net' cannot run blocks of " + std::to_string(block) +
                      " threads. It takes a power of two from 2 to 1024.");
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
    const Workload workload{info.keys.at(0), 64, Distribution::uniform, 1, {}};
    EXPECT_EQ(refusal(info, workload, {info.default_block, {{"unroll", 8}}}), std::nullopt);
    EXPECT_THAT(refusal(info, workload, {info.default_block, {{"unroll", 3}}}).value_or(""),
                HasSubstr("unroll = 3. It takes: 2, 4, 8."));
    EXPECT_THAT(refusal(network(), workload, {256, {{"unroll", 4}}}).value_or(""),
                HasSubstr("no parameter called 'unroll'"));
}

VariantRegistry registry_of(const std::vector<std::string>& names) {
    VariantRegistry registry;
    for (const auto& name : names) {
        Variant variant;
        variant.info = network();
        variant.info.name = name;
        registry.add(std::move(variant));
    }
    return registry;
}

TEST(VariantRegistry, SuggestsTheThreeNearestNames) {
    const auto registry = registry_of({"bitonic-semi", "butterfly-full", "bitonic-b2", "bitonic-b4"});
    test::expect_error(
        ErrorKind::usage,
        "There is no variant called 'bitonic-b3'. Nearest are: bitonic-b2, bitonic-b4, bitonic-semi.",
        [&] { registry.find("bitonic-b3"); });
    for (const auto* name : {"bitonic", "Bitonic-B2", ""})
        test::expect_error(ErrorKind::usage, "Nearest", [&] { registry.find(name); });
}
}  // namespace
}
