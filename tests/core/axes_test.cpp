#include "core/axes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sortscope {
namespace {

TEST(AxisValue, ParsesIntegersRealsAndTexts) {
    EXPECT_EQ(AxisValue::parse("256"), AxisValue(256));
    EXPECT_EQ(AxisValue::parse("-3"), AxisValue(-3));
    EXPECT_EQ(AxisValue::parse("0.5"), AxisValue(0.5));
    EXPECT_EQ(AxisValue::parse("1e3"), AxisValue(1000.0));
    for (const auto* text : {"uniform", "inf", "nan", "2^20", "", "12 bits"})
        EXPECT_EQ(AxisValue::parse(text), AxisValue(text)) << text;
}

TEST(AxisValue, PrintsWhatItParses) {
    for (const auto* text : {"256", "-3", "0.5", "1e+30", "uniform"})
        EXPECT_EQ(AxisValue::parse(text).text(), text);
}

TEST(AxisValue, IsANumberOrAText) {
    EXPECT_EQ(AxisValue(256).integer(), 256);
    EXPECT_EQ(AxisValue(256).number(), 256.0);
    EXPECT_EQ(AxisValue(0.5).integer(), std::nullopt);
    EXPECT_EQ(AxisValue(0.5).number(), 0.5);
    EXPECT_EQ(AxisValue("few").number(), std::nullopt);
}

TEST(AxisInfo, WellKnownAxesHaveARowOfTheirOwn) {
    EXPECT_EQ(axis_info("n").scale, AxisScale::log2);
    EXPECT_EQ(axis_info("key").scale, AxisScale::category);
    EXPECT_EQ(axis_info("block").unit, "threads");
    EXPECT_EQ(axis_info("max_keys").title, "max_keys");
    EXPECT_FALSE(is_parameter("block"));
    EXPECT_TRUE(is_parameter("max_keys"));
}

TEST(AxisText, CountsOfKeysArePowers) {
    EXPECT_EQ(axis_text("n", 1 << 20), "2^20");
    EXPECT_EQ(axis_text("block", 1 << 10), "1024");
    EXPECT_EQ(axis_text("max_keys", 1 << 20), "1048576");
}

TEST(CompareOn, OrdersValuesOfAnAxis) {
    const std::vector<std::pair<std::string, std::vector<AxisValue>>> ascending{
        {"n", {512, 1024, 1 << 20}},
        {"key", {"u32", "i32", "u64", "f32", "u32+u32"}},
        {"input",
         {"uniform", "uniform (seed 7)", "uniform (seed 10)", "sorted", "zero", "few (4 bits)",
          "few (10 bits)"}},
        {"ratio", {-1, 0.5, 1, 2.5, "auto", "full"}}};
    for (const auto& [axis, values] : ascending)
        for (std::size_t i = 0; i < values.size(); ++i)
            for (std::size_t j = 0; j < values.size(); ++j)
                EXPECT_EQ(compare_on(axis, values[i], values[j]), static_cast<std::weak_ordering>(i <=> j))
                    << values[i].text() << " and " << values[j].text();
}

TEST(Axes, AreFoundByName) {
    Axes axes{{"n", 1024}, {"input", "uniform"}};
    axes.set("max_keys", 16);
    axes.set("n", 2048);
    EXPECT_EQ(axes.size(), 3U);
    EXPECT_EQ(axes.integer("n"), 2048);
    EXPECT_EQ(axes.number("max_keys"), 16.0);
    EXPECT_EQ(axes.integer("input"), std::nullopt);
    EXPECT_EQ(axes.text("input"), "uniform");
    EXPECT_EQ(axes.text("block"), "");
    axes.erase("n");
    EXPECT_FALSE(axes.contains("n"));
}

TEST(Axes, ListParametersFirst) {
    const Axes axes{{"block", 256}, {"ways", 4},    {"input", "uniform"},
                    {"n", 1024},    {"key", "u32"}, {"max_keys", 16}};
    std::vector<std::string> names;
    for (const auto& [name, value] : axes) names.push_back(name);
    EXPECT_EQ(names, (std::vector<std::string>{"max_keys", "ways", "key", "n", "input", "block"}));
    EXPECT_EQ(parameters_text(axes), "max_keys=16, ways=4");
    EXPECT_EQ(axes.parameters(), (Axes{{"max_keys", 16}, {"ways", 4}}));
    auto rest = axes;
    rest.erase_parameters();
    EXPECT_EQ(rest.size(), 4U);
}

}  // namespace
}  // namespace sortscope
