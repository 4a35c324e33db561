#include "cli/terminal.hpp"

#include <gtest/gtest.h>

namespace sortscope::cli {
namespace {

constexpr Screen wide{std::nullopt, true};
constexpr Screen twenty{20, true};

TEST(DisplayWidth, CountsCharactersNotBytes) {
    EXPECT_EQ(display_width("abc"), 3);
    EXPECT_EQ(display_width("█▌…"), 3);
    EXPECT_EQ(display_width(""), 0);
}

TEST(Shorten, EndsInAnEllipsis) {
    EXPECT_EQ(shorten("bitonic", 7, wide), "bitonic");
    EXPECT_EQ(shorten("bitonic", 4, wide), "bit…");
    EXPECT_EQ(shorten("bitonic", 4, {80, false}), "bit~");
    EXPECT_EQ(shorten("bitonic", 0, wide), "");
    EXPECT_EQ(shorten("äöüß", 3, wide), "äö…");
}

TEST(Printable, LeavesNoControlCharacters) {
    EXPECT_EQ(printable("a\x1b[31mb\nc\x7f"), "a [31mb c ");
    EXPECT_EQ(printable("Größe"), "Größe");
}

TEST(Wrap, BreaksAtSpacesAndIndents) {
    EXPECT_EQ(wrap("one two three four five six", twenty, 2), "one two three four\n  five six");
    EXPECT_EQ(wrap("one two", twenty, 4, 17), "one\n    two");
}

TEST(Wrap, LeavesLongWordsWholeAndUnlimitedLinesAlone) {
    EXPECT_EQ(wrap("a_word_longer_than_twenty_columns b", twenty), "a_word_longer_than_twenty_columns\nb");
    EXPECT_EQ(wrap("one two three four five six", wide, 2), "one two three four five six");
    EXPECT_EQ(wrap("", twenty), "");
}

}  // namespace
}  // namespace sortscope::cli
