// Each case gets memory at equal addresses.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "kernels/cuda/device_memory.hpp"

namespace sortscope::kernels::cuda {
namespace {
class ArenaTest : public testing::Test {
 protected:
    void SetUp() override {
        int devices = 0;
        if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) GTEST_SKIP() << "no GPU to test on";
        arena_.emplace(size_t{1} << 20);
    }
    std::optional<Arena> arena_;
};

TEST_F(ArenaTest, GivesTheSameAddressesCaseAfterCase) {
    void* first = nullptr;
    for (int i = 0; i < 3; ++i) {
        const Arena::Scope scope(&*arena_);
        const DeviceMemory a(1000), b(5000);
        if (i == 0) first = a.get();
        EXPECT_EQ(a.get(), first);
        EXPECT_EQ(b.as<char>(), a.as<char>() + 1024) << "one after the other, in steps of 512 bytes";
        for (int k = 0; k < 5; ++k)
            EXPECT_EQ(DeviceMemory(8).as<char>(), b.as<char>() + 5120)
                << "what was taken last is taken again";
        EXPECT_EQ(cudaMemset(b.get(), 1, b.bytes()), cudaSuccess);
    }
}

TEST_F(ArenaTest, WhatFindsNoRoomIsAllocatedByItself) {
    const Arena::Scope scope(&*arena_);
    const DeviceMemory small(512);
    const DeviceMemory large(size_t{1} << 18);
    const auto from_arena = [&](const DeviceMemory& memory) {
        return memory.as<char>() >= small.as<char>() &&
               memory.as<char>() < small.as<char>() + (size_t{1} << 20);
    };
    EXPECT_FALSE(from_arena(large)) << "more than an eighth";
    std::vector<DeviceMemory> many;
    for (int i = 0; i < 20; ++i) many.emplace_back(size_t{1} << 16);
    EXPECT_TRUE(from_arena(many.front()));
    EXPECT_FALSE(from_arena(many.back())) << "16 of them fill the arena";
    EXPECT_EQ(cudaMemset(many.back().get(), 1, many.back().bytes()), cudaSuccess);
    // Moved memory returns once, to its origin.
    DeviceMemory moved(std::move(many.front()));
    many.clear();
    EXPECT_TRUE(from_arena(moved));
}

TEST_F(ArenaTest, ScopesNestAndEnd) {
    EXPECT_EQ(Arena::of_this_thread(), nullptr);
    {
        const Arena::Scope outer(&*arena_);
        EXPECT_EQ(Arena::of_this_thread(), &*arena_);
        {
            const Arena::Scope none(nullptr);
            EXPECT_EQ(Arena::of_this_thread(), nullptr);
        }
        EXPECT_EQ(Arena::of_this_thread(), &*arena_);
    }
    EXPECT_EQ(Arena::of_this_thread(), nullptr);
}
}  // namespace
}
