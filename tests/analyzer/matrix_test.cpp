#include "analyzer/launches/breakdown.hpp"

#include <gtest/gtest.h>

#include "tests/core/expect_error.hpp"

#include "analyzer/source/lines.hpp"

namespace sortscope::analyzer {
namespace {

LaunchRecord launch(int stage, int substage, std::int64_t ns, std::int64_t bytes, std::int64_t sectors) {
    LaunchRecord one;
    one.stage = {stage, substage, ""};
    one.kernel = "step";
    one.start_ns = 0;
    one.duration_ns = ns;
    one.counters = {{CounterId::gld_bytes, Provenance::measured, bytes},
                    {CounterId::gld_sectors, Provenance::measured, sectors}};
    return one;
}

TEST(StageMatrix, CellsAreSubstagesAndAStageIsARatioOfItsSums) {
    CaseRecord record;
    record.launches = {launch(1, 1, 10, 320, 10), launch(2, 1, 20, 320, 10), launch(2, 2, 30, 320, 30)};
    const auto by_substage = breakdown(record, Grouping::substage);
    const auto by_stage = breakdown(record, Grouping::stage);
    const auto time = stage_matrix(by_substage, by_stage, time_metric());
    EXPECT_EQ(time.substages, 2);
    EXPECT_EQ(time.cells.size(), 3U);
    EXPECT_EQ(time.cells.at({2, 2}).value, Number(30));
    EXPECT_EQ(time.stages.at(2).value, Number(50));
    const auto efficiency = stage_matrix(by_substage, by_stage, metric("gld_efficiency_pct"));
    EXPECT_DOUBLE_EQ(efficiency.cells.at({2, 1}).value.as_double(), 100);
    EXPECT_DOUBLE_EQ(efficiency.stages.at(2).value.as_double(),
                     50);  // 640 of 1280 bytes, no mean of 100 and 33
    EXPECT_TRUE(stage_matrix(by_substage, by_stage, metric("gst_efficiency_pct")).cells.empty());
}

SiteCounts site(SiteKind kind, std::uint32_t line, std::int64_t sectors,
                Provenance provenance = Provenance::counted) {
    SiteCounts counts;
    counts.site = {kind, "a.hpp", line, 3, "step"};
    counts.provenance = provenance;
    counts.requests = 10;
    counts.bytes = 320;
    counts.sectors = sectors;
    counts.divergent_warps = 4;
    counts.extra_wavefronts = 5;
    return counts;
}

TEST(ByLine, SitesOfALineAreAddedUpAndTheMostSectorsComeFirst) {
    const std::vector sites{site(SiteKind::global_load, 7, 10), site(SiteKind::global_store, 9, 20),
                            site(SiteKind::global_store, 7, 30), site(SiteKind::branch, 7, 0),
                            site(SiteKind::shared_load, 8, 0)};
    const auto lines = by_line(sites, {});
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].line, 7U);
    EXPECT_EQ(lines[0].sectors, 40);
    EXPECT_EQ(lines[0].requests, 20);
    EXPECT_EQ(lines[0].branch_warps, 10);
    EXPECT_EQ(lines[0].divergent_warps, 4);
    EXPECT_EQ(lines[0].extra_wavefronts, 0) << "global accesses have none";
    EXPECT_DOUBLE_EQ(*lines[0].sector_share, 40.0 / 60);
    EXPECT_EQ(lines[2].extra_wavefronts, 5);
    EXPECT_FALSE(lines[0].sample_share);
}

TEST(ByLine, ProvenancesStayApart) {
    const std::vector sites{site(SiteKind::global_load, 7, 10),
                            site(SiteKind::global_load, 7, 10, Provenance::modelled)};
    const auto lines = by_line(sites, {});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_DOUBLE_EQ(*lines[0].sector_share, 1);
    EXPECT_DOUBLE_EQ(*lines[1].sector_share, 1);
}

TEST(ByLine, SamplesStandAtTheirLines) {
    const std::vector sites{site(SiteKind::global_load, 7, 10)};
    const std::vector<StallRecord> stalls{
        {"step", "", "a.hpp", 7, 0, "long", 30},
        {"step", "", "a.hpp", 7, 16, "wait", 50},
        {"step", "", "a.hpp", 7, 32, "long", 40},
        {"step", "", "a.hpp", 20, 48, "smsp__pcsamp_warps_issue_stalled_wait", 40},
        {"step", "", "a.hpp", 7, 32, "smsp__pcsamp_warps_issue_stalled_long_not_issued", 900}};
    const auto lines = by_line(sites, stalls);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].samples, 120U);
    EXPECT_EQ(lines[0].reason, "long");
    EXPECT_DOUBLE_EQ(*lines[0].sample_share, 0.75);
    EXPECT_EQ(lines[1].line, 20U);
    EXPECT_EQ(lines[1].reason, "wait");
    EXPECT_FALSE(lines[1].provenance);
}

TEST(ByLine, PartsAreOfSectorsAndBranches) {
    LineCounts line;
    EXPECT_FALSE(line.efficiency());
    EXPECT_FALSE(line.divergence());
    line.bytes = 64, line.sectors = 4, line.branch_warps = 8, line.divergent_warps = 2;
    EXPECT_DOUBLE_EQ(*line.efficiency(), 0.5);
    EXPECT_DOUBLE_EQ(*line.divergence(), 0.25);
}

TEST(ByLine, AreSortedByWhatIsAskedFor) {
    std::vector<LineCounts> lines(3);
    lines[0].sectors = 3, lines[1].sectors = 5, lines[2].sectors = 5;
    lines[0].samples = 9;
    for (std::uint32_t i = 0; i < 3; ++i) lines[i].line = i;
    sort_lines(lines, "sectors");
    EXPECT_EQ(lines[0].line, 1U);
    EXPECT_EQ(lines[2].line, 0U);
    sort_lines(lines, "samples");
    EXPECT_EQ(lines[0].line, 0U);
    test::expect_error(ErrorKind::usage, "not by 'sector'. Did you mean 'sectors'?",
                       [&] { sort_lines(lines, "sector"); });
}

TEST(Matrix, LeavesTheStagesOfGreatestValue) {
    StageMatrix matrix;
    matrix.metric = &time_metric();
    for (int stage = 1; stage <= 4; ++stage) {
        matrix.stages[stage] = {Number(stage == 2 ? 100 : stage), Provenance::measured};
        matrix.cells[{stage, 1}] = matrix.stages[stage];
    }
    leave_greatest(matrix, 2);
    EXPECT_EQ(matrix.stages.size(), 2U);
    EXPECT_TRUE(matrix.stages.contains(2) && matrix.stages.contains(4));
    EXPECT_EQ(matrix.cells.size(), 2U);
}

}  // namespace
}  // namespace sortscope::analyzer
