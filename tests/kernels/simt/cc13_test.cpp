// The half-warp rule of compute capability 1.2 and 1.3, by hand and against a second, slower formulation.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "kernels/simt/coalescing.hpp"
#include "tests/kernels/simt/pattern.hpp"

namespace sortscope::kernels::simt {
namespace {

using test::Pattern;
using test::permuted;
using test::reversed;
using test::strided;

struct TransactionsCase {
    const char* what;
    Pattern pattern;
    std::array<std::uint32_t, 3> sizes;  ///< of 32, 64, 128 bytes
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

TEST(Cc13, NoLanesCostNothing) { EXPECT_EQ(cc13_transactions({}).total(), (Transactions{0, 0})); }

/// The rule again, over sets: bytes used of each half-warp's segments, then the smallest aligned part that
/// holds them.
std::array<std::uint32_t, 3> reference(const Pattern& pattern) {
    const std::uint64_t largest = pattern.size == 1 ? 32 : pattern.size == 2 ? 64 : 128;
    std::map<std::pair<int, std::uint64_t>, std::uint32_t>
        parts;  // (half-warp, segment) -> its 32-byte parts, as a mask
    for (std::size_t i = 0; i < pattern.addresses.size(); ++i)
        parts[{pattern.lanes[i] / 16, pattern.addresses[i] / largest}] |=
            1U << (pattern.addresses[i] % largest / 32);
    std::array<std::uint32_t, 3> sizes{};
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
        const std::uint32_t word = 1U << random() % 5;
        const std::uint64_t span = std::uint64_t{1} << (2 + random() % 10);
        std::uint32_t mask = static_cast<std::uint32_t>(random());
        if (i % 3 == 0) mask &= static_cast<std::uint32_t>(random());
        const Pattern pattern(word, mask, [&](std::uint32_t) { return random() % span * word; });
        ASSERT_EQ(cc13_transactions(pattern.request()).sizes, reference(pattern)) << "request " << i;
    }
}

}  // namespace
}  // namespace sortscope::kernels::simt
