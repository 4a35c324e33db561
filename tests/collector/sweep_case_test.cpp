#include "collector/sweep_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::collector {
namespace {

SweepCase counted(std::vector<std::string> sets, double launches) {
    SweepCase each;
    each.options.counters.sets = std::move(sets);
    each.work.launches = launches;
    return each;
}

TEST(SweepCase, OfTheSameCountersTheLongestSortsComeFirst) {
    SweepCase a = counted({"sass"}, 9), b = counted({"full"}, 45), c = counted({"sass"}, 210), d = counted({"sass"}, 9), e = counted({"full"}, 66);
    const std::vector<SweepCase*> batch{&a, &b, &c, &d, &e};
    EXPECT_THAT(by_counters(batch), testing::ElementsAre(&c, &a, &d, &e, &b));
}

}  // namespace
}  // namespace sortscope::collector
