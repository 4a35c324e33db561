#include "collector/cupti/support.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <regex>

#include "collector/cupti/cupti_api.hpp"

namespace sortscope::cupti {
namespace {
using ::testing::HasSubstr;

TEST(Support, EveryCheckSaysWhatItFoundAndEveryFailureWhatToDo) {
    const auto checks = check_support();
    ASSERT_GE(checks.size(), 3u);
    EXPECT_EQ(std::tuple(checks[0].name, checks[1].name), std::tuple("NVIDIA driver", "GPU"));
    EXPECT_EQ(checks[2].name, "CUPTI");
    for (const auto& check : checks) {
        EXPECT_FALSE(check.detail.empty()) << check.name;
        EXPECT_EQ(check.ok, check.remedy.empty()) << check.name;
    }
}

TEST(Support, WithoutCuptiTheRestIsStillLookedAt) {
    ::setenv("SORTSCOPE_CUPTI", "/nowhere/libcupti.so", 1);
    const auto checks = check_support();
    ::unsetenv("SORTSCOPE_CUPTI");
    ASSERT_EQ(checks.size(), 3u);
    EXPECT_FALSE(checks[2].ok);
    EXPECT_THAT(checks[2].detail, HasSubstr("/nowhere/libcupti.so"));
}

TEST(Support, WhatIsTriedIsAnsweredWithTheRemedy) {
    const auto good = tried("Counters", "This user may read them.", "None.", [] {});
    EXPECT_TRUE(good.ok);
    EXPECT_EQ(good.detail, "This user may read them.");
    EXPECT_TRUE(good.remedy.empty());
    const Api api;
    const auto refused = tried("Counters", "", "None.", [&] {
        check_cupti(api, CUPTI_ERROR_HARDWARE_BUSY, "cuptiRangeProfilerStart");
    });
    EXPECT_FALSE(refused.ok);
    EXPECT_EQ(refused.remedy, remedy(CUPTI_ERROR_HARDWARE_BUSY));
    EXPECT_THAT(refused.detail, HasSubstr("cuptiRangeProfilerStart"));
    const auto other = tried("Counters", "", "Times are still taken.",
                             [] { throw Error(ErrorKind::unsupported, "No such thing."); });
    EXPECT_EQ(std::tuple(other.detail, other.remedy), std::tuple("No such thing.", "Times are still taken."));
}

TEST(Support, AnotherProfilerIsSeenByItsEnvironment) {
    ::unsetenv("NSYS_PROFILING_SESSION_ID");
    if (std::getenv("CUDA_INJECTION64_PATH") != nullptr) GTEST_SKIP() << "A library is injected here.";
    EXPECT_TRUE(check_other_profilers().ok);
    ::setenv("NSYS_PROFILING_SESSION_ID", "1", 1);
    const auto check = check_other_profilers();
    ::unsetenv("NSYS_PROFILING_SESSION_ID");
    EXPECT_FALSE(check.ok);
    EXPECT_THAT(check.detail, HasSubstr("Nsight Systems"));
    EXPECT_FALSE(check.remedy.empty());
}

TEST(Support, GpusAreDescribed) {
    const auto gpus = list_gpus();
    const auto checks = check_support();
    EXPECT_EQ(checks[1].ok, !gpus.empty());
    if (gpus.empty()) GTEST_SKIP() << checks[1].detail;
    for (const auto& gpu : gpus) {
        EXPECT_EQ(gpu.backend, BackendKind::cupti);
        EXPECT_FALSE(gpu.name.empty());
        EXPECT_TRUE(std::regex_match(gpu.uuid, std::regex("GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")))
            << gpu.uuid;
        EXPECT_TRUE(gpu.cc_major > 0 && gpu.multiprocessors > 0 && gpu.clock_khz > 0);
        EXPECT_TRUE(gpu.memory_bytes > 0 && gpu.shared_per_block_bytes > 0 && gpu.max_threads_per_block > 0);
        EXPECT_TRUE(std::regex_match(gpu.cuda_version, std::regex("[0-9]+\\.[0-9]+"))) << gpu.cuda_version;
        EXPECT_FALSE(gpu.driver_version.empty());
    }
}
}  // namespace
}
