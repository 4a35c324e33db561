#include "analyzer/source/lines.hpp"

#include <gmock/gmock.h>
#include <tuple>

#include "core/error.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer {
namespace {
using testing::ElementsAre, testing::IsEmpty, testing::Pair;

SiteCounts site_of(const char* file, uint32_t line, SiteKind kind, int64_t requests, int64_t sectors,
                   Provenance provenance = Provenance::modelled) {
    SiteCounts counts;
    counts.site = {kind, file, line, 5, "f"};
    counts.provenance = provenance;
    counts.requests = requests;
    counts.sectors = sectors;
    counts.bytes = 16 * sectors;
    counts.divergent_warps = kind == SiteKind::branch ? requests / 2 : 0;
    return counts;
}

std::vector<LineCounts> some_lines() {
    return by_line(std::vector{site_of("k/a.hpp", 2, SiteKind::global_load, 10, 40),
                               site_of("k/a.hpp", 2, SiteKind::global_store, 6, 20),
                               site_of("k/a.hpp", 2, SiteKind::global_load, 9, 30, Provenance::counted),
                               site_of("k/a.hpp", 4, SiteKind::branch, 8, 0),
                               site_of("k/b.hpp", 9, SiteKind::global_load, 30, 120)},
                   {});
}

TEST(Listing, HasEveryLineOfTheTextWithItsCounts) {
    const auto lines = some_lines();
    const SourceText text{"k/a.hpp", "one\r\n\ttwo\n\nfour\nfive"};
    const auto list = listing("k/a.hpp", lines, &text, "sectors");
    EXPECT_TRUE(list.has_text);
    std::vector<std::string> texts;
    for (const auto& line : list.lines) texts.push_back(line.text);
    ASSERT_THAT(texts, ElementsAre("one", "\ttwo", "", "four", "five"));
    EXPECT_THAT(list.lines[0].counts, IsEmpty());
    ASSERT_EQ(list.lines[1].counts.size(), 2u) << "each provenance by itself";
    EXPECT_EQ(list.lines[1].counts[0].provenance, Provenance::counted);
    EXPECT_EQ(std::tuple(list.lines[1].counts[1].loads, list.lines[1].counts[1].stores), std::tuple(10, 6));
    EXPECT_EQ(list.lines[1].counts[1].requests, 16);
    EXPECT_EQ(list.lines[1].heat, 0.5) << "60 of 120 sectors: the hottest line is another file's";
    EXPECT_EQ(list.lines[3].heat, 0);
    EXPECT_EQ(listing("k/a.hpp", lines, &text, "divergence").lines[3].heat, 1);
}

TEST(Listing, WithoutATextHasTheRecordedLinesAlone) {
    const auto list = listing("k/a.hpp", some_lines(), nullptr, "sectors");
    EXPECT_FALSE(list.has_text);
    ASSERT_EQ(list.lines.size(), 2u);
    EXPECT_EQ(std::tuple(list.lines[0].number, list.lines[0].counts.size()), std::tuple(2u, 2u));
    EXPECT_EQ(list.lines[1].number, 4u);
    const SourceText text{"k/b.hpp", "one\n"};
    const auto behind = listing("k/b.hpp", some_lines(), &text, "sectors");
    ASSERT_EQ(behind.lines.size(), 2u) << "lines behind the end of a text are not lost";
    EXPECT_EQ(std::tuple(behind.lines[1].number, behind.lines[1].counts.size()), std::tuple(9u, 1u));
    EXPECT_EQ(behind.lines[1].text, "");
}

TEST(Listing, HeatIsOfWhatThereIs) {
    EXPECT_EQ(heat_of(some_lines()), "sectors");
    EXPECT_EQ(heat_of(by_line(std::vector{site_of("k/a.hpp", 4, SiteKind::branch, 8, 0)}, {})), "divergence");
    EXPECT_EQ(heat_of(by_line(std::vector{site_of("k/a.hpp", 4, SiteKind::global_load, 1, 1)}, {})),
              "sectors");
    EXPECT_EQ(heat_of({}), "requests");
    for (const auto order : line_orders())
        EXPECT_NO_THROW(listing("k/a.hpp", some_lines(), nullptr, std::string(order))) << order;
    EXPECT_THROW(listing("k/a.hpp", some_lines(), nullptr, "colour"), Error);
}

TEST(Listing, SpansStandAroundWhatWasRecorded) {
    const SourceText text{"k/a.hpp", std::string(30, '\n')};
    auto lines = some_lines();
    const auto list = listing("k/a.hpp", lines, &text, "sectors");
    EXPECT_THAT(recorded_spans(list, 0), ElementsAre(Pair(2, 2), Pair(4, 4)));
    EXPECT_THAT(recorded_spans(list, 1), ElementsAre(Pair(1, 5))) << "spans that meet are one";
    EXPECT_THAT(recorded_spans(list, 100), ElementsAre(Pair(1, 30)));
    EXPECT_THAT(recorded_spans(listing("k/none.hpp", lines, &text, "sectors"), 1), IsEmpty());
}

SiteCounts site(SiteKind kind, uint32_t line, int64_t sectors, Provenance provenance = Provenance::counted) {
    auto counts = site_of("a.hpp", line, kind, 10, sectors, provenance);
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
    EXPECT_EQ(std::tuple(lines[0].line, lines[0].sectors, lines[0].requests), std::tuple(7U, 40, 20));
    EXPECT_EQ(std::tuple(lines[0].branch_warps, lines[0].divergent_warps), std::tuple(10, 4));
    EXPECT_EQ(lines[0].extra_wavefronts, 0) << "global accesses have none";
    EXPECT_DOUBLE_EQ(*lines[0].sector_share, 40.0 / 60);
    EXPECT_EQ(lines[2].extra_wavefronts, 5);
    EXPECT_FALSE(lines[0].sample_share);
    const auto apart = by_line(std::vector{site(SiteKind::global_load, 7, 10),
                                           site(SiteKind::global_load, 7, 10, Provenance::modelled)},
                               {});
    ASSERT_EQ(apart.size(), 2U) << "each provenance by itself";
    EXPECT_DOUBLE_EQ(*apart[0].sector_share, 1);
    EXPECT_DOUBLE_EQ(*apart[1].sector_share, 1);
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
    EXPECT_EQ(std::tuple(lines[0].samples, lines[0].reason), std::tuple(120U, "long"));
    EXPECT_DOUBLE_EQ(*lines[0].sample_share, 0.75);
    EXPECT_EQ(std::tuple(lines[1].line, lines[1].reason), std::tuple(20U, "wait"));
    EXPECT_FALSE(lines[1].provenance);
}

TEST(ByLine, PartsAreOfSectorsAndBranches) {
    LineCounts line;
    EXPECT_FALSE(line.efficiency() || line.divergence());
    line.bytes = 64, line.sectors = 4, line.branch_warps = 8, line.divergent_warps = 2;
    EXPECT_DOUBLE_EQ(*line.efficiency(), 0.5);
    EXPECT_DOUBLE_EQ(*line.divergence(), 0.25);
}

TEST(ByLine, AreSortedByWhatIsAskedFor) {
    std::vector<LineCounts> lines(3);
    lines[0].sectors = 3, lines[1].sectors = 5, lines[2].sectors = 5;
    lines[0].samples = 9;
    for (uint32_t i = 0; i < 3; ++i) lines[i].line = i;
    sort_lines(lines, "sectors");
    EXPECT_EQ(std::tuple(lines[0].line, lines[2].line), std::tuple(1U, 0U));
    sort_lines(lines, "samples");
    EXPECT_EQ(lines[0].line, 0U);
    test::expect_error(ErrorKind::usage, "not by 'sector'. Did you mean 'sectors'?",
                       [&] { sort_lines(lines, "sector"); });
}
}  // namespace
}
