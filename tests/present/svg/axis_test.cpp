#include <gmock/gmock.h>

#include "present/axis.hpp"
#include "present/svg/canvas.hpp"

namespace sortscope::present::svg {
namespace {
using testing::ElementsAre;
using testing::SizeIs;

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
    std::vector<std::string> out;
    for (const auto& tick : ticks) out.push_back(tick.text);
    return out;
}

double width(std::string_view text) { return text_width(text, 12); }

Axis axis_of(Scale scale) { return {.scale = scale}; }

TEST(SvgAxis, TicksOfNumbersAreRound) {
    const auto axis = axis_of(Scale::linear);
    EXPECT_THAT(texts(AxisScale(axis, {0, 103}).ticks(5)), ElementsAre("0", "50", "100"));
    EXPECT_THAT(texts(AxisScale(axis, {0, 103}).ticks(6)), ElementsAre("0", "20", "40", "60", "80", "100"));
    EXPECT_THAT(texts(AxisScale(axis, {-0.3, 0.3}).ticks(4)), ElementsAre("-0.2", "0.0", "0.2"));
    EXPECT_THAT(texts(AxisScale(axis, {0, 3.1e7}).ticks(3)), ElementsAre("0", "20 M"));
    EXPECT_EQ(AxisScale(axis, {0, 200}).part(50), 0.25);
    EXPECT_EQ(AxisScale(axis, {3, 3}).part(3), 0.5);
    EXPECT_TRUE(AxisScale(axis, {3, 3}).ticks(4).empty());
}

TEST(SvgAxis, FarFromZeroTicksEnd) {
    const auto axis = axis_of(Scale::linear);
    // 8 ns, over a year after 0: doubles are 4 apart there.
    const AxisScale late(axis, {3.5e16, 3.5e16 + 8});
    for (const size_t count : {1U, 2U, 5U, 12U, 100U}) {
        const auto ticks = late.ticks(count);
        EXPECT_LE(ticks.size(), 3U);
        for (size_t i = 1; i < ticks.size(); ++i) EXPECT_GT(ticks[i].at, ticks[i - 1].at);
    }
    const AxisScale odd(axis, {9007199254740993 - 1, 9007199254740993 + 1});
    EXPECT_THAT(odd.ticks(7), testing::SizeIs(testing::AllOf(testing::Ge(1U), testing::Le(3U))));
    EXPECT_THAT(late.horizontal_ticks(600, 12, width), testing::SizeIs(testing::Ge(1U)));
    EXPECT_THAT(late.vertical_ticks(300, 12), testing::SizeIs(testing::Ge(1U)));
}

TEST(SvgAxis, DecadesAndTheirPartsWhereThereIsRoom) {
    const auto axis = axis_of(Scale::logarithmic);
    EXPECT_THAT(texts(AxisScale(axis, {0.9, 1100}).ticks(6)), ElementsAre("1", "10", "100", "1,000"));
    EXPECT_THAT(texts(AxisScale(axis, {0.9, 110}).ticks(9)),
                ElementsAre("1", "2", "5", "10", "20", "50", "100"));
    EXPECT_THAT(texts(AxisScale(axis, {1e3, 1e9}).ticks(4)), ElementsAre("10^3", "10^5", "10^7", "10^9"));
    EXPECT_THAT(texts(AxisScale(axis, {5e-3, 3e6}).ticks(9)),
                ElementsAre("0.01", "0.1", "1", "10", "100", "10^3", "10^4", "10^5", "10^6"));
    EXPECT_THAT(texts(AxisScale(axis, {0.93, 1.12}).ticks(4)),
                ElementsAre("0.95", "1.00", "1.05", "1.10"));  // less than a decade
    EXPECT_THAT(texts(AxisScale(axis, {9.5, 49.5}).ticks(10)), SizeIs(testing::Ge(5U))) << "not 10 and 20";
    EXPECT_NEAR(AxisScale(axis, {1, 10000}).part(100), 0.5, 1e-12);
    EXPECT_FALSE(AxisScale(axis, {1, 10}).takes(0));
}

TEST(SvgAxis, ExponentsOfTwoAsPowersOrNumbers) {
    auto axis = axis_of(Scale::log2);
    EXPECT_THAT(texts(AxisScale(axis, {5, 10}).ticks(9)),
                ElementsAre("32", "64", "128", "256", "512", "1,024"));
    axis.powers = true;
    EXPECT_THAT(texts(AxisScale(axis, {9.6, 20.4}).ticks(6)),
                ElementsAre("2^10", "2^12", "2^14", "2^16", "2^18", "2^20"));
}

TEST(SvgAxis, CategoriesAreThinnedNumbersAtRoundOnes) {
    auto axis = axis_of(Scale::categories);
    for (int i = 1; i <= 20; ++i) axis.ticks.push_back(std::to_string(i));
    EXPECT_THAT(texts(AxisScale(axis, {-0.5, 19.5}).ticks(4)), ElementsAre("5", "10", "15", "20"));
    axis.ticks[0] = "a";
    axis.ticks[4] = "e";
    EXPECT_THAT(texts(AxisScale(axis, {-0.5, 19.5}).ticks(4)), ElementsAre("a", "6", "11", "16"));
}

TEST(SvgAxis, ForemostNamesComeFirst) {
    auto axis = axis_of(Scale::categories);
    for (int i = 0; i < 40; ++i) axis.ticks.push_back("lane " + std::to_string(i));
    const AxisScale all(axis, {-0.5, 39.5});
    EXPECT_THAT(texts(all.vertical_ticks(100, 12)), testing::Not(testing::Contains("lane 39")));
    axis.foremost = {35, 37, 39};
    for (const auto& ticks : {all.vertical_ticks(400, 12), all.horizontal_ticks(2000, 12, width)}) {
        EXPECT_THAT(texts(ticks), testing::IsSupersetOf({"lane 0", "lane 35", "lane 39"}));
        EXPECT_TRUE(std::ranges::is_sorted(ticks, {}, &Tick::at));
        EXPECT_LT(ticks.size(), 40U);
    }
    EXPECT_THAT(texts(AxisScale(axis, {36.5, 39.5}).vertical_ticks(400, 12)),
                ElementsAre("lane 37", "lane 38", "lane 39"));
}

TEST(SvgAxis, EachColumnOfANetworkHasItsDigit) {
    auto axis = axis_of(Scale::categories);
    for (int i = 0; i < 26; ++i) axis.ticks.push_back(std::to_string(1 + i % 8));
    EXPECT_THAT(AxisScale(axis, {-0.5, 25.5})
                    .horizontal_ticks(410, 15, [](auto text) { return text_width(text, 15); }),
                SizeIs(26));
}

TEST(SvgAxis, HorizontalTicksNeverTouch) {
    for (const auto scale : {Scale::linear, Scale::logarithmic, Scale::log2, Scale::categories}) {
        auto axis = axis_of(scale);
        axis.powers = true;
        for (int i = 0; i < 300; ++i) axis.ticks.push_back("stage " + std::to_string(i));
        const AxisScale along(axis, scale == Scale::categories ? Range{-0.5, 299.5} : Range{1, 40});
        for (const double length : {60.0, 200.0, 900.0}) {
            const auto ticks = along.horizontal_ticks(length, 12, width);
            EXPECT_FALSE(ticks.empty());
            for (size_t i = 1; i < ticks.size(); ++i)
                EXPECT_GE((along.part(ticks[i].at) - along.part(ticks[i - 1].at)) * length,
                          (text_width(ticks[i].text, 12) + text_width(ticks[i - 1].text, 12)) / 2);
        }
    }
}

TEST(SvgAxis, ShortRangesHaveTwoTicks) {
    const auto linear = axis_of(Scale::linear), decades = axis_of(Scale::logarithmic);
    for (const auto& [axis, range] : {std::pair(&linear, Range{0.05, 1.95}),
                                      {&linear, Range{95, 194}},
                                      {&decades, Range{3, 40}},
                                      {&decades, Range{0.6, 4.9}}}) {
        const AxisScale along(*axis, range);
        EXPECT_THAT(along.horizontal_ticks(100, 12, width), SizeIs(testing::Ge(2U))) << range.least;
        EXPECT_THAT(along.vertical_ticks(40, 12), SizeIs(testing::Ge(2U))) << range.least;
    }
}

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
    // "^" is not drawn, and the exponent is smaller.
    EXPECT_NEAR(text_width("2^20", 10), 6.36 + 2 * 6.36 * 0.72, 0.01);
}

TEST(SvgText, RaisesExponentsOfNumbersAlone) {
    EXPECT_EQ(text_markup("2^20 keys", 10),
              "2<tspan dy=\"-3.6\" font-size=\"7.2\">20</tspan><tspan dy=\"3.6\"> keys</tspan>");
    EXPECT_EQ(std::tuple(text_markup("10^-3", 10), text_markup("a^b ^ 2^", 10), text_markup("<i>", 10)),
              std::tuple("10<tspan dy=\"-3.6\" font-size=\"7.2\">-3</tspan>", "a^b ^ 2^", "&lt;i&gt;"));
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
    // Texts are not cut within a character.
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
}
