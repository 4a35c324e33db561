#include "present/svg/canvas.hpp"

#include <gmock/gmock.h>

namespace sortscope::present::svg {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(SvgText, EscapesWhatXmlTakesForMarkupAndDropsWhatItHasNoCharacterFor) {
    EXPECT_EQ(escaped("a<b> & \"c\" 'd'"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
    EXPECT_EQ(escaped(std::string("a\x01z\x1b[31m")), "a\\x01z\\x1b[31m");
    EXPECT_EQ(escaped("\xff\xc3\xa9"), "\\xff\xc3\xa9");
    EXPECT_EQ(escaped("x\xef\xbf\xbey"), "xy");  // U+FFFE
}

TEST(SvgText, WidthsAreThoseOfDejaVuSans) {
    EXPECT_NEAR(text_width("0123456789", 10), 63.6, 0.01);
    EXPECT_NEAR(text_width("iW", 10), 2.78 + 9.89, 0.01);
    EXPECT_GT(text_width("abc", 10, true), text_width("abc", 10));
    // The sign of a power is not shown, and its exponent is smaller.
    EXPECT_NEAR(text_width("2^20", 10), 6.36 + 2 * 6.36 * 0.72, 0.01);
}

TEST(SvgText, RaisesExponentsOfNumbersAlone) {
    EXPECT_EQ(text_markup("2^20 keys", 10),
              "2<tspan dy=\"-3.6\" font-size=\"7.2\">20</tspan><tspan dy=\"3.6\"> keys</tspan>");
    EXPECT_EQ(text_markup("10^-3", 10), "10<tspan dy=\"-3.6\" font-size=\"7.2\">-3</tspan>");
    EXPECT_EQ(text_markup("a^b ^ 2^", 10), "a^b ^ 2^");
    EXPECT_EQ(text_markup("<i>", 10), "&lt;i&gt;");
}

TEST(SvgText, ShortensInTheMiddleToTheWidthThereIs) {
    const std::string name = "bitonic_semi_shared<u64, 256>";
    EXPECT_EQ(shortened(name, 1000, 12), name);
    for (const double width : {40.0, 80.0, 120.0, 180.0}) {
        const auto cut = shortened(name, width, 12);
        EXPECT_LE(text_width(cut, 12), width) << cut;
        EXPECT_THAT(cut, testing::HasSubstr("\u2026"));
        EXPECT_TRUE(cut.starts_with("b"));
    }
    // Not within a character.
    EXPECT_EQ(shortened("\u00b5\u00b5\u00b5\u00b5\u00b5\u00b5\u00b5\u00b5", 30, 12).substr(0, 2), "\u00b5");
}

TEST(SvgText, BreaksBetweenWordsAndShortensTheLastLine) {
    EXPECT_THAT(wrapped("one two three four", 60, 12, 9), ElementsAre("one two", "three four"));
    const auto lines = wrapped("one two three four five six seven eight", 60, 12, 2);
    ASSERT_THAT(lines, SizeIs(2));
    EXPECT_LE(text_width(lines[1], 12), 60);
    EXPECT_THAT(lines[1], testing::HasSubstr("\u2026"));
    for (const auto& line : wrapped("onewordwithoutanyblankthatislongerthanaline", 60, 12, 9))
        EXPECT_LE(text_width(line, 12), 60);
    EXPECT_THAT(wrapped("", 60, 12, 2), SizeIs(0));
}

}  // namespace
}  // namespace sortscope::present::svg
