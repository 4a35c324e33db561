#include "analyzer/derived.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {

using enum CounterId;
using enum Provenance;
using ::testing::ElementsAre;

LaunchRecord launch(std::vector<CounterValue> counters, std::optional<std::int64_t> duration = std::nullopt) {
    LaunchRecord record;
    record.counters = std::move(counters);
    record.duration_ns = duration;
    return record;
}

TEST(Derive, EfficienciesOfHandComputedCounters) {
    // Two warps load 32 consecutive u32 each (128 bytes in 4 sectors), then one stores with a stride of 8 bytes.
    const std::vector<CounterValue> counters{
        {gld_requests, measured, 2}, {gld_bytes, measured, 256}, {gld_sectors, measured, 8},
        {gst_requests, measured, 1}, {gst_bytes, measured, 128}, {gst_sectors, measured, 8}};
    const auto derived = derive(counters);
    EXPECT_DOUBLE_EQ(derived.gld_efficiency_pct.value(), 100);
    EXPECT_DOUBLE_EQ(derived.gst_efficiency_pct.value(), 50);
    EXPECT_DOUBLE_EQ(derived.gld_bytes_per_request.value(), 128);
    EXPECT_DOUBLE_EQ(derived.gst_bytes_per_request.value(), 128);
    EXPECT_DOUBLE_EQ(derived.gld_sectors_per_request.value(), 4);
    EXPECT_DOUBLE_EQ(derived.gst_sectors_per_request.value(), 8);
}

TEST(Derive, InstructionsBranchesAndOccupancy) {
    const std::vector<CounterValue> counters{{warp_instructions, measured, 10}, {active_thread_instructions, measured, 240},
                                             {branches, measured, 8},           {divergent_branches, measured, 2},
                                             {warps_active_ppm, measured, 876543}};
    const auto derived = derive(counters);
    EXPECT_DOUBLE_EQ(derived.warp_execution_efficiency_pct.value(), 75);
    EXPECT_DOUBLE_EQ(derived.divergent_pct.value(), 25);
    EXPECT_DOUBLE_EQ(derived.branch_efficiency_pct.value(), 75);
    EXPECT_DOUBLE_EQ(derived.occupancy_pct.value(), 87.6543);
}

TEST(Derive, BranchTargetsOfThreadsComeBeforeBranchesOfWarps) {
    const std::vector<CounterValue> counters{{branches, measured, 8},
                                             {divergent_branches, measured, 2},
                                             {branch_targets_threads, measured, 256},
                                             {branch_targets_threads_uniform, measured, 224}};
    EXPECT_DOUBLE_EQ(derive(counters).branch_efficiency_pct.value(), 87.5);
}

TEST(Derive, AbsentIsNotZero) {
    const auto nothing = derive({});
    for (const auto& info : derived_catalogue()) EXPECT_FALSE((nothing.*info.member).has_value()) << info.name;
    // Bytes without sectors, sectors without bytes.
    EXPECT_FALSE(derive(std::vector<CounterValue>{{gld_bytes, measured, 8}}).gld_efficiency_pct);
    EXPECT_FALSE(derive(std::vector<CounterValue>{{gld_sectors, measured, 8}}).gld_efficiency_pct);
}

TEST(Derive, NothingDividedByZero) {
    const std::vector<CounterValue> counters{{gld_requests, measured, 0}, {gld_bytes, measured, 0},
                                             {gld_sectors, measured, 0},  {branches, measured, 0},
                                             {divergent_branches, measured, 0}};
    const auto derived = derive(counters);
    EXPECT_FALSE(derived.gld_efficiency_pct);
    EXPECT_FALSE(derived.gld_bytes_per_request);
    EXPECT_FALSE(derived.divergent_pct);
    EXPECT_FALSE(derived.branch_efficiency_pct);
}

TEST(Derive, ZeroIsANumber) {
    const std::vector<CounterValue> counters{{branches, measured, 4}, {divergent_branches, measured, 0}};
    EXPECT_EQ(derive(counters).divergent_pct, 0.0);
    EXPECT_EQ(derive(counters).branch_efficiency_pct, 100.0);
}

TEST(Derive, RhoOfJanEtAl) {
    // One stage over N = 1024 floats that loads every key once in 128-byte transactions: rho_l = 1. Its stores fall
    // into 32-byte transactions, one for every key: rho_s = 32 / 4.
    const std::vector<CounterValue> counters{{gld_32b_cc13, modelled, 0},    {gld_64b_cc13, modelled, 0},
                                             {gld_128b_cc13, modelled, 32},  {gst_32b_cc13, modelled, 1024},
                                             {gst_64b_cc13, modelled, 0},    {gst_128b_cc13, modelled, 0}};
    const auto derived = derive(counters, 1024 * 4);
    EXPECT_DOUBLE_EQ(derived.rho_l.value(), 1);
    EXPECT_DOUBLE_EQ(derived.rho_s.value(), 8);
    EXPECT_FALSE(derive(counters).rho_l);  // no data size, no rho
}

TEST(Derive, RhoWeighsEachSize) {
    const std::vector<CounterValue> counters{
        {gld_32b_cc13, counted, 3}, {gld_64b_cc13, counted, 5}, {gld_128b_cc13, counted, 7}};
    EXPECT_DOUBLE_EQ(derive(counters, 1000).rho_l.value(), (3 * 32 + 5 * 64 + 7 * 128) / 1000.0);
    EXPECT_FALSE(derive(counters, 1000).rho_s);
}

TEST(Derive, NeverMixesProvenances) {
    // Only the model has both bytes and sectors; the measured sectors must not be divided into the model's bytes.
    const std::vector<CounterValue> counters{
        {gld_sectors, measured, 16}, {gld_bytes, modelled, 256}, {gld_sectors, modelled, 8}};
    EXPECT_DOUBLE_EQ(derive(counters).gld_efficiency_pct.value(), 100);
    EXPECT_EQ(provenance_of(&Derived::gld_efficiency_pct, counters), modelled);
    const std::vector<CounterValue> torn{{gld_sectors, measured, 16}, {gld_bytes, modelled, 256}};
    EXPECT_FALSE(derive(torn).gld_efficiency_pct);
    EXPECT_FALSE(provenance_of(&Derived::gld_efficiency_pct, torn));
}

TEST(Derive, PrefersMeasuredThenCountedThenModelled) {
    std::vector<CounterValue> counters{{gld_bytes, modelled, 320}, {gld_sectors, modelled, 100}};
    EXPECT_DOUBLE_EQ(derive(counters).gld_efficiency_pct.value(), 10);
    counters.insert(counters.end(), {{gld_bytes, counted, 640}, {gld_sectors, counted, 100}});
    EXPECT_DOUBLE_EQ(derive(counters).gld_efficiency_pct.value(), 20);
    counters.insert(counters.end(), {{gld_bytes, measured, 960}, {gld_sectors, measured, 100}});
    EXPECT_DOUBLE_EQ(derive(counters).gld_efficiency_pct.value(), 30);
    EXPECT_EQ(provenance_of(&Derived::gld_efficiency_pct, counters), measured);
}

TEST(Derive, MeasuredNoBranchesIsNotReplacedByTheModel) {
    // The compiler predicated the branch away: the hardware saw none, the model sees the source's.
    const std::vector<CounterValue> counters{{branch_targets_threads, measured, 0},
                                             {branch_targets_threads_uniform, measured, 0},
                                             {branches, modelled, 10},
                                             {divergent_branches, modelled, 5}};
    EXPECT_FALSE(derive(counters).branch_efficiency_pct);
    EXPECT_EQ(provenance_of(&Derived::branch_efficiency_pct, counters), measured);
    EXPECT_EQ(derive(counters).divergent_pct, 50.0);
}

TEST(SumCounters, AddsOverLaunches) {
    const std::vector<LaunchRecord> launches{launch({{gst_sectors, measured, 3}, {gld_sectors, measured, 1}}),
                                             launch({{gld_sectors, measured, 10}, {gst_sectors, measured, 30}})};
    EXPECT_THAT(sum_counters(launches), ElementsAre(CounterValue{gld_sectors, measured, 11},
                                                    CounterValue{gst_sectors, measured, 33}));
}

TEST(SumCounters, LeavesOutWhatALaunchLacks) {
    const std::vector<LaunchRecord> launches{launch({{gld_sectors, measured, 1}, {branches, measured, 2}}),
                                             launch({{gld_sectors, measured, 10}})};
    EXPECT_THAT(sum_counters(launches), ElementsAre(CounterValue{gld_sectors, measured, 11}));
    EXPECT_TRUE(sum_counters(std::vector<LaunchRecord>{}).empty());
}

TEST(SumCounters, KeepsProvenancesApart) {
    const std::vector<LaunchRecord> launches{
        launch({{gld_sectors, measured, 1}, {gld_sectors, modelled, 2}, {gst_sectors, measured, 5}}),
        launch({{gld_sectors, measured, 10}, {gld_sectors, modelled, 20}, {gst_sectors, modelled, 50}})};
    EXPECT_THAT(sum_counters(launches), ElementsAre(CounterValue{gld_sectors, measured, 11},
                                                    CounterValue{gld_sectors, modelled, 22}));
}

TEST(SumCounters, WeighsOccupancyByDuration) {
    const std::vector<LaunchRecord> launches{launch({{warps_active_ppm, measured, 1000000}}, 100),
                                             launch({{warps_active_ppm, measured, 500000}}, 300)};
    EXPECT_THAT(sum_counters(launches), ElementsAre(CounterValue{warps_active_ppm, measured, 625000}));
}

TEST(SumCounters, OccupancyNeedsEveryDuration) {
    const std::vector<LaunchRecord> launches{launch({{warps_active_ppm, measured, 1000000}}, 100),
                                             launch({{warps_active_ppm, measured, 500000}})};
    EXPECT_TRUE(sum_counters(launches).empty());
    const std::vector<LaunchRecord> alone{launch({{warps_active_ppm, measured, 500000}})};
    EXPECT_THAT(sum_counters(alone), ElementsAre(CounterValue{warps_active_ppm, measured, 500000}));
}

TEST(Provenances, EachOnceMostTrustedFirst) {
    const std::vector<CounterValue> counters{
        {gld_sectors, modelled, 1}, {gld_sectors, measured, 1}, {gst_sectors, modelled, 1}};
    EXPECT_THAT(provenances(counters), ElementsAre(measured, modelled));
    EXPECT_TRUE(provenances({}).empty());
}

TEST(GlobalSectors, BothDirectionsOfOneProvenance) {
    const std::vector<CounterValue> counters{
        {gld_sectors, measured, 1}, {gld_sectors, modelled, 10}, {gst_sectors, modelled, 20}};
    EXPECT_EQ(global_sectors(counters), (CounterValue{gld_sectors, modelled, 30}));
    EXPECT_FALSE(global_sectors(std::vector<CounterValue>{{gld_sectors, measured, 1}}));
}

TEST(Preferred, TheMostTrusted) {
    const std::vector<CounterValue> counters{{branches, modelled, 1}, {branches, counted, 2}};
    EXPECT_EQ(preferred(counters, branches), (CounterValue{branches, counted, 2}));
    EXPECT_FALSE(preferred(counters, barriers));
}

TEST(DerivedCatalogue, NamesEveryRatioOnce) {
    std::vector<std::string_view> names;
    for (const auto& info : derived_catalogue()) names.push_back(info.name);
    EXPECT_EQ(names.size(), sizeof(Derived) / sizeof(std::optional<double>));
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

}  // namespace
}  // namespace sortscope::analyzer
