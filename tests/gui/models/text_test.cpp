#include "gui/models/text.hpp"

#include <QDir>

#include "support.hpp"

namespace sortscope::gui {
namespace {

TEST(Text, RaisesExponentsOfTwo) {
    EXPECT_EQ(typeset("2^20"), QStringLiteral("2\u00b2\u2070"));
    EXPECT_EQ(typeset("u32 2^13 uniform, block 256"), QStringLiteral("u32 2\u00b9\u00b3 uniform, block 256"));
    EXPECT_EQ(typeset("2^-4"), QStringLiteral("2\u207b\u2074"));
    EXPECT_EQ(typeset("10^9 keys/s"), QStringLiteral("10\u2079 keys/s"));
    EXPECT_EQ(typeset("a10^9 and 110^2 and 3^2"), QStringLiteral("a10^9 and 110^2 and 3^2"));
    EXPECT_EQ(typeset("12^3 and 2^x and 2^"), QStringLiteral("12^3 and 2^x and 2^"));
}

TEST(Text, MicrosecondsHaveTheMicroSign) {
    EXPECT_EQ(typeset("21.70 us"), QStringLiteral("21.70 \u00b5s"));
    EXPECT_EQ(typeset("us"), QStringLiteral("\u00b5s"));
    EXPECT_EQ(typeset("time (us, measured)"), QStringLiteral("time (\u00b5s, measured)"));
    EXPECT_EQ(typeset("between 1 us and 2 us."), QStringLiteral("between 1 \u00b5s and 2 \u00b5s."));
    EXPECT_EQ(typeset("12 ns"), QStringLiteral("12 ns"));
}

TEST(Text, WordsStayWords) {
    for (const auto* text : {"status", "busy", "3 used", "it tells us why", "bus", "user", "k=8 j=2"})
        EXPECT_EQ(typeset(text), QString::fromLatin1(text));
}

TEST(Text, AbsentIsADash) {
    EXPECT_EQ(typeset(""), QStringLiteral("\u2013"));
    EXPECT_EQ(typeset("-"), QStringLiteral("\u2013"));
    EXPECT_EQ(typeset("0"), QStringLiteral("0"));
    EXPECT_EQ(typeset(" "), QStringLiteral(" "));  // a place left free
}

TEST(Text, WhatSteersTheWritingIsTakenOut) {
    EXPECT_EQ(typeset("a\x1b[31mb"), QStringLiteral("a [31mb"));
    EXPECT_EQ(typeset("a\u202eb"), QStringLiteral("a b"));  // right to left
    EXPECT_EQ(typeset("a\u009bb"), QStringLiteral("a b"));
    EXPECT_EQ(typeset("two\nlines"), QStringLiteral("two\nlines"));
}

TEST(Text, DigitsStayAsTheyAre) {
    for (const auto* text : {"21.66", "13,394 Mkey/s", "12,345,678", "66.7 %", "1.50 KiB"})
        EXPECT_EQ(typeset(text), QString::fromLatin1(text));
}

TEST(Text, PathsBelowTheHomeFolderAreShort) {
    EXPECT_EQ(within_home(QDir::homePath() + QStringLiteral("/runs/a.db")), QStringLiteral("~/runs/a.db"));
    EXPECT_EQ(within_home(QDir::homePath() + QStringLiteral("s/a.db")),
              QDir::homePath() + QStringLiteral("s/a.db"));
    EXPECT_EQ(within_home(QStringLiteral("a.db")), QStringLiteral("a.db"));
}

TEST(Text, QuotationsAreCurlyAndApostrophesStay) {
    EXPECT_EQ(typeset("'sortscope list' says why; \"n:..64\" finds them"),
              QStringLiteral("\u201csortscope list\u201d says why; \u201cn:..64\u201d finds them"));
    EXPECT_EQ(typeset("the device's limits, the cases' times"),
              QStringLiteral("the device's limits, the cases' times"));
    EXPECT_EQ(typeset("(see 'sortscope metrics') and the sort's 'x'."),
              QStringLiteral("(see \u201csortscope metrics\u201d) and the sort's \u201cx\u201d."));
    EXPECT_EQ(typeset("'one alone"), QStringLiteral("'one alone"));
    EXPECT_EQ(typeset("'"), QStringLiteral("'"));
    EXPECT_EQ(verbatim("--sql 'select 1'"), QStringLiteral("--sql 'select 1'"));
}

}  // namespace
}  // namespace sortscope::gui
