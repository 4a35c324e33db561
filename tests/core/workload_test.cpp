#include "core/workload.hpp"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TEST(Workload, BytesOfItsKeys) {
    EXPECT_EQ((Workload{.key = KeyType::u32, .n = 1024, .file = {}}.bytes()), 4096U);
    EXPECT_EQ((Workload{.key = KeyType::f64, .n = 1024, .file = {}}.bytes()), 8192U);
    EXPECT_EQ(Workload{}.bytes(), 0U);
}

TEST(Workload, BytesBeyondFourGibibytes) {
    EXPECT_EQ((Workload{.key = KeyType::u64, .n = 1ULL << 32, .file = {}}.bytes()), 1ULL << 35);
}

TEST(Workload, EveryFieldTellsTwoApart) {
    const Workload base{KeyType::u32, 1024, Distribution::uniform, 1, ""};
    Workload other = base;
    EXPECT_EQ(base, other);
    other = base, other.key = KeyType::f32;
    EXPECT_NE(base, other);
    other = base, other.n = 2048;
    EXPECT_NE(base, other);
    other = base, other.distribution = Distribution::zero;
    EXPECT_NE(base, other);
    other = base, other.seed = 2;
    EXPECT_NE(base, other);
    other = base, other.file = "keys.bin";
    EXPECT_NE(base, other);
}

TEST(LaunchConfig, BlockAndParametersTellTwoApart) {
    const LaunchConfig base{256, {{"radix", 4}}};
    EXPECT_EQ(base, (LaunchConfig{256, {{"radix", 4}}}));
    EXPECT_NE(base, (LaunchConfig{128, {{"radix", 4}}}));
    EXPECT_NE(base, (LaunchConfig{256, {{"radix", 8}}}));
    EXPECT_NE(base, (LaunchConfig{256, {{"Radix", 4}}}));
    EXPECT_NE(base, (LaunchConfig{256, {}}));
}

TEST(LaunchConfig, SortsBySizeOfBlockFirst) {
    EXPECT_LT((LaunchConfig{64, {{"radix", 8}}}), (LaunchConfig{128, {}}));
    EXPECT_LT((LaunchConfig{64, {}}), (LaunchConfig{64, {{"radix", 8}}}));
}

TEST(Device, TwoGpusOfOneKindAreToldApart) {
    Device first;
    first.name = "NVIDIA H200";
    first.uuid = "GPU-1";
    Device second = first;
    EXPECT_EQ(first, second);
    second.uuid = "GPU-2";
    EXPECT_NE(first, second);
    second = first;
    second.ordinal = 1;
    EXPECT_NE(first, second);
}

TEST(Device, UnknownIsZeroOrEmpty) {
    const Device device;
    EXPECT_EQ(device.cc_major, 0);
    EXPECT_EQ(device.multiprocessors, 0);
    EXPECT_EQ(device.memory_bytes, 0U);
    EXPECT_TRUE(device.driver_version.empty());
}

}  // namespace
}  // namespace sortscope
