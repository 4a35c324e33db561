#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "present/tables/curves.hpp"
#include "tests/present/look.hpp"
#include "tests/present/timed_case.hpp"

namespace sortscope::present {
namespace {

using namespace test;
using namespace sample;
using analyzer::Repeats;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
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
    EXPECT_THAT(texts(table, 0, {"variant", "n", "median_ns", "rate_mkeys_per_s"}),
                ElementsAre("slow", "2^10", "2.000 us", "512.0"));
    EXPECT_EQ(cell(table, 0, "n").number, Number(1024));
    EXPECT_EQ(text(table, 1, "variant"), " ") << "a curve's first point has its conditions";
    EXPECT_EQ(std::tuple(table.rows[2].kind, cell(table, 5, "bar").fraction), std::tuple(Row::Kind::rule, 1));
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
    EXPECT_EQ(std::tuple(text(table, 0, "spread_pct"), text(table, 0, "interval_pct")), std::tuple("", ""));
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
                ElementsAre(HasSubstr("butterfly-minmax (minimum and maximum alone)")));
}

TEST(ThroughputTable, WhatDiffersHasAColumn) {
    auto cases = two_variants();
    for (std::size_t i = 2; i < cases.size(); ++i) {
        edit(cases[i]).config.params["tile"] = 4;
        cases[i].cache_state = "flushed";
        cases[i].time_mode = TimeMode::graph;
        cases[i].device.uuid = "GPU-22222222-bbbb";
    }
    const auto table = tables_of(cases).throughput;
    EXPECT_EQ(table.title,
              "Throughput by number of keys: u32, uniform, block 256; measured, keys / median time");
    const std::vector<const char*> parts{"parameters", "cache_state", "time_mode", "device"};
    EXPECT_THAT(texts(table, 0, parts), ElementsAre("", "warm", "", "NVIDIA H200 GPU-11111111"));
    EXPECT_THAT(texts(table, 3, parts),
                ElementsAre("tile=4", "flushed", "graph", "NVIDIA H200 GPU-22222222"));
}

TEST(ThroughputTable, OfSeveralCasesOfOneConditionItSaysWhichAreShown) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 512));
    cases.back().run = RunId{2};
    auto table = tables_of(cases).throughput;
    const auto* note =
        "1 point shows the newest of 2 cases of one condition; --repeats each-run keeps runs apart.";
    EXPECT_THAT(table.notes, ElementsAre(note));
    EXPECT_EQ(text(table, 4, "rate_mkeys_per_s"), "8,000");
    EXPECT_THAT(tables_of(cases).ranking.notes, ElementsAre(note));
    EXPECT_THAT(curve_tables(analyzer::curves_over("n", cases), {}).ranking.notes,
                ElementsAre("1 point shows the newest of 2 cases of one condition."));
    cases.push_back(timed(7, "slow", 1024, 2000));
    cases.push_back(timed(8, "slow", 1024, 2000));
    table = tables_of(cases).throughput;
    EXPECT_THAT(table.notes, ElementsAre(HasSubstr("2 points show the newest of up to 3 cases")));
    table = tables_of(cases, Repeats::each_run).throughput;
    EXPECT_THAT(table.notes, ElementsAre(HasSubstr("3 cases of one condition within a run.")));
    EXPECT_EQ(text(table, 0, "run_id"), "1");
    EXPECT_EQ(text(table, table.rows.size() - 1, "run_id"), "2");
}

TEST(ThroughputTable, MergedPointsSayWhatTheyAreOf) {
    auto cases = two_variants();
    cases.push_back(timed(6, "fast", 4096, 2048));
    const auto tables = tables_of(cases, Repeats::merged);
    EXPECT_THAT(tables.throughput.notes, ElementsAre(HasSubstr("1 point is merged of 2 cases")));
    EXPECT_THAT(texts(tables.throughput, 4, {"median_ns", "spread_pct"}), ElementsAre("1.536 us", "33.3"));
    EXPECT_EQ(tables.ranking.notes, tables.throughput.notes);
}

TEST(RankingTable, FastestFirstAtTheLargestCommonSize) {
    const auto table = tables_of(two_variants()).ranking;
    EXPECT_EQ(table.title, "Fastest first, at 2^12 keys: u32, uniform, block 256, L2 warm");
    ASSERT_EQ(table.rows.size(), 2U);
    const std::vector<const char*> shown{"variant", "part_of_fastest", "rate_mkeys_per_s"};
    EXPECT_THAT(texts(table, 0, shown), ElementsAre("fast", "1.000", "4,000"));
    EXPECT_THAT(texts(table, 1, shown), ElementsAre("slow", "0.250", "1,000"));
    EXPECT_TRUE(tables_of({timed(1, "alone", 1024, 10)}).ranking.empty());
    auto unverified = timed(1, "a", 1024, 10);
    unverified.status = CaseStatus::unverified;
    const auto none = tables_of({unverified});
    EXPECT_TRUE(none.throughput.empty() && none.ranking.empty() && none.block_sweeps.empty());
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

}  // namespace
}  // namespace sortscope::present
