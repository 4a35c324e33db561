#include "core/expected_time.hpp"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TEST(LeftText, IsAClock) {
    EXPECT_EQ(left_text(6.6), "0:07 left");
    EXPECT_EQ(left_text(750), "12:30 left");
    EXPECT_EQ(left_text(3723), "1:02:03 left");
    EXPECT_EQ(left_text(-1), "");
}

}  // namespace
}  // namespace sortscope
