#include "collector/cupti/activity.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include "collector/backend.hpp"
#include "core/error.hpp"

namespace sortscope::cupti {
namespace {

using collector::planned_launches;
using ::testing::HasSubstr;

kernels::Plan two_launches() {
    kernels::Plan plan;
    for (int i = 0; i < 2; ++i) {
        kernels::Launch launch;
        launch.stage = {1, i + 1, "step"};
        launch.kernel = "step<u32>";
        launch.grid = {4, 1, 1};
        launch.block = {256, 1, 1};
        launch.shared_bytes = 64;
        launch.required_bytes = 1000;
        launch.comparators = 500;
        plan.launches.push_back(launch);
    }
    return plan;
}

Activities two_kernels() {
    Activities seen;
    for (std::uint64_t i = 0; i < 2; ++i) {
        KernelActivity kernel;
        kernel.symbol = "_Z4stepv";
        kernel.name = "step";
        kernel.grid = {4, 1, 1};
        kernel.block = {256, 1, 1};
        kernel.static_shared_bytes = 16;
        kernel.dynamic_shared_bytes = 64;
        kernel.registers = 32;
        kernel.local_bytes = 8;
        kernel.context = 1;
        kernel.stream = 7;
        kernel.correlation = static_cast<std::uint32_t>(40 + i);
        kernel.start_ns = 5000 + i * 300;
        kernel.end_ns = kernel.start_ns + 100 + i;
        seen.kernels.push_back(kernel);
    }
    seen.transfers.push_back({TransferKind::host_to_device, 4096, 4000, 4500});
    return seen;
}

const std::vector<std::string> symbols{"_Z4stepv", "_Z4stepv"};

TEST(Launches, TimesCountFromTheFirstRecordOfTheCase) {
    auto launches = planned_launches(two_launches());
    ASSERT_EQ(mismatch(two_launches(), symbols, two_kernels()), std::nullopt);
    apply_activities(launches, two_kernels());
    EXPECT_EQ(launches[0].start_ns, 1000);
    EXPECT_EQ(launches[0].duration_ns, 100);
    EXPECT_EQ(launches[1].start_ns, 1300);
    EXPECT_EQ(launches[1].duration_ns, 101);
    EXPECT_EQ(launches[1].duration_count, 1u);
    EXPECT_EQ(launches[1].duration_spread, std::nullopt) << "one trial has none";
    EXPECT_EQ(launches[1].symbol, "_Z4stepv");
    EXPECT_EQ(launches[1].local_bytes, 8u);
    EXPECT_EQ(launches[1].process_id, static_cast<std::uint32_t>(::getpid()));
    EXPECT_EQ(launches[1].context_id, 1u);
    EXPECT_EQ(launches[1].stream_id, 7u);
    EXPECT_EQ(launches[1].correlation_id, 41u);
    EXPECT_EQ(launches[1].registers, 32u);
    EXPECT_EQ(launches[1].shared_bytes, 80u);
    const auto transfers = transfer_records(two_kernels());
    ASSERT_EQ(transfers.size(), 1u);
    EXPECT_EQ(transfers[0].start_ns, 0);
    EXPECT_EQ(transfers[0].duration_ns, 500);
    EXPECT_EQ(transfers[0].bytes, 4096u);
}

TEST(Launches, AKernelWithoutTimesIsALaunchWithout) {
    auto seen = two_kernels();
    seen.kernels[0].timed = false;
    seen.kernels[0].start_ns = seen.kernels[0].end_ns = 0;
    auto launches = planned_launches(two_launches());
    ASSERT_EQ(mismatch(two_launches(), symbols, seen), std::nullopt);
    apply_activities(launches, seen);
    EXPECT_EQ(launches[0].start_ns, std::nullopt);
    EXPECT_EQ(launches[0].duration_ns, std::nullopt);
    EXPECT_EQ(launches[0].duration_count, 0u);
    EXPECT_EQ(launches[0].registers, 32u) << "what else was recorded of it stays";
    EXPECT_EQ(launches[1].start_ns, 1300) << "times still count from the first record that has one";
    EXPECT_EQ(kernel_span_ns(seen), std::nullopt);
}

TEST(Launches, OtherKernelsThanPlannedAreAMismatch) {
    auto fewer = two_kernels(), other = two_kernels(), smaller = two_kernels();
    fewer.kernels.pop_back();
    other.kernels[1].symbol = "_Z5otherv";
    smaller.kernels[0].block.x = 128;
    const auto why = [](const Activities& seen) {
        return mismatch(two_launches(), symbols, seen).value_or("");
    };
    EXPECT_THAT(why(fewer), HasSubstr("has 2 launches, but 1 kernels"));
    EXPECT_THAT(why(other), HasSubstr("Launch 1 should be kernel step<u32>, but other() was recorded"));
    EXPECT_THAT(why(smaller), HasSubstr("block 128x1x1"));
    EXPECT_EQ(mismatch(two_launches(), std::vector<std::string>{"", ""}, other), std::nullopt)
        << "an unknown symbol is not compared";
    auto launches = planned_launches(two_launches());
    EXPECT_THROW(apply_activities(launches, fewer), Error);
}

TEST(Launches, AnOpaqueVariantsLaunchesAreThoseSeen) {
    const auto launches = discovered_launches(two_kernels());
    ASSERT_EQ(launches.size(), 2u);
    EXPECT_EQ(launches[1].kernel, "step");
    EXPECT_EQ(launches[1].stage.stage, 2);
    EXPECT_EQ(launches[1].grid.x, 4u);
    EXPECT_EQ(launches[1].duration_ns, 101);
    EXPECT_TRUE(discovered_launches({}).empty());
}

TEST(CacheFlush, TheFirstFillIsTakenOut) {
    auto seen = two_kernels();
    seen.transfers.push_back({TransferKind::device_to_device, 4096, 4550, 4600});
    seen.transfers.push_back({TransferKind::set, 100'000'000, 4700, 4900});
    seen.transfers.push_back(
        {TransferKind::set, 100'000'000, 5150, 5200});  // a sort's own, of the very same size
    ASSERT_TRUE(remove_cache_flush(seen, 100'000'000));
    ASSERT_EQ(seen.transfers.size(), 3u);
    EXPECT_EQ(seen.transfers[0].kind, TransferKind::host_to_device);
    EXPECT_EQ(seen.transfers[1].kind, TransferKind::device_to_device);
    EXPECT_EQ(seen.transfers[2].start_ns, 5150u) << "the sort's own fill stays";
    EXPECT_EQ(seen.kernels.size(), 2u);
}

TEST(CacheFlush, WhatIsAnotherFillStays) {
    auto seen = two_kernels();
    EXPECT_FALSE(remove_cache_flush(seen, 1000)) << "there is none";
    seen.transfers.push_back({TransferKind::set, 64, 5150, 5200});
    seen.transfers.push_back(
        {TransferKind::set, 1000, 5250, 5300});  // the flush's record was lost; this is a later fill
    EXPECT_FALSE(remove_cache_flush(seen, 1000));
    EXPECT_EQ(seen.transfers.size(), 3u);
}

TEST(Launches, SpanOfKernels) {
    EXPECT_EQ(kernel_span_ns(two_kernels()), 401);
    EXPECT_EQ(kernel_span_ns({}), std::nullopt);
}

TEST(Launches, DurationsAreMediansOverTrials) {
    auto launches = planned_launches(two_launches());
    std::vector<Activities> trials(5, two_kernels());
    apply_activities(launches, trials[0]);
    for (std::uint64_t i = 0; i < trials.size(); ++i) {
        trials[i].kernels[0].end_ns = trials[i].kernels[0].start_ns + 100 + 10 * i;  // 100 to 140
        trials[i].kernels[1].start_ns += 77;  // start times are of one trial alone
        trials[i].kernels[1].end_ns = trials[i].kernels[1].start_ns + 200;
    }
    trials[4].kernels[1].timed = false;
    apply_durations(launches, trials);
    EXPECT_EQ(launches[0].duration_ns, 120);
    EXPECT_DOUBLE_EQ(launches[0].duration_spread.value_or(-1), 20.0 / 120);
    EXPECT_EQ(launches[0].duration_count, 5u);
    EXPECT_EQ(launches[1].duration_ns, 200);
    EXPECT_DOUBLE_EQ(launches[1].duration_spread.value_or(-1), 0);
    EXPECT_EQ(launches[1].duration_count, 4u) << "a kernel without times is not counted";
    EXPECT_EQ(launches[1].start_ns, 1300);
}

TEST(Launches, OneTrialHasNoSpreadAndNoneNoDuration) {
    auto launches = planned_launches(two_launches());
    std::vector<Activities> trials{two_kernels()};
    trials[0].kernels[1].timed = false;
    apply_durations(launches, trials);
    EXPECT_EQ(launches[0].duration_ns, 100);
    EXPECT_EQ(launches[0].duration_spread, std::nullopt);
    EXPECT_EQ(launches[1].duration_ns, std::nullopt);
    EXPECT_EQ(launches[1].duration_count, 0u);
}

TEST(Launches, TrialsThatDifferAreTold) {
    const auto one = two_kernels();
    EXPECT_EQ(difference(one, two_kernels()), std::nullopt);
    auto other = two_kernels();
    other.kernels[1].symbol = "_Z5otherv";
    other.kernels[1].name = "other";
    EXPECT_THAT(difference(one, other).value_or(""), HasSubstr("Launch 1 was kernel step"));
    other = two_kernels();
    other.kernels[0].grid = {5, 1, 1};
    EXPECT_THAT(difference(one, other).value_or(""), HasSubstr("grid 5x1x1"));
    other.kernels.pop_back();
    EXPECT_THAT(difference(one, other).value_or(""),
                HasSubstr("2 kernels were recorded, in another trial 1"));
}

}  // namespace
}  // namespace sortscope::cupti
