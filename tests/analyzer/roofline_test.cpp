#include "analyzer/launches/roofline.hpp"

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {
/// Its name begins like that of the SXM card, which has a data sheet.
Device pcie() {
    Device device;
    device.backend = BackendKind::cupti;
    device.name = "NVIDIA H100 PCIe";
    device.cc_major = 9;
    device.multiprocessors = 114;
    device.clock_khz = 1755000;
    device.memory_clock_khz = 1593000;
    device.memory_bus_bits = 5120;
    device.l2_bytes = 50ULL << 20U;
    return device;
}

TEST(Roofs, OfACardThatIsMerelyCalledLikeAnotherAreItsOwnAlone) {
    EXPECT_TRUE(roofs_of(pcie(), {}).empty()) << "without limits, and the sheet is of the SXM card";
    const std::vector<DeviceLimit> limits{{"copy_bandwidth", 1.7e12, "bytes/s", 0}};
    const auto roofs = roofs_of(pcie(), limits);
    ASSERT_EQ(roofs.size(), 1U);
    EXPECT_DOUBLE_EQ(roofs[0].per_s, 1.7e12);
    auto sxm = pcie();
    sxm.name = "NVIDIA H100 80GB HBM3";
    sxm.multiprocessors = 132;
    sxm.memory_clock_khz = 2619000;
    const auto published = roofs_of(sxm, {});
    ASSERT_EQ(published.size(), 4U);
    EXPECT_EQ(published[0].provenance, Provenance::published);
    EXPECT_DOUBLE_EQ(published[2].per_s, 128 * 132 * 1755e6) << "at the clock that was recorded";
}

TEST(AdvisedDevice, HasTheMultiprocessorsClockAndMemoryThatWereRecorded) {
    const auto model = advised_device(pcie(), {});
    EXPECT_EQ(model.multiprocessors, 114);
    EXPECT_DOUBLE_EQ(model.clock_mhz, 1755);
    EXPECT_NEAR(model.dram_gb_per_s, 2039, 1);
    EXPECT_DOUBLE_EQ(model.l2_kib, 51200);
}
}  // namespace
}
