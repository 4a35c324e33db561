#include "collector/part_times.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace sortscope::collector {
namespace {

using namespace std::chrono_literals;

TEST(PartTimes, AddUpByNameInOrder) {
    const PartTimes parts;
    PartTimes::add("stop", 20ms);
    {
        const PartTimer timer("decode");
        std::this_thread::sleep_for(2ms);
    }
    PartTimes::add("stop", 10ms);
    ASSERT_EQ(parts.seconds().size(), 2U);
    EXPECT_EQ(parts.seconds()[0].first, "stop");
    EXPECT_DOUBLE_EQ(parts.seconds()[0].second, 0.03);
    EXPECT_EQ(parts.seconds()[1].first, "decode");
    EXPECT_GE(parts.seconds()[1].second, 0.002);
}

TEST(PartTimes, NothingIsKeptWithoutOneAndNothingOfOtherThreads) {
    PartTimes::add("before", 10ms);
    const PartTimes outer;
    {
        const PartTimes inner;
        PartTimes::add("inner", 10ms);
        std::jthread([] { PartTimes::add("elsewhere", 10ms); }).join();
        ASSERT_EQ(inner.seconds().size(), 1U);
        EXPECT_EQ(inner.seconds()[0].first, "inner");
    }
    EXPECT_TRUE(outer.seconds().empty());
    PartTimes::add("outer", 10ms);
    EXPECT_EQ(outer.seconds().size(), 1U);
}

}  // namespace
}  // namespace sortscope::collector
