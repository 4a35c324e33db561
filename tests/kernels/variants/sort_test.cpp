// Every planned variant keeps its promise, for both key types, every input and block sizes from one thread to
// a full block.
#include <gtest/gtest.h>

#include "tests/kernels/variants/interpreted.hpp"

namespace sortscope::kernels {
namespace {

using test::plan_of;
using test::planned;
using test::run_plan;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t most_keys = 1 << 9;  // every kernel's every path; larger sizes are for builds where they cost less
#else
constexpr std::uint64_t most_keys = 1 << 12;
#endif

/// Sorts one case; the complaint, where the promise was broken.
std::optional<std::string> complaint(const Variant& variant, const Workload& work, std::uint32_t block) {
    auto keys = make_keys(work);
    const Digest input = digest(keys, work.key);
    run_plan(variant.plan(work, {block, {}}), keys);
    return broken_promise(input, digest(keys, work.key), variant.info.promise);
}

void expect_sorts(const Variant& variant, const Workload& work, std::uint32_t block) {
    EXPECT_EQ(complaint(variant, work, block), std::nullopt)
        << variant.info.name << " " << name_of(work.key) << " " << name_of(work.distribution) << " " << work.n
        << " block " << block;
}

TEST(Variants, SortEverySizeInEveryBlock) {
    for (const auto& variant : planned().variants.all())
        for (std::uint64_t n = 2; n <= most_keys; n *= 2)
            for (const std::uint32_t block : {1U, 2U, 32U, 64U, 256U, 1024U}) {
                if (n > 512 && block < 32) continue;  // many blocks of nearly nothing
                const Workload work = test::workload(n % 3 == 1 ? KeyType::u32 : KeyType::f32, n);
                if (!refusal(variant.info, work, {block, {}})) expect_sorts(variant, work, block);
            }
}

TEST(Variants, SortEveryInputOfBothKeyTypes) {
    for (const auto& variant : planned().variants.all())
        for (const KeyType key : variant.info.keys)
            for (const Distribution distribution :
                 {Distribution::uniform, Distribution::sorted, Distribution::zero})
                for (const std::uint64_t n : {2U, 8U, 64U, 512U, 2048U}) {
                    if (n > most_keys) continue;
                    const Workload work = test::workload(key, n, distribution);
                    if (!refusal(variant.info, work, {64, {}})) expect_sorts(variant, work, 64);
                }
}

template <class Key>
std::vector<Key> run_on(std::string_view variant, std::vector<Key> keys, std::uint32_t block = 4) {
    const Plan plan = plan_of(variant, test::workload(key_type_of<Key>(), keys.size()), block);
    run_plan(plan, std::as_writable_bytes(std::span(keys)));
    return keys;
}

TEST(Variants, SortDescendingAndNegativeFloats) {
    for (const auto& variant : planned().variants.all()) {
        std::vector<float> keys(256);
        for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = 100.5F - static_cast<float>(i);
        auto expected = keys;
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(run_on(variant.info.name, keys, 32), expected)
            << variant.info.name << " (Min-Max sorts monotonic input)";
    }
}

TEST(MinMaxButterfly, SortsAscendingAndDescendingInputOnly) {
    std::vector<std::uint32_t> ascending(1024);
    for (std::size_t i = 0; i < ascending.size(); ++i) ascending[i] = static_cast<std::uint32_t>(3 * i);
    EXPECT_EQ(run_on("butterfly-minmax", ascending, 128), ascending);
    EXPECT_EQ(run_on("butterfly-minmax", std::vector(ascending.rbegin(), ascending.rend()), 128), ascending);
    const std::vector<std::uint32_t> other{1, 4, 2, 3};
    EXPECT_EQ(run_on("butterfly-minmax", other), (std::vector<std::uint32_t>{1, 3, 2, 4}))
        << "extremes, but not sorted";
}

}  // namespace
}  // namespace sortscope::kernels
