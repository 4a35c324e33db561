#include "kernels/simt/site_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace sortscope::kernels::simt {
namespace {

/// A site of its own for each I.
template <std::size_t I>
SourcePlace site_number() {
    return SourcePlace::current();
}

template <std::size_t... I>
std::vector<SourcePlace> make_sites(std::index_sequence<I...>) {
    return {site_number<I>()...};
}

const std::vector<SourcePlace>& many_sites() {
    static const auto sites = make_sites(std::make_index_sequence<200>());
    return sites;
}

constexpr std::array kinds{SiteKind::global_load,   SiteKind::global_store,   SiteKind::shared_load,
                           SiteKind::shared_store,  SiteKind::branch,         SiteKind::barrier,
                           SiteKind::global_atomic, SiteKind::warp_collective};

TEST(SiteTable, GrowsBeyondItsFirstCapacity) {
    SiteTable table;
    std::int64_t number = 0;
    for (const auto& site : many_sites())
        for (const SiteKind kind : kinds) table.at(site, kind).requests = ++number;
    ASSERT_EQ(table.rows().size(), 1600U);
    number = 0;
    for (const auto& site : many_sites())
        for (const SiteKind kind : kinds) {
            ++number;
            ASSERT_EQ(table.at(site, kind).requests, number);
            ASSERT_EQ(table.at(site, kind).site.kind, kind);
            ASSERT_EQ(table.at(site, kind).site.function, site.function_name());
        }
    EXPECT_EQ(table.rows().size(), 1600U) << "looking up adds nothing";
}

TEST(SiteTable, ANewSiteHasCountedNothing) {
    SiteTable table;
    const SourcePlace here = SourcePlace::current();
    const SiteCounts& counts = table.at(here, SiteKind::global_store);
    EXPECT_EQ(counts.requests, 0);
    EXPECT_EQ(counts.provenance, Provenance::modelled);
    EXPECT_EQ(counts.site.line, here.line());
    EXPECT_EQ(counts.site.column, here.column());
    EXPECT_EQ(counts.site.file, "kernels/simt/site_table_test.cpp");
}

TEST(SiteTable, ClearForgetsAll) {
    SiteTable table;
    for (const auto& site : many_sites()) table.at(site, SiteKind::branch).requests = 5;
    table.clear();
    EXPECT_TRUE(table.rows().empty());
    EXPECT_EQ(table.at(many_sites()[7], SiteKind::branch).requests, 0);
    EXPECT_EQ(table.rows().size(), 1U);
}

}  // namespace
}  // namespace sortscope::kernels::simt
