#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/expect_error.hpp"
#include "tests/kernels/simt/run_kernel.hpp"

namespace sortscope::kernels::simt {
namespace {

using sortscope::test::expect_error;
using test::run_kernel;
using test::zeros;
using testing::ElementsAre;
using enum SiteKind;

using Transpose = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    auto tile = c.template shared<std::uint32_t>(32 * 32);
    c.store(tile, t * 32, t);
    c.sync();
    c.store(keys, t, c.load(tile, (31 - t) * 32));
}>;

TEST(SharedMemory, AColumnOfATileConflicts) {
    const auto run = run_kernel<Transpose>(32, 32, zeros(32), {.shared_bytes = 4096});
    for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(run.keys[t], 31 - t);
    const auto store = run.of(shared_store).at(0);
    EXPECT_EQ(store.requests, 1);
    EXPECT_EQ(store.bytes, 128);
    EXPECT_EQ(store.extra_wavefronts, 31);
    EXPECT_EQ(store.sectors, 0) << "shared memory has no sectors";
    EXPECT_EQ(run.of(shared_load).at(0).extra_wavefronts, 31);
}

/// Arrays of 1, 8 and 4-byte words after each other: each begins at a multiple of its word.
using ThreeArrays = test::Waiting<[](auto& c, const auto& keys) {
    const std::uint32_t t = c.thread();
    auto bytes = c.template shared<std::uint8_t>(33);
    auto wide = c.template shared<std::uint64_t>(32);
    auto words = c.template shared<std::uint32_t>(32);
    c.store(bytes, t, static_cast<std::uint8_t>(t));
    c.store(wide, t, std::uint64_t{t} << 32);
    c.store(words, t, 1000 + t);
    c.sync();
    const std::uint32_t other = 31 - t;
    const auto high = static_cast<std::uint32_t>(c.load(wide, other) >> 32);
    c.store(keys, t, c.load(bytes, other) + 100 * high + c.load(words, other));
}>;

TEST(SharedMemory, ArraysStandSideBySide) {
    const auto run = run_kernel<ThreeArrays>(32, 32, zeros(32), {.shared_bytes = 40 + 256 + 128});
    for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(run.keys[t], (31 - t) * 102 + 1000);
    for (const auto& site : run.of(shared_store)) EXPECT_EQ(site.extra_wavefronts, 0);
}

TEST(SharedMemory, MoreThanTheLaunchHasIsADefectOfThePlan) {
    expect_error(ErrorKind::verification, "uses 424 bytes of shared memory where its launch has 423",
                 [] { run_kernel<ThreeArrays>(32, 32, zeros(32), {.shared_bytes = 423}); });
}

using ReadsUnwritten = test::Flat<[](auto& c, const auto& keys) {
    auto tile = c.template shared<std::uint32_t>(1);
    c.store(keys, c.global_thread(), c.load(tile, 0));
    c.store(tile, 0, 5);
}>;

TEST(SharedMemory, StartsAsGarbageInEveryBlock) {
    const auto run = run_kernel<ReadsUnwritten>(4, 1, zeros(4), {.shared_bytes = 4});
    EXPECT_THAT(run.keys, testing::Each(0xCDCDCDCDU)) << "not those of another block";
}

template <bool Store>
struct BeyondTile : test::OneBuffer<BeyondTile<Store>> {
    static constexpr std::string_view name = Store ? "stores_beyond_tile" : "loads_beyond_tile";
    static constexpr bool synchronises = false;
    Global<std::uint32_t> keys;
    template <class C>
    void operator()(C& c) const {
        auto tile = c.template shared<std::uint32_t>(32);
        if constexpr (Store)
            c.store(tile, c.thread() + 1, 0);
        else
            c.store(keys, c.thread(), c.load(tile, c.thread() + 1));
    }
};

TEST(SharedMemory, BoundsAreThoseOfTheArrayNotOfTheLaunch) {
    expect_error(ErrorKind::verification,
                 "stored shared element 32 of an array of 32 elements (kernels/simt/shared_test.cpp:", [] {
                     run_kernel<BeyondTile<true>>(32, 32, zeros(32), {.shared_bytes = 4096});
                 });
    expect_error(ErrorKind::verification, "loaded shared element 32 of an array of 32 elements",
                 [] { run_kernel<BeyondTile<false>>(32, 32, zeros(32), {.shared_bytes = 4096}); });
}

}  // namespace
}  // namespace sortscope::kernels::simt
