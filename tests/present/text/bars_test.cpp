#include "present/text/table.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace sortscope::present::text {
namespace {

constexpr Screen utf8{80, true};
constexpr Screen ascii{80, false};

TEST(Bar, FillsItsShareOfTheWidth) {
    EXPECT_EQ(bar(1, 4, utf8), "████");
    EXPECT_EQ(bar(0.5, 4, utf8), "██");
    EXPECT_EQ(bar(0.5, 3, utf8), "█▌");
    EXPECT_EQ(bar(0.5, 4, ascii), "##");
}

TEST(Bar, TheSmallestIsStillSeen) {
    EXPECT_EQ(bar(1e-9, 10, utf8), "▏");
    EXPECT_EQ(bar(1e-9, 10, ascii), ".");
}

TEST(Bar, NothingForNothing) {
    EXPECT_EQ(bar(0, 10, utf8), "");
    EXPECT_EQ(bar(-1, 10, utf8), "");
    EXPECT_EQ(bar(std::nan(""), 10, utf8), "");
    EXPECT_EQ(bar(1, 0, utf8), "");
}

TEST(Bar, NeverWiderThanItsColumn) {
    EXPECT_EQ(display_width(bar(7, 5, utf8)), 5);
    for (int i = 0; i <= 100; ++i) EXPECT_LE(display_width(bar(i / 100.0, 7, utf8)), 7);
}

}  // namespace
}  // namespace sortscope::present::text
