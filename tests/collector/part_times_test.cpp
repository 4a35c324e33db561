#include "collector/part_times.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace sortscope::collector {
namespace {

using namespace std::chrono_literals;

TEST(PartTimes, AddUpByNameInOrderUntilTheyAreTaken) {
    PartTimes::take();
    PartTimes::add("stop", 20ms);
    {
        const PartTimer timer("decode");
        std::this_thread::sleep_for(2ms);
    }
    PartTimes::add("stop", 10ms);
    const auto parts = PartTimes::take();
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].first, "stop");
    EXPECT_DOUBLE_EQ(parts[0].second, 0.03);
    EXPECT_EQ(parts[1].first, "decode");
    EXPECT_GE(parts[1].second, 0.002);
    EXPECT_TRUE(PartTimes::take().empty());
}

}  // namespace
}  // namespace sortscope::collector
