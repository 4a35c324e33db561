#include "analyzer/reproduce/claims.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace sortscope::analyzer::reproduce {
namespace {
/// Values of columns a, b and c; negative: no value.
using Values = std::vector<std::vector<double>>;

/// A grid with rows at powers of two, from 2^10 on.
Grid ruled_grid(const Values& values) {
    Grid grid;
    for (size_t i = 0; i < values.front().size(); ++i) {
        auto& row = grid.rows.emplace_back();
        row.name = "2^" + std::to_string(10 + i);
        row.position = 10 + double(i);
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

/// A claim of a figure file (with ' for "), and the findings of its rule in grids.
struct RuleCase {
    std::string claim;
    struct Expected {
        Values values;
        ClaimVerdict verdict;
        std::string by = {};                 ///< part of Finding::by
        std::vector<size_t> contrasts = {};  ///< rows of the expected contrasts
    };
    std::vector<Expected> expected;

    Claim parsed() const {
        auto text =
            "{'source': 'S', 'figures': [{'id': 's-1', 'title': 'T', 'rows': {'values': ['2^10..2^14']},"
            "'columns': [{'name': 'a', 'variant': 'a'}, {'name': 'b', 'variant': 'b'}, {'name': 'c', "
            "'variant': 'c'}], 'claims': [{'id': 's/x', 'text': 'X', " +
            claim + "}]}]}";
        std::ranges::replace(text, '\'', '"');
        return parse_figures(text, "s.json").front().claims.front();
    }
    Finding judged(const Values& values) const { return judge(parsed(), ruled_grid(values)); }
};

class Rules : public testing::TestWithParam<RuleCase> {};

TEST_P(Rules, Judge) {
    const auto& one = GetParam();
    for (const auto& expected : one.expected) {
        const auto finding = one.judged(expected.values);
        SCOPED_TRACE(one.claim + ": " + finding.by);
        EXPECT_EQ(finding.verdict, expected.verdict);
        EXPECT_THAT(finding.by, testing::HasSubstr(expected.by));
        EXPECT_EQ(finding.contrasts.empty(), expected.verdict == yes || expected.verdict == unknown);
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
    // Compares each pair of columns at each row. The claim fails if the ratio is inverted.
    {"'rule': 'within', 'columns': ['a'], 'than': ['b'], 'least': 1.02",
     {{{{3, 4, 5}, {1, 2, 4}}, yes, "3 values: 1.25x (a / b, 2^12) to 3x (2^10)"},
      {{{1, 2, 4}, {3, 4, 5}}, no, "0 of 3 hold, too low at 2^10, 2^11 and 2^12", {0, 1, 2}},
      {{{3, 4, 9, 1}, {1, 2, 4, 1.1}}, shape, "3 of 4 hold, too low at 2^13", {3}},
      {{{3, 4, 9, 1}, {1, 2, 4, 2}}, no},
      {{{3, 4, 1, 1}, {1, 2, 1.1, 1.1}}, no},
      {{{1.015, 1.015}, {1, 1}}, no}}},
    {"'rule': 'within', 'columns': ['a', 'b'], 'than': ['b', 'c'], 'least': 1.02",
     {{{{9, 8}, {5, 5}, {1, 2}}, yes}, {{{9, 8}, {5, 5}, {6, 7}}, no, "too low at 2^10 and 2^11"}}},
    {"'rule': 'within', 'columns': ['a'], 'than': ['b', 'c'], 'to': 11, 'most': 0.98",
     {{{{1, 1, 9}, {2, 2, 2}, {3, -1, 3}}, yes},
      {{{1, 1, 9}, {2, 2, 2}}, unknown, "not recorded: a / c"},
      {{{3, 3, 1}, {2, 2, 2}}, no, "; not recorded: a / c"}}},
    {"'rule': 'within', 'columns': ['a'], 'than': ['b'], 'least': 1, 'most': 1",
     {{{{55, 66}, {55, 66}}, yes, "all 2 values equal b"}, {{{55, 66, 7}, {55, 65, 7}}, no}}},
    {"'rule': 'within', 'columns': ['a'], 'than': ['b'], 'tolerance': 0.02, 'most': 1.02",
     {{{{1, 2.04}, {2, 2}}, yes}, {{{1, 2.4, 1, 1}, {2, 2, 2, 2}}, no, "to 1.20x (2^11)", {1}}}},
    {"'rule': 'within', 'columns': ['a'], 'least': 19.6, 'most': 30.2",
     {{{{20, 30}}, yes},
      {{{20, 22, 25, 31}}, shape, "too high at 2^13", {3}},
      {{{73, 719}}, no, "0 of 2 hold, too high at 2^10 and 2^11: 73 (a, 2^10) to 719"},
      {{{2, 300}}, no, "too low at 2^10, too high at 2^11", {1, 0}},
      {{{19.58, 30}}, no, "too low at 2^10: 19.58 (a, 2^10) to 30 (2^11)"}}},
    // Sizes before `from` are not judged.
    {"'rule': 'within', 'columns': ['a'], 'from': 12, 'least': 5",
     {{{{9, 9, 4}}, no}, {{{9, 9, 5}}, yes}, {{{9, 9}}, unknown}}},
    {"'rule': 'within', 'columns': ['a'], 'rows': ['2^11'], 'most': 10",
     {{{{100, 1, 100}}, yes}, {{{1, 100, 1}}, no}}},
    {"'rule': 'within', 'columns': ['a', 'b'], 'least': [10, 2], 'most': 10",
     {{{{10}, {3}}, yes}, {{{10}, {0}}, no}, {{{9}, {3}}, no}, {{{11}, {3}}, no}}},
    // Steps are per doubling, in the order of the rows.
    {"'rule': 'steps', 'columns': ['a'], 'from': 12, 'tolerance': 0.1, 'least': 0.9, 'most': 1.1",
     {{{{1, 5, 10, 10.5, 9.8}}, yes, "2 values: 0.933x (a, 2^13 to 2^14)"},
      {{{1, 5, 10, 11.5, 10}}, no, "", {3, 4}},
      {{{1, 5, 10, 20, 40}}, no}}},
    {"'rule': 'steps', 'columns': ['a'], 'least': 1.5, 'most': 2.5",
     {{{{1, 2, -1, 8}}, yes, "all 2 values equal 2x"},
      {{{1, -1, 9}}, no, "too high at 2^12: 3x a doubling (a, 2^10 to 2^12)"},
      {{{8, 4, 2}}, no},
      {{{1, 1, 1}}, no}}},
    {"'rule': 'steps', 'columns': ['a'], 'rows': ['2^10', '2^11', '2^13'], 'least': 1.02",
     {{{{1, 2, 9, 4}}, yes}, {{{5, 2, 3, 1}}, no, "", {1, 3}}, {{{5, 2, 3, -1}}, unknown}}},
    // Each step has its own bounds: the first is flat, the second is at least 1.5x.
    {"'rule': 'steps', 'columns': ['a'], 'rows': ['2^10', '2^11', '2^12'], 'least': [0, 1.5], 'most': [1.4, "
     "9]",
     {{{{4, 5, 9}}, yes, "1.25x (a, 2^10 to 2^11) to 1.80x (2^11 to 2^12)"},
      {{{4, 9, 18}}, no, "too high at 2^11", {1}},
      {{{4, 5, 5}}, no, "too low at 2^12", {2}},
      {{{4, 5, -1}}, unknown}}},
    // Compares each pair of three rows.
    {"'rule': 'steps', 'columns': ['a'], 'rows': ['2^10', '2^11', '2^12', '2^10'], 'tolerance': 0.01, "
     "'least': 0.95, 'most': 1.05",
     {{{{1, 1.02, 1.04}}, yes}, {{{1, 1.04, 1.08}}, no, "too low at 2^10", {0}}}},
    {"'rule': 'peak', 'columns': ['a'], 'rows': ['2^11'], 'least': 1",
     {{{{1, 10, 9.9, 2}}, yes, "1.01x (a, 2^12 to 2^11)"},
      {{{1, 10, 11, 2}}, shape, "", {1}},
      {{{1, 10, 13, 2}}, no},
      {{{9, -1, 1, 1}}, unknown}}},
    {"'rule': 'peak', 'columns': ['a'], 'rows': ['2^12'], 'from': 11, 'least': 1",
     {{{{30, 7, 8, 2}}, yes, "1.14x (a, 2^11 to 2^12); not judged: 30 at 2^10"}, {{{7, 30, 8, 2}}, no}}},
    // A peak among its neighbours holds; a valley and a slope fail.
    {"'rule': 'peak', 'columns': ['a'], 'rows': ['2^12'], 'from': 11, 'to': 13, 'tolerance': 0.01, 'least': "
     "1.02",
     {{{{800, 164, 172, 167, 160}}, yes, "1.03x (a, 2^13 to 2^12); not judged: 800 at 2^10"},
      {{{800, 172, 164, 167, 160}}, no, "", {2}},
      {{{800, 180, 172, 164, 160}}, no, "", {2}}}},
    {"'rule': 'peak', 'columns': ['a'], 'rows': ['2^12', '2^13'], 'least': 1.02",
     {{{{1, 2, 8, 9}}, yes}, {{{1, 8, 8, 9}}, shape}, {{{9, 7, 1, 2}}, no}, {{{9, 7, 1, -1}}, unknown}}},
    // a is below b at first and above b at the end. They cross once.
    {"'rule': 'crosses', 'columns': ['a'], 'than': ['b'], 'value': 11.5, 'tolerance': 0.6",
     {{{{1, 1, 4, 8}, {2, 2, 2, 2}}, yes, "a crosses b at 2^11.5 (0.500x at 2^10, 4x at 2^13)"},
      {{{8, 4, 1, 1}, {2, 2, 2, 2}}, no, "crosses b at 2^11.5", {0}},
      {{{1, 4, 1, 4}, {2, 2, 2, 2}}, no, "crosses b at 2^10.5, 2^11.5, 2^12.5"},
      {{{1, 1, 1, 4}, {2, 2, 2, 2}}, shape, "2^12.5", {3}},
      {{{3, 3, 4, 8}, {2, 2, 2, 2}}, no, "b nowhere", {0}}}},
    // a and b cross between two judged rows. a may be above b before the first judged row.
    {"'rule': 'crosses', 'columns': ['a'], 'than': ['b'], 'value': 12.5, 'from': 11, 'to': 13, 'tolerance': "
     "0.5",
     {{{{4, 1, 1, 4}, {2, 2, 2, 2}}, yes, "crosses b at 2^12.5 (0.500x at 2^11"},
      {{{4, 3, 1, 4}, {2, 2, 2, 2}}, no, "", {1}},
      {{{1, 1, 1, 1}, {2, 2, 2, 2}}, no, "b nowhere", {1}},
      {{{4, 1, 3, 4}, {2, 2, 2, 2}}, shape, "crosses b at 2^11.6", {3}}}},
    {"'rule': 'crosses', 'columns': ['a'], 'than': ['b', 'c']",
     {{{{1, 2, 9}, {4, 4, 4}, {5, 1, 1}}, yes}, {{{4.5, 9}, {4, 4}, {5, 1}}, no, "", {0}}}},
};

INSTANTIATE_TEST_SUITE_P(All, Rules, testing::ValuesIn(rule_cases));

TEST(RuleTable, EveryRuleIsJudgedAbove) {
    for (const auto& rule : rules()) {
        EXPECT_TRUE(rule.needs.starts_with("columns")) << rule.name;
        const auto fails = [&](const RuleCase& one) {
            return one.parsed().rule == rule.name &&
                   std::ranges::any_of(one.expected, [](const auto& data) { return data.verdict == no; });
        };
        EXPECT_TRUE(std::ranges::any_of(rule_cases, fails)) << rule.name;
    }
    EXPECT_EQ(std::tuple(short_number(1.0512), short_number(346.4), short_number(0.0000123)),
              std::tuple("1.05", "346", "1.23e-05"));
}
}  // namespace
}
