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
    EXPECT_EQ(nowhere.slowdown(), std::nullopt);
    EXPECT_EQ(nowhere.clocks().sm, std::nullopt);
    EXPECT_EQ(nowhere.clocks().memory, std::nullopt);
    for (const auto& gpu : list_gpus()) {
        const Clocks clocks = Nvml(gpu.uuid).clocks();
        EXPECT_GT(clocks.sm.value_or(0), 0u);
        EXPECT_GT(clocks.memory.value_or(0), 0u);
    }
}

TEST(Nvml, AbsentMeansNoVersion) {
    const auto version = Nvml().driver_version();
    if (version) {
        EXPECT_FALSE(version->empty());
        EXPECT_EQ(*version, driver_version());
    } else {
        EXPECT_TRUE(list_gpus().empty()) << "a machine with a GPU has NVML";
    }
}

}  // namespace
}  // namespace sortscope::cupti
