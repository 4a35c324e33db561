#include "analyzer/source/lines.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {

SiteCounts make_site(SiteKind kind) {
    SiteCounts counts;
    counts.site = {kind, "bitonic.hpp", 10, 5, "step"};
    counts.provenance = Provenance::modelled;
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
    EXPECT_FALSE(barrier.bytes_per_request || barrier.efficiency_pct || barrier.taken_pct ||
                 barrier.divergent_pct);
}

TEST(SiteFigures, WhatNeverRanHasNone) {
    SiteCounts counts;
    for (const auto kind : {SiteKind::global_load, SiteKind::branch}) {
        counts.site.kind = kind;
        const auto figures = figures_of(counts);
        EXPECT_FALSE(figures.bytes_per_request || figures.efficiency_pct || figures.taken_pct ||
                     figures.divergent_pct);
    }
}

TEST(SiteFigures, AnyCountHasItsRatios) {
    auto counts = make_site(SiteKind::global_load);
    counts.bytes = counts.sectors = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(figures_of(counts).efficiency_pct, 100.0 / 32);
}

}  // namespace
}  // namespace sortscope::analyzer
