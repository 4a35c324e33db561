#include "present/text/terminal.hpp"

#include <gtest/gtest.h>

namespace sortscope::present::text {
namespace {

constexpr Screen unlimited{std::nullopt, true};
constexpr Screen twenty{20, true};

TEST(DisplayWidth, CountsCharactersNotBytes) {
    EXPECT_EQ(display_width("abc"), 3);
    EXPECT_EQ(display_width("█▌…"), 3);
    EXPECT_EQ(display_width(""), 0);
}

TEST(Shorten, EndsInAnEllipsis) {
    EXPECT_EQ(shorten("bitonic", 7, unlimited), "bitonic");
    EXPECT_EQ(shorten("bitonic", 4, unlimited), "bit…");
    EXPECT_EQ(shorten("bitonic", 4, {80, false}), "bit~");
    EXPECT_EQ(shorten("bitonic", 0, unlimited), "");
    EXPECT_EQ(shorten("äöüß", 3, unlimited), "äö…");
}

TEST(Printable, LeavesNoControlCharacters) {
    EXPECT_EQ(printable("a\x1b[31mb\nc\x7f"), "a [31mb c ");
    EXPECT_EQ(printable("Größe 🂡"), "Größe 🂡");
    EXPECT_EQ(printable("a\xC2\x9B" "2J"), "a 2J") << "a control of Latin-1 is obeyed, too";
    EXPECT_EQ(printable("a\xE2\x80\xAE" "b\xE2\x81\xA7" "c"), "a b c") << "the direction of writing stays";
}

TEST(Printable, MarksWhatIsNotUtf8) {
    EXPECT_EQ(printable("a\xFF" "b"), "a?b");
    EXPECT_EQ(printable("\x9B" "31m"), "?31m");
    EXPECT_EQ(printable("cut \xE2\x82"), "cut ??");
    EXPECT_EQ(printable("\xC0\xAF"), "??") << "no character is written longer than it must be";
}

TEST(Wrap, BreaksAtSpacesAndIndents) {
    EXPECT_EQ(wrap("one two three four five six", twenty, 2), "one two three four\n  five six");
    EXPECT_EQ(wrap("one two", twenty, 4, 17), "one\n    two");
}

TEST(Wrap, LeavesLongWordsWholeAndUnlimitedLinesAlone) {
    EXPECT_EQ(wrap("a_word_longer_than_twenty_columns b", twenty), "a_word_longer_than_twenty_columns\nb");
    EXPECT_EQ(wrap("one two three four five six", unlimited, 2), "one two three four five six");
    EXPECT_EQ(wrap("", twenty), "");
}

}  // namespace
}  // namespace sortscope::present::text
