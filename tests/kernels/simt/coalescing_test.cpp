// Expected numbers are worked out by hand from the rules of the CUDA programming guides; see coalescing.hpp
// for sections.
#include "kernels/simt/coalescing.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/core/expect_error.hpp"
#include "tests/kernels/simt/pattern.hpp"

namespace sortscope::kernels::simt {
namespace {

using test::Pattern;
using test::permuted;
using test::reversed;
using test::strided;

struct Sectors {
    const char* what;
    Pattern pattern;
    std::uint32_t sectors, lines;
    SizeHistogram sizes;
};

const std::vector<Sectors>& sector_cases() {
    static const std::vector<Sectors> cases{
        {"sequential", strided(4, 1), 4, 1, {0, 0, 0, 1}},
        {"permuted", permuted(4), 4, 1, {0, 0, 0, 1}},
        {"reversed", reversed(4), 4, 1, {0, 0, 0, 1}},
        {"misaligned by one", strided(4, 1, 1), 5, 2, {1, 0, 0, 1}},
        {"misaligned by a sector", strided(4, 1, 8), 4, 2, {1, 0, 1, 0}},
        {"misaligned by two sectors", strided(4, 1, 16), 4, 2, {0, 2, 0, 0}},
        {"stride 2", strided(4, 2), 8, 2, {0, 0, 0, 2}},
        {"stride 4", strided(4, 4), 16, 4, {0, 0, 0, 4}},
        {"stride 16", strided(4, 16), 32, 16, {0, 16, 0, 0}},
        {"stride 32", strided(4, 32), 32, 32, {32, 0, 0, 0}},
        {"one address", strided(4, 0), 1, 1, {1, 0, 0, 0}},
        {"a single lane", strided(4, 1, 0, 1U << 17), 1, 1, {1, 0, 0, 0}},
        {"lower half active", strided(4, 1, 0, 0x0000FFFF), 2, 1, {0, 1, 0, 0}},
        {"even lanes active", strided(4, 1, 0, 0x55555555), 4, 1, {0, 0, 0, 1}},
        {"24 lanes active", strided(4, 1, 0, 0x00FFFFFF), 3, 1, {0, 0, 1, 0}},
        {"bytes", strided(1, 1), 1, 1, {1, 0, 0, 0}},
        {"bytes misaligned by one", strided(1, 1, 1), 2, 1, {0, 1, 0, 0}},
        {"2-byte words", strided(2, 1), 2, 1, {0, 1, 0, 0}},
        {"8-byte words", strided(8, 1), 8, 2, {0, 0, 0, 2}},
        {"8-byte words misaligned by one", strided(8, 1, 1), 9, 3, {1, 0, 0, 2}},
        {"16-byte words", strided(16, 1), 16, 4, {0, 0, 0, 4}},
    };
    return cases;
}

TEST(CountSectors, SectorsLinesAndSizes) {
    for (const auto& c : sector_cases()) {
        const SectorCounts counts = count_sectors(c.pattern.addresses);
        EXPECT_EQ(counts.sectors, c.sectors) << c.what;
        EXPECT_EQ(counts.lines, c.lines) << c.what;
        EXPECT_EQ(counts.sizes, c.sizes) << c.what;
    }
}

TEST(CountSectors, NoLanesCostNothing) {
    const SectorCounts counts = count_sectors({});
    EXPECT_EQ(counts.sectors, 0U);
    EXPECT_EQ(counts.lines, 0U);
    EXPECT_EQ(counts.sizes, SizeHistogram{});
}

TEST(SectorRules, FromComputeCapability3OnLinesAndSectorsOfTheWholeRequest) {
    for (const auto& c : sector_cases()) {
        const Transactions expected{c.lines, 32 * c.sectors};
        EXPECT_EQ(cc3_transactions(c.pattern.request()), expected) << c.what;
        EXPECT_EQ(cc6_transactions(c.pattern.request()), expected) << c.what;
        EXPECT_EQ(cc7_transactions(c.pattern.request()), expected) << c.what;
        for (const Rule rule : {Rule::cc3, Rule::cc6, Rule::cc7})
            for (const bool store : {false, true})
                EXPECT_EQ(transactions(rule, c.pattern.request(), store), expected) << c.what;
    }
}

struct Fermi {
    const char* what;
    Pattern pattern;
    Transactions load;   ///< 128-byte lines
    Transactions store;  ///< 32-byte segments
};

TEST(Cc2Rules, LinesForLoadsAndSegmentsForStores) {
    const std::vector<Fermi> cases{
        {"sequential", strided(4, 1), {1, 128}, {4, 128}},
        {"permuted", permuted(4), {1, 128}, {4, 128}},
        {"reversed", reversed(4), {1, 128}, {4, 128}},
        {"misaligned by one", strided(4, 1, 1), {2, 256}, {5, 160}},
        {"stride 2", strided(4, 2), {2, 256}, {8, 256}},
        {"stride 4", strided(4, 4), {4, 512}, {16, 512}},
        {"stride 32", strided(4, 32), {32, 4096}, {32, 1024}},
        {"one address", strided(4, 0), {1, 128}, {1, 32}},
        {"a single lane", strided(4, 1, 0, 1U << 31), {1, 128}, {1, 32}},
        {"lower half active", strided(4, 1, 0, 0x0000FFFF), {1, 128}, {2, 64}},
        {"bytes", strided(1, 1), {1, 128}, {1, 32}},
        {"2-byte words", strided(2, 1), {1, 128}, {2, 64}},
        // Two requests, one a half-warp; a line that both touch counts in both.
        {"8-byte words", strided(8, 1), {2, 256}, {8, 256}},
        {"8-byte words misaligned by one", strided(8, 1, 1), {4, 512}, {10, 320}},
        {"8-byte words, one address", strided(8, 0), {2, 256}, {2, 64}},
        {"8-byte words, upper half active", strided(8, 1, 0, 0xFFFF0000), {1, 128}, {4, 128}},
        // Four requests, one a quarter-warp.
        {"16-byte words", strided(16, 1), {4, 512}, {16, 512}},
        {"16-byte words misaligned by one", strided(16, 1, 1), {8, 1024}, {20, 640}},
        {"16-byte words, one address", strided(16, 0), {4, 512}, {4, 128}},
        {"16-byte words, lanes of two quarters", strided(16, 1, 0, 0x00000180), {2, 256}, {2, 64}},
    };
    for (const auto& c : cases) {
        EXPECT_EQ(cc2_load(c.pattern.request()), c.load) << c.what;
        EXPECT_EQ(cc2_store(c.pattern.request()), c.store) << c.what;
        EXPECT_EQ(transactions(Rule::cc2, c.pattern.request(), false), c.load) << c.what;
        EXPECT_EQ(transactions(Rule::cc2, c.pattern.request(), true), c.store) << c.what;
    }
}

TEST(RuleOf, EachGenerationHasItsRule) {
    EXPECT_EQ(rule_of(1, 2), Rule::cc13);
    EXPECT_EQ(rule_of(1, 3), Rule::cc13);
    EXPECT_EQ(rule_of(2, 0), Rule::cc2);
    EXPECT_EQ(rule_of(2, 1), Rule::cc2);
    EXPECT_EQ(rule_of(3, 5), Rule::cc3);
    EXPECT_EQ(rule_of(5, 2), Rule::cc6);
    EXPECT_EQ(rule_of(6, 1), Rule::cc6);
    EXPECT_EQ(rule_of(7, 0), Rule::cc7);
    EXPECT_EQ(rule_of(9, 0), Rule::cc7);
    EXPECT_EQ(rule_of(12, 0), Rule::cc7);
}

TEST(RuleOf, WhatIsNotModelledIsRefused) {
    using sortscope::test::expect_error;
    for (const auto& [major, minor] : {std::pair{1, 0}, {1, 1}, {0, 0}, {4, 0}, {-1, 3}})
        expect_error(
            ErrorKind::unsupported,
            "Compute capability " + std::to_string(major) + "." + std::to_string(minor) + " is not modelled",
            [&, a = major, b = minor] { rule_of(a, b); });
}

/// Random requests of every word size, with crowded and with scattered addresses.
std::vector<Pattern> random_patterns() {
    std::mt19937_64 random(20);
    std::vector<Pattern> patterns;
    for (int i = 0; i < 4000; ++i) {
        const std::uint32_t word = 1U << random() % 5;
        const std::uint64_t span = std::uint64_t{1} << (2 + random() % 12);  // words
        std::uint32_t mask = static_cast<std::uint32_t>(random());
        if (i % 3 == 0) mask = test::all_lanes;
        if (mask == 0) mask = 1;
        patterns.emplace_back(
            word, mask, [&](std::uint32_t) { return random() % span * word + (std::uint64_t{3} << 40); });
    }
    return patterns;
}

TEST(CountSectors, AgreesWithSetsOnRandomRequests) {
    for (const Pattern& pattern : random_patterns()) {
        std::set<std::uint64_t> sectors;
        std::set<std::uint64_t> lines;
        for (const std::uint64_t address : pattern.addresses) {
            sectors.insert(address / 32);
            lines.insert(address / 128);
        }
        const SectorCounts counts = count_sectors(pattern.addresses);
        ASSERT_EQ(counts.sectors, sectors.size());
        ASSERT_EQ(counts.lines, lines.size());
        ASSERT_EQ(counts.sizes[0] + 2 * counts.sizes[1] + 3 * counts.sizes[2] + 4 * counts.sizes[3],
                  counts.sectors);
        ASSERT_EQ(counts.sizes[0] + counts.sizes[1] + counts.sizes[2] + counts.sizes[3], counts.lines);
    }
}

TEST(AllRules, MoveAtLeastTheDistinctBytesOfARequest) {
    for (const Pattern& pattern : random_patterns()) {
        const std::set<std::uint64_t> distinct(pattern.addresses.begin(), pattern.addresses.end());
        const std::uint64_t bytes = distinct.size() * pattern.size;
        ASSERT_EQ(distinct_bytes(pattern.request().addresses, pattern.size), bytes);
        for (const Rule rule : {Rule::cc13, Rule::cc2, Rule::cc3, Rule::cc6, Rule::cc7})
            for (const bool store : {false, true}) {
                const Transactions cost = transactions(rule, pattern.request(), store);
                ASSERT_GE(cost.bytes, bytes);
                ASSERT_GE(cost.count, 1U);
                ASSERT_EQ(cost.bytes % 32, 0U);
            }
    }
}

}  // namespace
}  // namespace sortscope::kernels::simt
