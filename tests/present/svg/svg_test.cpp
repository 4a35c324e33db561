#include <regex>
#include <set>

#include <gmock/gmock.h>

#include "present/svg/frame.hpp"
#include "tests/present/svg/picture.hpp"

namespace sortscope::present::svg {
namespace {
using sortscope::test::parse_picture;
using sortscope::test::picture_faults;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = Series::Kind;

Series series_of(Kind kind, const std::string& name, size_t points, double factor = 1) {
    Series series{.kind = kind, .name = name};
    for (size_t i = 0; i < points; ++i) {
        const auto x = double(i);
        const double y = factor * (1 + std::abs(std::sin(x)));
        series.points.push_back({.x = x, .y = y, .low = y * 0.9, .high = y * 1.1, .x_end = x + 0.7});
    }
    return series;
}

std::vector<std::string> numbers(size_t count) {
    std::vector<std::string> names;
    for (size_t i = 1; i <= count; ++i) names.push_back(std::to_string(i));
    return names;
}

Chart lines(size_t series, size_t points) {
    Chart chart{
        .title = "Throughput by number of keys",
        .conditions = "u32, uniform, block 256, NVIDIA H200",
        .note = "10 of 28 curves: the fastest.",
        .x = {.title = "number of keys", .scale = Scale::log2, .powers = true},
        .y = {.title = "rate (Mkey/s, measured)", .scale = Scale::logarithmic},
    };
    for (size_t i = 0; i < series; ++i) {
        chart.series.push_back(
            series_of(Kind::line, "variant-" + std::to_string(i), points, std::pow(2.0, double(i))));
        chart.series.back().intervals = true;
    }
    return chart;
}

Chart bars(size_t positions, size_t series, bool stacked) {
    Chart chart{.title = "Time by stage",
                .x = {.title = "stage", .scale = Scale::categories, .ticks = numbers(positions)},
                .y = {.title = "time (us, measured)"},
                .stacked = stacked};
    for (size_t i = 0; i < series; ++i)
        chart.series.push_back(series_of(Kind::bars, "kernel_" + std::to_string(i), positions));
    return chart;
}

Chart heat(size_t columns, size_t rows) {
    Chart chart{.title = "Load efficiency by stage and substage",
                .x = {.title = "substage", .scale = Scale::categories, .ticks = numbers(columns)},
                .y = {.title = "stage", .scale = Scale::categories, .ticks = numbers(rows)},
                .heat = HeatMap{.values = {}, .texts = {}, .outlined = {0}},
                .colour = {.title = "load efficiency (%, measured)", .least = 50, .largest = 100}};
    for (size_t i = 0; i < columns * rows; ++i) {
        const bool there = i % columns <= i / columns;
        chart.heat->values.push_back(there ? std::optional(50.0 + double(i % 50)) : std::nullopt);
        chart.heat->texts.push_back(there ? std::to_string(50 + i % 50) : "");
    }
    return chart;
}

Chart spans() {
    Chart chart{
        .title = "Timeline",
        .x = {.title = "time (us, measured)"},
        .y = {.scale = Scale::categories, .ticks = {"host to device", "stage 1", "stage 2"}, .names = true},
        .series = {series_of(Kind::spans, "kernel", 30)}};
    for (auto& point : chart.series[0].points) point.y = std::floor(point.x / 10);
    return chart;
}

Chart network(bool coloured) {
    Series links{.kind = Kind::links, .name = "comparators"};
    for (int i = 0; i < 8; ++i) {
        auto& point =
            links.points.emplace_back(Point{.x = i % 2 + 0.1 * i, .low = double(i), .high = i + 8.0});
        if (coloured) point.heat = i;
    }
    return {.title = "Network of 16",
            .x = {.title = "launch"},
            .y = {.scale = Scale::categories, .ticks = numbers(16)},
            .series = {links},
            .colour = {.title = "time (us)", .largest = 8}};
}

Chart ratios() {
    Chart chart{.title = "Ratio of times",
                .x = {.scale = Scale::categories, .names = true},
                .y = {.title = "time of other / time of base", .scale = Scale::logarithmic},
                .sideways = true,
                .series = {series_of(Kind::points, "slower", 12)},
                .marks = {{Mark::Across::y, 1, "same"},
                          {Mark::Across::y, 1.02, "2 % slower"},
                          {Mark::Across::y, 1.01, "a figure", Provenance::published}}};
    for (int i = 0; i < 12; ++i)
        chart.x.ticks.push_back("bitonic-c4, 2^" + std::to_string(10 + i) + " keys, a long name of a block");
    chart.series[0].intervals = true;
    return chart;
}

std::vector<Chart> charts() {
    auto named = bars(24, 1, false);
    named.x.names = true;
    for (auto& tick : named.x.ticks) tick = "bitonic_semi_shared<u32, " + tick + ">";
    auto negative = bars(6, 2, true);
    for (auto& point : negative.series[1].points) point.y = -*point.y;
    auto steps = lines(2, 30);
    for (auto& series : steps.series) series.kind = Kind::steps, series.dashed = true;
    auto gaps = lines(3, 9);
    for (auto& series : gaps.series)
        series.points[4].y.reset(), series.points[0].y = -1;  // not on a logarithmic axis
    return {lines(3, 12), lines(1, 1),       lines(40, 12),      steps,
            gaps,         bars(20, 2, true), bars(20, 3, false), bars(3, 1, false),
            named,        negative,          heat(20, 20),       heat(5, 3),
            spans(),      network(true),     network(false),     ratios(),
            Chart{}};
}

TEST(Svg, TextsStandWithinThePictureAndNeverTouch) {
    // Letters of a print 8 cm wide are at least 6.5 pt (1/72 inch).
    const auto print = print_style();
    EXPECT_GE(8 / 2.54 * 72 * 0.92 * print.font_px / print.width, 6.5);
    for (const auto& chart : charts())
        for (const auto& [width, height, px] : {std::tuple{860, 480, 12.0},
                                                {print.width, print.height, print.font_px},
                                                {1600, 900, 14.0},
                                                {420, 300, 11.0}}) {
            const Style style{.width = width, .height = height, .font_px = px};
            EXPECT_THAT(picture_faults(draw(chart, style)), IsEmpty()) << chart.title << " " << width;
        }
}

TEST(Svg, ATitleOfColoursLeavesRoomForTheirNumbers) {
    auto chart = heat(6, 6);
    for (const double largest : {0.03, 0.37, 1.0, 2.3, 4.1, 7.7, 12.0, 34.0, 110.0, 1234.0, 45000.0, 2.5e6})
        for (int height = 240; height <= 900; height += 60) {
            chart.colour = {.title = "time (us, measured)", .least = 0, .largest = largest};
            EXPECT_THAT(picture_faults(draw(chart, {.width = 860, .height = height})), IsEmpty())
                << largest << " in " << height << " px";
        }
}

TEST(Svg, AxesTitlesConditionsNotesAndNamesAreTexts) {
    const auto picture = parse_picture(draw(lines(3, 12)));
    for (const auto* text : {"Throughput by number of keys", "u32, uniform, block 256, NVIDIA H200",
                             "10 of 28 curves: the fastest.", "number of keys", "rate (Mkey/s, measured)",
                             "variant-0", "variant-2"})
        EXPECT_TRUE(picture.has_text(text)) << text;
    EXPECT_TRUE(picture.has_text("210"));  // 2^10, raised
    EXPECT_EQ(picture.title, "Throughput by number of keys: u32, uniform, block 256, NVIDIA H200");
}

TEST(Svg, HostileTextsStayTexts) {
    auto chart = lines(2, 4);
    chart.title = "</title><script>alert(1)</script>";
    chart.series[0].name = "a\"><script>x</script>\x1b[31m\xff";
    chart.conditions = std::string("]]>\0&amp;", 9);
    const auto svg = draw(chart);
    EXPECT_THAT(svg, testing::Not(HasSubstr("<script")));
    const auto picture = parse_picture(svg);
    EXPECT_TRUE(picture.has_text("</title><script>alert(1)</script>"));
    EXPECT_EQ(picture.count("script"), 0U);
    EXPECT_THAT(picture_faults(svg), IsEmpty());
}

TEST(Svg, BarsAreAsManyAsValuesAndAtMostOneAPixel) {
    EXPECT_EQ(parse_picture(draw(bars(20, 2, true))).count("rect"),
              1U + 40U + 2U);  // background, bars, legend
    const auto many = draw(bars(100000, 2, true));
    EXPECT_LE(parse_picture(many).count("rect"), 2U * 900U);
    EXPECT_LE(many.size(), 300'000U);
}

TEST(Svg, ManyPointsBecomeAMarkAPixel) {
    auto chart = lines(1, 200'000);
    chart.x.scale = Scale::linear;
    EXPECT_LE(draw(chart).size(), 80'000U);
    chart.series[0].kind = Kind::points;
    EXPECT_LE(parse_picture(draw(chart)).count("circle"), 860U * 480U / 4U);
    auto timeline = spans();
    timeline.series[0] = series_of(Kind::spans, "kernel", 200'000);
    for (auto& point : timeline.series[0].points) point.y = 1;
    EXPECT_LE(draw(timeline).size(), 100'000U);
    EXPECT_LE(draw(heat(2000, 500)).size(), 25'000'000U);
}

TEST(Svg, TheTallestOfBarsOnOnePixelIsKept) {
    auto chart = bars(50'000, 1, false);
    for (auto& point : chart.series[0].points) point.y = 1;
    chart.series[0].points[31'234].y = 100;
    // Only this point's bar is nearly as high as the plot.
    const auto tall = [](const std::string& svg) {
        size_t found = 0;
        for (auto at = svg.find("height=\"3"); at != std::string::npos; at = svg.find("height=\"3", at + 1))
            found += svg[at + 11] != '"' && svg[at + 10] != '.' ? 1U : 0U;
        return found;
    };
    EXPECT_EQ(tall(draw(chart)), 1U);
}

TEST(Svg, TheRulesForDarkPagesMakeTheDarkPicture) {
    for (const auto& chart : {lines(10, 5), bars(4, 3, false)}) {
        auto picture = draw_for_pages(chart, {});
        const auto from = picture.find("<style>"), to = picture.find("</style>\n", from) + 9;
        const auto sheet = picture.substr(from, to - from);
        picture.erase(from, to - from);
        EXPECT_EQ(picture, draw(chart)) << "without them it is light";
        const std::regex rule(R"x(\[((?:fill|stroke)=)("#\w+")\]\{\w+:(#\w+)\})x");
        for (std::sregex_iterator at(sheet.begin(), sheet.end(), rule), end; at != end; ++at)
            picture = std::regex_replace(picture, std::regex(at->str(1) + at->str(2)),
                                         at->str(1) + "'" + at->str(3) + "'");
        std::ranges::replace(picture, '\'', '"');
        auto dark = draw(chart, {.dark = true});
        std::ranges::replace(dark, '\'', '"');
        EXPECT_EQ(picture, dark);
    }
}

TEST(Svg, ModelledAndPublishedAreToldFromMeasured) {
    auto chart = lines(2, 5);
    chart.series[1].provenance = Provenance::published;
    chart.series[1].dashed = true;
    EXPECT_THAT(draw(chart),
                testing::AllOf(HasSubstr("stroke-dasharray=\"6 4\""),
                               HasSubstr("fill=\"#ffffff\" stroke=\"#e07b1a\"")));  // hollow marks
    chart.series[1].provenance = Provenance::modelled;
    EXPECT_THAT(draw(chart), HasSubstr("stroke-dasharray=\"2 3\""));
    auto columns = bars(3, 1, false);
    columns.series[0].provenance = Provenance::modelled;
    columns.series[0].name += " (modelled)";
    EXPECT_THAT(draw(columns), HasSubstr("fill-opacity=\"0.5\""));
    EXPECT_TRUE(parse_picture(draw(columns)).has_text("kernel_0 (modelled)"));
    chart.marks = {{Mark::Across::y, 4, "peak", Provenance::published}};
    EXPECT_TRUE(parse_picture(draw(chart)).has_text("peak (published)"));
}

TEST(Svg, MarksWithoutRoomAreNamedInTheLegend) {
    auto chart = lines(1, 8);
    for (int i = 0; i < 12; ++i)
        chart.marks.push_back({Mark::Across::y, 1.5 + 0.001 * i, "limit number " + std::to_string(i)});
    const auto svg = draw(chart);
    const auto picture = parse_picture(svg);
    for (int i = 0; i < 12; ++i) EXPECT_TRUE(picture.has_text("limit number " + std::to_string(i))) << i;
    EXPECT_THAT(picture_faults(svg), IsEmpty());
}

TEST(Svg, ALegendThatIsTooLongSaysHowManyItLeavesOut) {
    EXPECT_THAT(parse_picture(draw(lines(40, 6), {.width = 420, .height = 300})).texts,
                Contains(testing::Field(&sortscope::test::PictureText::text,
                                        testing::MatchesRegex("and [0-9]+ more"))));
}

TEST(Svg, ColumnsOfALegendAreAsWideAsTheirNames) {
    auto chart = lines(9, 6);
    chart.series[8].name = "published: Radeon HD 6970";
    const auto picture = parse_picture(draw(chart, print_style()));
    EXPECT_TRUE(picture.has_text(chart.series[8].name));
    chart.series.resize(6);
    chart.series[5].name = "published: GPU of 2010, not named";
    std::set<double> rows;
    for (const auto& text : parse_picture(draw(chart, print_style())).texts)
        if (text.text.starts_with("variant-") || text.text == chart.series[5].name) rows.insert(text.top);
    EXPECT_LE(rows.size(), 2U) << "one long name does not make one column";
}

TEST(Svg, StagesOfANetworkAreNamedAboveItsWires) {
    auto chart = network(false);
    chart.x = {.scale = Scale::categories, .ticks = {"1", "2"}};
    for (auto& point : chart.series[0].points) point.x = std::floor(point.x);
    for (const double at : {-0.5, 0.5}) chart.marks.push_back({Mark::Across::x, at, at < 0 ? "I" : "II"});
    const auto picture = parse_picture(draw(chart, print_style()));
    const auto text_of = [&](const char* text) {
        return *std::ranges::find(picture.texts, text, &sortscope::test::PictureText::text);
    };
    const auto wire = text_of("2");  // not "1", which is also a tick of x
    for (const auto* name : {"I", "II"})
        EXPECT_LT(text_of(name).bottom, wire.top - (wire.bottom - wire.top)) << name;
    EXPECT_GT(text_of("II").left, text_of("I").right);
    EXPECT_THAT(faults_of(picture), IsEmpty());
}

TEST(Svg, AnyMarkCanBeHollow) {
    for (size_t shape = 0; shape < 10; ++shape) {
        Canvas canvas;
        draw_mark(canvas, {5, 5}, {.colour = {1, 2, 3}, .hollow = true, .shape = shape}, {255, 255, 255});
        EXPECT_THAT(canvas.take(), HasSubstr("fill=\"#ffffff\" stroke=\"#010203\"")) << shape;
    }
}

TEST(Svg, TheLegendOfANetworkHasItsArrows) {
    auto chart = network(false);
    chart.series.push_back(chart.series[0]);
    chart.series[0].head = chart.series[1].head = 1;
    EXPECT_EQ(parse_picture(draw(chart)).count("path"), 8U * 2U + 2U);
}

TEST(Svg, HintsAreMadeWhenAskedFor) {
    auto chart = bars(3, 1, false);
    chart.series[0].points[1].hint = "bar 0.1\n<second line>";
    chart.tooltip = [](const Series& series, const Point& point) {
        return series.name + " at " + std::to_string(int(point.x));
    };
    EXPECT_THAT(parse_picture(draw(chart)).hints, IsEmpty());
    const Style style{.tooltips = true};
    EXPECT_THAT(parse_picture(draw(chart, style)).hints,
                testing::ElementsAre("kernel_0 at 0", "bar 0.1\n<second line>", "kernel_0 at 2"));
    auto map = heat(3, 3);
    map.heat->hints.assign(8, "");
    map.heat->hints.push_back("cell 8");
    EXPECT_THAT(parse_picture(draw(map, style)).hints, Contains("cell 8"));
}

TEST(Svg, ValuesThatAreNoNumbersAreLeftOutAndAnEmptyChartSaysWhy) {
    const Chart empty{.title = "Throughput", .empty_text = "No case was timed."};
    EXPECT_TRUE(parse_picture(draw(empty)).has_text("No case was timed."));
    auto chart = lines(1, 5);
    chart.series[0].points[2].y = std::nan("");
    chart.series[0].points[3].y = INFINITY;
    EXPECT_THAT(picture_faults(draw(chart)), IsEmpty());
    EXPECT_THAT(draw(chart), testing::Not(testing::AnyOf(HasSubstr("nan"), HasSubstr("inf"))));
}

TEST(Svg, SortsOfOneColourHaveMarksOfTheirOwn) {
    auto chart = lines(3, 4);
    for (auto& series : chart.series) series.colour = 1;
    chart.series[2].provenance = Provenance::published;
    EXPECT_NE(look_of(chart, 0, {}).shape % 8, look_of(chart, 1, {}).shape % 8);
    EXPECT_EQ(look_of(chart, 0, {}).shape,
              look_of(chart, 2, {}).shape);  // a sort's measured and published marks
}
}  // namespace
}
