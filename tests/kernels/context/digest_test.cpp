#include "kernels/context/digest.hpp"

#include <gtest/gtest.h>
#include <random>

#include "kernels/context/keys.hpp"

namespace sortscope::kernels {
namespace {
template <class Key>
Digest digest_of(const std::vector<Key>& keys) {
    return digest(std::as_bytes(std::span(keys)), key_type_of<Key>());
}

TEST(Digest, TheSumTellsOtherKeysButNotTheirOrder) {
    std::vector<uint32_t> keys(1000);
    std::mt19937 random(1);
    for (auto& key : keys) key = uint32_t(random());
    const auto before = digest_of(keys);
    std::shuffle(keys.begin(), keys.end(), random);
    EXPECT_EQ(digest_of(keys).sum, before.sum);
    const std::vector<uint32_t> few{5, 1, 4, 4};
    for (size_t i = 0; i < few.size(); ++i)
        for (uint32_t bit = 0; bit < 32; ++bit) {
            auto changed = few;
            changed[i] ^= 1U << bit;
            EXPECT_NE(digest_of(changed).sum, digest_of(few).sum) << "bit " << bit << " of key " << i;
        }
    EXPECT_NE(digest_of<uint32_t>({1, 3}).sum, digest_of<uint32_t>({2, 2}).sum) << "the same sum of keys";
    EXPECT_NE(digest_of<uint32_t>({0, 0}).sum, digest_of<uint32_t>({0}).sum) << "a zero counts too";
}

TEST(Digest, CountsDescents) {
    EXPECT_EQ(digest_of<uint32_t>({}).descents, 0U);
    EXPECT_EQ(digest_of<uint32_t>({9}).descents, 0U);
    EXPECT_EQ(digest_of<uint32_t>({1, 1, 2}).descents, 0U);
    EXPECT_EQ(digest_of<uint32_t>({3, 2, 1}).descents, 2U);
    EXPECT_EQ(digest_of<int32_t>({-1, 0}).descents, 0U) << "signed order";
    EXPECT_EQ(digest_of<uint32_t>({0xFFFFFFFF, 0}).descents, 1U) << "unsigned order";
    EXPECT_EQ(digest_of<float>({-2.5F, -1.0F, 0.0F}).descents, 0U);
    EXPECT_EQ(digest_of<double>({0.5, 0.25}).descents, 1U);
}

TEST(Digest, RunsAreJudgedApart) {
    const auto in_runs = [](const std::vector<uint32_t>& keys, uint64_t run) {
        return digest(std::as_bytes(std::span(keys)), KeyType::u32, run);
    };
    const std::vector<uint32_t> input{4, 3, 2, 1};
    EXPECT_EQ(in_runs({3, 4, 1, 2}, 2).descents, 0U) << "each run of two is sorted";
    EXPECT_EQ(in_runs({3, 4, 1, 2}, 2).sum, in_runs(input, 2).sum);
    EXPECT_NE(in_runs({1, 2, 3, 4}, 2).sum, in_runs(input, 2).sum) << "sorted, but keys left their run";
    EXPECT_EQ(in_runs({1, 2, 3, 4}, 0).sum, in_runs(input, 0).sum);
    EXPECT_EQ(in_runs({1, 2, 3, 4}, 8).sum, in_runs(input, 0).sum) << "one run";
    EXPECT_EQ(broken_promise(in_runs(input, 2), in_runs({4, 3, 1, 2}, 2), Promise::in_blocks),
              "1 neighbours are out of order");
}

TEST(Digest, TellsAValueThatLeftItsKey) {
    const auto sum = [](const auto& records) { return digest_of(records).sum; };
    using Narrow = std::vector<KeyValue<uint32_t>>;
    using Wide = std::vector<KeyValue<double>>;
    EXPECT_NE(sum(Narrow{{1, 10}, {2, 20}}), sum(Narrow{{1, 20}, {2, 10}}));
    EXPECT_NE(sum(Wide{{1, 10}, {2, 20}}), sum(Wide{{1, 20}, {2, 10}}));
}

TEST(Digest, CountsKeysOutsideFirstAndLast) {
    EXPECT_EQ(digest_of<uint32_t>({1, 7, 3, 9}).out_of_range, 0U);
    EXPECT_EQ(digest_of<uint32_t>({2, 1, 9, 8}).out_of_range, 2U);
    EXPECT_EQ(digest_of<uint32_t>({3, 2, 1}).out_of_range, 3U)
        << "first above last: no key lies between them";
}

TEST(BrokenPromise, ExtremesAskForFirstAndLastOnly) {
    const auto input = digest_of<uint32_t>({4, 3, 2, 1});
    const auto output = digest_of<uint32_t>({1, 3, 2, 4});
    EXPECT_EQ(broken_promise(input, output, Promise::extremes), std::nullopt);
    EXPECT_EQ(broken_promise(input, output, Promise::sorted), "1 neighbours are out of order");
    EXPECT_EQ(broken_promise(input, output, Promise::none), std::nullopt);
    EXPECT_EQ(broken_promise(input, digest_of<uint32_t>({1, 2, 3, 4}), Promise::sorted), std::nullopt);
    for (const auto promise : {Promise::sorted, Promise::extremes, Promise::none})
        EXPECT_EQ(broken_promise(input, digest_of<uint32_t>({1, 2, 3, 5}), promise),
                  "its keys are not those of the input");
    EXPECT_EQ(broken_promise(input, digest_of<uint32_t>({2, 1, 3, 4}), Promise::extremes),
              "1 keys lie below the first or above the last");
}
}  // namespace
}
