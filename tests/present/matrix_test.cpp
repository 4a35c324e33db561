#include "present/tables/matrix.hpp"
#include "present/tables/source.hpp"

#include <gtest/gtest.h>

#include "tests/present/look.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using namespace test;
using namespace sample;
using analyzer::Grouping;

analyzer::StageMatrix matrix_of(const CaseRecord& record, const Metric& metric) {
    return analyzer::stage_matrix(analyzer::breakdown(record, Grouping::substage),
                                  analyzer::breakdown(record, Grouping::stage), metric);
}

TEST(MatrixTable, RowsAreStagesAndColumnsSubstages) {
    const auto tables = matrix_tables(matrix_of(staged_case(), time_metric()));
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_EQ(tables[0].title, "Time (us): rows are stages, columns substages");
    EXPECT_EQ(ids(tables[0]), (std::vector<std::string>{"stage", "whole", "substage_1", "substage_2"}));
    EXPECT_EQ(text(tables[0], 0, "substage_1"), "10.0");
    EXPECT_EQ(text(tables[0], 0, "substage_2"), " ") << "stage 1 has no second substage";
    EXPECT_EQ(text(tables[0], 1, "whole"), "90.0");
    EXPECT_EQ(cell(tables[0], 1, "whole").provenance, Provenance::measured);
}

TEST(MatrixTable, IsSpreadOverAsManyTablesAsTheScreenIsNarrow) {
    std::vector<LaunchRecord> launches;
    for (int stage = 1; stage <= 24; ++stage)
        for (int substage = 1; substage <= stage; ++substage)
            launches.push_back(launch_of(stage, substage, "a", 0, 1000 * stage + substage));
    const auto tables = matrix_tables(matrix_of(case_of(1, launches), time_metric()), 80);
    ASSERT_GT(tables.size(), 1U);
    std::size_t substages = 0;
    for (const auto& table : tables) substages += table.columns.size() - 2;
    EXPECT_EQ(substages, 24U) << "none is left out";
    EXPECT_NE(tables[0].title.find("substages 1 to "), std::string::npos);
    EXPECT_EQ(matrix_tables(matrix_of(case_of(1, launches), time_metric())).size(), 1U);
}

TEST(MatrixTable, OfAMetricThatNoLaunchHasThereIsNone) {
    EXPECT_TRUE(matrix_tables(matrix_of(staged_case(), metric("divergent_pct"))).empty());
    EXPECT_NE(no_matrix_sentence(metric("divergent_pct")).find("sortscope metrics divergent_pct"),
              std::string::npos);
}

TEST(LineTable, HasWhatALineHas) {
    analyzer::LineCounts line;
    line.file = "a.hpp";
    line.line = 7;
    line.provenance = Provenance::counted;
    line.requests = 10;
    line.bytes = 320;
    line.sectors = 20;
    line.sector_share = 0.5;
    line.sample_share = 0.25;
    line.reason = "long";
    analyzer::LineCounts sampled;
    sampled.file = "b.hpp";
    sampled.sample_share = 0.75;
    const auto table = line_table(std::vector{line, sampled});
    EXPECT_EQ(texts(table, 0, {"efficiency_pct", "sector_share_pct", "divergent_pct"}),
              (std::vector<std::string>{"50.0", "50.0", ""}))
        << "it has no branch";
    EXPECT_EQ(cell(table, 0, "sectors").provenance, Provenance::counted);
    EXPECT_EQ(cell(table, 0, "sample_share_pct").provenance, Provenance::measured);
    EXPECT_EQ(texts(table, 1, {"sectors", "sample_share_pct"}), (std::vector<std::string>{"", "75.0"}));
}

}  // namespace
}  // namespace sortscope::present
