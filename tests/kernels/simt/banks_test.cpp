#include "kernels/simt/banks.hpp"

#include <gtest/gtest.h>

#include "tests/kernels/simt/pattern.hpp"

namespace sortscope::kernels::simt {
namespace {

using test::Pattern;
using test::permuted;
using test::reversed;
using test::strided;

struct BanksCase {
    const char* what;
    Pattern pattern;
    std::uint32_t extra;
};

TEST(BankConflicts, ExtraWavefrontsByPattern) {
    const auto lanes_of = [](std::uint32_t mask, std::uint64_t stride) {
        return strided(4, stride, 0, mask);
    };
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
        {"pairs read one word each",
         {4, test::all_lanes, [](std::uint32_t lane) { return std::uint64_t{lane / 2} * 4; }},
         0},
        {"two words of one bank, many readers",
         {4, test::all_lanes, [](std::uint32_t lane) { return std::uint64_t{lane % 2} * 128; }},
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
    for (const auto& c : cases)
        EXPECT_EQ(bank_conflicts(c.pattern.addresses, c.pattern.lanes, c.pattern.size), c.extra) << c.what;
}

TEST(BankConflicts, NoLanesHaveNone) { EXPECT_EQ(bank_conflicts({}, {}, 4), 0U); }

}  // namespace
}  // namespace sortscope::kernels::simt
