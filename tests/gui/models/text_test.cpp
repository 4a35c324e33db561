#include "gui/models/text.hpp"

#include <QDir>

#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(Text, RaisesExponentsOfTwo) {
    EXPECT_EQ(typeset("2^20"), u"2\u00b2\u2070"_s);
    EXPECT_EQ(typeset("u32 2^13 uniform, block 256"), u"u32 2\u00b9\u00b3 uniform, block 256"_s);
    EXPECT_EQ(typeset("2^-4"), u"2\u207b\u2074"_s);
    EXPECT_EQ(typeset("10^9 keys/s"), u"10\u2079 keys/s"_s);
    EXPECT_EQ(typeset("a10^9 and 110^2 and 3^2"), u"a10^9 and 110^2 and 3^2"_s);
    EXPECT_EQ(typeset("12^3 and 2^x and 2^"), u"12^3 and 2^x and 2^"_s);
}

TEST(Text, MicrosecondsHaveTheMicroSign) {
    EXPECT_EQ(typeset("21.70 us"), u"21.70 \u00b5s"_s);
    EXPECT_EQ(typeset("us"), u"\u00b5s"_s);
    EXPECT_EQ(typeset("time (us, measured)"), u"time (\u00b5s, measured)"_s);
    EXPECT_EQ(typeset("between 1 us and 2 us."), u"between 1 \u00b5s and 2 \u00b5s."_s);
    EXPECT_EQ(typeset("12 ns"), u"12 ns"_s);
}

TEST(Text, WordsStayWords) {
    for (const auto* text : {"status", "busy", "3 used", "it tells us why", "bus", "user", "k=8 j=2"})
        EXPECT_EQ(typeset(text), QString::fromLatin1(text));
}

TEST(Text, AbsentIsADash) {
    EXPECT_EQ(typeset(""), u"\u2013"_s);
    EXPECT_EQ(typeset("-"), u"\u2013"_s);
    EXPECT_EQ(typeset("0"), u"0"_s);
    EXPECT_EQ(typeset(" "), u" "_s);  // a place left free
}

TEST(Text, WhatSteersTheWritingIsTakenOut) {
    EXPECT_EQ(typeset("a\x1b[31mb"), u"a [31mb"_s);
    EXPECT_EQ(typeset("a\u202eb"), u"a b"_s);  // right to left
    EXPECT_EQ(typeset("a\u009bb"), u"a b"_s);
    EXPECT_EQ(typeset("two\nlines"), u"two\nlines"_s);
}

TEST(Text, DigitsStayAsTheyAre) {
    for (const auto* text : {"21.66", "13,394 Mkey/s", "12,345,678", "66.7 %", "1.50 KiB"})
        EXPECT_EQ(typeset(text), QString::fromLatin1(text));
}

TEST(Text, PathsBelowTheHomeFolderAreShort) {
    EXPECT_EQ(within_home(QDir::homePath() + u"/runs/a.db"_s), u"~/runs/a.db"_s);
    EXPECT_EQ(within_home(QDir::homePath() + u"s/a.db"_s), QDir::homePath() + u"s/a.db"_s);
    EXPECT_EQ(within_home(u"a.db"_s), u"a.db"_s);
}

TEST(Text, QuotationsAreCurlyAndApostrophesStay) {
    EXPECT_EQ(typeset("'sortscope list' says why; \"n:..64\" finds them"),
              u"\u201csortscope list\u201d says why; \u201cn:..64\u201d finds them"_s);
    EXPECT_EQ(typeset("the device's limits, the cases' times"), u"the device's limits, the cases' times"_s);
    EXPECT_EQ(typeset("(see 'sortscope metrics') and the sort's 'x'."),
              u"(see \u201csortscope metrics\u201d) and the sort's \u201cx\u201d."_s);
    EXPECT_EQ(typeset("'one alone"), u"'one alone"_s);
    EXPECT_EQ(typeset("'"), u"'"_s);
    EXPECT_EQ(verbatim("--sql 'select 1'"), u"--sql 'select 1'"_s);
}

}  // namespace
}  // namespace sortscope::gui
