#include "analyzer/advice/constants.hpp"

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {
/// Its name begins like that of the SXM card, which has a data sheet.
Device pcie() {
    Device device;
    device.backend = BackendKind::cupti;
    device.name = "NVIDIA H100 MIG";
    device.cc_major = 9;
    device.multiprocessors = 114;
    device.clock_khz = 1755000;
    device.memory_clock_khz = 1593000;
    device.memory_bus_bits = 5120;
    device.l2_bytes = 50ULL << 20U;
    return device;
}

TEST(AdvisedDevice, HasTheMultiprocessorsClockAndMemoryThatWereRecorded) {
    const auto model = advised_device(pcie(), {});
    EXPECT_EQ(model.multiprocessors, 114);
    EXPECT_DOUBLE_EQ(model.clock_mhz, 1755);
    EXPECT_NEAR(model.dram_gb_per_s, 2039, 1);
    EXPECT_DOUBLE_EQ(model.l2_kib, 51200);
    auto unknown = pcie();
    unknown.cc_major = 99;
    EXPECT_EQ(advised_device(unknown, {}).shared_kib, 48);
}
}  // namespace
}
