#include "present/compare.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "present/charts.hpp"
#include "present/pair_chart.hpp"
#include "present/sweep.hpp"
#include "tests/present/look.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using namespace analyzer;
using namespace test;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

CaseRecord of_rounds(std::int64_t id, std::uint64_t n, std::int64_t ns) {
    auto record = sample::case_of(id);
    record.workload.n = n;
    record.time_mode = TimeMode::graph;
    record.time->mode = TimeMode::graph;
    record.time->median_ns = ns;
    for (std::uint32_t round = 0; round < 3; ++round) record.time->rounds.push_back({round, ns + static_cast<std::int64_t>(round) * ns / 10000, 0.01, 5});
    return record;
}

struct Two {
    std::vector<CaseFile> files;
    std::vector<Side> sides;
    Comparison comparison;

    Two(std::vector<CaseRecord> base, std::vector<CaseRecord> other) {
        for (auto* cases : {&base, &other}) {
            auto& file = files.emplace_back();
            file.name = files.size() == 1 ? "folder/base.db" : "other.db";
            file.cases = std::move(*cases);
            file.variances = RoundVariances(file.cases);
        }
        sides = sides_of(files, {});
        comparison = compare(sides[0], sides[1], {});
    }
    Table table() const { return comparison_table(comparison, sides[0].name, sides[1].name, 0.02); }
};

std::vector<CaseRecord> cases(double factor, int count = 6) {
    std::vector<CaseRecord> all;
    for (int i = 0; i < count; ++i) all.push_back(of_rounds(i + 1, 1ULL << (12 + i), static_cast<std::int64_t>(factor * 100000 * (i + 1))));
    return all;
}

TEST(ComparisonTable, WhatAllShareIsSaidOnceAndTheRuleBelow) {
    const Two two(cases(1), cases(1.05));
    const auto table = two.table();
    EXPECT_THAT(table.title, AllOf(HasSubstr("other.db / base.db: bitonic-b2, u32, uniform, block 256"), HasSubstr("graph"), HasSubstr("measured"), Not(HasSubstr("folder"))));
    ASSERT_EQ(table.rows.size(), 6U);
    EXPECT_EQ(text(table, 0, "n"), "2^12");
    EXPECT_EQ(text(table, 0, "ratio"), "1.050");
    EXPECT_EQ(text(table, 0, "verdict"), "slower");
    EXPECT_EQ(text(table, 0, "base_ns"), "100.0 us");
    EXPECT_THAT(text(table, 0, "interval"), HasSubstr(" .. "));
    EXPECT_NEAR(cell(table, 0, "ratio_low").number->as_double(), 1.05, 0.02);
    ASSERT_EQ(table.notes.size(), 1U) << "rounds on both sides: nothing is widened";
    EXPECT_THAT(table.notes[0], HasSubstr("2 % or more away"));
    EXPECT_THAT(comparison_summary(two.comparison), AllOf(HasSubstr("6 conditions in both, all timed: 6 slower"), HasSubstr("1.050")));
}

TEST(ComparisonTable, SaysWhereTheHostsDriftWidens) {
    auto base = cases(1), other = cases(1.05);
    for (auto* side : {&base, &other})
        for (auto& record : *side) record.time_mode = record.time->mode = TimeMode::stream;
    const Two two(base, other);
    const auto table = two.table();
    ASSERT_EQ(table.notes.size(), 2U);
    EXPECT_THAT(table.notes[1], AllOf(HasSubstr("6 pairs of stream times are of two recordings"), HasSubstr("widened by 15 % to 35 %")));
    EXPECT_EQ(text(table, 0, "verdict"), "unclear");
    EXPECT_THAT(comparison_chart(two.comparison, "a", "b", 0.02).note, HasSubstr("of 6 pairs with stream times of two recordings widened by 15 % to 35 %, for the host drifts."));
}

TEST(ComparisonTable, SaysWhereOneRoundWidensAndWhichCaseIsUsed) {
    auto base = cases(1);
    for (auto& record : base) record.time->rounds.clear();
    base.push_back(base.front());
    base.back().id = CaseId{50};
    const Two two(base, cases(1));
    const auto table = two.table();
    EXPECT_THAT(table.notes[1], AllOf(HasSubstr("6 pairs have one round on a side"), HasSubstr("widened by 8 %")));
    EXPECT_THAT(table.notes[2], HasSubstr("93.8 %"));  // five trials
    EXPECT_THAT(table.notes[3], HasSubstr("1 pair: a side has several cases of the condition; the newest is used"));
    EXPECT_EQ(text(table, 0, "base_case"), "50");
}

TEST(ComparisonTable, HasAllCasesWhereTheyAreAskedFor) {
    const Two two(cases(1), cases(1.05, 4));
    const auto common = two.table();
    const auto all = comparison_table(two.comparison, two.sides[0].name, two.sides[1].name, 0.02, true);
    ASSERT_EQ(common.rows.size(), 4U);
    ASSERT_EQ(all.rows.size(), 6U);
    const auto column = [&](const char* id) { return static_cast<std::size_t>(std::ranges::find(all.columns, std::string(id), &Column::id) - all.columns.begin()); };
    const auto& cells = all.rows[5].cells;
    EXPECT_EQ(cells.at(column("verdict")).text, "only base.db");
    EXPECT_TRUE(cells.at(column("base_ns")).number);
    EXPECT_FALSE(cells.at(column("other_ns")).number);
    EXPECT_FALSE(cells.at(column("ratio")).number);
    EXPECT_EQ(cells.at(column("base_case")).number, Number(6));
}

TEST(ComparisonTable, AcrossVariantsTheParametersOfEachSideAreNamed) {
    CaseFile file;
    file.cases = cases(1, 2);
    for (const int keys : {4, 16})
        for (auto record : cases(0.1 * keys, 2)) {
            record.id = CaseId{100 * keys + static_cast<std::int64_t>(record.id)};
            record.variant = "bitonic-c4";
            record.config.params["max_keys"] = keys;
            file.cases.push_back(record);
        }
    const auto compared = [&file](const CompareOptions& options) {
        file.variances = RoundVariances(file.cases);
        static std::vector<Side> sides;
        sides = sides_of({&file, 1}, options);
        return compare(sides[0], sides[1], options);
    };
    CompareOptions options;
    options.across = {analyzer::Axis{analyzer::Axis::Kind::part, ConditionPart::variant, {}}};
    const auto same = compared(options);
    const auto table = comparison_table(same, "bitonic-b2", "bitonic-c4", 0.02);
    EXPECT_THAT(table.title, HasSubstr("bitonic-c4 (max_keys=4) / bitonic-b2: "));
    EXPECT_THAT(table.notes.back(), HasSubstr("2 pairs: a side has several parameters or blocks; the fastest of them is used"));
    EXPECT_EQ(text(table, 0, "other_case"), "401");
    file.cases[2].time->median_ns *= 100;
    const auto differing = comparison_table(compared(options), "bitonic-b2", "bitonic-c4", 0.02);
    EXPECT_EQ(text(differing, 0, "other_parameters"), "max_keys=16");
    EXPECT_EQ(text(differing, 1, "other_parameters"), "max_keys=4");
}

TEST(ComparisonRows, HaveTheSameColumnsWhateverIsCompared) {
    const Two two(cases(1, 2), cases(1.05, 2));
    const auto rows = comparison_rows(two.comparison, two.sides[0].name, two.sides[1].name, {});
    EXPECT_EQ(text(rows, 0, "base"), "folder/base.db");
    EXPECT_EQ(text(rows, 1, "other_variant"), "bitonic-b2");
    EXPECT_EQ(cell(rows, 1, "base_n").number, Number(std::uint64_t{1} << 13));
    EXPECT_EQ(text(rows, 0, "base_block_threads"), "256");
    EXPECT_EQ(text(rows, 0, "other_time_mode"), "graph");
    EXPECT_NEAR(cell(rows, 0, "ratio_high").number->as_double(), 1.05, 0.02);
    EXPECT_EQ(text(rows, 0, "verdict"), "slower");
    const Two modelled({sample::modelled_staged_case()}, {sample::modelled_staged_case()});
    const auto counted = comparison_rows(modelled.comparison, "a", "b", {});
    EXPECT_EQ(ids(counted), ids(rows));
    EXPECT_EQ(text(counted, 0, "ratio"), "");
    EXPECT_EQ(text(rows, 0, "ratio_of"), "time");
}

TEST(ComparisonTable, WithoutTimesThereIsNone) {
    const Two two({sample::modelled_staged_case()}, {sample::modelled_staged_case()});
    EXPECT_TRUE(two.table().empty());
    EXPECT_EQ(comparison_summary(two.comparison), "1 condition in both");
}

TEST(NothingComparable, NamesThePartThatIsInTheWay) {
    auto other = cases(1);
    for (auto& record : other) record.device.uuid = "GPU-2";
    const Two two(cases(1), other);
    EXPECT_THAT(nothing_comparable(two.comparison, two.sides[0], two.sides[1]), HasSubstr("--across device leaves it free"));
    EXPECT_THAT(nothing_comparable(two.comparison, two.sides[0], two.sides[1], "choose {0}"), HasSubstr("at least; choose device."));
    const Two empty(cases(1), {});
    EXPECT_THAT(nothing_comparable(empty.comparison, empty.sides[0], empty.sides[1]), HasSubstr("other.db has no case that ended well"));
}

LaunchSums stage(int number, std::int64_t ns, std::int64_t sectors) {
    LaunchSums sums;
    sums.stage = number;
    sums.launches = 1;
    sums.time_ns = ns;
    sums.counters = {{CounterId::gld_sectors, Provenance::measured, sectors}, {CounterId::gst_sectors, Provenance::measured, sectors}};
    return sums;
}

TEST(StageDifferences, SentenceAndTableAddUp) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const PairDifference one{&two.comparison.pairs[0],
                             difference({stage(1, 40000, 100), stage(2, 50000, 100)}, {stage(1, 40000, 100), stage(2, 66000, 200)},
                                        two.comparison.pairs[0].base_time->ns, two.comparison.pairs[0].other_time->ns, 4, 4)};
    EXPECT_THAT(difference_sentence(one), AllOf(HasSubstr("2^12"), HasSubstr("+20 %"), HasSubstr("stage 2 alone 80 %"), HasSubstr("global_sectors 200 -> 400 (2.00x)"),
                                                HasSubstr("launch gaps, host) 20 %")));
    const auto table = stage_difference_table(one, "a", "b");
    ASSERT_EQ(table.rows.size(), 5U);
    EXPECT_EQ(text(table, 1, "part_pct"), "80");
    EXPECT_THAT(text(table, 1, "counters"), HasSubstr("global_sectors 200 -> 400"));
    double sum = 0;
    for (const std::size_t row : {0U, 1U, 3U}) sum += cell(table, row, "difference_ns").number->as_double();
    EXPECT_NEAR(sum, cell(table, 4, "difference_ns").number->as_double(), 1e-9);
    EXPECT_EQ(text(table, 3, "stage"), "gaps, host");
}

TEST(StageDifferences, WhereTheKernelsDidNotBecomeSlowerNoStageIsBlamed) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const auto& pair = two.comparison.pairs[0];
    const auto sentence = [&](std::int64_t second) {
        return difference_sentence({&pair, difference({stage(1, 40000, 100), stage(2, 50000, 100)}, {stage(1, 41000, 200), stage(2, second, 100)}, pair.base_time->ns, pair.other_time->ns, 4, 4)});
    };
    EXPECT_THAT(sentence(46000), AllOf(testing::EndsWith(". Its kernels did not become slower (-3.000 us together): all of it lies between them (launch gaps, host)."), Not(HasSubstr("stage"))));
    EXPECT_THAT(sentence(49000), testing::EndsWith(". Its kernels did not become slower: all of it lies between them (launch gaps, host)."));
}

TEST(StageDifferences, CountersThatAreNotMeasuredAreMarked) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const auto& pair = two.comparison.pairs[0];
    auto less = stage(1, 40000, 100), more = stage(1, 60000, 200);
    for (auto* sums : {&less, &more})
        for (auto& counter : sums->counters) counter.provenance = Provenance::counted;
    const PairDifference one{&pair, difference({less}, {more}, pair.base_time->ns, pair.other_time->ns, 4, 4)};
    EXPECT_THAT(difference_sentence(one), HasSubstr("global_sectors 200+ -> 400+ (2.00x)"));
    EXPECT_EQ(provenances_of({&one, 1}), std::set{Provenance::counted});
}

TEST(StageDifferences, ADifferenceThatIsNoneIsNotExplained) {
    const Two same(cases(1, 1), cases(1.001, 1)), slower(cases(1, 1), cases(1.2, 1));
    const auto& pair = same.comparison.pairs[0];
    const PairDifference one{&pair, difference({stage(1, 40000, 100)}, {stage(1, 44000, 200)}, pair.base_time->ns, pair.other_time->ns, 4, 4)};
    EXPECT_THAT(difference_sentence(one), AllOf(HasSubstr(": same, +0.1 %"), testing::EndsWith("There is no difference that is known, so nothing is explained."), Not(HasSubstr("Kernels"))));
    EXPECT_EQ(nothing_explained(same.comparison), "Nothing is explained: no verdict is faster or slower.");
    EXPECT_EQ(nothing_explained(slower.comparison), "");
}

TEST(ComparisonTable, SaysWhereTheSidesDoNotSortTheSame) {
    CaseFile file;
    file.name = "a.db";
    file.cases = {of_rounds(1, 1 << 12, 100000), of_rounds(2, 1 << 14, 300000)};
    file.variances = RoundVariances(file.cases);
    CompareOptions options;
    options.across = {{analyzer::Axis::Kind::part, ConditionPart::n, {}}};
    const auto sides = sides_of({&file, 1}, options);
    const auto comparison = compare(sides.at(0), sides.at(1), options);
    EXPECT_THAT(comparison_summary(comparison), testing::EndsWith("THE SIDES DO NOT SORT THE SAME: n differs, so times per key are compared"));
    const auto table = comparison_table(comparison, "2^12", "2^14", 0.02);
    EXPECT_THAT(table.title, testing::EndsWith("; per key; measured"));
    EXPECT_EQ(text(table, 0, "verdict"), "faster per key");
    EXPECT_EQ(text(table, 0, "ratio"), "0.750");
    EXPECT_EQ(text(table, 0, "base_rate_mkeys_per_s"), "40.96");
    EXPECT_THAT(table.notes.front(), HasSubstr("The sides do not sort the same: n differs (2^12 against 2^14). Where the numbers of keys differ, times per key are compared"));
    EXPECT_EQ(text(comparison_rows(comparison, "a", "b", {}), 0, "ratio_of"), "time_per_key");
    const auto chart = comparison_chart(comparison, "2^12", "2^14", 0.02, 0);
    EXPECT_THAT(chart.title, HasSubstr("Times per key of 2^14"));
    EXPECT_THAT(chart.note, HasSubstr("n differs (2^12 against 2^14)"));
    const auto times = pair_chart(comparison.pairs.at(0), "2^12", "2^14", 0.02);
    EXPECT_THAT(times.y.title, testing::StartsWith("time per key ("));
    EXPECT_THAT(times.note, HasSubstr("n differs (2^12 against 2^14)"));
    ASSERT_EQ(times.series.at(0).points.size(), 2U);
    EXPECT_NEAR(*times.series[0].points[1].y / *times.series[0].points[0].y, 0.75, 1e-4);
    EXPECT_THAT(times.series[0].name, testing::StartsWith("faster per key: ratio 0.750"));
    EXPECT_NEAR(times.bands.at(0).to, 1.02 * *times.series[0].points[0].y, 1e-9);
    const PairDifference one{&comparison.pairs[0], difference({stage(1, 40000, 100)}, {stage(1, 44000, 200)}, 1e5, 3e5, 4, 4)};
    EXPECT_THAT(difference_sentence(one), testing::EndsWith("The sides sort different numbers of keys, so the difference of their times is not explained."));
}

TEST(StageDifferences, OfASideWithoutLaunchesNothingIsSaidOfKernels) {
    const Two two(cases(1, 1), cases(1.2, 1));
    const auto& pair = two.comparison.pairs[0];
    const auto sentence = [&](const std::vector<LaunchSums>& base, const std::vector<LaunchSums>& other) {
        return difference_sentence({&pair, difference(base, other, pair.base_time->ns, pair.other_time->ns, 4, 4)});
    };
    EXPECT_THAT(sentence({stage(1, 40000, 100)}, {}), testing::EndsWith("(+20.00 us). The other has no launches that would say where."));
    EXPECT_THAT(sentence({}, {stage(1, 40000, 100)}), testing::EndsWith("The base has no launches that would say where."));
    EXPECT_THAT(sentence({}, {}), testing::EndsWith("Neither side has launches that would say where."));
}

TEST(ComparisonTable, OfASingleTrialNoLevelIsTold) {
    auto single = cases(1, 1);
    single[0].time->rounds.clear();
    single[0].time->count = 1;
    const Two two(single, cases(1.2, 1));
    EXPECT_THAT(two.table().notes, testing::Contains(HasSubstr("1 pair has a single trial on a side, which does not tell how well the time is known")));
    EXPECT_THAT(two.table().notes, testing::Not(testing::Contains(HasSubstr("of 0.0 %"))));
}

TEST(StageDifferences, OfPairsWithoutTimesCountersAreTold) {
    const Two two({sample::modelled_staged_case()}, {sample::modelled_staged_case()});
    const auto& pair = two.comparison.pairs.at(0);
    ASSERT_FALSE(pair.ratio);
    EXPECT_THAT(difference_sentence({&pair, difference({stage(1, 0, 10)}, {stage(1, 0, 20)}, {}, {}, 4, 4)}),
                AllOf(testing::StartsWith(pair.base.record->variant), HasSubstr(": not timed on both sides; 3 counters that both have differ: global_sectors 20 -> 40 (2.00x), "), testing::EndsWith(".")));
    EXPECT_THAT(difference_sentence({&pair, difference({stage(1, 0, 10)}, {stage(1, 0, 10)}, {}, {}, 4, 4)}), testing::EndsWith(": not timed on both sides, and no counter that both have differs."));
}

TEST(CounterTable, SaysWhereTheSidesDoNotSortTheSame) {
    CaseFile file;
    file.name = "a.db";
    file.cases = {sample::modelled_staged_case(), sample::modelled_staged_case()};
    file.cases[1].id = CaseId{2};
    file.cases[1].workload.n *= 4;
    CompareOptions options;
    options.across = {{analyzer::Axis::Kind::part, ConditionPart::n, {}}};
    const auto sides = sides_of({&file, 1}, options);
    const auto comparison = compare(sides.at(0), sides.at(1), options);
    ASSERT_EQ(comparison.pairs.size(), 1U);
    ASSERT_EQ(comparison.timed, 0U);
    EXPECT_THAT(comparison_summary(comparison), testing::EndsWith("1 condition in both. THE SIDES DO NOT SORT THE SAME: n differs")) << "nothing of times, for there are none";
    const auto& pair = comparison.pairs[0];
    const std::vector<PairDifference> pairs{{&pair, difference({stage(1, 0, 10)}, {stage(1, 0, 40)}, {}, {}, 4, 16)}};
    const auto table = counter_table(pairs, sides[0].name, sides[1].name);
    ASSERT_EQ(table.notes.size(), 1U);
    EXPECT_THAT(table.notes[0], AllOf(testing::StartsWith("The sides do not sort the same: n differs ("), testing::EndsWith("Counters differ for that alone.")));
}

TEST(CounterTable, EqualOnesAreSaidToBe) {
    const Two two({sample::modelled_staged_case()}, {sample::modelled_staged_case()});
    const auto& pair = two.comparison.pairs[0];
    const std::vector<PairDifference> pairs{{&pair, difference({stage(1, 0, 10)}, {stage(1, 0, 10)}, {}, {}, 4, 4)},
                                            {&pair, difference({stage(1, 0, 10)}, {stage(1, 0, 20)}, {}, {}, 4, 4)}};
    const auto table = counter_table(pairs, "a", "b");
    EXPECT_EQ(text(table, 0, "counters"), "all are equal");
    EXPECT_EQ(text(table, 0, "differing"), "0");
    EXPECT_EQ(text(table, 1, "differing"), "3");
    EXPECT_THAT(text(table, 1, "counters"), HasSubstr("global_sectors 20 -> 40 (2.00x)"));
}

TEST(HistoryTable, NamesTheRunThatChangedTheTime) {
    CaseFile file;
    for (int i = 0; i < 6; ++i) {
        auto record = of_rounds(i + 1, 1 << 20, i == 2 || i == 3 ? 120000 : 100000);
        record.run = RunId{i + 1};
        file.cases.push_back(record);
    }
    for (auto& record : file.cases) record.time->rounds.clear();
    for (auto& record : file.cases) record.time->min_ns = record.time->max_ns = record.time->median_ns;
    const auto there_and_back = history_table(histories(file, {}, 0.02), 0.02);
    EXPECT_EQ(text(there_and_back, 0, "changes"), "slower from run 3: 1.200 (now unclear), faster from run 5: 0.833") << "single rounds tell no less than 3 %";
    EXPECT_THAT(there_and_back.notes, testing::Contains(HasSubstr("--fail-on counts changes that hold")));
    file.cases.resize(4);
    const auto table = history_table(histories(file, {}, 0.02), 0.02);
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_THAT(table.notes, Not(testing::Contains(HasSubstr("hold"))));
    EXPECT_EQ(text(table, 0, "changes"), "slower from run 3: 1.200");
    EXPECT_EQ(text(table, 0, "runs"), "4");
    EXPECT_EQ(text(table, 0, "first_ns"), "100.0 us");
}

// ---- sweeps

Sweep sweep_of(std::vector<std::pair<std::uint32_t, std::int64_t>> points) {
    static std::vector<std::unique_ptr<CaseFile>> files;
    auto& file = *files.emplace_back(std::make_unique<CaseFile>());
    for (const auto& [block, ns] : points) {
        auto record = of_rounds(static_cast<std::int64_t>(block), 1 << 20, ns);
        record.config.block = block;
        file.cases.push_back(record);
    }
    file.variances = RoundVariances(file.cases);
    const analyzer::Axis block{analyzer::Axis::Kind::part, ConditionPart::block, {}};
    return sweeps(file, {&block, 1}, {}, 0.02, {[](CaseId id) { return std::vector{stage(1, 1000, id == CaseId{64} ? 200 : 100)}; }, [](CaseId, std::uint32_t) {
                      LaunchRecord launch;
                      launch.registers = 32;
                      launch.block.x = 256;
                      launch.grid.x = 4096;
                      return std::optional(launch);
                  }}).at(0);
}

TEST(SweepTable, TheBestItsMarginAndWhyOthersAreSlower) {
    const auto sweep = sweep_of({{64, 150000}, {128, 100000}, {256, 101000}, {512, 130000}});
    EXPECT_THAT(sweep_sentence(sweep, 0.02), AllOf(HasSubstr("Best: block 128, 100.0 us. The next, block 256, takes 1.010 ("), HasSubstr("same."), HasSubstr("As good within 2 %: block 256.")));
    const auto table = sweep_table(sweep);
    EXPECT_EQ(text(table, 1, "verdict"), "best");
    EXPECT_EQ(text(table, 0, "ratio"), "1.500");
    EXPECT_EQ(text(table, 0, "why"), "2.00x sectors");
    EXPECT_EQ(text(table, 3, "why"), "no counter says");
    EXPECT_EQ(text(table, 2, "why"), " ");
    EXPECT_THAT(sweep_heading(sweep), AllOf(HasSubstr("2^20"), HasSubstr("graph"), Not(HasSubstr("block"))));
    EXPECT_TRUE(sweep_matrix(sweep).empty()) << "one axis";
}

TEST(SweepPoints, OfSeveralSweepsAreOneTableInOneUnit) {
    auto longer = sweep_of({{64, 2'000'000}, {128, 1'000'000}});
    longer.condition.n = 1 << 22;
    const auto table = sweep_points({sweep_of({{64, 2'000}, {128, 1'000}}), longer});
    const auto column = [&](std::string_view id) { return static_cast<std::size_t>(std::ranges::find(table.columns, id, &Column::id) - table.columns.begin()); };
    ASSERT_LT(column("time_ns"), table.columns.size());
    ASSERT_EQ(table.rows.size(), 4U);
    const double unit_ns = table.columns[column("time_ns")].unit_ns;
    std::vector<double> times;
    for (const auto& row : table.rows) times.push_back(row.cells.at(column("time_ns")).number.value().as_double() * unit_ns);
    EXPECT_THAT(times, ::testing::ElementsAre(::testing::DoubleNear(2e3, 2), ::testing::DoubleNear(1e3, 1), ::testing::DoubleNear(2e6, 2e3), ::testing::DoubleNear(1e6, 1e3)));
    EXPECT_EQ(table.rows[3].cells.at(column("n")).text, "4194304");
    EXPECT_EQ(std::ranges::count(table.columns, "block_threads", &Column::id), 1);
}

TEST(SweepTable, FlatIsCalledFlat) {
    const auto sweep = sweep_of({{64, 100000}, {128, 100100}, {256, 100300}});
    EXPECT_THAT(sweep_sentence(sweep, 0.02), HasSubstr("Flat: all points are within 2 % of block 64"));
}

TEST(SweepMatrix, RowsAndColumnsAreTheAxes) {
    CaseFile file;
    for (const std::uint32_t block : {128U, 256U})
        for (const int ways : {2, 4}) {
            if (block == 256 && ways == 4) continue;
            auto record = of_rounds(static_cast<std::int64_t>(file.cases.size() + 1), 1 << 20, 100000 + 1000 * ways);
            record.config.block = block;
            record.config.params["ways"] = ways;
            file.cases.push_back(record);
        }
    const std::vector<analyzer::Axis> axes{{analyzer::Axis::Kind::part, ConditionPart::block, {}}, {analyzer::Axis::Kind::parameter, {}, "ways"}};
    const auto sweep = sweeps(file, axes, {}, 0.02, {[](CaseId) { return std::vector<LaunchSums>{}; }, [](CaseId, std::uint32_t) { return std::optional<LaunchRecord>{}; }}).at(0);
    const auto table = sweep_matrix(sweep);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(text(table, 0, "block"), "128");
    EXPECT_EQ(text(table, 0, "ways_4"), "104");
    EXPECT_EQ(text(table, 1, "ways_4"), "") << "no such case";
}

}  // namespace
}  // namespace sortscope::present
