#include "present/text/terminal.hpp"

#include <gtest/gtest.h>

namespace sortscope::present::text {
namespace {

constexpr Screen unlimited{std::nullopt, true};
constexpr Screen twenty{20, true};

TEST(Shorten, EndsInAnEllipsis) {
    EXPECT_EQ(shorten("bitonic", 7, unlimited), "bitonic");
    EXPECT_EQ(shorten("bitonic", 4, unlimited), "bit…");
    EXPECT_EQ(shorten("bitonic", 4, {80, false}), "bit~");
    EXPECT_EQ(shorten("bitonic", 0, unlimited), "");
    EXPECT_EQ(shorten("äöüß", 3, unlimited), "äö…");
}

TEST(DisplayWidth, WideCharactersTakeTwoColumnsAndMarksNone) {
    EXPECT_EQ(std::tuple(display_width(""), display_width("█▌…"), display_width("中文")),
              std::tuple(0, 3, 4));
    EXPECT_EQ(std::tuple(display_width("😀"), display_width("e\xCC\x81")), std::tuple(2, 1));
    EXPECT_EQ(display_width("a\xFF"
                            "b"),
              3)
        << "a broken byte";
    EXPECT_EQ(shorten("中文字", 4, unlimited), "中…");
    EXPECT_EQ(shorten("中文字", 5, unlimited), "中文…");
    EXPECT_EQ(shorten("ae\xCC\x81xy", 3, unlimited), "ae\xCC\x81…");
}

TEST(Wrap, BreaksAtSpacesAndIndents) {
    EXPECT_EQ(wrap("one two three four five six", twenty, 2), "one two three four\n  five six");
    EXPECT_EQ(wrap("one two", twenty, 4, 17), "one\n    two");
}

TEST(Wrap, BreaksWordsLongerThanALine) {
    EXPECT_EQ(wrap("awordlongerthantwentycolumns b", twenty), "awordlongerthantwent\nycolumns b");
    EXPECT_EQ(wrap("one awordlongerthantwentycolumns", twenty, 4, 4),
              "one\n    awordlongerthant\n    wentycolumns");
    EXPECT_EQ(wrap("中文中文中文中文中文中文", {9, true}, 0), "中文中文\n中文中文\n中文中文");
}

TEST(Wrap, BreaksLongWordsBehindTheirMarks) {
    EXPECT_EQ(wrap("a_word_longer_than_twenty_columns b", twenty), "a_word_longer_than_\ntwenty_columns b");
    EXPECT_EQ(wrap("one,two,three,four,five,six,seven", twenty), "one,two,three,four,\nfive,six,seven");
    EXPECT_EQ(wrap("a,bcdefghijklmnopqrstuvwxyz", twenty), "a,bcdefghijklmnopqrs\ntuvwxyz")
        << "too near to the beginning";
    EXPECT_EQ(wrap("DeviceRadixSortOnesweepKernel", twenty), "DeviceRadixSort\nOnesweepKernel");
}

TEST(Wrap, LeavesUnlimitedLinesAlone) {
    EXPECT_EQ(wrap("one two three four five six", unlimited, 2), "one two three four five six");
    EXPECT_EQ(wrap("", twenty), "");
}

}  // namespace
}  // namespace sortscope::present::text
