#include "analyzer/reproduce/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::analyzer::reproduce {
namespace {

using testing::HasSubstr;

/// Rows at powers of two from 2^10 on, a column of each list; a negative value is absent.
Grid ruled_grid(const std::vector<std::pair<std::string, std::vector<double>>>& columns) {
    Grid grid;
    for (std::size_t i = 0; i < columns.front().second.size(); ++i) {
        Row row;
        row.position = 10.0 + static_cast<double>(i);
        row.name = "2^" + std::to_string(10 + i);
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

Claim ruled_claim(std::string rule, std::vector<std::string> columns, std::vector<std::string> than = {}) {
    Claim claim;
    claim.rule = std::move(rule);
    claim.columns = std::move(columns);
    claim.than = std::move(than);
    return claim;
}

Finding judged(const Claim& claim, const Grid& grid) { return find_rule(claim.rule)->judge(claim, grid); }

TEST(Rules, EveryRuleHasASentenceAndIsFoundByItsName) {
    ASSERT_GE(rules().size(), 16U);
    for (const auto& rule : rules()) {
        EXPECT_EQ(find_rule(rule.name), &rule);
        EXPECT_GT(rule.sentence.size(), 40U) << rule.name;
        EXPECT_FALSE(rule.needs.empty()) << rule.name;
    }
    EXPECT_EQ(find_rule("no-such-rule"), nullptr);
}

TEST(Rules, WithoutValuesNothingIsJudged) {
    const auto grid = ruled_grid({{"a", {-1, -1, -1}}, {"b", {-1, -1, -1}}});
    auto claim = ruled_claim("", {"a"}, {"b"});
    claim.value = claim.least = claim.most = claim.from = 1;
    claim.rows = {"2^10"};
    for (const auto& rule : rules()) {
        claim.rule = rule.name;
        const auto finding = rule.judge(claim, grid);
        EXPECT_EQ(finding.verdict, Verdict::cannot_be_judged) << rule.name;
        EXPECT_FALSE(finding.by.empty()) << rule.name;
    }
}

TEST(Rules, AboveHoldsWhereEveryRowIsClear) {
    const auto finding =
        judged(ruled_claim("above", {"a"}, {"b"}), ruled_grid({{"a", {3, 4, 5}}, {"b", {1, 2, 4}}}));
    EXPECT_EQ(finding.verdict, Verdict::holds);
    EXPECT_EQ(finding.by, "above at all 3 sizes: a 1.25x b at 2^12; a 3x b at 2^10");
    EXPECT_TRUE(finding.contrasts.empty());
}

TEST(Rules, AboveIsInShapeWhereMoreThanHalfAreAndSaysWhereItIsNot) {
    const auto finding =
        judged(ruled_claim("above", {"a"}, {"b"}), ruled_grid({{"a", {3, 4, 1, 8}}, {"b", {1, 2, 4, 8.1}}}));
    EXPECT_EQ(finding.verdict, Verdict::does_not_hold);  // 2 of 4
    EXPECT_THAT(finding.by, HasSubstr("above at 2 of 4 sizes, the same within 2 % at 2^13, below at 2^12"));
    ASSERT_EQ(finding.contrasts.size(), 2U);
    EXPECT_EQ(finding.contrasts[0].row, 2U) << "the worst comes first";
    EXPECT_EQ(finding.contrasts[0].other, "b");
    EXPECT_EQ(
        judged(ruled_claim("above", {"a"}, {"b"}), ruled_grid({{"a", {3, 4, 1}}, {"b", {1, 2, 4}}})).verdict,
        Verdict::holds_in_shape);
}

TEST(Rules, ADifferenceWithinTwoPercentIsNone) {
    const auto grid = ruled_grid({{"a", {1.015, 1.015}}, {"b", {1, 1}}});
    EXPECT_EQ(judged(ruled_claim("above", {"a"}, {"b"}), grid).verdict, Verdict::does_not_hold);
    EXPECT_EQ(judged(ruled_claim("below", {"a"}, {"b"}), grid).verdict, Verdict::does_not_hold);
}

TEST(Rules, BelowComparesEachWithEachWithinItsRows) {
    auto claim = ruled_claim("below", {"a"}, {"b", "c"});
    claim.to = 11;
    const auto grid = ruled_grid({{"a", {1, 1, 9}}, {"b", {2, 2, 2}}, {"c", {3, -1, 3}}});
    EXPECT_EQ(judged(claim, grid).verdict, Verdict::holds);
    claim.to.reset();
    EXPECT_EQ(judged(claim, grid).verdict, Verdict::holds_in_shape);
}

TEST(Rules, DescendingIsInTheOrderOfTheColumns) {
    EXPECT_EQ(judged(ruled_claim("descending", {"a", "b", "c"}),
                     ruled_grid({{"a", {9, 8}}, {"b", {5, 5}}, {"c", {1, 2}}}))
                  .verdict,
              Verdict::holds);
    const auto finding = judged(ruled_claim("descending", {"a", "b", "c"}),
                                ruled_grid({{"a", {9, 8}}, {"b", {5, 5}}, {"c", {6, 7}}}));
    EXPECT_EQ(finding.verdict, Verdict::does_not_hold);
    EXPECT_THAT(finding.by, HasSubstr("the other way round at 2^10 and 2^11"));
}

TEST(Rules, EqualCountsNumberForNumberOrWithinItsTolerance) {
    auto claim = ruled_claim("equal", {"a"}, {"b"});
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {55, 66}}, {"b", {55, 66}}})).verdict, Verdict::holds);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {55, 66}}, {"b", {55, 65}}})).verdict, Verdict::holds_in_shape);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {55, 66}}, {"b", {55, 40}}})).verdict, Verdict::does_not_hold);
    claim.tolerance = 0.02;
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {55, 66}}, {"b", {55, 65}}})).verdict, Verdict::holds);
}

TEST(Rules, BoundedNamesTheFarthestBeyond) {
    const auto claim = ruled_claim("bounded", {"a"}, {"b"});
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 2}}, {"b", {2, 2}}})).verdict, Verdict::holds);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 2.02}}, {"b", {2, 2}}})).verdict, Verdict::holds)
        << "no difference";
    const auto finding = judged(claim, ruled_grid({{"a", {1, 3, 1, 1}}, {"b", {2, 2, 2, 2}}}));
    EXPECT_EQ(finding.verdict, Verdict::holds_in_shape);
    EXPECT_THAT(finding.by, HasSubstr("3 of 4 are no higher, within 2 %"));
    EXPECT_THAT(finding.by, HasSubstr("a at 2^11: 1.50x its bound"));
    ASSERT_EQ(finding.contrasts.size(), 1U);
    EXPECT_EQ(finding.contrasts[0].row, 1U);
}

TEST(Rules, ARatioIsLookedForAtAnyRowAndItsGrowthIsCarriedOn) {
    auto claim = ruled_claim("ratio_about", {"a"});
    claim.value = 10000;
    claim.tolerance = 3;
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {100, 4000, 90000}}})).verdict, Verdict::holds);
    const auto grows = judged(claim, ruled_grid({{"a", {100, 200, 400}}}));
    EXPECT_EQ(grows.verdict, Verdict::holds_in_shape);
    EXPECT_THAT(grows.by, HasSubstr(": above 1x at all 3 sizes, within 3x of 10,000x at none; growing on"));
    EXPECT_THAT(grows.by, HasSubstr("it would reach 10,000x at about 2^16.6"));
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {0.5, 0.6, 0.7}}})).verdict, Verdict::does_not_hold);
    claim.value = 2;
    claim.tolerance = 1.25;
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1.0, 1.01, 0.99}}})).verdict, Verdict::does_not_hold)
        << "the same within 2 % is no speed-up";
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1.1, 1.2, 1.3}}})).verdict, Verdict::holds_in_shape);
}

TEST(Rules, ARatioWithinARangeIsInShapeAboveIt) {
    auto claim = ruled_claim("ratio_within", {"a"});
    claim.least = 19.6;
    claim.most = 30.2;
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {20, 30}}})).verdict, Verdict::holds);
    const auto above = judged(claim, ruled_grid({{"a", {20, 300}}}));
    EXPECT_EQ(above.verdict, Verdict::holds_in_shape);
    EXPECT_EQ(above.by,
              "20x at 2^10 to 300x at 2^11, claimed 19.6x to 30.2x: 19.6x at least holds, 30.2x at most "
              "fails at 1 of 2 sizes");
    const auto below = judged(claim, ruled_grid({{"a", {2, 30}}}));
    EXPECT_EQ(below.verdict, Verdict::does_not_hold);
    EXPECT_THAT(below.by, HasSubstr(": less at 1 of 2 sizes"));
    EXPECT_THAT(judged(claim, ruled_grid({{"a", {2, 300}}})).by,
                HasSubstr(": less at 1 of 2 sizes, more at 1 of 2 sizes"));
}

TEST(Rules, FlatAfterLooksAtTheRowsFromThereOn) {
    auto claim = ruled_claim("flat_after", {"a"});
    claim.from = 12;
    claim.tolerance = 0.1;
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 5, 10, 10.5, 9.8}}})).verdict, Verdict::holds);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 5, 10, 11.5, 10}}})).verdict, Verdict::holds_in_shape);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 5, 10, 20, 40}}})).verdict, Verdict::does_not_hold);
    claim.than = {"b"};
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 5, 10, 10, 10}}, {"b", {9, 9, 9, 9, 9}}})).verdict,
              Verdict::does_not_hold);
}

TEST(Rules, CrossingsAreInterpolatedBetweenSizes) {
    auto claim = ruled_claim("crosses_near", {"a"}, {"b"});
    claim.value = 11.5;
    claim.tolerance = 0.6;
    const auto finding = judged(claim, ruled_grid({{"a", {1, 1, 4, 8}}, {"b", {2, 2, 2, 2}}}));
    EXPECT_EQ(finding.verdict, Verdict::holds);
    EXPECT_THAT(finding.by, HasSubstr("they cross at 2^11.5"));
    claim.value = 20;
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 1, 4, 8}}, {"b", {2, 2, 2, 2}}})).verdict,
              Verdict::holds_in_shape);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {3, 3, 4, 8}}, {"b", {2, 2, 2, 2}}})).verdict,
              Verdict::does_not_hold);
}

TEST(Rules, LeastFirstSaysUpToWhere) {
    const auto claim = ruled_claim("least_first", {"a"}, {"b", "c"});
    const auto finding = judged(claim, ruled_grid({{"a", {1, 2, 9}}, {"b", {4, 4, 4}}, {"c", {5, 1, 1}}}));
    EXPECT_EQ(finding.verdict, Verdict::holds);
    EXPECT_EQ(finding.by, "a beats b up to 2^11 (4x at 2^10), c up to 2^10 (5x at 2^10)");
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {4.5, 2}}, {"b", {4, 4}}, {"c", {5, 1}}})).verdict,
              Verdict::holds_in_shape);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {9, 2}}, {"b", {4, 4}}, {"c", {5, 1}}})).verdict,
              Verdict::does_not_hold);
}

TEST(Rules, APeakMayBeShared) {
    auto claim = ruled_claim("peaks_at", {"a"});
    claim.rows = {"2^11"};
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 10, 10.1, 2}}})).verdict, Verdict::holds) << "within 2 %";
    const auto beside = judged(claim, ruled_grid({{"a", {1, 10, 12, 2}}}));
    EXPECT_EQ(beside.verdict, Verdict::holds_in_shape);
    ASSERT_EQ(beside.contrasts.size(), 1U);
    EXPECT_EQ(beside.contrasts[0].other_row, 2U);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 10, 12, 20}}})).verdict, Verdict::does_not_hold);
}

TEST(Rules, GreatestAtWantsAllOfThemAboveAllOthers) {
    auto claim = ruled_claim("greatest_at", {"a"});
    claim.rows = {"2^12", "2^13"};
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 2, 8, 9}}})).verdict, Verdict::holds);
    const auto in_the_mean = judged(claim, ruled_grid({{"a", {1, 7, 6, 9}}}));
    EXPECT_EQ(in_the_mean.verdict, Verdict::holds_in_shape);
    EXPECT_THAT(in_the_mean.by, testing::EndsWith(": greater in the mean, not each than all"));
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {9, 7, 1, 2}}})).verdict, Verdict::does_not_hold);
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {9, 7, 1, -1}}})).verdict, Verdict::cannot_be_judged);
}

TEST(Rules, ALadderClimbsToTheFastestOfAll) {
    auto claim = ruled_claim("climbs", {"a"});
    claim.rows = {"2^10", "2^11", "2^13"};
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {1, 2, 3, 4}}})).verdict, Verdict::holds);
    const auto finding = judged(claim, ruled_grid({{"a", {1, 2, 9, 4}}}));
    EXPECT_EQ(finding.verdict, Verdict::holds_in_shape);
    EXPECT_THAT(finding.by, HasSubstr("the last not the fastest: 2^12 is"));
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {5, 2, 3, 1}}})).verdict, Verdict::does_not_hold);
}

TEST(Rules, AStepIsTheGreatestChange) {
    auto claim = ruled_claim("steps_at", {"a"});
    claim.rows = {"2^12"};
    const auto finding = judged(claim, ruled_grid({{"a", {10, 9, 4, 3.5}}}));
    EXPECT_EQ(finding.verdict, Verdict::holds);
    EXPECT_EQ(finding.by, "a: 2^12 (9 to 4), elsewhere 1 at most");
    EXPECT_EQ(judged(claim, ruled_grid({{"a", {10, 4, 3.5, 3}}})).verdict, Verdict::does_not_hold);
}

TEST(Rules, RisesFromRowToRow) {
    EXPECT_EQ(judged(ruled_claim("rises", {"a"}), ruled_grid({{"a", {1, 2}}})).verdict, Verdict::holds);
    EXPECT_EQ(judged(ruled_claim("rises", {"a", "b"}), ruled_grid({{"a", {1, 2}}, {"b", {2, 1}}})).verdict,
              Verdict::holds_in_shape);
    EXPECT_EQ(judged(ruled_claim("rises", {"a"}), ruled_grid({{"a", {0, 2}}})).verdict,
              Verdict::does_not_hold);
}

TEST(Rules, ATimelineHasItsLaunchesAndTransfers) {
    auto claim = ruled_claim("launches_are", {});
    claim.value = 10;
    EXPECT_EQ(judged(claim, ruled_grid({{"launches", {10}}, {"transfers", {3}}})).verdict, Verdict::holds);
    EXPECT_EQ(judged(claim, ruled_grid({{"launches", {10}}, {"transfers", {0}}})).verdict,
              Verdict::holds_in_shape);
    EXPECT_EQ(judged(claim, ruled_grid({{"launches", {9}}, {"transfers", {3}}})).verdict,
              Verdict::does_not_hold);
}

TEST(Rules, NumbersHaveThreeDigits) {
    EXPECT_EQ(short_number(1.0512), "1.05");
    EXPECT_EQ(short_number(346.4), "346");
    EXPECT_EQ(short_number(10), "10");
    EXPECT_EQ(short_number(0.01234), "0.0123");
    EXPECT_EQ(short_number(0.0000123), "1.23e-05");
}

}  // namespace
}  // namespace sortscope::analyzer::reproduce
