#include "core/metric/sums.hpp"

#include <gmock/gmock.h>

#include "core/records.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
using enum CounterId;
using enum Provenance;
using test::expect_error;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

LaunchRecord launch(std::vector<CounterValue> counters, std::optional<int64_t> duration = std::nullopt) {
    LaunchRecord record;
    record.counters = std::move(counters);
    record.duration_ns = duration;
    return record;
}

LaunchSums sum(const std::vector<LaunchRecord>& launches) {
    LaunchSums all;
    for (const auto& one : launches) add(all, sums_of(one));
    return all;
}

TEST(LaunchSums, AddsOverLaunches) {
    const auto all = sum({launch({{gld_sectors, measured, 1}, {gst_sectors, measured, 3}}),
                          launch({{gst_sectors, measured, 30}, {gld_sectors, measured, 10}})});
    EXPECT_THAT(all.counters, ElementsAre(CounterValue{gld_sectors, measured, 11},
                                          CounterValue{gst_sectors, measured, 33}));
    EXPECT_EQ(all.launches, 2U);
}

TEST(LaunchSums, LeavesOutWhatALaunchLacks) {
    EXPECT_THAT(sum({launch({{gld_sectors, measured, 1}, {branches, measured, 2}}),
                     launch({{gld_sectors, measured, 10}})})
                    .counters,
                ElementsAre(CounterValue{gld_sectors, measured, 11}));
    EXPECT_THAT(sum({launch({{gld_sectors, measured, 1}}), launch({}), launch({{gld_sectors, measured, 10}})})
                    .counters,
                IsEmpty())
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

TEST(LaunchSums, WeighsOccupancyByDuration) {
    const auto all = sum({launch({{warps_active_ppm, measured, 1000000}}, 100),
                          launch({{warps_active_ppm, measured, 500000}}, 300)});
    ASSERT_EQ(all.counters.size(), 1U);
    EXPECT_DOUBLE_EQ(all.counters[0].value.as_double(), 625000);
    EXPECT_EQ(all.time_ns, 400);
    EXPECT_FALSE(sum({launch({}, 10), launch({}), launch({}, 10)}).time_ns);
}

TEST(LaunchSums, TheMeanIsTheSameHoweverLaunchesAreGrouped) {
    const std::vector<LaunchRecord> launches{launch({{warps_active_ppm, measured, 900000}}, 70),
                                             launch({{warps_active_ppm, measured, 100000}}, 20),
                                             launch({{warps_active_ppm, measured, 400000}}, 10)};
    auto pairs = sum({launches[1], launches[2]});
    add(pairs, sums_of(launches[0]));
    EXPECT_NEAR(pairs.counters.at(0).value.as_double(), sum(launches).counters.at(0).value.as_double(), 1e-6);
}

TEST(LaunchSums, OccupancyNeedsEveryDuration) {
    EXPECT_THAT(sum({launch({{warps_active_ppm, measured, 1000000}}, 100),
                     launch({{warps_active_ppm, measured, 500000}})})
                    .counters,
                IsEmpty());
    EXPECT_THAT(sum({launch({{warps_active_ppm, measured, 1000000}}, 0),
                     launch({{warps_active_ppm, measured, 500000}}, 0)})
                    .counters,
                IsEmpty());
    EXPECT_THAT(sum({launch({{warps_active_ppm, measured, 500000}})}).counters,
                ElementsAre(CounterValue{warps_active_ppm, measured, 500000}))
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
    EXPECT_EQ(common_words("k=8 j=4", "k=8 j=2"), "k=8");
    EXPECT_EQ(common_words("mirror", "mirrored"), "");
    EXPECT_EQ(std::tuple(common_words("a  b c", "a b d"), common_words("", "a")), std::tuple("a b", ""));
    EXPECT_EQ(common_words("a b", "a b"), "a b");
    EXPECT_EQ(common_words("sort / local", "sort / merge"), "sort");
}

TEST(AddLaunchSums, NothingWrapsAround) {
    const auto large = std::numeric_limits<int64_t>::max();
    expect_error(ErrorKind::data, "64 bits", [&] {
        sum({launch({{gld_sectors, measured, large}}), launch({{gld_sectors, measured, 1}})});
    });
    expect_error(ErrorKind::data, "64 bits", [&] { sum({launch({}, large), launch({}, 1)}); });
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
    SiteCounts one;
    one.site.line = 7;
    one.requests = 1, one.threads = 2, one.bytes = 3, one.sectors = 4, one.lines = 5;
    one.sizes = {6, 7, 8, 9};
    one.sizes_cc13 = {10, 11, 12};
    one.extra_wavefronts = 13, one.taken_threads = 14, one.divergent_warps = 15;
    auto sum = one;
    add(sum, one);
    SiteCounts twice;
    twice.site.line = 7;
    twice.requests = 2, twice.threads = 4, twice.bytes = 6, twice.sectors = 8, twice.lines = 10;
    twice.sizes = {12, 14, 16, 18};
    twice.sizes_cc13 = {20, 22, 24};
    twice.extra_wavefronts = 26, twice.taken_threads = 28, twice.divergent_warps = 30;
    EXPECT_EQ(sum, twice);
    sum.sizes[3] = std::numeric_limits<int64_t>::max();
    expect_error(ErrorKind::data, "64 bits", [&] { add(sum, one); });
}

std::optional<LaunchSpan> span_of(const std::vector<std::pair<int64_t, int64_t>>& launches) {
    LaunchSpanner spanner;
    for (const auto& [start, duration] : launches) spanner.add(start, duration);
    return spanner.span();
}

TEST(LaunchSpanner, GapsAreWhenNoneRuns) {
    EXPECT_EQ(span_of({{0, 100}, {110, 200}, {330, 100}})->gaps_ns(), 30);
    EXPECT_EQ(span_of({{0, 100}, {110, 200}, {330, 100}})->span_ns, 430);
    EXPECT_EQ(span_of({{5, 10}})->gaps_ns(), 0);
}

TEST(LaunchSpanner, OverlappingLaunchesLeaveNoNegativeGap) {
    EXPECT_EQ(span_of({{0, 100}, {50, 100}, {160, 10}})->gaps_ns(), 10);
    EXPECT_EQ(span_of({{0, 100}, {10, 20}, {90, 20}})->busy_ns, 110);
}

TEST(LaunchSpanner, TakesLaunchesOfSeveralStreamsOutOfOrder) {
    const auto span = span_of({{200, 50}, {0, 100}, {90, 30}, {240, 20}});
    EXPECT_EQ(std::tuple(span->span_ns, span->busy_ns), std::tuple(260, 120 + 60));
}

TEST(LaunchSpanner, LaunchesInOrderNeedNotBeKept) {
    const auto in_order = [](const std::vector<std::pair<int64_t, int64_t>>& launches) {
        LaunchSpanner spanner(LaunchSpanner::Order::ascending);
        for (const auto& [start, duration] : launches) spanner.add(start, duration);
        return std::pair(spanner.span(), spanner.out_of_order());
    };
    const std::vector<std::pair<int64_t, int64_t>> launches{
        {7, 100}, {110, 200}, {120, 10}, {330, 100}, {430, 5}};
    const auto [span, out_of_order] = in_order(launches);
    ASSERT_TRUE(span);
    EXPECT_FALSE(out_of_order);
    EXPECT_EQ(span->span_ns, span_of(launches)->span_ns);
    EXPECT_EQ(span->busy_ns, span_of(launches)->busy_ns);
    const auto unsorted = in_order({{200, 50}, {0, 100}, {300, 10}});
    EXPECT_TRUE(unsorted.second);
    EXPECT_FALSE(unsorted.first) << "not known";
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
