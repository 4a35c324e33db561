#include "analyzer/reproduce/rules.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::analyzer::reproduce {
namespace {

using testing::HasSubstr;

using Columns = std::vector<std::pair<std::string, std::vector<double>>>;

/// Rows at powers of two from 2^10 on; a negative value is absent.
Grid ruled_grid(const Columns& columns) {
    Grid grid;
    for (std::size_t i = 0; i < columns.front().second.size(); ++i) {
        Row row{"2^" + std::to_string(10 + i), 10.0 + static_cast<double>(i), {}, {}};
        row.query.n = std::uint64_t{1} << (10 + i);
        grid.rows.push_back(row);
    }
    for (const auto& [name, numbers] : columns) {
        GridColumn column;
        column.name = name;
        for (const double number : numbers)
            column.values.push_back(
                {number < 0 ? std::nullopt : std::optional(number), Provenance::measured, CaseId{1}});
        grid.columns.push_back(std::move(column));
    }
    return grid;
}

/// A claim about column a, and what the rule finds in grids.
struct RuleCase {
    std::string rule;
    std::vector<std::string> columns = {}, than = {}, rows = {};
    std::optional<double> value = {}, from = {}, to = {};
    double tolerance = 0;
    std::vector<double> least = {}, most = {};
    struct Expected {
        Columns columns;
        Verdict verdict;
        std::string by = {};                      ///< numbers of the text
        std::vector<std::size_t> contrasts = {};  ///< rows
    };
    std::vector<Expected> expected = {};
};

Finding judged(const RuleCase& one, const Grid& grid) {
    Claim claim{.id = {},
                .text = {},
                .rule = one.rule,
                .columns = one.columns,
                .than = one.than,
                .value = one.value,
                .least = one.least,
                .most = one.most,
                .tolerance = one.tolerance,
                .from = one.from,
                .to = one.to,
                .rows = one.rows};
    return find_rule(claim.rule)->judge(claim, grid);
}

constexpr auto yes = Verdict::holds, shape = Verdict::holds_in_shape, no = Verdict::does_not_hold,
               unknown = Verdict::cannot_be_judged;

class Rules : public testing::TestWithParam<RuleCase> {};

TEST_P(Rules, Judge) {
    const auto& one = GetParam();
    for (const auto& expected : one.expected) {
        const auto finding = judged(one, ruled_grid(expected.columns));
        SCOPED_TRACE(one.rule + ": " + finding.by);
        EXPECT_EQ(finding.verdict, expected.verdict);
        EXPECT_THAT(finding.by, HasSubstr(expected.by));
        EXPECT_EQ(finding.contrasts.empty(),
                  expected.verdict == yes || expected.verdict == unknown || one.rule == "steps_at");
        std::vector<std::size_t> rows;
        for (const auto& contrast : finding.contrasts) rows.push_back(contrast.row);
        if (!expected.contrasts.empty()) {
            EXPECT_EQ(rows, expected.contrasts);
        }
    }
    const auto nothing = judged(one, ruled_grid({{"a", {-1, -1, -1}}, {"b", {-1, -1, -1}}}));
    EXPECT_EQ(nothing.verdict, unknown);
    EXPECT_FALSE(nothing.by.empty());
}

const std::vector<RuleCase> rule_cases{
    {.rule = "above",
     .columns = {"a"},
     .than = {"b"},
     .expected = {{{{"a", {3, 4, 5}}, {"b", {1, 2, 4}}},
                   yes,
                   "all 3 sizes: a 1.25x b at 2^12; a 3x b at 2^10"},
                  {{{"a", {3, 4, 1, 8}}, {"b", {1, 2, 4, 8.1}}},
                   no,
                   "at 2 of 4 sizes, the same within 2 % at 2^13, below at 2^12",
                   {2, 3}},
                  {{{"a", {3, 4, 1}}, {"b", {1, 2, 4}}}, shape},
                  {{{"a", {1.015, 1.015}}, {"b", {1, 1}}}, no}}},
    {.rule = "above",
     .columns = {"a", "b", "c"},
     .expected = {{{{"a", {9, 8}}, {"b", {5, 5}}, {"c", {1, 2}}}, yes},
                  {{{"a", {9, 8}}, {"b", {5, 5}}, {"c", {6, 7}}}, no, "at 2^10 and 2^11"}}},
    {.rule = "below",
     .columns = {"a"},
     .than = {"b", "c"},
     .to = 11,
     .expected = {{{{"a", {1, 1, 9}}, {"b", {2, 2, 2}}, {"c", {3, -1, 3}}}, yes}}},
    {.rule = "below",
     .columns = {"a"},
     .than = {"b", "c"},
     .expected = {{{{"a", {1, 1, 9}}, {"b", {2, 2, 2}}, {"c", {3, -1, 3}}}, shape},
                  {{{"a", {1.015, 1.015}}, {"b", {1, 1}}, {"c", {2, 2}}}, no}}},
    {.rule = "within",
     .columns = {"a"},
     .than = {"b"},
     .expected = {{{{"a", {55, 66}}, {"b", {55, 66}}}, yes, "all 2 values"},
                  {{{"a", {55, 66, 7, 8}}, {"b", {55, 65, 7, 8}}}, shape, "3 of 4", {1}},
                  {{{"a", {55, 66}}, {"b", {55, 65}}}, shape},
                  {{{"a", {55, 66, 70, 8}}, {"b", {55, 66, 7, 8}}}, no, "3 of 4", {2}}}},
    {.rule = "within",
     .columns = {"a"},
     .than = {"b"},
     .tolerance = 0.02,
     .expected = {{{{"a", {55, 66}}, {"b", {55, 65}}}, yes, "a 1x b at 2^10 to a 1.02x b at 2^11"},
                  {{{"a", {55, 66}}, {"b", {55, 68}}}, shape, "1 of 2 values are within bounds, 1 below"},
                  {{{"a", {55, 66}}, {"b", {55, 88}}}, no}}},
    {.rule = "within",
     .columns = {"a"},
     .than = {"b"},
     .most = {1.02},
     .expected = {{{{"a", {1, 2.04}}, {"b", {2, 2}}}, yes},
                  {{{"a", {1, 3, 1, 1}}, {"b", {2, 2, 2, 2}}}, shape, "a 1.50x b at 2^11", {1}},
                  {{{"a", {3, 1, 4}}, {"b", {2, 2, 2}}}, no, "1 of 3", {2, 0}}}},
    {.rule = "within",
     .columns = {"a"},
     .least = {19.6},
     .most = {30.2},
     .expected = {{{{"a", {20, 30}}}, yes, "claimed 19.6 to 30.2"},
                  {{{"a", {20, 300}}},
                   shape,
                   "1 of 2 values are within bounds, 1 above: a 20 at 2^10 to a 300"},
                  {{{"a", {2, 300}}}, no, "0 of 2 values are within bounds, 1 below, 1 above", {1, 0}}}},
    {.rule = "within",
     .columns = {"a", "b"},
     .least = {10, 2},
     .most = {10},
     .expected = {{{{"a", {10}}, {"b", {3}}}, yes, "b 3 at 2^10 to a 10 at 2^10"},
                  {{{"a", {10}}, {"b", {0}}}, no},
                  {{{"a", {9}}, {"b", {3}}}, no},
                  {{{"a", {11}}, {"b", {3}}}, no}}},
    {.rule = "ratio_about",
     .columns = {"a"},
     .value = 10000,
     .tolerance = 3,
     .expected =
         {{{{"a", {100, 4000, 90000}}}, yes, "at 2^11: 4,000x"},
          {{{"a", {100, 200, 400}}},
           shape,
           ": above 1x at all 3 sizes, within 3x of 10,000x at none; growing on as between the last two "
           "sizes it would reach 10,000x at about 2^16.6",
           {2, 1, 0}},
          {{{"a", {0.5, 0.6, 0.7}}}, no}}},
    {.rule = "ratio_about",
     .columns = {"a"},
     .value = 2,
     .tolerance = 1.25,
     .expected = {{{{"a", {1.0, 1.01, 0.99}}}, no}, {{{"a", {1.1, 1.2, 1.3}}}, shape}}},
    {.rule = "ratio_about",
     .columns = {"a", "b"},
     .value = 0.5,
     .expected = {{{{"a", {0.5, 1}}, {"b", {0.4, 1}}}, yes}, {{{"a", {0.5, 1}}, {"b", {0.1, 0.2}}}, shape}}},
    {.rule = "flat",
     .columns = {"a"},
     .from = 12,
     .tolerance = 0.1,
     .expected = {{{{"a", {1, 5, 10, 10.5, 9.8}}},
                   yes,
                   "from 9.80 to 10.5, 5.00 % from its median at most (2^13)"},
                  {{{"a", {1, 5, 10, 11.5, 10}}}, shape, "15.0 %", {3}},
                  {{{"a", {1, 5, 10, 20, 40}}}, no}}},
    {.rule = "flat",
     .columns = {"a"},
     .than = {"b"},
     .tolerance = 0.1,
     .expected = {{{{"a", {10, 10, 10}}, {"b", {11, 11, 11}}}, yes},
                  {{{"a", {10, 10, 10}}, {"b", {9, 9, 9}}}, no}}},
    {.rule = "crosses_near",
     .columns = {"a"},
     .than = {"b"},
     .value = 11.5,
     .tolerance = 0.6,
     .expected = {{{{"a", {1, 1, 4, 8}}, {"b", {2, 2, 2, 2}}},
                   yes,
                   "at 2^11.5, claimed 2^11.5; a 0.500x b at 2^10"},
                  {{{"a", {3, 3, 4, 8}}, {"b", {2, 2, 2, 2}}}, no, "", {0}}}},
    {.rule = "crosses_near",
     .columns = {"a"},
     .than = {"b"},
     .value = 20,
     .tolerance = 0.6,
     .expected = {{{{"a", {1, 1, 4, 8}}, {"b", {2, 2, 2, 2}}}, shape, "2^11.5", {3}}}},
    {.rule = "least_first",
     .columns = {"a"},
     .than = {"b", "c"},
     .expected = {{{{"a", {1, 2, 9}}, {"b", {4, 4, 4}}, {"c", {5, 1, 1}}},
                   yes,
                   "a beats b up to 2^11 (4x at 2^10), c up to 2^10 (5x at 2^10)"},
                  {{{"a", {4.5, 2}}, {"b", {4, 4}}, {"c", {5, 1}}}, shape, "; not b"},
                  {{{"a", {9, 2}}, {"b", {4, 4}}, {"c", {5, 1}}}, no, "", {0, 0}}}},
    {.rule = "greatest_at",
     .columns = {"a"},
     .rows = {"2^11"},
     .expected = {{{{"a", {1, 10, 10.1, 2}}}, yes, "10 at 2^11, 0.990x the 10.1 at 2^12"},
                  {{{"a", {1, 10, 12, 2}}}, shape, "", {1}},
                  {{{"a", {1, 10, 12, 20}}}, no}}},
    {.rule = "greatest_at",
     .columns = {"a"},
     .rows = {"2^12", "2^13"},
     .expected = {{{{"a", {1, 2, 8, 9}}}, yes},
                  {{{"a", {1, 7, 6, 9}}}, shape},
                  {{{"a", {9, 7, 1, 2}}}, no},
                  {{{"a", {9, 7, 1, -1}}}, unknown}}},
    {.rule = "climbs",
     .columns = {"a"},
     .rows = {"2^10", "2^11", "2^13"},
     .expected = {{{{"a", {1, 2, 3, 4}}}, yes, "1 at 2^10, x2, x2 to 4 at 2^13"},
                  {{{"a", {1, 2, 9, 4}}}, shape, "not the greatest: 2^12 is", {3}},
                  {{{"a", {5, 2, 3, 1}}}, no, "", {1, 3, 3}},
                  {{{"a", {5, 2, 3, -1}}}, unknown}}},
    {.rule = "climbs",
     .columns = {"a", "b"},
     .expected = {{{{"a", {1, 2}}, {"b", {3, 4}}}, yes},
                  {{{"a", {1, 2}}, {"b", {2, 1}}}, no},
                  {{{"a", {0, 2}}, {"b", {2, 1}}}, no, "from 0"}}},
    {.rule = "steps_at",
     .columns = {"a", "b"},
     .rows = {"2^12"},
     .expected = {{{{"a", {10, 9, 4, 3.5}}}, yes, "a: 2^12 (9 to 4), elsewhere 1 at most"},
                  {{{"a", {10, 9, 4, 3.5}}, {"b", {10, 4, 3.5, 3}}}, shape},
                  {{{"a", {10, 4, 3.5, 3}}}, no}}},
};

INSTANTIATE_TEST_SUITE_P(All, Rules, testing::ValuesIn(rule_cases));

TEST(RuleTable, EveryRuleIsJudgedAboveAndFoundByItsName) {
    for (const auto& rule : rules()) {
        EXPECT_EQ(find_rule(rule.name), &rule);
        EXPECT_GT(rule.sentence.size(), 40U) << rule.name;
        EXPECT_TRUE(rule.needs.starts_with("columns")) << rule.name;
        EXPECT_TRUE(std::ranges::any_of(rule_cases, [&](const auto& one) { return one.rule == rule.name; }));
    }
    EXPECT_EQ(find_rule("no-such-rule"), nullptr);
}

TEST(RuleTable, NumbersHaveThreeDigits) {
    EXPECT_EQ(short_number(1.0512), "1.05");
    EXPECT_EQ(short_number(346.4), "346");
    EXPECT_EQ(short_number(0.0000123), "1.23e-05");
}

}  // namespace
}  // namespace sortscope::analyzer::reproduce
