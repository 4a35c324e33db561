#include "present/tables/devices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::present {
namespace {

using ::testing::ElementsAre;

TEST(DeviceList, EachKindInItsWords) {
    std::vector<Device> devices(3);
    auto& gpu = devices[0];
    gpu.backend = BackendKind::cupti;
    gpu.ordinal = 1;
    gpu.name = "NVIDIA H200";
    gpu.cc_major = 9;
    gpu.multiprocessors = 132;
    gpu.clock_khz = 1980000;
    gpu.memory_clock_khz = 3201000;
    gpu.memory_bus_bits = 6144;
    gpu.memory_bytes = std::uint64_t{1} << 37;
    gpu.l2_bytes = std::uint64_t{60} << 20;
    gpu.driver_version = "580.65.06";
    gpu.cuda_version = "13.0";
    devices[1].name = "host interpreter (cc 9.0 rules)";
    devices[2].backend = BackendKind::cpu;
    devices[2].name = "AMD EPYC 9534";
    devices[2].multiprocessors = 64;
    devices[2].memory_bytes = std::uint64_t{1} << 30;
    const auto list = device_list(devices);
    ASSERT_EQ(list.size(), 3U);
    EXPECT_EQ(list[0].head, "GPU 1  NVIDIA H200");
    EXPECT_THAT(list[0].lines, ElementsAre("compute capability 9.0, 132 SMs at up to 1,980 MHz",
                                           "128.00 GiB memory (6144-bit at 3,201 MHz), 60.00 MiB L2",
                                           "driver 580.65.06, CUDA 13.0, CUPTI not found"));
    EXPECT_EQ(list[1].head, "simt   host interpreter (cc 9.0 rules)");
    EXPECT_THAT(list[2].lines, ElementsAre("64 threads, 1.00 GiB memory; sorts run on one thread"));
    EXPECT_EQ(capability_text(devices[2]), "");
}

}  // namespace
}  // namespace sortscope::present
