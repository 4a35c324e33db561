#include "analyzer/sites.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {

SiteCounts make_site(SiteKind kind, std::uint32_t line = 10, Provenance provenance = Provenance::modelled) {
    SiteCounts counts;
    counts.site = {kind, "bitonic.hpp", line, 5, "step"};
    counts.provenance = provenance;
    counts.requests = 4;
    counts.threads = 100;
    counts.bytes = 256;
    counts.sectors = 16;
    counts.lines = 4;
    counts.sizes = {1, 2, 3, 4};
    counts.sizes_cc13 = {5, 6, 7};
    counts.extra_wavefronts = 8;
    counts.taken_threads = 25;
    counts.divergent_warps = 1;
    return counts;
}

TEST(SiteFigures, OfEachKindItsOwn) {
    const auto load = figures_of(make_site(SiteKind::global_load));
    EXPECT_EQ(load.bytes_per_request, 64);
    EXPECT_EQ(load.efficiency_pct, 50);
    EXPECT_FALSE(load.taken_pct);
    const auto shared = figures_of(make_site(SiteKind::shared_store));
    EXPECT_EQ(shared.bytes_per_request, 64);
    EXPECT_FALSE(shared.efficiency_pct);
    const auto branch = figures_of(make_site(SiteKind::branch));
    EXPECT_FALSE(branch.bytes_per_request);
    EXPECT_EQ(branch.taken_pct, 25);
    EXPECT_EQ(branch.divergent_pct, 25);
    const auto barrier = figures_of(make_site(SiteKind::barrier));
    EXPECT_FALSE(barrier.bytes_per_request || barrier.efficiency_pct || barrier.taken_pct || barrier.divergent_pct);
}

TEST(SiteFigures, WhatNeverRanHasNone) {
    SiteCounts counts;
    for (const auto kind : {SiteKind::global_load, SiteKind::branch}) {
        counts.site.kind = kind;
        const auto figures = figures_of(counts);
        EXPECT_FALSE(figures.bytes_per_request || figures.efficiency_pct || figures.taken_pct || figures.divergent_pct);
    }
}

TEST(SumSites, OverLaunchesInTheOrderOfTheSourceProvenancesApart) {
    LaunchRecord a, b;
    a.sites = {make_site(SiteKind::branch, 20), make_site(SiteKind::global_load, 10)};
    b.sites = {make_site(SiteKind::global_load, 10), make_site(SiteKind::global_load, 10, Provenance::counted)};
    const auto sites = sum_sites({a, b});
    ASSERT_EQ(sites.size(), 3U);
    EXPECT_EQ(sites[0].provenance, Provenance::counted);
    EXPECT_EQ(sites[0].requests, 4);
    EXPECT_EQ(sites[1].provenance, Provenance::modelled);
    EXPECT_EQ(sites[2].site.line, 20U);
    auto twice = make_site(SiteKind::global_load);
    twice.requests *= 2, twice.threads *= 2, twice.bytes *= 2, twice.sectors *= 2, twice.lines *= 2;
    for (auto& size : twice.sizes) size *= 2;
    for (auto& size : twice.sizes_cc13) size *= 2;
    twice.extra_wavefronts *= 2, twice.taken_threads *= 2, twice.divergent_warps *= 2;
    EXPECT_EQ(sites[1], twice) << "every count is added up";
    EXPECT_TRUE(sum_sites({}).empty());
}

}  // namespace
}  // namespace sortscope::analyzer
