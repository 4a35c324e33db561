// Requests of a warp whose lanes take different paths. Each kernel is small enough to count by hand.
#include "kernels/simt/warp_merge.hpp"
#include "kernels/simt/site_table.hpp"

#include <gmock/gmock.h>

#include "tests/kernels/simt/run_kernel.hpp"

namespace sortscope::kernels::simt {
namespace {
using enum SiteKind;
using test::run_kernel, test::zeros, testing::ElementsAre, testing::Pair;
using Branch = std::array<int64_t, 4>;

using Straight = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.global_thread();
    const auto value = c.load(keys, t);
    c.store(keys, t, value + 1);
}>;

TEST(WarpMerge, AWarpThatAgreesIssuesOnce) {
    const auto run = run_kernel<Straight>(64, 64, zeros(64));
    EXPECT_THAT(run.counts(global_load), ElementsAre(Pair(2, 64)));
    const auto store = run.of(global_store).at(0);
    EXPECT_EQ(std::tuple(store.requests, store.bytes, store.sectors, store.lines), std::tuple(2, 256, 8, 2));
    EXPECT_EQ(store.sizes, (std::array<int64_t, 4>{0, 0, 0, 2}));
    EXPECT_EQ(store.sizes_cc13, (std::array<int64_t, 3>{0, 4, 0}));
    EXPECT_EQ(store.provenance, Provenance::modelled);
    EXPECT_THAT(run.keys, testing::Each(1U));
}

TEST(WarpMerge, ThePartialWarpAtABlocksEndIsAWarp) {
    const auto run = run_kernel<Straight>(40, 40, zeros(40));
    EXPECT_THAT(run.counts(global_load), ElementsAre(Pair(2, 40)));
    const auto small = run_kernel<Straight>(8, 1, zeros(8));
    EXPECT_THAT(small.requests(global_load), ElementsAre(8)) << "a block of one thread is a warp of one lane";
}

using IfElse = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    if (c.branch(t % 4 == 0)) {
        c.store(keys, t, 1);
    } else {
        c.store(keys, t, 2);
        c.store(keys, t + 64, 3);
    }
    c.store(keys, t + 128, 4);
}>;

TEST(WarpMerge, BothSidesOfABranchThenTogether) {
    const auto run = run_kernel<IfElse>(64, 64, zeros(192));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(2, 16), Pair(2, 48), Pair(2, 48), Pair(2, 64)));
    EXPECT_THAT(run.branches(), ElementsAre(Branch{2, 64, 16, 2}));
}

using UniformByWarp = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    if (c.branch(t < 32))
        c.store(keys, t, 1);
    else
        c.store(keys, t, 2);
}>;

TEST(WarpMerge, ABranchThatWholeWarpsTakeIsNotDivergent) {
    const auto run = run_kernel<UniformByWarp>(96, 96, zeros(96));
    EXPECT_THAT(run.requests(global_store), ElementsAre(1, 2));
    EXPECT_THAT(run.branches(), ElementsAre(Branch{3, 96, 32, 0}));
}

using Nested = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    if (c.branch(t % 2 == 0)) {
        if (c.branch(t % 4 == 0)) c.store(keys, t, 1);
        c.store(keys, t, 2);
    } else if (c.branch(t % 4 == 1)) {
        c.store(keys, t, 3);
    }
    c.store(keys, t, 4);
}>;

TEST(WarpMerge, NestedBranchesMeetAtTheEndOfEach) {
    const auto run = run_kernel<Nested>(32, 32, zeros(32));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(1, 8), Pair(1, 16), Pair(1, 8), Pair(1, 32)));
    EXPECT_THAT(run.counts(SiteKind::branch), ElementsAre(Pair(1, 32), Pair(1, 16), Pair(1, 16)));
}

using EarlyReturn = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    if (c.branch(t >= 20)) return;
    c.store(keys, t, 1);
}>;

TEST(WarpMerge, ReturnedLanesTakeNoPart) {
    const auto run = run_kernel<EarlyReturn>(64, 64, zeros(64));
    EXPECT_THAT(run.counts(global_store), ElementsAre(Pair(1, 20))) << "the second warp has none left";
    EXPECT_EQ(run.of(SiteKind::branch).at(0).divergent_warps, 1);
}

struct OneLine : test::OneBuffer<OneLine> {
    static constexpr std::string_view name = "one_line";
    static constexpr bool synchronises = false;
    static constexpr uint32_t line = __LINE__ + 5;
    Global<uint32_t> keys;
    template <class C>
    void operator()(C& c) const {
        const uint32_t t = c.thread();
        c.store(keys, t, c.load(keys, t) + c.load(keys, 2 * t));
    }
};

TEST(WarpMerge, AccessesOfOneLineAreToldApartByColumn) {
    const auto run = run_kernel<OneLine>(32, 32, zeros(64));
    const auto loads = run.of(global_load);
    ASSERT_EQ(loads.size(), 2U);
    EXPECT_EQ(std::tuple(loads[0].site.line, loads[1].site.line), std::tuple(OneLine::line, OneLine::line));
    EXPECT_LT(loads[0].site.column, loads[1].site.column);
    EXPECT_EQ(std::tuple(loads[0].sectors, loads[1].sectors), std::tuple(4, 8));
    EXPECT_EQ(run.of(global_store).at(0).site.line, OneLine::line);
}

/// A helper: the site of its store is the line of the call.
template <class C>
void put(C& c, const Global<uint32_t>& keys, uint32_t i, uint32_t value,
         SourcePlace at = SourcePlace::current()) {
    c.store(keys, i, value, at);
}

struct WithHelper : test::OneBuffer<WithHelper> {
    static constexpr std::string_view name = "with_helper";
    static constexpr bool synchronises = false;
    static constexpr uint32_t line = __LINE__ + 5;
    Global<uint32_t> keys;
    template <class C>
    void operator()(C& c) const {
        const uint32_t t = c.thread();
        put(c, keys, t, 1);
        put(c, keys, t + 32, 2);
    }
};

TEST(WarpMerge, AForwardedSiteIsTheCallers) {
    const auto run = run_kernel<WithHelper>(32, 32, zeros(64));
    const auto stores = run.of(global_store);
    ASSERT_EQ(stores.size(), 2U);
    EXPECT_EQ(stores[0].site.line, WithHelper::line);
    EXPECT_EQ(stores[1].site.line, WithHelper::line + 1);
    EXPECT_THAT(stores[0].site.function, testing::HasSubstr("operator()"));
    EXPECT_EQ(stores[0].site.file, "kernels/simt/warp_merge_test.cpp");
}

using TwoSizes = test::Flat<[](auto& c, const auto& keys) {
    const uint32_t t = c.thread();
    const Global<uint64_t> wide{reinterpret_cast<uint64_t*>(keys.base), keys.size / 2, keys.buffer};
    c.store(wide, t, t);
}>;

TEST(WarpMerge, WideWordsAreOneRequest) {
    const auto run = run_kernel<TwoSizes>(32, 32, zeros(64));
    const auto store = run.of(global_store).at(0);
    EXPECT_EQ(std::tuple(store.requests, store.bytes, store.sectors, store.lines), std::tuple(1, 256, 8, 2));
    EXPECT_EQ(store.sizes_cc13, (std::array<int64_t, 3>{0, 0, 2}));
}

TEST(WarpMerge, SectorsAndTagsFollowTheRule) {
    struct Expected {
        Rule rule;
        int64_t load_sectors, load_count, store_sectors, store_count;
    };
    // One warp, 32 keys in a row: cc 1.3 moves two 64-byte segments. cc 2.x loads one line, and stores four
    // segments.
    for (const Expected& e : {Expected{Rule::cc13, 4, 2, 4, 2}, Expected{Rule::cc2, 4, 1, 4, 4},
                              Expected{Rule::cc3, 4, 1, 4, 1}}) {
        const auto run = run_kernel<Straight>(32, 32, zeros(32), {.rule = e.rule});
        SCOPED_TRACE(int(e.rule));
        const auto load = run.of(global_load).at(0);
        const auto store = run.of(global_store).at(0);
        EXPECT_EQ(std::pair(load.sectors, load.lines), std::pair(e.load_sectors, e.load_count));
        EXPECT_EQ(std::pair(store.sectors, store.lines), std::pair(e.store_sectors, e.store_count));
        EXPECT_EQ(load.sizes, (std::array<int64_t, 4>{0, 0, 0, 1}))
            << "the histogram is the same under every rule";
        EXPECT_EQ(load.sizes_cc13, (std::array<int64_t, 3>{0, 2, 0}));
    }
}

/// A site of its own for each I.
template <size_t I>
SourcePlace site_number() {
    return SourcePlace::current();
}

template <size_t... I>
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
    int64_t number = 0;
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
    table.clear();
    EXPECT_TRUE(table.rows().empty());
    EXPECT_EQ(table.at(many_sites()[7], SiteKind::branch).requests, 0);
}
}  // namespace
}
