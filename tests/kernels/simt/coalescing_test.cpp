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
/// An access of the lanes of `mask`, each at address_of(lane).
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
/// Lane l at word l ^ 13: a fixed permutation within each half-warp.
Pattern permuted(uint32_t word) {
    return {word, all_lanes, [=](uint32_t lane) { return uint64_t{lane ^ 13} * word; }};
}

/// Costs of a pattern by each rule; empty if not worked out.
struct PatternCase {
    const char* what;
    Pattern pattern;
    std::optional<SectorCounts> sectors;                       ///< with lines and sizes
    std::optional<std::pair<Transactions, Transactions>> cc2;  ///< loads by lines, stores by segments
    std::optional<std::array<uint32_t, 3>> cc13;               ///< transactions of 32, 64, 128 bytes
};

const std::vector<PatternCase>& pattern_cases() {
    static const std::vector<PatternCase> cases{
        {"sequential", strided(4, 1), {{4, 1, {0, 0, 0, 1}}}, {{{1, 128}, {4, 128}}}, {{0, 2, 0}}},
        {"permuted", permuted(4), {{4, 1, {0, 0, 0, 1}}}, {{{1, 128}, {4, 128}}}, {{0, 2, 0}}},
        {"reversed", reversed(4), {{4, 1, {0, 0, 0, 1}}}, {{{1, 128}, {4, 128}}}, {{0, 2, 0}}},
        // cc 1.3: bytes 4..67 cross the middle of a segment. Bytes 68..127 are in its upper half, bytes
        // 128..131 in the next segment.
        {"misaligned by one", strided(4, 1, 1), {{5, 2, {1, 0, 0, 1}}}, {{{2, 256}, {5, 160}}}, {{1, 1, 1}}},
        {"misaligned by a sector", strided(4, 1, 8), {{4, 2, {1, 0, 1, 0}}}, {}, {{2, 0, 1}}},
        {"misaligned by two sectors", strided(4, 1, 16), {{4, 2, {0, 2, 0, 0}}}, {}, {{0, 2, 0}}},
        {"stride 2", strided(4, 2), {{8, 2, {0, 0, 0, 2}}}, {{{2, 256}, {8, 256}}}, {{0, 0, 2}}},
        {"stride 4", strided(4, 4), {{16, 4, {0, 0, 0, 4}}}, {{{4, 512}, {16, 512}}}, {{0, 0, 4}}},
        {"stride 16", strided(4, 16), {{32, 16, {0, 16, 0, 0}}}, {}, {{0, 0, 16}}},
        {"stride 32", strided(4, 32), {{32, 32, {32, 0, 0, 0}}}, {{{32, 4096}, {32, 1024}}}, {{32, 0, 0}}},
        {"one address", strided(4, 0), {{1, 1, {1, 0, 0, 0}}}, {{{1, 128}, {1, 32}}}, {{2, 0, 0}}},
        {"a single lane", strided(4, 1, 0, 1U << 17), {{1, 1, {1, 0, 0, 0}}}, {}, {}},
        {"lower half active",
         strided(4, 1, 0, 0x0000FFFF),
         {{2, 1, {0, 1, 0, 0}}},
         {{{1, 128}, {2, 64}}},
         {}},
        {"even lanes active", strided(4, 1, 0, 0x55555555), {{4, 1, {0, 0, 0, 1}}}, {}, {{0, 2, 0}}},
        {"24 lanes active", strided(4, 1, 0, 0x00FFFFFF), {{3, 1, {0, 0, 1, 0}}}, {}, {}},
        {"bytes", strided(1, 1), {{1, 1, {1, 0, 0, 0}}}, {{{1, 128}, {1, 32}}}, {{2, 0, 0}}},
        {"bytes misaligned by one", strided(1, 1, 1), {{2, 1, {0, 1, 0, 0}}}, {}, {{3, 0, 0}}},
        {"2-byte words", strided(2, 1), {{2, 1, {0, 1, 0, 0}}}, {{{1, 128}, {2, 64}}}, {{2, 0, 0}}},
        // cc 2.x loads 8-byte words by half-warp: a line that both half-warps touch counts twice.
        {"8-byte words", strided(8, 1), {{8, 2, {0, 0, 0, 2}}}, {{{2, 256}, {8, 256}}}, {{0, 0, 2}}},
        {"8-byte words misaligned by one",
         strided(8, 1, 1),
         {{9, 3, {1, 0, 0, 2}}},
         {{{4, 512}, {10, 320}}},
         {{2, 0, 2}}},
        // cc 2.x loads 16-byte words by quarter-warp.
        {"16-byte words", strided(16, 1), {{16, 4, {0, 0, 0, 4}}}, {{{4, 512}, {16, 512}}}, {{0, 0, 4}}},
        {"a single lane", strided(4, 1, 0, 1U << 31), {}, {{{1, 128}, {1, 32}}}, {}},
        {"8-byte words, one address", strided(8, 0), {}, {{{2, 256}, {2, 64}}}, {}},
        {"8-byte words, upper half active", strided(8, 1, 0, 0xFFFF0000), {}, {{{1, 128}, {4, 128}}}, {}},
        {"16-byte words misaligned by one", strided(16, 1, 1), {}, {{{8, 1024}, {20, 640}}}, {}},
        {"16-byte words, one address", strided(16, 0), {}, {{{4, 512}, {4, 128}}}, {}},
        {"16-byte words, lanes of two quarters",
         strided(16, 1, 0, 0x00000180),
         {},
         {{{2, 256}, {2, 64}}},
         {}},
        {"a single lane", strided(4, 1, 0, 1U << 20), {}, {}, {{1, 0, 0}}},
        {"the first eight lanes", strided(4, 1, 0, 0x000000FF), {}, {}, {{1, 0, 0}}},
        {"lanes 8 to 23: eight of each half-warp", strided(4, 1, 0, 0x00FFFF00), {}, {}, {{2, 0, 0}}},
        {"lanes 4 to 11 across 32-byte parts", strided(4, 1, 0, 0x00000FF0), {}, {}, {{0, 1, 0}}},
        {"lanes 0 and 15, one segment's ends", strided(4, 2, 0, 0x00008001), {}, {}, {{0, 0, 1}}},
        {"2-byte words misaligned by one", strided(2, 1, 1), {}, {}, {{2, 1, 0}}},
        {"2-byte words, stride 2", strided(2, 2), {}, {}, {{0, 2, 0}}},
        {"a 16-byte word", strided(16, 1, 0, 1), {}, {}, {{1, 0, 0}}},
        {"two 16-byte words across 32 bytes", strided(16, 1, 0, 0x00000006), {}, {}, {{0, 1, 0}}},
    };
    return cases;
}

TEST(CountSectors, SectorsLinesAndSizes) {
    for (const auto& c : pattern_cases()) {
        if (!c.sectors) continue;
        const SectorCounts counts = count_sectors(c.pattern.addresses);
        EXPECT_EQ(std::tuple(counts.sectors, counts.lines, counts.sizes),
                  std::tuple(c.sectors->sectors, c.sectors->lines, c.sectors->sizes))
            << c.what;
        for (const bool store : {false, true})
            EXPECT_EQ(transactions(Rule::cc3, c.pattern.request(), store),
                      (Transactions{c.sectors->lines, 32 * c.sectors->sectors}))
                << c.what;
    }
}

TEST(Cc2, LinesForLoadsAndSegmentsForStores) {
    for (const auto& c : pattern_cases()) {
        if (!c.cc2) continue;
        EXPECT_EQ(transactions(Rule::cc2, c.pattern.request(), false), c.cc2->first) << c.what;
        EXPECT_EQ(transactions(Rule::cc2, c.pattern.request(), true), c.cc2->second) << c.what;
    }
}

TEST(Cc13, TransactionsOfEachHalfWarp) {
    for (const auto& c : pattern_cases()) {
        if (!c.cc13) continue;
        const Cc13Transactions result = cc13_transactions(c.pattern.request());
        const auto& [of_32, of_64, of_128] = *c.cc13;
        EXPECT_EQ(result.sizes, *c.cc13) << c.what;
        const Transactions total{of_32 + of_64 + of_128, 32 * of_32 + 64 * of_64 + 128 * of_128};
        EXPECT_EQ(result.total(), total) << c.what;
        for (const bool store : {false, true})
            EXPECT_EQ(transactions(Rule::cc13, c.pattern.request(), store), total) << c.what;
    }
}

TEST(RuleOf, EachGenerationHasItsRuleOrIsRefused) {
    using Generations = std::vector<std::pair<int, int>>;
    for (const auto& [rule, generations] :
         std::map<Rule, Generations>{{Rule::cc13, {{1, 2}, {1, 3}}},
                                     {Rule::cc2, {{2, 0}, {2, 1}}},
                                     {Rule::cc3, {{3, 0}, {3, 5}, {5, 2}, {6, 1}, {9, 0}, {12, 0}}}})
        for (const auto& [major, minor] : generations)
            EXPECT_EQ(rule_of(major, minor), rule) << major << '.' << minor;
    for (const auto& [major, minor] : Generations{{1, 0}, {1, 1}, {0, 0}, {4, 0}, {-1, 3}})
        sortscope::test::expect_error(
            ErrorKind::unsupported, std::to_string(major) + "." + std::to_string(minor) + " is not modelled",
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

/// The rule written differently: for each segment of a half-warp, finds the smallest aligned part that
/// holds all used 32-byte parts.
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
