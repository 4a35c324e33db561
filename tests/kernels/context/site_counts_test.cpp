#include "kernels/context/site_counts.hpp"

#include <gmock/gmock.h>

namespace sortscope::kernels {
namespace {
using testing::ElementsAre;

SiteCounts counts_at(SiteKind kind, uint32_t line, uint32_t column = 1,
                     const std::string& file = "kernels/a.hpp") {
    SiteCounts counts;
    counts.site = {kind, file, line, column, "f"};
    counts.provenance = Provenance::modelled;
    return counts;
}

TEST(AddSiteCounts, KeepsOtherSitesAndProvenancesApart) {
    std::vector<SiteCounts> sum;
    add_site_counts(sum, counts_at(SiteKind::global_load, 3));
    add_site_counts(sum, counts_at(SiteKind::global_store, 3));
    add_site_counts(sum, counts_at(SiteKind::global_load, 3, 2));
    auto counted = counts_at(SiteKind::global_load, 3);
    counted.provenance = Provenance::counted;
    add_site_counts(sum, counted);
    EXPECT_EQ(sum.size(), 4U);
}

TEST(SortBySource, FileLineColumnKind) {
    std::vector<SiteCounts> sites{counts_at(SiteKind::branch, 9), counts_at(SiteKind::global_store, 3, 7),
                                  counts_at(SiteKind::global_load, 3, 7), counts_at(SiteKind::branch, 3, 2),
                                  counts_at(SiteKind::branch, 1, 1, "kernels/b.hpp")};
    const auto sorted = std::vector{sites[3], sites[2], sites[1], sites[0], sites[4]};
    sort_by_source(sites);
    EXPECT_EQ(sites, sorted);
}

TEST(LaunchCounters, SumsSitesOfAKind) {
    using enum CounterId;
    auto load = counts_at(SiteKind::global_load, 1);
    load.requests = 2, load.threads = 64, load.bytes = 256, load.sectors = 8, load.lines = 3;
    load.sizes = {1, 0, 1, 1};
    load.sizes_cc13 = {0, 4, 0};
    auto second = load;
    second.site.line = 2;
    auto store = counts_at(SiteKind::global_store, 3);
    store.requests = 1, store.sizes_cc13 = {5, 6, 7};
    auto atomic = counts_at(SiteKind::global_atomic, 4);
    atomic.requests = 100;
    auto branch = counts_at(SiteKind::branch, 5);
    branch.requests = 4, branch.divergent_warps = 1;
    auto shared = counts_at(SiteKind::shared_load, 6);
    shared.requests = 9, shared.extra_wavefronts = 31;
    auto barrier = counts_at(SiteKind::barrier, 7);
    barrier.requests = 12;
    const std::vector sites{load, second, store, atomic, branch, shared, barrier};
    const auto values = launch_counters(sites, Provenance::counted);
    const auto sums = [&](const std::vector<CounterId>& ids) {
        std::vector<std::optional<int64_t>> result;
        for (const auto id : ids) result.push_back(counter(values, id, Provenance::counted));
        return result;
    };
    EXPECT_THAT(sums({gld_requests, gld_threads, gld_bytes, gld_sectors, gld_tags}),
                ElementsAre(4, 128, 512, 16, 6));
    EXPECT_THAT(sums({gld_32b, gld_64b, gld_96b, gld_128b, gld_64b_cc13}), ElementsAre(2, 0, 2, 2, 8));
    EXPECT_THAT(sums({gst_requests, gst_32b_cc13, gst_64b_cc13, gst_128b_cc13}), ElementsAre(1, 5, 6, 7))
        << "an atomic is no store";
    EXPECT_THAT(sums({branches, divergent_branches, barriers}), ElementsAre(4, 1, 12));
    EXPECT_THAT(sums({shared_ld_requests, shared_ld_conflicts, shared_st_requests}), ElementsAre(9, 31, 0));
    EXPECT_THAT(sums({dram_read_bytes}), ElementsAre(std::nullopt))
        << "what is not modelled is absent, not zero";
}

TEST(ShortSourcePath, FromTheKernelsFolderOn) {
    EXPECT_EQ(short_source_path("/home/a/sortscope/kernels/variants/x.hpp"), "kernels/variants/x.hpp");
    EXPECT_EQ(short_source_path("/home/kernels/sortscope/kernels/simt/x.cpp"), "kernels/simt/x.cpp");
    EXPECT_EQ(short_source_path("/elsewhere/x.cpp"), "/elsewhere/x.cpp");
    EXPECT_EQ(short_source_path(""), "");
}
}  // namespace
}
