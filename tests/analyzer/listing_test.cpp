#include "analyzer/source/lines.hpp"

#include <gmock/gmock.h>

#include "core/error.hpp"

namespace sortscope::analyzer {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

SiteCounts site_of(const char* file, std::uint32_t line, SiteKind kind, std::int64_t requests,
                   std::int64_t sectors, Provenance provenance = Provenance::modelled) {
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
    ASSERT_EQ(list.lines.size(), 5u);
    std::vector<std::string> texts;
    for (const auto& line : list.lines) texts.push_back(line.text);
    EXPECT_THAT(texts, ElementsAre("one", "\ttwo", "", "four", "five"));
    EXPECT_THAT(list.lines[0].counts, IsEmpty());
    ASSERT_EQ(list.lines[1].counts.size(), 2u) << "each provenance by itself";
    EXPECT_EQ(list.lines[1].counts[0].provenance, Provenance::counted);
    EXPECT_EQ(list.lines[1].counts[1].loads, 10);
    EXPECT_EQ(list.lines[1].counts[1].stores, 6);
    EXPECT_EQ(list.lines[1].counts[1].requests, 16);
    EXPECT_EQ(list.lines[1].heat, 0.5) << "60 of 120 sectors: the hottest line is another file's";
    EXPECT_EQ(list.lines[3].heat, 0);
    EXPECT_EQ(listing("k/a.hpp", lines, &text, "divergence").lines[3].heat, 1);
}

TEST(Listing, WithoutATextHasTheRecordedLinesAlone) {
    const auto list = listing("k/a.hpp", some_lines(), nullptr, "sectors");
    EXPECT_FALSE(list.has_text);
    ASSERT_EQ(list.lines.size(), 2u);
    EXPECT_EQ(list.lines[0].number, 2u);
    EXPECT_EQ(list.lines[0].counts.size(), 2u);
    EXPECT_EQ(list.lines[1].number, 4u);
}

TEST(Listing, LinesBehindTheEndOfATextAreNotLost) {
    const SourceText text{"k/b.hpp", "one\n"};
    const auto list = listing("k/b.hpp", some_lines(), &text, "sectors");
    ASSERT_EQ(list.lines.size(), 2u);
    EXPECT_EQ(list.lines[1].number, 9u);
    EXPECT_EQ(list.lines[1].counts.size(), 1u);
    EXPECT_EQ(list.lines[1].text, "");
}

TEST(Listing, FilesComeByTheirHottestLine) {
    EXPECT_THAT(listed_files(some_lines()), ElementsAre("k/b.hpp", "k/a.hpp"));
    LineCounts nowhere;
    nowhere.samples = 3;
    EXPECT_THAT(listed_files(std::vector{nowhere}), IsEmpty());
}

TEST(Listing, HeatIsOfWhatThereIs) {
    EXPECT_EQ(heat_of(some_lines()), "sectors");
    EXPECT_EQ(heat_of(by_line(std::vector{site_of("k/a.hpp", 4, SiteKind::branch, 8, 0)}, {})), "divergence");
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

}  // namespace
}  // namespace sortscope::analyzer
