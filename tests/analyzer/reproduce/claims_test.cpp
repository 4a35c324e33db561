#include "analyzer/reproduce/claims.hpp"

#include <gmock/gmock.h>

namespace sortscope::analyzer::reproduce {
namespace {
/// Of columns a, b and c; a negative value is absent.
using Values = std::vector<std::vector<double>>;

/// Rows at powers of two from 2^10 on.
Grid ruled_grid(const Values& values) {
    Grid grid;
    for (size_t i = 0; i < values.front().size(); ++i) {
        auto& row = grid.rows.emplace_back();
        row.name = "2^" + std::to_string(10 + i);
        row.position = 10 + double(i);
        row.query.n = uint64_t{1} << (10 + i);
    }
    for (const auto& numbers : values) {
        auto& column = grid.columns.emplace_back();
        column.name = char('a' + grid.columns.size() - 1);
        for (const double number : numbers)
            column.values.push_back({number < 0 ? std::nullopt : std::optional(number)});
    }
    return grid;
}

constexpr auto yes = ClaimVerdict::holds, shape = ClaimVerdict::holds_in_shape,
               no = ClaimVerdict::does_not_hold, unknown = ClaimVerdict::cannot_be_judged;

/// The fields of a claim, and the rule's finding in grids.
struct RuleCase {
    std::string rule, columns = "a", than = {};  ///< a letter each
    std::vector<std::string> rows = {};
    std::optional<double> value = {}, from = {}, to = {};
    double tolerance = 0;
    std::vector<double> least = {}, most = {};
    struct Expected {
        Values values;
        ClaimVerdict verdict;
        std::string by = {};                 ///< numbers of the text
        std::vector<size_t> contrasts = {};  ///< rows
    };
    std::vector<Expected> expected;

    Finding judged(const Values& values) const {
        Claim claim{{}, {}, rule, {}, {}, value, least, most, tolerance, from, to, rows};
        for (const char name : columns) claim.columns.emplace_back(1, name);
        for (const char name : than) claim.than.emplace_back(1, name);
        return judge(claim, ruled_grid(values));
    }
};

class Rules : public testing::TestWithParam<RuleCase> {};

TEST_P(Rules, Judge) {
    const auto& one = GetParam();
    for (const auto& expected : one.expected) {
        const auto finding = one.judged(expected.values);
        SCOPED_TRACE(one.rule + ": " + finding.by);
        EXPECT_EQ(finding.verdict, expected.verdict);
        EXPECT_THAT(finding.by, testing::HasSubstr(expected.by));
        EXPECT_EQ(finding.contrasts.empty(),
                  expected.verdict == yes || expected.verdict == unknown || one.rule == "steps_at");
        std::vector<size_t> rows;
        for (const auto& contrast : finding.contrasts) rows.push_back(contrast.row);
        if (!expected.contrasts.empty()) {
            EXPECT_EQ(rows, expected.contrasts);
        }
    }
    const auto nothing = one.judged({{-1, -1, -1}, {-1, -1, -1}});
    EXPECT_EQ(nothing.verdict, unknown);
    EXPECT_FALSE(nothing.by.empty());
}

const std::vector<RuleCase> rule_cases{
    {.rule = "above",
     .than = "b",
     .expected = {{{{3, 4, 5}, {1, 2, 4}}, yes, "all 3 sizes: a 1.25x b at 2^12; a 3x b at 2^10"},
                  {{{3, 4, 1, 8}, {1, 2, 4, 8.1}},
                   no,
                   "at 2 of 4 sizes, the same within 2 % at 2^13, below at 2^12",
                   {2, 3}},
                  {{{3, 4, 1}, {1, 2, 4}}, shape},
                  {{{1.015, 1.015}, {1, 1}}, no}}},
    {.rule = "above",
     .columns = "abc",
     .expected = {{{{9, 8}, {5, 5}, {1, 2}}, yes}, {{{9, 8}, {5, 5}, {6, 7}}, no, "at 2^10 and 2^11"}}},
    {.rule = "below", .than = "bc", .to = 11, .expected = {{{{1, 1, 9}, {2, 2, 2}, {3, -1, 3}}, yes}}},
    {.rule = "below",
     .than = "bc",
     .expected = {{{{1, 1, 9}, {2, 2, 2}, {3, -1, 3}}, shape}, {{{1.015, 1.015}, {1, 1}, {2, 2}}, no}}},
    {.rule = "within",
     .than = "b",
     .expected = {{{{55, 66}, {55, 66}}, yes, "all 2 values"},
                  {{{55, 66, 7, 8}, {55, 65, 7, 8}}, shape, "3 of 4", {1}},
                  {{{55, 66}, {55, 65}}, shape},
                  {{{55, 66, 70, 8}, {55, 66, 7, 8}}, no, "3 of 4", {2}}}},
    {.rule = "within",
     .than = "b",
     .tolerance = 0.02,
     .expected = {{{{55, 66}, {55, 65}}, yes, "a 1x b at 2^10 to a 1.02x b at 2^11"},
                  {{{55, 66}, {55, 68}}, shape, "1 of 2 values are within bounds, 1 below"},
                  {{{55, 66}, {55, 88}}, no}}},
    {.rule = "within",
     .than = "b",
     .most = {1.02},
     .expected = {{{{1, 2.04}, {2, 2}}, yes},
                  {{{1, 3, 1, 1}, {2, 2, 2, 2}}, shape, "a 1.50x b at 2^11", {1}},
                  {{{3, 1, 4}, {2, 2, 2}}, no, "1 of 3", {2, 0}}}},
    {.rule = "within",
     .least = {19.6},
     .most = {30.2},
     .expected = {{{{20, 30}}, yes, "claimed 19.6 to 30.2"},
                  {{{20, 300}}, shape, "1 of 2 values are within bounds, 1 above: a 20 at 2^10 to a 300"},
                  {{{2, 300}}, no, "0 of 2 values are within bounds, 1 below, 1 above", {1, 0}}}},
    {.rule = "within",
     .columns = "ab",
     .least = {10, 2},
     .most = {10},
     .expected = {{{{10}, {3}}, yes, "b 3 at 2^10 to a 10 at 2^10"},
                  {{{10}, {0}}, no},
                  {{{9}, {3}}, no},
                  {{{11}, {3}}, no}}},
    {.rule = "ratio_about",
     .value = 10000,
     .tolerance = 3,
     .expected = {{{{100, 4000, 90000}}, yes, "at 2^11: 4,000x"},
                  {{{100, 200, 400}},
                   shape,
                   ": above 1x at all 3 sizes, within 3x of 10,000x at none; growing on as between the last "
                   "two sizes it would reach 10,000x at about 2^16.6",
                   {2, 1, 0}},
                  {{{0.5, 0.6, 0.7}}, no}}},
    {.rule = "ratio_about",
     .value = 2,
     .tolerance = 1.25,
     .expected = {{{{1.0, 1.01, 0.99}}, no}, {{{1.1, 1.2, 1.3}}, shape}}},
    {.rule = "ratio_about",
     .columns = "ab",
     .value = 0.5,
     .expected = {{{{0.5, 1}, {0.4, 1}}, yes}, {{{0.5, 1}, {0.1, 0.2}}, shape}}},
    {.rule = "flat",
     .from = 12,
     .tolerance = 0.1,
     .expected = {{{{1, 5, 10, 10.5, 9.8}}, yes, "from 9.80 to 10.5, 5.00 % from its median at most (2^13)"},
                  {{{1, 5, 10, 11.5, 10}}, shape, "15.0 %", {3}},
                  {{{1, 5, 10, 20, 40}}, no}}},
    {.rule = "flat",
     .than = "b",
     .tolerance = 0.1,
     .expected = {{{{10, 10, 10}, {11, 11, 11}}, yes}, {{{10, 10, 10}, {9, 9, 9}}, no}}},
    {.rule = "crosses_near",
     .than = "b",
     .value = 11.5,
     .tolerance = 0.6,
     .expected = {{{{1, 1, 4, 8}, {2, 2, 2, 2}}, yes, "at 2^11.5, claimed 2^11.5; a 0.500x b at 2^10"},
                  {{{3, 3, 4, 8}, {2, 2, 2, 2}}, no, "", {0}}}},
    {.rule = "crosses_near",
     .than = "b",
     .value = 20,
     .tolerance = 0.6,
     .expected = {{{{1, 1, 4, 8}, {2, 2, 2, 2}}, shape, "2^11.5", {3}}}},
    {.rule = "least_first",
     .than = "bc",
     .expected = {{{{1, 2, 9}, {4, 4, 4}, {5, 1, 1}},
                   yes,
                   "a beats b up to 2^11 (4x at 2^10), c up to 2^10 (5x at 2^10)"},
                  {{{4.5, 2}, {4, 4}, {5, 1}}, shape, "; not b"},
                  {{{9, 2}, {4, 4}, {5, 1}}, no, "", {0, 0}}}},
    {.rule = "greatest_at",
     .rows = {"2^11"},
     .expected = {{{{1, 10, 10.1, 2}}, yes, "10 at 2^11, 0.990x the 10.1 at 2^12"},
                  {{{1, 10, 12, 2}}, shape, "", {1}},
                  {{{1, 10, 12, 20}}, no}}},
    {.rule = "greatest_at",
     .rows = {"2^12", "2^13"},
     .expected =
         {{{{1, 2, 8, 9}}, yes}, {{{1, 7, 6, 9}}, shape}, {{{9, 7, 1, 2}}, no}, {{{9, 7, 1, -1}}, unknown}}},
    {.rule = "climbs",
     .rows = {"2^10", "2^11", "2^13"},
     .expected = {{{{1, 2, 3, 4}}, yes, "1 at 2^10, x2, x2 to 4 at 2^13"},
                  {{{1, 2, 9, 4}}, shape, "not the greatest: 2^12 is", {3}},
                  {{{5, 2, 3, 1}}, no, "", {1, 3, 3}},
                  {{{5, 2, 3, -1}}, unknown}}},
    {.rule = "climbs",
     .columns = "ab",
     .expected = {{{{1, 2}, {3, 4}}, yes}, {{{1, 2}, {2, 1}}, no}, {{{0, 2}, {2, 1}}, no, "from 0"}}},
    {.rule = "steps_at",
     .columns = "ab",
     .rows = {"2^12"},
     .expected = {{{{10, 9, 4, 3.5}}, yes, "a: 2^12 (9 to 4), elsewhere 1 at most"},
                  {{{10, 9, 4, 3.5}, {10, 4, 3.5, 3}}, shape},
                  {{{10, 4, 3.5, 3}}, no}}},
};

INSTANTIATE_TEST_SUITE_P(All, Rules, testing::ValuesIn(rule_cases));

TEST(RuleTable, EveryRuleIsJudgedAboveAndFoundByItsName) {
    for (const auto& rule : rules()) {
        EXPECT_EQ(find_rule(rule.name), &rule);
        EXPECT_TRUE(rule.needs.starts_with("columns")) << rule.name;
        EXPECT_TRUE(std::ranges::any_of(rule_cases, [&](const auto& one) { return one.rule == rule.name; }));
    }
    EXPECT_EQ(std::tuple(find_rule("no-such-rule"), short_number(1.0512)), std::tuple(nullptr, "1.05"));
    EXPECT_EQ(std::tuple(short_number(346.4), short_number(0.0000123)), std::tuple("346", "1.23e-05"));
}
}  // namespace
}
