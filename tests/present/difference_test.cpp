// What made a difference: stage by stage, and of counters alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/look.hpp"
#include "tests/present/two_files.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;
using namespace test;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(StageDifferences, SentenceAndTableAddUp) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const PairDifference one{
        &two.comparison.pairs[0],
        difference({stage(1, 40000, 100), stage(2, 50000, 100)}, {stage(1, 40000, 100), stage(2, 66000, 200)},
                   two.comparison.pairs[0].base_time->ns, two.comparison.pairs[0].other_time->ns, 4, 4)};
    EXPECT_THAT(difference_sentence(one),
                AllOf(HasSubstr("2^12"), HasSubstr("+20 %"), HasSubstr("stage 2 alone 80 %"),
                      HasSubstr("sectors loaded and stored 200 -> 400 (2.00x)"),
                      HasSubstr("launch gaps and host: 20 %")));
    const auto table = stage_difference_table(one, "a", "b");
    ASSERT_EQ(table.rows.size(), 5U);
    EXPECT_EQ(text(table, 1, "part_pct"), "80");
    EXPECT_THAT(text(table, 1, "counters"), HasSubstr("sectors loaded and stored 200 -> 400"));
    double sum = 0;
    for (const std::size_t row : {0U, 1U, 3U}) sum += cell(table, row, "difference_ns").number->as_double();
    EXPECT_NEAR(sum, cell(table, 4, "difference_ns").number->as_double(), 1e-9);
    EXPECT_EQ(text(table, 3, "stage"), "gaps, host");
}

TEST(StageDifferences, WhatCannotBeExplainedIsSaid) {
    using Sums = std::vector<LaunchSums>;
    const Two slower(cases(1, 1), cases(1.2, 1)), same(cases(1, 1), cases(1.001, 1));
    const auto sentence = [](const Two& two, const Sums& base, const Sums& other) {
        const auto& pair = two.comparison.pairs[0];
        return difference_sentence(
            {&pair, difference(base, other, pair.base_time->ns, pair.other_time->ns, 4, 4)});
    };
    const Sums one{stage(1, 40000, 100)}, two{stage(1, 40000, 100), stage(2, 50000, 100)};
    EXPECT_THAT(sentence(slower, two, {stage(1, 41000, 200), stage(2, 46000, 100)}),
                AllOf(HasSubstr("did not become slower (-3.000 us together)"), Not(HasSubstr("stage"))));
    EXPECT_THAT(sentence(slower, two, {stage(1, 41000, 200), stage(2, 49000, 100)}),
                HasSubstr("did not become slower"));
    EXPECT_THAT(sentence(same, one, {stage(1, 44000, 200)}),
                AllOf(HasSubstr(": same, +0.1 %"), Not(HasSubstr("Kernels"))));
    EXPECT_THAT(sentence(slower, one, {}), testing::EndsWith("(+20.00 us). The other has no launches that "
                                                             "would say where."));
    EXPECT_THAT(sentence(slower, {}, one), HasSubstr("The base has no launches"));
    EXPECT_THAT(sentence(slower, {}, {}), HasSubstr("Neither side has launches"));
    EXPECT_NE(nothing_explained(same.comparison), "");
    EXPECT_EQ(nothing_explained(slower.comparison), "");
}

TEST(StageDifferences, CountersThatAreNotMeasuredAreMarked) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const auto& pair = two.comparison.pairs[0];
    auto less = stage(1, 40000, 100), more = stage(1, 60000, 200);
    for (auto* sums : {&less, &more})
        for (auto& counter : sums->counters) counter.provenance = Provenance::counted;
    const PairDifference one{&pair,
                             difference({less}, {more}, pair.base_time->ns, pair.other_time->ns, 4, 4)};
    EXPECT_THAT(difference_sentence(one), HasSubstr("sectors loaded and stored 200+ -> 400+ (2.00x)"));
    EXPECT_EQ(provenances_of({&one, 1}), std::set{Provenance::counted});
}

TEST(StageDifferences, CountersAreSaidByTheirTitlesAndInTheirUnits) {
    const auto value = [](std::int64_t number) { return MetricValue{Number(number), Provenance::measured}; };
    const std::vector<MetricDifference> metrics{
        {&metric("dram_read_bytes"), value(4'831'838'208), value(1'207'959'552)},
        {&metric("warps_active_ppm"), value(123'568), value(116'234)},
        {&metric("gld_bytes"), value(4'194'304), value(4'194'305)},
        {&metric("divergent_branches"), value(7'097), value(0)},
        {&metric("shared_ld_conflicts"), value(2'048), value(0)}};
    EXPECT_EQ(differences_text(metrics, 9),
              "DRAM bytes read 4.50 GiB -> 1.12 GiB (0.25x), active warps 12.4 % -> 11.6 % (0.94x), bytes "
              "loaded 4,194,304 -> 4,194,305 (1.00x), divergent branches 7,097 -> 0, shared load conflicts "
              "2,048 -> 0 wavefronts")
        << "what differs by less than its text shows has all digits";
    EXPECT_EQ(differing_counters(std::span(metrics).first(2)),
              "dram_read_bytes 4,831,838,208 -> 1,207,959,552, warps_active_ppm 123,568 -> 116,234")
        << "of programs";
}

TEST(StageDifferences, ShortStagesAreInTheUnitOfTheComparison) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const auto table = [&](std::int64_t base, std::int64_t other) {
        return stage_difference_table(
            {&two.comparison.pairs[0],
             difference({stage(1, base, 100)}, {stage(1, other, 100)}, two.comparison.pairs[0].base_time->ns,
                        two.comparison.pairs[0].other_time->ns, 4, 4)},
            "a", "b");
    };
    const auto of_us = table(950, 1152);
    EXPECT_EQ(column(of_us, "base_time_ns").unit, "us")
        << "1.152 us is what the table of the pairs would say";
    EXPECT_EQ(text(of_us, 0, "other_time_ns"), "1.152");
    EXPECT_EQ(text(of_us, 0, "base_time_ns"), "0.950");
    EXPECT_EQ(column(table(100, 120), "base_time_ns").unit, "ns");
}

TEST(StageDifferences, OfPairsWithoutTimesCountersAreTold) {
    const Two two({sample::modelled_staged_case()}, {sample::modelled_staged_case()});
    const auto& pair = two.comparison.pairs.at(0);
    ASSERT_FALSE(pair.ratio);
    EXPECT_THAT(difference_sentence({&pair, difference({stage(1, 0, 10)}, {stage(1, 0, 20)}, {}, {}, 4, 4)}),
                AllOf(testing::StartsWith(pair.base.record->subject.name),
                      HasSubstr(": not timed on both sides; 3 counters that both have differ: sectors loaded "
                                "and stored 20 -> 40 (2.00x), "),
                      testing::EndsWith(".")));
    const std::vector<PairDifference> equal{
        {&pair, difference({stage(1, 0, 10)}, {stage(1, 0, 10)}, {}, {}, 4, 4)}};
    EXPECT_THAT(difference_sentence(equal[0]), HasSubstr("no counter that both have differs."));
    EXPECT_EQ(text(counter_table(equal, "a", "b"), 0, "counters"), "all are equal");
}

TEST(CounterTable, SaysWhereTheSidesDoNotSortTheSame) {
    auto larger = sample::modelled_staged_case();
    larger.id = CaseId{2};
    edit(larger).workload.n *= 4;
    const Across across("n", {sample::modelled_staged_case(), larger});
    const auto& comparison = across.comparison;
    ASSERT_EQ(comparison.pairs.size(), 1U);
    ASSERT_EQ(comparison.timed, 0U);
    EXPECT_THAT(comparison_summary(comparison), testing::EndsWith("n differs")) << "there are no times";
    const auto& pair = comparison.pairs[0];
    const std::vector<PairDifference> pairs{
        {&pair, difference({stage(1, 0, 10)}, {stage(1, 0, 40)}, {}, {}, 4, 16)}};
    const auto table = counter_table(pairs, "a", "b");
    EXPECT_THAT(table.notes, testing::ElementsAre(testing::EndsWith("Counters differ for that alone.")));
    EXPECT_EQ(text(table, 0, "differing"), "3");
    EXPECT_THAT(text(table, 0, "counters"), HasSubstr("sectors loaded and stored 20 -> 80 (4.00x)"));
}

}  // namespace
}  // namespace sortscope::present
