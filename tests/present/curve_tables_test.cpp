#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "present/tables/curves.hpp"
#include "tests/present/look.hpp"
#include "tests/present/timed_case.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using namespace test;
using namespace sample;
using analyzer::Repeats;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

CurveTables tables_of(const std::vector<CaseRecord>& cases, Repeats repeats = Repeats::newest) {
    return curve_tables(analyzer::curves_over("n", cases, repeats),
                        analyzer::curves_over("block", cases, repeats),
                        "--repeats each-run keeps runs apart");
}

const std::vector<CaseRecord>& two_variants() {
    static const std::vector<CaseRecord> cases{timed(1, "slow", 1024, 2000), timed(2, "slow", 4096, 4096),
                                               timed(3, "fast", 1024, 1000), timed(4, "fast", 4096, 1024),
                                               timed(5, "fast", 1 << 14, 2048)};
    return cases;
}

TEST(ThroughputTable, WhatAllCurvesShareIsSaidOnce) {
    const auto table = tables_of(two_variants()).throughput;
    EXPECT_EQ(table.title,
              "Throughput by number of keys: u32, uniform, block 256, L2 warm; measured, keys / median time");
    EXPECT_THAT(ids(table),
                ElementsAre("variant", "n", "median_ns", "spread_pct", "interval_pct", "rate_mkeys_per_s",
                            "effective_gb_per_s", "bound_gb_per_s", "part_of_copy_pct", "bar"));
    ASSERT_EQ(table.rows.size(), 6U);
    EXPECT_EQ(text(table, 0, "variant"), "slow");
    EXPECT_EQ(text(table, 0, "n"), "2^10");
    EXPECT_EQ(cell(table, 0, "n").number, Number(1024));
    EXPECT_EQ(text(table, 0, "median_ns"), "2.000 us");
    EXPECT_EQ(text(table, 0, "rate_mkeys_per_s"), "512.0");
    EXPECT_EQ(text(table, 1, "variant"), " ") << "a curve's conditions stand in front of its first point";
    EXPECT_EQ(table.rows[2].kind, Row::Kind::rule);
    EXPECT_EQ(cell(table, 5, "bar").fraction, 1);
    EXPECT_DOUBLE_EQ(cell(table, 0, "bar").fraction, 512.0 / 8000);
    EXPECT_THAT(table.notes, IsEmpty());
}

TEST(ThroughputTable, OfASingleTrialNothingIsKnown) {
    auto cases = two_variants();
    for (auto& record : cases) record.time->count = record.keys() == 1024 ? 1 : 5;
    auto curves = analyzer::curves_over("n", cases);
    analyzer::CaseFile file;
    file.name = "x.db";
    file.cases = cases;
    analyzer::add_intervals(curves, file);
    const auto table = curve_tables(curves, {}, "").throughput;
    EXPECT_EQ(text(table, 0, "spread_pct"), "");
    EXPECT_EQ(text(table, 0, "interval_pct"), "");
    EXPECT_EQ(text(table, 1, "spread_pct"), "1.2");
    EXPECT_NE(text(table, 1, "interval_pct"), "");
}

TEST(RankingTable, WhatIsNoSortIsInNoRanking) {
    auto cases = two_variants();
    for (auto& record : cases)
        if (record.subject.name == "fast")
            record.subject = {.name = "butterfly-minmax", .promise = Promise::extremes};
    const auto tables = tables_of(cases);
    EXPECT_TRUE(tables.ranking.empty());
    EXPECT_THAT(tables.throughput.notes,
                ElementsAre("Not sorts, by what they leave of the keys, and in no ranking: butterfly-minmax "
                            "(minimum and maximum alone)."));
}

TEST(ThroughputTable, WhatDiffersHasAColumn) {
    auto cases = two_variants();
    for (std::size_t i = 2; i < cases.size(); ++i) {
        edit(cases[i]).config.params["tile"] = 4;
        cases[i].cache_state = "flushed";
        cases[i].time_mode = TimeMode::graph;
    }
    const auto table = tables_of(cases).throughput;
    EXPECT_EQ(table.title,
              "Throughput by number of keys: u32, uniform, block 256; measured, keys / median time");
    EXPECT_EQ(text(table, 3, "parameters"), "tile=4");
    EXPECT_EQ(text(table, 0, "parameters"), "");
    EXPECT_EQ(text(table, 3, "cache_state"), "flushed");
    EXPECT_EQ(text(table, 3, "time_mode"), "graph");
}

TEST(ThroughputTable, TwoDevicesOfOneNameAreToldApart) {
    auto cases = two_variants();
    for (std::size_t i = 2; i < cases.size(); ++i) cases[i].device.uuid = "GPU-22222222-bbbb";
    const auto table = tables_of(cases).throughput;
    EXPECT_EQ(text(table, 0, "device"), "NVIDIA H200 GPU-11111111");
    EXPECT_EQ(text(table, 3, "device"), "NVIDIA H200 GPU-22222222");
}

TEST(ThroughputTable, OfSeveralCasesOfOneConditionItSaysWhichAreShown) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 512));
    cases.back().run = RunId{2};
    auto table = tables_of(cases).throughput;
    EXPECT_THAT(
        table.notes,
        ElementsAre(
            "1 point shows the newest of 2 cases of one condition; --repeats each-run keeps runs apart."));
    EXPECT_EQ(text(table, 4, "rate_mkeys_per_s"), "8,000");
    cases.push_back(timed(7, "slow", 1024, 2000));
    cases.push_back(timed(8, "slow", 1024, 2000));
    table = tables_of(cases).throughput;
    EXPECT_THAT(table.notes, ElementsAre("2 points show the newest of up to 3 cases of one condition; "
                                         "--repeats each-run keeps runs apart."));
    table = tables_of(cases, Repeats::each_run).throughput;
    EXPECT_THAT(table.notes,
                ElementsAre("1 point shows the newest of 3 cases of one condition within a run."));
    EXPECT_EQ(text(table, 0, "run_id"), "1");
    EXPECT_EQ(text(table, table.rows.size() - 1, "run_id"), "2");
}

TEST(ThroughputTable, MergedPointsSayWhatTheyAreOf) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 2048));
    const auto tables = tables_of(cases, Repeats::merged);
    const auto* note =
        "1 point is merged of 2 cases of one condition: the median of their medians; spread is of those "
        "medians.";
    EXPECT_THAT(tables.throughput.notes, ElementsAre(note));
    EXPECT_EQ(text(tables.throughput, 4, "median_ns"), "1.536 us");
    EXPECT_EQ(text(tables.throughput, 4, "spread_pct"), "33.3");
    EXPECT_THAT(tables.ranking.notes, ElementsAre(note)) << "a ranking says it of its own points";
}

TEST(RankingTable, SaysWhatItLeavesOut) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 2048));
    EXPECT_THAT(
        tables_of(cases).ranking.notes,
        ElementsAre(
            "1 point shows the newest of 2 cases of one condition; --repeats each-run keeps runs apart."));
    EXPECT_THAT(curve_tables(analyzer::curves_over("n", cases), {}).ranking.notes,
                ElementsAre("1 point shows the newest of 2 cases of one condition."))
        << "how to see the others is for whoever shows it";
    cases.back() = timed(6, "fast", 1024, 2048);
    EXPECT_THAT(tables_of(cases).ranking.notes, IsEmpty()) << "at the size that is ranked none is left out";
}

TEST(RankingTable, FastestFirstAtTheLargestCommonSize) {
    const auto table = tables_of(two_variants()).ranking;
    EXPECT_EQ(table.title, "Fastest first, at 2^12 keys: u32, uniform, block 256, L2 warm");
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(text(table, 0, "variant"), "fast");
    EXPECT_EQ(text(table, 0, "part_of_fastest"), "1.000");
    EXPECT_EQ(text(table, 1, "variant"), "slow");
    EXPECT_EQ(text(table, 1, "part_of_fastest"), "0.250");
    EXPECT_EQ(text(table, 1, "rate_mkeys_per_s"), "1,000");
    EXPECT_TRUE(tables_of({timed(1, "alone", 1024, 10)}).ranking.empty());
}

TEST(BlockSweepTable, AndItsPointsAreNotAmongTheCurves) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 2048, 64));
    cases.push_back(timed(7, "fast", 4096, 512, 512));
    const auto tables = tables_of(cases);
    EXPECT_EQ(tables.block_sweeps.title,
              "Throughput by block size: u32, uniform, 2^12 keys, L2 warm; measured, keys / median time");
    ASSERT_EQ(tables.block_sweeps.rows.size(), 3U);
    EXPECT_EQ(text(tables.block_sweeps, 0, "block_threads"), "64");
    EXPECT_EQ(cell(tables.block_sweeps, 2, "block_threads").number, Number(512));
    EXPECT_EQ(tables.throughput.rows.size(), 6U) << "the single points of other blocks are left to the sweep";
}

TEST(CurveTablesOfNothing, AreNotThere) {
    auto unverified = timed(1, "a", 1024, 10);
    unverified.status = CaseStatus::unverified;
    const auto tables = tables_of({unverified});
    EXPECT_TRUE(tables.throughput.empty());
    EXPECT_TRUE(tables.ranking.empty());
    EXPECT_TRUE(tables.block_sweeps.empty());
}

}  // namespace
}  // namespace sortscope::present
