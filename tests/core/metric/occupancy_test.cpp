#include "core/metric/occupancy.hpp"

#include <gmock/gmock.h>

#include "core/records.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
using enum OccupancyLimiter;
using testing::ElementsAre;

MultiprocessorLimits of(int major, int minor) { return multiprocessor_limits(major, minor).value(); }

TEST(Occupancy, KnowsTheComputeCapabilitiesThatAreCollectedOn) {
    EXPECT_EQ(std::tuple(of(7, 0).warps, of(7, 0).shared_bytes, of(7, 5).warps, of(7, 5).blocks),
              std::tuple(64u, 96u * 1024, 32u, 16u));
    EXPECT_EQ(std::tuple(of(8, 0).shared_per_block_bytes, of(8, 6).warps), std::tuple(163u * 1024, 48u));
    EXPECT_EQ(std::tuple(of(8, 9).blocks, of(9, 0).shared_bytes, of(10, 3).warps, of(12, 0).shared_bytes),
              std::tuple(24u, 228u * 1024, 64u, 100u * 1024));
    EXPECT_FALSE(multiprocessor_limits(6, 1));
    EXPECT_FALSE(multiprocessor_limits(1, 3));
    EXPECT_FALSE(multiprocessor_limits(13, 0));
}

TEST(Occupancy, IsLimitedByWhatRunsOutFirst) {
    // H200, 256 threads: 8 warps a block.
    EXPECT_EQ(theoretical_occupancy(of(9, 0), 256, 32, 0), (Occupancy{8, 64, 64, {warps, registers}}));
    // 40 registers: 1280 a warp; 16384 of a quarter hold 12 warps, 48 in all, 6 blocks.
    EXPECT_EQ(theoretical_occupancy(of(9, 0), 256, 40, 0), (Occupancy{6, 48, 64, {registers}}));
    EXPECT_DOUBLE_EQ(theoretical_occupancy(of(9, 0), 256, 40, 0).percent(), 75);
    // 33 registers are 1056 a warp, given as 1280.
    EXPECT_EQ(theoretical_occupancy(of(9, 0), 256, 33, 0).blocks, 6u);
    // 48 KiB and 1 KiB of the system: 4 blocks in 228 KiB.
    EXPECT_EQ(theoretical_occupancy(of(9, 0), 256, 16, 48 * 1024), (Occupancy{4, 32, 64, {shared_memory}}));
    // 32 threads: 32 block slots are half of the warp slots.
    EXPECT_EQ(theoretical_occupancy(of(9, 0), 32, 16, 0), (Occupancy{32, 32, 64, {blocks}}));
    EXPECT_EQ(theoretical_occupancy(of(7, 5), 1024, 32, 0), (Occupancy{1, 32, 32, {warps}}));
    // A block of 33 threads has two warps.
    EXPECT_EQ(theoretical_occupancy(of(8, 6), 33, 16, 0), (Occupancy{16, 32, 48, {blocks}}));
}

TEST(Occupancy, WhatDoesNotFitIsZero) {
    EXPECT_EQ(theoretical_occupancy(of(9, 0), 1024, 128, 0), (Occupancy{0, 0, 64, {registers}}));
    EXPECT_EQ(theoretical_occupancy(of(8, 6), 128, 16, 100 * 1024), (Occupancy{0, 0, 48, {shared_memory}}));
    EXPECT_EQ(theoretical_occupancy(of(9, 0), 2048, 16, 0).limiters, std::vector{warps});
    EXPECT_EQ(theoretical_occupancy(of(9, 0), 32, 256, 0).blocks, 0u);
    test::expect_error(ErrorKind::usage, "0 threads", [] { theoretical_occupancy(of(9, 0), 0, 16, 0); });
}

TEST(Occupancy, OfALaunchNeedsItsRegisters) {
    Device device;
    device.cc_major = 9;
    LaunchRecord launch;
    launch.block = {16, 16, 1};
    EXPECT_FALSE(theoretical_occupancy(device, launch)) << "0 registers are unknown ones";
    launch.registers = 40;
    EXPECT_EQ(theoretical_occupancy(device, launch)->warps, 48u);
    device.cc_major = 1;
    EXPECT_FALSE(theoretical_occupancy(device, launch));
}
}  // namespace
}
