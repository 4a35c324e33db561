#include "core/metric/sums.hpp"

#include <gmock/gmock.h>

#include "core/records.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/counters.hpp"

namespace sortscope {
namespace {
using enum CounterId;
using enum Provenance;
using sample::counters_of, test::expect_error, ::testing::ElementsAre, ::testing::IsEmpty;

LaunchRecord launch(std::vector<CounterValue> counters, std::optional<int64_t> duration = std::nullopt) {
    LaunchRecord record;
    record.counters = std::move(counters);
    record.duration_ns = duration;
    return record;
}

LaunchRecord launch(const std::string& counters, std::optional<int64_t> duration = std::nullopt) {
    return launch(counters_of(counters), duration);
}

LaunchSums sum(const std::vector<LaunchRecord>& launches) {
    LaunchSums all;
    for (const auto& one : launches) add(all, sums_of(one));
    return all;
}

TEST(LaunchSums, AddsWhatEveryLaunchHas) {
    const auto all = sum({launch("gld_sectors 1 gst_sectors 3"), launch("gst_sectors 30 gld_sectors 10")});
    EXPECT_EQ(all.counters, counters_of("gld_sectors 11 gst_sectors 33"));
    EXPECT_EQ(all.launches, 2U);
    EXPECT_EQ(sum({launch("gld_sectors 1 branches 2"), launch("gld_sectors 10")}).counters,
              counters_of("gld_sectors 11"));
    EXPECT_THAT(sum({launch("gld_sectors 1"), launch(""), launch("gld_sectors 10")}).counters, IsEmpty())
        << "a counter that the second launch lacks does not come back with the third";
    EXPECT_EQ(sum({}).launches, 0U);
}

TEST(LaunchSums, KeepsProvenancesApart) {
    EXPECT_THAT(
        sum({launch({{gld_sectors, measured, 1}, {gld_sectors, modelled, 2}, {gst_sectors, measured, 5}}),
             launch({{gld_sectors, measured, 10}, {gld_sectors, modelled, 20}, {gst_sectors, modelled, 50}})})
            .counters,
        ElementsAre(CounterValue{gld_sectors, measured, 11}, CounterValue{gld_sectors, modelled, 22}));
}

TEST(LaunchSums, WeighsOccupancyByDurationHoweverLaunchesAreGrouped) {
    const auto all = sum({launch("warps_active_ppm 1000000", 100), launch("warps_active_ppm 500000", 300)});
    EXPECT_EQ(all.counters.at(0).value.as_double(), 625000);
    EXPECT_EQ(all.time_ns, 400);
    EXPECT_FALSE(sum({launch("", 10), launch(""), launch("", 10)}).time_ns);
    const std::vector launches{launch("warps_active_ppm 900000", 70), launch("warps_active_ppm 100000", 20),
                               launch("warps_active_ppm 400000", 10)};
    auto pairs = sum({launches[1], launches[2]});
    add(pairs, sums_of(launches[0]));
    EXPECT_NEAR(pairs.counters.at(0).value.as_double(), sum(launches).counters.at(0).value.as_double(), 1e-6);
}

TEST(LaunchSums, OccupancyNeedsEveryDuration) {
    const auto occupancy = [](std::optional<int64_t> first, std::optional<int64_t> second) {
        return sum({launch("warps_active_ppm 1000000", first), launch("warps_active_ppm 500000", second)})
            .counters;
    };
    EXPECT_THAT(occupancy(100, std::nullopt), IsEmpty());
    EXPECT_THAT(occupancy(0, 0), IsEmpty());
    EXPECT_EQ(sum({launch("warps_active_ppm 500000")}).counters, counters_of("warps_active_ppm 500000"))
        << "one launch needs no weight";
}

TEST(LaunchSums, OfSeveralPassesAPassIsNotKnown) {
    const auto all = sum({launch({{gld_sectors, measured, 1, 1}, {gst_sectors, measured, 1, 2}}),
                          launch({{gld_sectors, measured, 1, 2}, {gst_sectors, measured, 1, 2}})});
    EXPECT_THAT(all.counters, ElementsAre(CounterValue{gld_sectors, measured, 2, several_passes},
                                          CounterValue{gst_sectors, measured, 2, 2}));
}

TEST(LaunchSums, WhatDiffersIsLeftEmpty) {
    LaunchRecord a, b;
    a.index = 7;
    a.stage = {2, 1, "k=4 j=2"};
    a.kernel = b.kernel = "step";
    a.required_bytes = b.required_bytes = 100;
    a.comparators = 5;
    b.index = 3;
    b.stage = {2, 2, "k=4 j=1"};
    auto all = sum({a, b});
    EXPECT_EQ(std::tuple(all.stage, all.substage, all.kernel, all.label), std::tuple(2, 0, "step", "k=4"));
    EXPECT_EQ(std::tuple(all.first_launch, all.required_bytes, all.comparators), std::tuple(3U, 200U, 5U));
    b.kernel = "last";
    b.stage.stage = 3;
    all = sum({a, b});
    EXPECT_EQ(std::tuple(all.kernel, all.stage), std::tuple("", 0));
}

TEST(CommonWords, ThatBothBeginWith) {
    for (const auto& [one, other, common] : {std::tuple("k=8 j=4", "k=8 j=2", "k=8"),
                                             {"mirror", "mirrored", ""},
                                             {"a  b c", "a b d", "a b"},
                                             {"", "a", ""},
                                             {"a b", "a b", "a b"},
                                             {"sort / local", "sort / merge", "sort"}})
        EXPECT_EQ(common_words(one, other), common);
}

TEST(AddLaunchSums, NothingWrapsAround) {
    const auto large = std::numeric_limits<int64_t>::max();
    expect_error(ErrorKind::data, "64 bits", [&] {
        sum({launch({{gld_sectors, measured, large}}), launch("gld_sectors 1")});
    });
    expect_error(ErrorKind::data, "64 bits", [&] { sum({launch("", large), launch("", 1)}); });
    constexpr auto most = std::numeric_limits<uint64_t>::max();
    for (const auto member : {&LaunchSums::required_bytes, &LaunchSums::comparators, &LaunchSums::launches}) {
        LaunchSums sum, more;
        sum.launches = more.launches = 1;
        sum.*member = most;
        more.*member = 1;
        expect_error(ErrorKind::data, "64 bits", [&] { add(sum, more); });
    }
    expect_error(ErrorKind::data, "64 bits",
                 [] { checked_sum(std::numeric_limits<int64_t>::min(), int64_t{-1}); });
}

TEST(AddSiteCounts, EveryCountIsAddedUpAndChecked) {
    SiteCounts one{{}, {}, 1, 2, 3, 4, 5, {6, 7, 8, 9}, {10, 11, 12}, 13, 14, 15};
    one.site.line = 7;
    auto sum = one;
    add(sum, one);
    SiteCounts twice{one.site, {}, 2, 4, 6, 8, 10, {12, 14, 16, 18}, {20, 22, 24}, 26, 28, 30};
    EXPECT_EQ(sum, twice);
    sum.sizes[3] = std::numeric_limits<int64_t>::max();
    expect_error(ErrorKind::data, "64 bits", [&] { add(sum, one); });
}

using Starts = std::vector<std::pair<int64_t, int64_t>>;  // start, duration

LaunchSpanner spanner_of(const Starts& launches, LaunchSpanner spanner = {}) {
    for (const auto& [start, duration] : launches) spanner.add(start, duration);
    return spanner;
}

TEST(LaunchSpanner, IsBusyWhileAnyLaunchRuns) {
    struct Row {
        Starts launches;
        int64_t span_ns, busy_ns;
    };
    for (const auto& [launches, span_ns, busy_ns] :
         std::initializer_list<Row>{{{{0, 100}, {110, 200}, {330, 100}}, 430, 400},
                                    {{{5, 10}}, 10, 10},
                                    {{{0, 100}, {50, 100}, {160, 10}}, 170, 160},
                                    {{{0, 100}, {10, 20}, {90, 20}}, 110, 110},
                                    // Overlapping streams; launches out of order.
                                    {{{200, 50}, {0, 100}, {90, 30}, {240, 20}}, 260, 120 + 60}}) {
        const auto span = spanner_of(launches).span();
        EXPECT_EQ(std::tuple(span->span_ns, span->busy_ns, span->gaps_ns()),
                  std::tuple(span_ns, busy_ns, span_ns - busy_ns));
    }
}

TEST(LaunchSpanner, LaunchesInOrderNeedNotBeKept) {
    const LaunchSpanner ascending(LaunchSpanner::Order::ascending);
    const Starts launches{{7, 100}, {110, 200}, {120, 10}, {330, 100}, {430, 5}};
    const auto kept = spanner_of(launches).span(), in_order = spanner_of(launches, ascending).span();
    ASSERT_TRUE(in_order);
    EXPECT_FALSE(spanner_of(launches, ascending).out_of_order());
    EXPECT_EQ(std::tuple(in_order->span_ns, in_order->busy_ns), std::tuple(kept->span_ns, kept->busy_ns));
    const auto unsorted = spanner_of({{200, 50}, {0, 100}, {300, 10}}, ascending);
    EXPECT_TRUE(unsorted.out_of_order());
    EXPECT_FALSE(unsorted.span()) << "not known";
}

TEST(LaunchSpanner, NothingWhereOneHasNoTime) {
    LaunchSpanner spanner;
    EXPECT_FALSE(spanner.span());
    spanner.add(0, 10);
    EXPECT_TRUE(spanner.span());
    spanner.add(std::nullopt, 10);
    EXPECT_FALSE(spanner.span());
    LaunchSpanner without_end;
    without_end.add(0, std::nullopt);
    EXPECT_FALSE(without_end.span());
}
}  // namespace
}
