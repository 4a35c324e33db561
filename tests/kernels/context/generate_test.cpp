#include "kernels/context/generate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <set>

#include "kernels/context/keys.hpp"

namespace sortscope::kernels {
namespace {

template <class T>
std::vector<T> keys_of(Distribution distribution, std::uint64_t n, std::uint32_t entropy_bits = 0) {
    const auto bytes = make_keys({key_type_of<T>(), n, distribution, 1, {}, entropy_bits});
    std::vector<T> keys(n);
    std::memcpy(static_cast<void*>(keys.data()), bytes.data(), bytes.size());
    return keys;
}

/// Mean and standard deviation of keys in [0, 1).
std::pair<double, double> moments(const std::vector<double>& keys) {
    const double n = static_cast<double>(keys.size());
    const double mean = std::accumulate(keys.begin(), keys.end(), 0.0) / n;
    double squares = 0;
    for (const double key : keys) squares += (key - mean) * (key - mean);
    return {mean, std::sqrt(squares / n)};
}

constexpr std::uint64_t many = 1 << 16;

TEST(Generated, GaussianIsTheMeanOfFour) {
    const auto [mean, deviation] = moments(keys_of<double>(Distribution::gaussian, many));
    EXPECT_NEAR(mean, 0.5, 0.003);
    EXPECT_NEAR(deviation, std::sqrt(1.0 / 12 / 4), 0.002);
}

TEST(Generated, ExponentialHasItsMeanAndTail) {
    const auto keys = keys_of<double>(Distribution::exponential, many);
    const auto [mean, deviation] = moments(keys);
    EXPECT_NEAR(mean, 1.0 / 16, 0.001);
    EXPECT_NEAR(deviation, 1.0 / 16, 0.002);
    for (const double multiple : {0.5, 1.0, 3.0}) {
        const auto beyond = std::ranges::count_if(keys, [&](double key) { return key > multiple / 16; });
        EXPECT_NEAR(static_cast<double>(beyond) / many, std::exp(-multiple), 0.008) << multiple << " means";
    }
}

TEST(Generated, FixedPointLogarithmIsRight) {
    for (const std::uint64_t x :
         {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 40, ~std::uint64_t{0},
          std::uint64_t{1} << 63, std::uint64_t{0xB504F333F9DE6484}}) {
        const double exact = 64 - std::log2(static_cast<double>(x));
        EXPECT_NEAR(static_cast<double>(minus_log2(x)) * 0x1p-57, exact, 1e-7) << x;
    }
}

TEST(Generated, BucketsAscendWithinEachBlock) {
    const auto keys = keys_of<std::uint32_t>(Distribution::bucket, many);
    for (std::uint64_t i = 0; i < many; ++i) ASSERT_EQ(keys[i] >> 28, i / (many / 256) % 16) << i;
    EXPECT_GT(std::set<std::uint32_t>(keys.begin(), keys.end()).size(), many - 64)
        << "random within a bucket";
}

TEST(Generated, ReversedDescends) {
    EXPECT_THAT(keys_of<std::uint64_t>(Distribution::reversed, 4), testing::ElementsAre(3, 2, 1, 0));
    const auto keys = keys_of<float>(Distribution::reversed, 1 << 12);
    EXPECT_TRUE(std::is_sorted(keys.rbegin(), keys.rend()));
}

TEST(Generated, NearlySortedKeysAreAtMost16PlacesOff) {
    const auto keys = keys_of<std::uint32_t>(Distribution::nearly, many);
    EXPECT_FALSE(std::is_sorted(keys.begin(), keys.end()));
    std::vector<std::uint32_t> order(many);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return keys[i]; });
    for (std::uint32_t place = 0; place < many; ++place)
        ASSERT_LE(std::abs(static_cast<int>(order[place]) - static_cast<int>(place)), 16);
}

TEST(Generated, FewHasTwoToTheEntropyDistinctKeys) {
    for (const std::uint32_t bits : {0U, 1U, 4U, 8U}) {
        const auto keys = keys_of<std::int32_t>(Distribution::few, 1 << 14, bits);
        const std::set<std::int32_t> distinct(keys.begin(), keys.end());
        EXPECT_EQ(distinct.size(), std::size_t{1} << bits);
        EXPECT_EQ(*distinct.begin(), 0);
        const auto most = std::ranges::count(keys, 0);
        EXPECT_NEAR(static_cast<double>(most), (1 << 14) >> bits, 6 * std::sqrt((1 << 14) >> bits))
            << "equally often";
    }
}

TEST(Generated, SignedKeysKeepTheShape) {
    const auto keys = keys_of<std::int32_t>(Distribution::gaussian, many);
    double sum = 0;
    for (const auto key : keys) sum += key;
    EXPECT_NEAR(sum / many / 0x1p32, 0, 0.003) << "around 0, the middle of their range";
    const auto small = std::ranges::count_if(
        keys, [](std::int32_t key) { return std::abs(static_cast<double>(key)) < 0x1p29; });
    EXPECT_GT(small, many / 2) << "the middle is common";
}

TEST(Generated, EveryDistributionDependsOnTheSeedOrNot) {
    for (const auto& row : EnumTable<Distribution>::names()) {
        if (row.value == Distribution::file) continue;
        const auto bytes = [&](std::uint64_t seed) {
            return make_keys({KeyType::u32, 64, row.value, seed, {}, 5});
        };
        const bool random = row.value != Distribution::sorted && row.value != Distribution::reversed &&
                            row.value != Distribution::zero;
        EXPECT_EQ(bytes(1) != bytes(2), random) << row.name;
        EXPECT_EQ(bytes(1), bytes(1)) << row.name;
    }
}

TEST(Padding, IsTheGreatestKey) {
    const std::vector<std::int32_t> keys{4, 5, 6};
    const auto bytes = padding(std::as_bytes(std::span(keys)), KeyType::i32, 8);
    std::vector<std::int32_t> added(5);
    ASSERT_EQ(bytes.size(), 20U);
    std::memcpy(added.data(), bytes.data(), bytes.size());
    EXPECT_THAT(added, testing::Each(std::numeric_limits<std::int32_t>::max()));
    EXPECT_TRUE(padding(std::as_bytes(std::span(keys)), KeyType::i32, 3).empty());
}

TEST(Padding, RecordsThatItCouldReplaceAreRefused) {
    using Record = KeyValue<std::uint32_t>;
    const std::vector<Record> records{{1, 10}, {0xFFFFFFFF, 20}, {2, 30}};
    const auto bytes = std::as_bytes(std::span(records));
    try {
        padding(bytes, KeyType::u32_u32, 4);
        FAIL() << "padding was made";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::unsupported);
        EXPECT_THAT(error.what(), testing::HasSubstr("Record 1 has the greatest key"));
    }
    EXPECT_NO_THROW(padding(bytes, KeyType::u32_u32, 3)) << "nothing to add";
    EXPECT_NO_THROW(padding(bytes.first(8), KeyType::u32_u32, 4));
}

}  // namespace
}  // namespace sortscope::kernels
