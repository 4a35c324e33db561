#include "collector/backend.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "core/error.hpp"

namespace sortscope::collector {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <class Exception>
CaseRecord failed_by(const Exception& exception) {
    CaseRecord record;
    try {
        throw exception;
    } catch (...) {
        fail_by_exception(record);
    }
    return record;
}

TEST(FailByException, EveryKindHasItsSentence) {
    const auto refused = failed_by(Error(ErrorKind::unsupported, "It takes no such keys."));
    EXPECT_EQ(refused.status, CaseStatus::refused);
    EXPECT_EQ(refused.message, "It takes no such keys.");
    const auto failed = failed_by(Error(ErrorKind::environment, "The GPU is gone."));
    EXPECT_EQ(failed.status, CaseStatus::failed);
    EXPECT_EQ(failed.message, "The GPU is gone.");
    EXPECT_EQ(failed_by(std::bad_alloc()).message,
              "The host's memory was not enough for this case. Sort fewer keys.");
    const auto other = failed_by(std::length_error("vector too long"));
    EXPECT_EQ(other.status, CaseStatus::failed);
    EXPECT_THAT(other.message, HasSubstr("vector too long"));
}

TEST(KeepAttempts, WhatGaveNothingIsKeptAndWhatWasTakenStays) {
    CaseRecord record;
    record.passes = {{"sass", Provenance::measured, 1}};
    keep_attempts(record, {{"sass", Provenance::measured, several_passes},
                           {"memory", Provenance::measured, several_passes}});
    EXPECT_THAT(record.passes, ElementsAre(PassRecord{"sass", Provenance::measured, 1},
                                           PassRecord{"memory", Provenance::measured, 0}));
}

TEST(PlannedLaunches, HaveNoTimesYet) {
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
    const auto launches = planned_launches(plan);
    ASSERT_EQ(launches.size(), 2U);
    EXPECT_EQ(launches[1].index, 1U);
    EXPECT_EQ(launches[1].stage, plan.launches[1].stage);
    EXPECT_EQ(launches[1].kernel, "step<u32>");
    EXPECT_EQ(launches[1].grid, plan.launches[1].grid);
    EXPECT_EQ(launches[1].block, plan.launches[1].block);
    EXPECT_EQ(launches[1].shared_bytes, 64U);
    EXPECT_EQ(launches[1].required_bytes, 1000U);
    EXPECT_EQ(launches[1].comparators, 500U);
    EXPECT_FALSE(launches[1].duration_ns.has_value());
}

TEST(OtherLaunches, OfAPlanAreToldByTheirShape) {
    LaunchRecord one, two;
    one.kernel = two.kernel = "step<u32>";
    one.grid = two.grid = {4, 1, 1};
    one.block = two.block = {256, 1, 1};
    EXPECT_FALSE(other_launches({}, {one}, LaunchIdentity::shape)) << "there are no earlier ones";
    EXPECT_FALSE(other_launches({one, two}, {two, one}, LaunchIdentity::shape));
    EXPECT_EQ(other_launches({one}, {one, two}, LaunchIdentity::shape),
              "The sort launched 1 kernels before, and 2 now.");
    two.grid.x = 8;
    EXPECT_EQ(other_launches({one, one}, {one, two}, LaunchIdentity::shape),
              "Launch 1 was step<u32> in 4 blocks of 256 threads before, and is step<u32> in 8 of 256 now.");
    EXPECT_FALSE(other_launches({one, one}, {one, two}, LaunchIdentity::number));
    EXPECT_TRUE(other_launches({one}, {one, two}, LaunchIdentity::number));
    two = one;
    two.kernel = "mirror<u32>";
    EXPECT_THAT(other_launches({one}, {two}, LaunchIdentity::shape).value_or(""),
                HasSubstr("is mirror<u32>"));
}

}  // namespace
}  // namespace sortscope::collector
