#include <gmock/gmock.h>

#include <ranges>

#include "present/tables/source.hpp"
#include "present/text/table.hpp"
#include "tests/present/look.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using testing::HasSubstr;
using testing::Not;
using namespace sample;

std::vector<analyzer::LineCounts> counted_lines() {
    const SiteCounts load{.site = {SiteKind::global_load, "kernels/a.hpp", 3, 5, "f"},
                          .provenance = Provenance::modelled,
                          .requests = 1'000'000,
                          .bytes = 128'000'000,
                          .sectors = 8'000'000},
        branch{.site = {SiteKind::branch, "kernels/a.hpp", 12, 9, "f"},
               .provenance = Provenance::modelled,
               .requests = 8,
               .divergent_warps = 2};
    return analyzer::by_line(
        std::vector{load, branch},
        std::vector<StallRecord>{{"k", "", "kernels/a.hpp", 12, 0, "x_stalled_barrier", 4}});
}

SourceText long_text() {
    SourceText text{"kernels/a.hpp", ""};
    for (int line = 1; line <= 20; ++line)
        text.text +=
            line == 3 ? "\tconst Key x = c.load(data, partner);  // \x1b[31m" + std::string(120, 'x') + "\n"
                      : "line " + std::to_string(line) + "\n";
    return text;
}

TEST(ListingTable, HasARowALineAndItsCounts) {
    const auto text = long_text();
    const auto table = listing_table(analyzer::listing("kernels/a.hpp", counted_lines(), &text, "sectors"));
    EXPECT_EQ(table.title, "kernels/a.hpp");
    ASSERT_EQ(table.rows.size(), 20u);
    EXPECT_THAT(texts(table, 0, {"file", "text", "sectors"}),
                testing::ElementsAre("kernels/a.hpp", "line 1", " "))
        << "no value is missing there";
    EXPECT_THAT(texts(table, 2, {"loads", "stores", "sectors", "sector_share_pct", "efficiency_pct"}),
                testing::ElementsAre("1,000,000", " ", "8,000,000", "100.0", "50.0"));
    EXPECT_EQ(cell(table, 2, "heat").fraction, 1);
    EXPECT_EQ(cell(table, 2, "sectors").provenance, Provenance::modelled);
    EXPECT_THAT(test::text(table, 2, "text"),
                HasSubstr("    const Key x = c.load(data, partner);  // \\x1b[31mxxx"))
        << "tabs are blanks, escapes are seen";
    EXPECT_THAT(texts(table, 11, {"divergent_pct", "sample_share_pct", "reason"}),
                testing::ElementsAre("25.0", "100.0", "barrier"));
    EXPECT_EQ(cell(table, 11, "sample_share_pct").provenance, Provenance::measured);
}

TEST(ListingTable, FitsATerminal) {
    const auto text = long_text();
    const auto list = analyzer::listing("kernels/a.hpp", counted_lines(), &text, "sectors");
    const auto drawn =
        text::draw(listing_table(list, analyzer::recorded_spans(list, 2)), {.width = 80, .utf8 = true});
    for (const auto line : std::views::split(drawn, '\n'))
        EXPECT_LE(text::display_width({line.begin(), line.end()}), 80) << drawn;
    EXPECT_THAT(drawn, testing::AllOf(HasSubstr("const Key x = c.load(data"), HasSubstr("line 10"),
                                      HasSubstr("Heat: sectors of global memory"), Not(HasSubstr("…")),
                                      Not(HasSubstr("\x1b")), Not(HasSubstr("line 8"))));
}

SiteCounts make_site(SiteKind kind, uint32_t line, Provenance provenance = Provenance::modelled) {
    return {.site = {kind, "bitonic.hpp", line, 5, "step"},
            .provenance = provenance,
            .requests = 4000,
            .threads = 128000,
            .bytes = 512000,
            .sectors = 32000,
            .extra_wavefronts = 70,
            .taken_threads = 32000,
            .divergent_warps = 500};
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
}
