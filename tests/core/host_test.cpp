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
    for (const auto& text : {host.os, host.cpu})  // may be empty: not every system says
        EXPECT_THAT(text, testing::MatchesRegex("([^ \"]([^\"]*[^ \"])?)?"))
            << "without quotes and blanks around";
}

TEST(CpuDevice, IsTheHostsCpuAndNoGpu) {
    const Device device = cpu_device();
    const Host host = read_host();
    EXPECT_FALSE(device.name.empty()) << "a device is always shown by a name";
    Device expected;
    expected.backend = BackendKind::cpu;
    expected.name = device.name;
    expected.multiprocessors = host.threads;
    expected.memory_bytes = host.memory_bytes;
    expected.warp_size = 1;
    EXPECT_EQ(device, expected);
}

}  // namespace
}  // namespace sortscope
