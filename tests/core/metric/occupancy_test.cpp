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
    struct Row {
        MultiprocessorLimits limits;
        uint32_t threads, registers, shared_bytes;
        Occupancy expected;
    };
    const auto h200 = of(9, 0);
    for (const auto& row : std::initializer_list<Row>{
             {h200, 256, 32, 0, {8, 64, 64, {warps, registers}}},  // 8 warps a block
             // 40 registers: 1280 a warp. A quarter SM (16384) holds 12 warps: 48 in all, 6 blocks.
             {h200, 256, 40, 0, {6, 48, 64, {registers}}},
             {h200, 256, 33, 0, {6, 48, 64, {registers}}},              // 1056 a warp, rounded up to 1280
             {h200, 256, 16, 48 * 1024, {4, 32, 64, {shared_memory}}},  // the system takes 1 KiB more
             {h200, 32, 16, 0, {32, 32, 64, {blocks}}},  // 32 block slots are half of the warp slots
             {of(7, 5), 1024, 32, 0, {1, 32, 32, {warps}}},
             {of(8, 6), 33, 16, 0, {16, 32, 48, {blocks}}},  // 33 threads are two warps
             {h200, 1024, 128, 0, {0, 0, 64, {registers}}},
             {of(8, 6), 128, 16, 100 * 1024, {0, 0, 48, {shared_memory}}},
             {h200, 2048, 16, 0, {0, 0, 64, {warps}}},
             {h200, 32, 256, 0, {0, 0, 64, {registers}}}})
        EXPECT_EQ(theoretical_occupancy(row.limits, row.threads, row.registers, row.shared_bytes),
                  row.expected)
            << row.threads << " threads, " << row.registers << " registers";
    EXPECT_DOUBLE_EQ(theoretical_occupancy(h200, 256, 40, 0).percent(), 75);
    test::expect_error(ErrorKind::usage, "0 threads", [&] { theoretical_occupancy(h200, 0, 16, 0); });
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
