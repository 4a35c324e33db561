#include <cmath>

#include <gtest/gtest.h>

#include "present/text/facts.hpp"
#include "present/text/table.hpp"

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
    EXPECT_EQ(display_width(""), 0);
    EXPECT_EQ(display_width("█▌…"), 3);
    EXPECT_EQ(display_width("中文"), 4);
    EXPECT_EQ(display_width("😀"), 2);
    EXPECT_EQ(display_width("e\xCC\x81"), 1);
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

constexpr Screen utf8{80, true}, ascii{80, false};

TEST(Bar, FillsItsShareOfTheWidthAndIsNeverEmptyAboveZero) {
    EXPECT_EQ(bar(1, 4, utf8), "████");
    EXPECT_EQ(bar(0.5, 4, utf8), "██");
    EXPECT_EQ(bar(0.5, 3, utf8), "█▌");
    EXPECT_EQ(bar(0.5, 4, ascii), "##");
    EXPECT_EQ(bar(1e-9, 10, utf8), "▏");
    EXPECT_EQ(bar(1e-9, 10, ascii), ".");
    EXPECT_EQ(bar(0, 10, utf8), "");
    EXPECT_EQ(bar(-1, 10, utf8), "");
    EXPECT_EQ(bar(std::nan(""), 10, utf8), "");
    EXPECT_EQ(bar(1, 0, utf8), "");
    EXPECT_EQ(display_width(bar(7, 5, utf8)), 5);
    for (int i = 0; i <= 100; ++i) EXPECT_LE(display_width(bar(i / 100.0, 7, utf8)), 7);
}

Facts sample() {
    Facts facts;
    facts.facts = {{.id = "time", .name = "time", .text = "median 1.000 ms; measured", .brief = "1.000 ms"},
                   {.id = "brief", .name = "brief", .brief = "1"}};
    facts.notes = {{Severity::warning, "Another process used\nthe GPU.", {}, false},
                   {Severity::info, "clocks were throttled", "time trial 5 left out", false},
                   {Severity::info, "said above", {}, true}};
    return facts;
}

TEST(DrawFacts, ALineForEachFactWithATextAndEachNote) {
    EXPECT_EQ(draw_facts(sample(), {std::nullopt, true}), "  time       median 1.000 ms; measured\n");
    EXPECT_EQ(draw_facts(sample(), {30, true}), "  time       median 1.000 ms;\n             measured\n");
    EXPECT_EQ(draw_notes(sample(), {std::nullopt, true}),
              "  warning: Another process used the GPU.\n  time trial 5 left out: clocks were throttled\n");
}

}  // namespace
}  // namespace sortscope::present::text
