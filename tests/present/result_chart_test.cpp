// Charts of query results.
#include "present/charts/result.hpp"

#include <set>

#include <gtest/gtest.h>

namespace sortscope::present {
namespace {
using Value = std::variant<std::monostate, double, std::string>;

ResultRows rows_of(std::vector<std::string> columns, std::vector<std::vector<Value>> values) {
    ResultRows rows;
    rows.columns = std::move(columns);
    rows.rows = values.size();
    rows.number = [values](size_t row, size_t column) {
        const auto* number = std::get_if<double>(&values[row][column]);
        return number != nullptr ? std::optional(*number) : std::nullopt;
    };
    rows.text = [values](size_t row, size_t column) -> std::string {
        const auto& value = values[row][column];
        if (const auto* number = std::get_if<double>(&value)) return std::to_string(long(*number));
        return std::holds_alternative<std::string>(value) ? std::get<std::string>(value) : std::string();
    };
    return rows;
}

TEST(ResultChart, DrawsBarsOfNames) {
    const auto rows = rows_of({"variant", "cases"}, {{"b2", 3.0}, {"b4", 5.0}});
    const auto choice = suggested_choice(rows);
    EXPECT_EQ(std::tuple(choice.x, choice.y), std::tuple(0U, std::vector<size_t>{1}));
    const auto chart = result_chart(rows, choice);
    ASSERT_EQ(chart.series.size(), 1U);
    EXPECT_EQ(std::tuple(chart.series[0].kind, chart.x.scale, chart.x.ticks),
              std::tuple(Series::Kind::bars, Scale::categories, (std::vector<std::string>{"b2", "b4"})));
    EXPECT_DOUBLE_EQ(*chart.series[0].points[1].y, 5.0);
    EXPECT_NE(chart.hint(0, 1).find("variant: b4"), std::string::npos);
}

TEST(ResultChart, DrawsALineForEachNameOverPowersOfTwo) {
    const auto rows = rows_of(
        {"variant", "n", "ns"},
        {{"b2", 2048.0, 7.0}, {"b2", 1024.0, 4.0}, {"b4", 1024.0, 3.0}, {"b4", 2048.0, std::monostate{}}});
    const auto choice = suggested_choice(rows);
    EXPECT_EQ(std::tuple(choice.x, choice.y), std::tuple(1U, std::vector<size_t>{2}));
    EXPECT_EQ(choice.by, 0U);
    const auto chart = result_chart(rows, choice);
    ASSERT_EQ(chart.series.size(), 2U);
    EXPECT_EQ(chart.x.scale, Scale::log2);
    EXPECT_TRUE(chart.x.powers);
    // Points ascend in x, though the rows do not. Each point keeps its row.
    EXPECT_DOUBLE_EQ(chart.series[0].points[0].x, 10);
    EXPECT_EQ(chart.series[0].points[0].row, 1U);
    EXPECT_EQ(chart.series[1].points.size(), 1U);  // NULL is no point
}

TEST(ResultChart, SaysWhatItLeavesOut) {
    std::vector<std::vector<Value>> values;
    for (int i = 0; i < 12; ++i) values.push_back({"v" + std::to_string(i), double(i + 1), double(i)});
    const auto rows = rows_of({"variant", "n", "ns"}, values);
    const auto chart = result_chart(rows, {.x = 1, .y = {2}, .by = 0});
    std::set<std::optional<size_t>> colours;
    for (const auto& series : chart.series) colours.insert(series.colour);
    EXPECT_EQ(colours.size(), 10U) << "no two series share a colour";
    EXPECT_EQ(chart.note, "10 of 12 values of variant: the first.");
}

TEST(ResultChart, SaysWhyThereIsNothing) {
    EXPECT_NE(result_chart(rows_of({}, {}), {}).empty_text, "");
    EXPECT_NE(result_chart(rows_of({"a"}, {}), {}).empty_text.find("no rows"), std::string::npos);
    const auto texts = rows_of({"a"}, {{"x"}});
    EXPECT_NE(result_chart(texts, suggested_choice(texts)).empty_text.find("no column of numbers"),
              std::string::npos);
    const auto zeros = rows_of({"n", "t"}, {{1.0, 0.0}});
    auto choice = suggested_choice(zeros);
    choice.log_y = true;
    EXPECT_NE(result_chart(zeros, choice).empty_text.find("logarithmic"), std::string::npos);
}
}  // namespace
}
