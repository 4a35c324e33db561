#include "analyzer/timing/difference.hpp"

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {
using enum CounterId;

LaunchSums sums(int stage, int64_t time_ns, int64_t sectors, int64_t conflicts = 0) {
    LaunchSums one;
    one.stage = stage;
    one.kernel = "step";
    one.launches = 1;
    one.time_ns = time_ns;
    one.counters = {{gld_sectors, Provenance::measured, sectors},
                    {gst_sectors, Provenance::measured, sectors},
                    {shared_ld_conflicts, Provenance::measured, conflicts}};
    return one;
}

TEST(Difference, AddsUpToTheSortTimes) {
    const auto made = difference({sums(1, 1000, 10), sums(2, 5000, 100)},
                                 {sums(1, 1000, 10), sums(2, 7000, 200)}, 7000, 9500, 4, 4);
    EXPECT_DOUBLE_EQ(*made.difference_ns, 2500);
    double parts = *made.rest_difference_ns();
    for (const auto& stage : made.stages) parts += *stage.difference_ns;
    EXPECT_DOUBLE_EQ(parts, *made.difference_ns);
    EXPECT_DOUBLE_EQ(*made.base_rest_ns, 1000);
    EXPECT_DOUBLE_EQ(*made.other_rest_ns, 1500);
    ASSERT_NE(made.most(), nullptr);
    EXPECT_EQ(made.most()->stage, 2);
    EXPECT_DOUBLE_EQ(*made.most()->part, 0.8);
    EXPECT_DOUBLE_EQ(*made.part_of(made.rest_difference_ns()), 0.2);
    EXPECT_FALSE(made.part_of(std::nullopt));
    EXPECT_FALSE(difference({}, {}, 7000, 7000, 4, 4).part_of(5)) << "no difference has no parts";
}

TEST(Difference, OfASideWithoutLaunchesKernelsAreUnknown) {
    const auto made = difference({sums(1, 1000, 10), sums(2, 5000, 100)}, {}, 7000, 9500, 4, 4);
    EXPECT_DOUBLE_EQ(*made.difference_ns, 2500);
    EXPECT_FALSE(made.total.difference_ns) << "they did not take no time";
    EXPECT_FALSE(made.total.part);
    EXPECT_EQ(made.most(), nullptr);
    EXPECT_FALSE(difference({}, {}, 7000, 9500, 4, 4).total.part);
}

TEST(Difference, CountersThatDifferTheMostTellingFirst) {
    const auto made = difference({sums(1, 1000, 100, 7)}, {sums(1, 1500, 200, 7)}, 2000, 2500, 4, 4);
    const auto& metrics = made.stages[0].metrics;
    ASSERT_EQ(metrics.size(), 3U);  // global_sectors, gld_sectors, gst_sectors; conflicts are equal
    EXPECT_EQ(metrics[0].metric->id, "global_sectors");
    EXPECT_DOUBLE_EQ(*metrics[0].ratio(), 2);
    EXPECT_EQ(metrics[1].metric->counter, gld_sectors);
}

LaunchSums labelled(int stage, const char* label, int64_t time_ns) {
    auto one = sums(stage, time_ns, 10);
    one.label = label;
    return one;
}

TEST(Difference, StagesOfTwoSortsArePairedByRunLength) {
    const auto made = difference(
        {labelled(1, "k=2 j=1", 100), labelled(2, "k=4", 100), labelled(3, "k=8", 100),
         labelled(4, "k=16", 100)},
        {labelled(1, "tile sort", 150), labelled(2, "dir=8 inc=4..1", 80), labelled(3, "dir=16", 90)}, 400,
        320, 4, 4, StageMatch::label);
    ASSERT_EQ(made.stages.size(), 5U);
    const auto& paired = made.stages[3];
    EXPECT_EQ(std::tuple(paired.stage, paired.other_stage, *paired.difference_ns), std::tuple(3, 2, -20));
    EXPECT_EQ(made.stages[0].other.launches, 0U) << "a tile sort is no first stage of the other network";
    EXPECT_EQ(*made.stages[0].difference_ns, -100);
    EXPECT_TRUE(made.stages[0].metrics.empty());
    double sum = 0;
    for (const auto& stage : made.stages) sum += *stage.difference_ns;
    EXPECT_DOUBLE_EQ(sum, *made.difference_ns);
}

TEST(Difference, RepeatedLabelsArePairedInOrder) {
    const std::vector radix{labelled(1, "Histogram", 10), labelled(2, "Onesweep", 20),
                            labelled(3, "Onesweep", 30)};
    auto other = radix;
    other[2].time_ns = 50;
    const auto made = difference(radix, other, 60, 80, 4, 4, StageMatch::label);
    ASSERT_EQ(made.stages.size(), 3U);
    EXPECT_EQ(made.most()->stage, 3);
}

TEST(Difference, UnrelatedSortsShareNoStages) {
    const auto made =
        difference({labelled(1, "k=2", 100), labelled(2, "k=4", 100)},
                   {labelled(1, "Partition", 50), labelled(2, "Merge", 50), labelled(3, "k=4", 50)}, 200, 150,
                   4, 4, StageMatch::label);
    EXPECT_TRUE(made.stages.empty());
    EXPECT_EQ(made.most(), nullptr);
    EXPECT_DOUBLE_EQ(*made.total.difference_ns, -50);
}

TEST(Difference, CausesWentTheWayOfTheTime) {
    const auto made = difference({sums(1, 5000, 400, 0)}, {sums(1, 2000, 100, 50)}, 6000, 3000, 4, 4);
    ASSERT_EQ(made.stages[0].metrics.size(), 4U);
    const auto causes = made.stages[0].causes();
    ASSERT_EQ(causes.size(), 1U) << "faster by fewer sectors, not by more conflicts";
    EXPECT_EQ(causes[0].metric->id, "global_sectors");
    EXPECT_LT(*causes[0].ratio(), 1);
    auto base = sums(1, 1000, 100), other = sums(1, 3000, 100);
    base.counters.push_back({dram_read_bytes, Provenance::measured, 0});
    other.counters.push_back({dram_read_bytes, Provenance::measured, 32});  // below 1 % of 6400 sector bytes
    base.counters.push_back({warps_active_ppm, Provenance::measured, 900000});
    other.counters.push_back({warps_active_ppm, Provenance::measured, 300000});
    const auto occupancy = difference({base}, {other}, 2000, 4000, 4, 4).stages[0].causes();
    ASSERT_EQ(occupancy.size(), 1U) << "next to no traffic of device memory explains nothing";
    EXPECT_EQ(occupancy[0].metric->counter, warps_active_ppm);
}

TEST(Difference, FromNothingIsWithoutBound) {
    const auto metrics = metric_differences(sums(1, 1, 100, 0), sums(1, 1, 150, 50), 4, 4);
    EXPECT_EQ(metrics[0].metric->id, "shared_ld_conflicts");
    EXPECT_FALSE(metrics[0].ratio());
    const auto value = [](int64_t number) { return MetricValue{Number(number), Provenance::measured}; };
    EXPECT_DOUBLE_EQ(*ratio_to(value(4), value(6)), 1.5);
    EXPECT_DOUBLE_EQ(*ratio_to(value(4), value(0)), 0);
    EXPECT_FALSE(ratio_to(value(0), value(6)));
    auto modelled = sums(1, 1, 100);
    for (auto& counter : modelled.counters) counter.provenance = Provenance::modelled;
    EXPECT_TRUE(metric_differences(sums(1, 1, 50), modelled, 4, 4).empty()) << "two provenances do not meet";
}

TEST(Difference, WithoutTimesCountersAlone) {
    auto a = sums(1, 0, 10), b = sums(1, 0, 20);
    a.time_ns = b.time_ns = std::nullopt;
    const auto made = difference({a}, {b}, {}, {}, 4, 4);
    EXPECT_FALSE(made.difference_ns || made.base_rest_ns);
    EXPECT_EQ(std::tuple(made.most(), made.total.metrics.size()), std::tuple(nullptr, 3U));
}
}  // namespace
}
