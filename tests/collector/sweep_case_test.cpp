#include "collector/sweep_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector {
namespace {

SweepCase counted(std::vector<std::string> sets, double launches) {
    SweepCase each;
    each.options.counters.sets = std::move(sets);
    each.work.launches = launches;
    return each;
}

TEST(SweepCase, OfTheSameCountersTheLongestSortsComeFirst) {
    SweepCase a = counted({"sass"}, 9), b = counted({"full"}, 45), c = counted({"sass"}, 210),
              d = counted({"sass"}, 9), e = counted({"full"}, 66);
    const std::vector<SweepCase*> batch{&a, &b, &c, &d, &e};
    EXPECT_THAT(by_counters(batch), testing::ElementsAre(&c, &a, &d, &e, &b));
}

TEST(SweepCase, EachTurnIsReadyForTheFirstCaseThatNeedsIt) {
    constexpr CasePhases times{true, false, false, false, false, false},
        counters{false, false, true, false, false, false}, stalls{false, false, false, false, false, true};
    test::FakeBackend backend(BackendKind::cupti, {}), other(BackendKind::cupti, {});
    backend.turns = other.turns = {times, stalls, counters};
    const Assignment here{{}, &backend}, there{{}, &other};
    std::vector<SweepCase> cases{counted({"elsewhere"}, 1), counted({}, 1), counted({"sass"}, 1),
                                 counted({"full"}, 1)};
    for (auto& each : cases) {
        each.assignment = &here;
        each.first.push_back({times, false, "", {}});
        if (!each.options.counters.sets.empty()) each.first.push_back({counters, false, "", {}});
    }
    cases[0].assignment = &there;
    const auto first = first_cases(backend, cases);
    ASSERT_EQ(first.size(), 3U) << "no case needs the turn of stall samples";
    EXPECT_EQ(first[0].phases, times);
    EXPECT_TRUE(first[0].counters.sets.empty()) << "of the second case, which is this backend's first";
    EXPECT_EQ(first[1].phases, counters);
    EXPECT_EQ(first[1].counters.sets, std::vector<std::string>{"sass"});
    EXPECT_EQ(first[2].phases, counters);
    EXPECT_EQ(first[2].counters.sets, std::vector<std::string>{"full"})
        << "another configuration of the profiler";
    EXPECT_TRUE(first_cases(backend, {}).empty());
}

}  // namespace
}  // namespace sortscope::collector
