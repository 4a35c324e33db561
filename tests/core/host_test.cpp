#include "core/host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

namespace sortscope {
namespace {

TEST(Host, IsThisMachine) {
    const Host host = read_host();
    std::array<char, 256> name{};
    ASSERT_EQ(gethostname(name.data(), name.size() - 1), 0);
    EXPECT_EQ(host.name, name.data());
    EXPECT_THAT(host.kernel, testing::StartsWith("Linux "));
    EXPECT_EQ(host.threads, static_cast<int>(std::thread::hardware_concurrency()));
    EXPECT_GT(host.memory_bytes, 64ULL << 20);
}

TEST(Host, TextsComeWithoutQuotesAndBlanksAround) {
    const Host host = read_host();
    for (const auto& text : {host.os, host.cpu}) {
        EXPECT_EQ(text.find('"'), std::string::npos) << text;
        if (text.empty()) continue;  // not every system says
        EXPECT_NE(text.front(), ' ');
        EXPECT_NE(text.back(), ' ');
    }
}

TEST(CpuDevice, IsTheHostsCpuAndNoGpu) {
    const Device device = cpu_device();
    const Host host = read_host();
    EXPECT_EQ(device.backend, BackendKind::cpu);
    EXPECT_FALSE(device.name.empty()) << "a device is always shown by a name";
    EXPECT_EQ(device.multiprocessors, host.threads);
    EXPECT_EQ(device.memory_bytes, host.memory_bytes);
    EXPECT_EQ(device.warp_size, 1);
    EXPECT_EQ(device.cc_major, 0);
    EXPECT_TRUE(device.uuid.empty());
    EXPECT_TRUE(device.cuda_version.empty());
}

}  // namespace
}  // namespace sortscope
