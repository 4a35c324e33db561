#include "present/tables/source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/look.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {

using namespace test;
using namespace sample;

SiteCounts make_site(SiteKind kind, std::uint32_t line, Provenance provenance = Provenance::modelled) {
    SiteCounts counts;
    counts.site = {kind, "bitonic.hpp", line, 5, "step"};
    counts.provenance = provenance;
    counts.requests = 4000;
    counts.threads = 128000;
    counts.bytes = 512000;
    counts.sectors = 32000;
    counts.extra_wavefronts = 70;
    counts.taken_threads = 32000;
    counts.divergent_warps = 500;
    return counts;
}

TEST(SitesTable, EachKindHasItsOwnFigures) {
    const std::vector<SiteCounts> sites{make_site(SiteKind::global_load, 10),
                                        make_site(SiteKind::shared_store, 12),
                                        make_site(SiteKind::branch, 14, Provenance::counted)};
    const auto table = sites_table(sites);
    EXPECT_EQ(table.title, "Access sites, added up over all launches; lines of bitonic.hpp");
    EXPECT_EQ(column(table, "file").importance, 0) << "the title names the file";
    EXPECT_THAT(
        texts(table, 0,
              {"file", "line", "kind", "requests", "sectors", "bytes_per_request", "efficiency_pct",
               "extra_wavefronts", "taken_pct"}),
        testing::ElementsAre("bitonic.hpp", "10", "global load", "4,000", "32,000", "128.0", "50.0", "", ""));
    EXPECT_THAT(texts(table, 1, {"sectors", "extra_wavefronts"}), testing::ElementsAre("", "70"));
    EXPECT_THAT(texts(table, 2, {"taken_pct", "divergent_pct"}), testing::ElementsAre("25.0", "12.5"));
    EXPECT_EQ(cell(table, 2, "divergent_pct").provenance, Provenance::counted);
    EXPECT_EQ(cell(table, 0, "efficiency_pct").provenance, Provenance::modelled);
    EXPECT_EQ(table.provenances(), (std::set{Provenance::counted, Provenance::modelled}));
}

TEST(SitesTable, OfOneLaunchAndOfSeveralFiles) {
    std::vector<SiteCounts> sites{make_site(SiteKind::branch, 1), make_site(SiteKind::branch, 2)};
    sites[1].site.file = "merge.hpp";
    const auto table = sites_table(sites, 3);
    EXPECT_EQ(table.title, "Access sites of launch 3");
    EXPECT_EQ(column(table, "file").importance, 1000);
    EXPECT_TRUE(sites_table({}).empty());
    EXPECT_FALSE(no_sites_sentence().empty());
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
