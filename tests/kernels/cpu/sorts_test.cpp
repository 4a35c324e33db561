#include "kernels/cpu/sorts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/context/keys.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::kernels::cpu {
namespace {

constexpr const char* variants[] = {"cpu-std-sort", "cpu-quicksort"};

TEST(FindSort, BothSortsSortEveryKeyTypeAndInput) {
    for (const char* variant : variants)
        for (const KeyType key : {KeyType::u32, KeyType::i32, KeyType::u64, KeyType::f32, KeyType::f64})
            for (const Distribution distribution :
                 {Distribution::uniform, Distribution::sorted, Distribution::zero})
                for (const std::uint64_t n : {0U, 1U, 2U, 3U, 1000U, 4096U}) {
                    auto keys = make_keys({key, n, distribution, 5, {}});
                    const auto input = digest(keys, key);
                    find_sort(variant, key)(keys);
                    EXPECT_EQ(broken_promise(input, digest(keys, key), OutputPromise::sorted), std::nullopt)
                        << variant << " " << name_of(key) << " " << name_of(distribution) << " " << n;
                }
}

TEST(FindSort, AnUnknownSortIsNamed) {
    test::expect_error(ErrorKind::internal, "no CPU sort called 'bitonic-b2'",
                       [] { find_sort("bitonic-b2", KeyType::u32); });
}

TEST(CpuRefusal, QuicksortOnInputThatMakesItQuadratic) {
    const auto refused = [](const char* variant, std::uint64_t n, Distribution distribution) {
        return refusal(variant, {KeyType::u32, n, distribution, 1, {}});
    };
    EXPECT_EQ(refused("cpu-quicksort", 1 << 16, Distribution::sorted), std::nullopt);
    EXPECT_EQ(refused("cpu-quicksort", 1 << 24, Distribution::uniform), std::nullopt);
    EXPECT_EQ(refused("cpu-std-sort", 1 << 24, Distribution::sorted), std::nullopt);
    EXPECT_EQ(refused("cpu-quicksort", (1 << 16) + 1, Distribution::sorted),
              "Variant 'cpu-quicksort' takes quadratic time on sorted input and sorts at most 2^16 such keys "
              "here.");
    EXPECT_THAT(refused("cpu-quicksort", 1 << 20, Distribution::zero).value_or(""),
                testing::HasSubstr("on zero input"));
}

}  // namespace
}  // namespace sortscope::kernels::cpu
