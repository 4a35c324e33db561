#include "collector/cupti/nvml.hpp"

#include <gtest/gtest.h>

#include "collector/cupti/support.hpp"

namespace sortscope::cupti {
namespace {
TEST(Nvml, OnlySlowdownsAreReported) {
    EXPECT_EQ(slowdown_text(0), std::nullopt);
    EXPECT_EQ(slowdown_text(0x1), std::nullopt) << "idle";
    EXPECT_EQ(slowdown_text(0x4), std::nullopt) << "power cap in software";
    EXPECT_EQ(slowdown_text(0x40), "thermal slowdown by hardware");
    EXPECT_EQ(slowdown_text(0x48), "hardware slowdown, thermal slowdown by hardware");
    EXPECT_EQ(slowdown_text(0x80 | 0x2), "power brake");
}

TEST(Nvml, AGpuHasClocksAndAnUnknownOneNone) {
    const Nvml nowhere("GPU-nowhere");
    EXPECT_FALSE(nowhere.slowdown() || nowhere.clocks().sm || nowhere.clocks().memory);
    for (const auto& gpu : list_gpus()) {
        const Clocks clocks = Nvml(gpu.uuid).clocks();
        EXPECT_TRUE(clocks.sm > 0u && clocks.memory > 0u);
    }
}

TEST(Nvml, AbsentMeansNoVersion) {
    const auto version = Nvml().driver_version();
    EXPECT_TRUE(version || list_gpus().empty()) << "a machine with a GPU has NVML";
    EXPECT_EQ(version.value_or(driver_version()), driver_version());
}
}  // namespace
}
