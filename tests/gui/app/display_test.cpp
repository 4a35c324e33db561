#include "gui/app/display.hpp"

#include <gtest/gtest.h>

namespace sortscope::gui {
namespace {

TEST(Display, IsGoneWhereNoServerListens) {
    EXPECT_TRUE(is_display_gone(":54321"));
    EXPECT_TRUE(is_display_gone(":54321.0"));
    EXPECT_TRUE(is_display_gone("unix:54321"));
}

TEST(Display, OfOtherMachinesNothingIsSaid) {
    EXPECT_FALSE(is_display_gone("localhost:10.0"));  // ssh -X
    EXPECT_FALSE(is_display_gone("other:0"));
    EXPECT_FALSE(is_display_gone("nonsense"));
    EXPECT_FALSE(is_display_gone(":x"));
}

}  // namespace
}  // namespace sortscope::gui
