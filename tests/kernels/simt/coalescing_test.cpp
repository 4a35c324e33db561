// Expected numbers are worked out by hand; coalescing.hpp names the sections of the CUDA guides.
#include "kernels/simt/coalescing.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "tests/core/expect_error.hpp"

namespace sortscope::kernels::simt {
namespace {
/// The lanes of `mask`, each at the address that `address_of` says.
struct Pattern {
    std::vector<uint64_t> addresses;
    std::vector<uint8_t> lanes;
    uint32_t size = 4;

    Pattern(uint32_t word, uint32_t mask, const std::function<uint64_t(uint32_t)>& address_of) : size(word) {
        for (uint32_t lane = 0; lane < 32; ++lane)
            if (mask >> lane & 1) {
                addresses.push_back(address_of(lane));
                lanes.push_back(uint8_t(lane));
            }
    }
    Request request() const { return {addresses, lanes, size}; }
};

constexpr uint32_t all_lanes = 0xFFFFFFFF;

/// Lane l at word first + l * stride.
Pattern strided(uint32_t word, uint64_t stride, uint64_t first = 0, uint32_t mask = all_lanes) {
    return {word, mask, [=](uint32_t lane) { return (first + lane * stride) * word; }};
}
Pattern reversed(uint32_t word) {
    return {word, all_lanes, [=](uint32_t lane) { return uint64_t{31 - lane} * word; }};
}
/// Neighbours swapped in a fixed disorder that stays within each half-warp.
Pattern permuted(uint32_t word) {
    return {word, all_lanes, [=](uint32_t lane) { return uint64_t{lane ^ 13} * word; }};
}

struct Sectors {
    const char* what;
    Pattern pattern;
    uint32_t sectors, lines;
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

TEST(SectorRules, FromComputeCapability3OnLinesAndSectorsOfTheWholeRequest) {
    for (const auto& c : sector_cases())
        for (const bool store : {false, true})
            EXPECT_EQ(transactions(Rule::cc3, c.pattern.request(), store),
                      (Transactions{c.lines, 32 * c.sectors}))
                << c.what;
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
        EXPECT_EQ(transactions(Rule::cc2, c.pattern.request(), false), c.load) << c.what;
        EXPECT_EQ(transactions(Rule::cc2, c.pattern.request(), true), c.store) << c.what;
    }
}

TEST(RuleOf, EachGenerationHasItsRule) {
    for (const auto& [major, minor, rule] : {std::tuple{1, 2, Rule::cc13},
                                             {1, 3, Rule::cc13},
                                             {2, 0, Rule::cc2},
                                             {2, 1, Rule::cc2},
                                             {3, 0, Rule::cc3},
                                             {3, 5, Rule::cc3},
                                             {5, 2, Rule::cc3},
                                             {6, 1, Rule::cc3},
                                             {9, 0, Rule::cc3},
                                             {12, 0, Rule::cc3}})
        EXPECT_EQ(rule_of(major, minor), rule) << major << '.' << minor;
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
        const uint32_t word = 1U << random() % 5;
        const uint64_t span = uint64_t{1} << (2 + random() % 12);  // words
        uint32_t mask = uint32_t(random());
        if (i % 3 == 0) mask = all_lanes;
        if (mask == 0) mask = 1;
        patterns.emplace_back(word, mask,
                              [&](uint32_t) { return random() % span * word + (uint64_t{3} << 40); });
    }
    return patterns;
}

TEST(AllRules, NoLanesCostNothing) {
    EXPECT_EQ(count_sectors({}).sizes, SizeHistogram{});
    EXPECT_EQ(bank_conflicts({}), 0U);
    for (const Rule rule : {Rule::cc13, Rule::cc2, Rule::cc3})
        EXPECT_EQ(transactions(rule, {}, false), (Transactions{0, 0}));
}

TEST(AllRules, AgreeWithSetsOnRandomRequests) {
    for (const Pattern& pattern : random_patterns()) {
        std::set<uint64_t> sectors, lines;
        for (const uint64_t address : pattern.addresses) {
            sectors.insert(address / 32);
            lines.insert(address / 128);
        }
        const SectorCounts counts = count_sectors(pattern.addresses);
        ASSERT_EQ(counts.sectors, sectors.size());
        ASSERT_EQ(counts.lines, lines.size());
        ASSERT_EQ(counts.sizes[0] + 2 * counts.sizes[1] + 3 * counts.sizes[2] + 4 * counts.sizes[3],
                  counts.sectors);
        ASSERT_EQ(counts.sizes[0] + counts.sizes[1] + counts.sizes[2] + counts.sizes[3], counts.lines);
        const std::set<uint64_t> distinct(pattern.addresses.begin(), pattern.addresses.end());
        const uint64_t bytes = distinct.size() * pattern.size;
        ASSERT_EQ(distinct_bytes(pattern.request().addresses, pattern.size), bytes);
        for (const Rule rule : {Rule::cc13, Rule::cc2, Rule::cc3})
            for (const bool store : {false, true}) {
                const Transactions cost = transactions(rule, pattern.request(), store);
                ASSERT_GE(cost.bytes, bytes);
                ASSERT_GE(cost.count, 1U);
                ASSERT_EQ(cost.bytes % 32, 0U);
            }
    }
}

struct TransactionsCase {
    const char* what;
    Pattern pattern;
    std::array<uint32_t, 3> sizes;  ///< of 32, 64, 128 bytes
};

TEST(Cc13, TransactionsOfEachHalfWarp) {
    const std::vector<TransactionsCase> cases{
        {"sequential", strided(4, 1), {0, 2, 0}},
        {"permuted", permuted(4), {0, 2, 0}},
        {"reversed", reversed(4), {0, 2, 0}},
        // Bytes 4..67 cross the middle of a segment; 68..127 lie in its upper half, 128..131 in the next one.
        {"misaligned by one", strided(4, 1, 1), {1, 1, 1}},
        {"misaligned by 32 bytes", strided(4, 1, 8), {2, 0, 1}},
        {"misaligned by a half-warp", strided(4, 1, 16), {0, 2, 0}},
        {"stride 2", strided(4, 2), {0, 0, 2}},
        {"stride 4", strided(4, 4), {0, 0, 4}},
        {"stride 16", strided(4, 16), {0, 0, 16}},
        {"stride 32", strided(4, 32), {32, 0, 0}},
        {"one address", strided(4, 0), {2, 0, 0}},
        {"a single lane", strided(4, 1, 0, 1U << 20), {1, 0, 0}},
        {"the first eight lanes", strided(4, 1, 0, 0x000000FF), {1, 0, 0}},
        {"even lanes", strided(4, 1, 0, 0x55555555), {0, 2, 0}},
        {"lanes 8 to 23: eight of each half-warp", strided(4, 1, 0, 0x00FFFF00), {2, 0, 0}},
        {"lanes 4 to 11 across 32-byte parts", strided(4, 1, 0, 0x00000FF0), {0, 1, 0}},
        {"lanes 0 and 15, one segment's ends", strided(4, 2, 0, 0x00008001), {0, 0, 1}},
        {"bytes", strided(1, 1), {2, 0, 0}},
        {"bytes misaligned by one", strided(1, 1, 1), {3, 0, 0}},
        {"2-byte words", strided(2, 1), {2, 0, 0}},
        {"2-byte words misaligned by one", strided(2, 1, 1), {2, 1, 0}},
        {"2-byte words, stride 2", strided(2, 2), {0, 2, 0}},
        {"8-byte words", strided(8, 1), {0, 0, 2}},
        {"8-byte words misaligned by one", strided(8, 1, 1), {2, 0, 2}},
        {"16-byte words", strided(16, 1), {0, 0, 4}},
        {"a 16-byte word", strided(16, 1, 0, 1), {1, 0, 0}},
        {"two 16-byte words across 32 bytes", strided(16, 1, 0, 0x00000006), {0, 1, 0}},
    };
    for (const auto& c : cases) {
        const Cc13Transactions result = cc13_transactions(c.pattern.request());
        EXPECT_EQ(result.sizes, c.sizes) << c.what;
        const Transactions total{c.sizes[0] + c.sizes[1] + c.sizes[2],
                                 32 * c.sizes[0] + 64 * c.sizes[1] + 128 * c.sizes[2]};
        EXPECT_EQ(result.total(), total) << c.what;
        EXPECT_EQ(transactions(Rule::cc13, c.pattern.request(), false), total) << c.what;
        EXPECT_EQ(transactions(Rule::cc13, c.pattern.request(), true), total) << c.what;
    }
}

/// Over sets: bytes used of each half-warp's segments, then the smallest aligned part that holds them.
std::array<uint32_t, 3> reference(const Pattern& pattern) {
    const uint64_t largest = pattern.size == 1 ? 32 : pattern.size == 2 ? 64 : 128;
    std::map<std::pair<int, uint64_t>, uint32_t>
        parts;  // (half-warp, segment) -> its 32-byte parts, as a mask
    for (size_t i = 0; i < pattern.addresses.size(); ++i)
        parts[{pattern.lanes[i] / 16, pattern.addresses[i] / largest}] |=
            1U << (pattern.addresses[i] % largest / 32);
    std::array<uint32_t, 3> sizes{};
    for (const auto& [where, mask] : parts) {
        const bool one_part = (mask & (mask - 1)) == 0;
        const bool one_half = (mask & 0b0011) == 0 || (mask & 0b1100) == 0;
        ++sizes[one_part ? 0 : one_half ? 1 : 2];
    }
    return sizes;
}

TEST(Cc13, AgreesWithASecondFormulationOnRandomRequests) {
    std::mt19937_64 random(13);
    for (int i = 0; i < 4000; ++i) {
        const uint32_t word = 1U << random() % 5;
        const uint64_t span = uint64_t{1} << (2 + random() % 10);
        uint32_t mask = uint32_t(random());
        if (i % 3 == 0) mask &= uint32_t(random());
        const Pattern pattern(word, mask, [&](uint32_t) { return random() % span * word; });
        ASSERT_EQ(cc13_transactions(pattern.request()).sizes, reference(pattern)) << "request " << i;
    }
}

struct BanksCase {
    const char* what;
    Pattern pattern;
    uint32_t extra;
};

TEST(BankConflicts, ExtraWavefrontsByPattern) {
    const auto lanes_of = [](uint32_t mask, uint64_t stride) { return strided(4, stride, 0, mask); };
    const std::vector<BanksCase> cases{
        {"stride 1", strided(4, 1), 0},
        {"stride 1 from an odd word", strided(4, 1, 5), 0},
        {"permuted", permuted(4), 0},
        {"reversed", reversed(4), 0},
        {"stride 2", strided(4, 2), 1},
        {"stride 3", strided(4, 3), 0},
        {"stride 4", strided(4, 4), 3},
        {"stride 16", strided(4, 16), 15},
        {"stride 32", strided(4, 32), 31},
        {"stride 33", strided(4, 33), 0},
        {"broadcast", strided(4, 0), 0},
        {"pairs read one word each", {4, all_lanes, [](uint32_t lane) { return uint64_t{lane / 2} * 4; }}, 0},
        {"two words of one bank, many readers",
         {4, all_lanes, [](uint32_t lane) { return uint64_t{lane % 2} * 128; }},
         1},
        {"a single lane", lanes_of(1U << 9, 1), 0},
        {"three lanes on one bank", lanes_of(0b10101, 32), 2},
        {"half active, stride 2", lanes_of(0x0000FFFF, 2), 0},
        {"bytes: four lanes a word", strided(1, 1), 0},
        {"bytes, one a word", strided(1, 4), 0},
        {"bytes, one a bank's word", strided(1, 128), 31},
        {"2-byte words", strided(2, 1), 0},
        {"2-byte words, stride 64 bytes", strided(2, 32), 15},
        // 8-byte words by half-warps: 16 lanes fill the 32 banks once.
        {"8-byte words", strided(8, 1), 0},
        {"8-byte words, reversed", reversed(8), 0},
        {"8-byte words, broadcast", strided(8, 0), 0},
        {"8-byte words, stride 2: two-way in each half", strided(8, 2), 2},
        {"8-byte words, stride 16: sixteen-way in each half", strided(8, 16), 30},
        {"8-byte words, stride 2, one half active", strided(8, 2, 0, 0xFFFF0000), 1},
        // 16-byte words by quarter-warps.
        {"16-byte words", strided(16, 1), 0},
        {"16-byte words, stride 2", strided(16, 2), 4},
    };
    for (const auto& c : cases) EXPECT_EQ(bank_conflicts(c.pattern.request()), c.extra) << c.what;
}
}  // namespace
}
