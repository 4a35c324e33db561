#include "kernels/cpu/serial_sorts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>

namespace sortscope::kernels::cpu {
namespace {

template <class Key>
void expect_sorts(std::vector<Key> keys, const char* what) {
    auto expected = keys;
    std::sort(expected.begin(), expected.end());
    quicksort(std::span(keys));
    EXPECT_EQ(keys, expected) << what;
}

std::vector<int> numbers(int count, const std::function<int(int)>& f) {
    std::vector<int> keys;
    for (int i = 0; i < count; ++i) keys.push_back(f(i));
    return keys;
}

TEST(Quicksort, NothingOneAndTwoKeys) {
    expect_sorts<int>({}, "nothing");
    expect_sorts<int>({3}, "one");
    expect_sorts<int>({1, 2}, "two in order");
    expect_sorts<int>({2, 1}, "two out of order");
    expect_sorts<int>({2, 2}, "two equal");
}

TEST(Quicksort, EveryOrderOfUpToSevenKeysWithRepeats) {
    for (int count = 3; count <= 7; ++count)
        for (const int distinct : {count, 2, 3}) {
            auto keys = numbers(count, [&](int i) { return i % distinct; });
            std::sort(keys.begin(), keys.end());
            do {
                auto sorted = keys;
                quicksort(std::span(sorted));
                ASSERT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
            } while (std::next_permutation(keys.begin(), keys.end()));
        }
}

TEST(Quicksort, InputsThatAreBadForAFirstKeyPivot) {
    constexpr int n = 5000;
    expect_sorts(numbers(n, [](int i) { return i; }), "ascending");
    expect_sorts(numbers(n, [](int i) { return -i; }), "descending");
    expect_sorts(numbers(n, [](int) { return 7; }), "constant");
    expect_sorts(numbers(n, [](int i) { return std::min(i, n - i); }), "organ pipes");
    expect_sorts(numbers(n, [](int i) { return i % 2 == 0 ? i : n - i; }),
                 "interleaved ascending and descending");
    expect_sorts(numbers(n, [](int i) { return i % 3; }), "three values");
}

TEST(Quicksort, RandomKeysOfEveryType) {
    std::mt19937_64 random(3);
    std::vector<std::uint32_t> words(20000);
    std::vector<std::uint64_t> wide(20000);
    std::vector<float> floats(20000);
    for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = static_cast<std::uint32_t>(random());
        wide[i] = random();
        floats[i] = static_cast<float>(static_cast<std::int64_t>(random())) * 1e-18F;
    }
    expect_sorts(words, "u32");
    expect_sorts(wide, "u64");
    expect_sorts(floats, "f32");
}

}  // namespace
}  // namespace sortscope::kernels::cpu
