#include <gmock/gmock.h>

#include "core/metric/metric.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
using enum CounterId;
using enum Provenance;
using test::expect_error;

using Values = std::vector<CounterValue>;

std::optional<double> value(const char* id, const Values& counters, uint64_t data_bytes = 0) {
    const auto found = evaluate(metric(id), {.counters = counters, .data_bytes = data_bytes});
    return found ? std::optional(found->value.as_double()) : std::nullopt;
}

Metric test_metric(std::string_view formula, int decimals = 0) {
    return {.id = "test", .decimals = decimals, .formula = formula, .provenances = {.measured = true}};
}

std::optional<Provenance> decided_by(const char* id, const Values& counters) {
    const auto found = evaluate(metric(id), {.counters = counters});
    return found ? std::optional(found->provenance) : std::nullopt;
}

TEST(Evaluate, EfficienciesOfHandComputedCounters) {
    // Two warps load 32 consecutive u32 each, 128 bytes in 4 sectors; one stores with a stride of 8 bytes.
    const Values counters{{gld_requests, measured, 2}, {gld_bytes, measured, 256},
                          {gld_sectors, measured, 8},  {gst_requests, measured, 1},
                          {gst_bytes, measured, 128},  {gst_sectors, measured, 8}};
    EXPECT_DOUBLE_EQ(value("gld_efficiency_pct", counters).value(), 100);
    EXPECT_DOUBLE_EQ(value("gst_efficiency_pct", counters).value(), 50);
    EXPECT_DOUBLE_EQ(value("gld_bytes_per_request", counters).value(), 128);
    EXPECT_DOUBLE_EQ(value("gst_bytes_per_request", counters).value(), 128);
    EXPECT_DOUBLE_EQ(value("gld_sectors_per_request", counters).value(), 4);
    EXPECT_DOUBLE_EQ(value("gst_sectors_per_request", counters).value(), 8);
}

TEST(Evaluate, InstructionsBranchesAndOccupancy) {
    const Values counters{{warp_instructions, measured, 10},
                          {active_thread_instructions, measured, 240},
                          {branches, measured, 8},
                          {divergent_branches, measured, 2},
                          {warps_active_ppm, measured, 876543}};
    EXPECT_DOUBLE_EQ(value("warp_execution_efficiency_pct", counters).value(), 75);
    EXPECT_DOUBLE_EQ(value("divergent_pct", counters).value(), 25);
    EXPECT_DOUBLE_EQ(value("branch_efficiency_pct", counters).value(), 75);
    EXPECT_DOUBLE_EQ(value("occupancy_pct", counters).value(), 87.6543);
}

TEST(Evaluate, CachesAndMemory) {
    const Values counters{
        {l1_sectors, measured, 400},       {l1_hit_sectors, measured, 100},  {l1_ld_sectors, measured, 300},
        {l1_ld_hit_sectors, measured, 75}, {l2_lookups, measured, 80},       {l2_hits, measured, 60},
        {l2_sectors, measured, 1000},      {dram_read_bytes, measured, 640}, {dram_write_bytes, measured, 64},
        {local_ld_sectors, measured, 5},   {local_st_sectors, measured, 7}};
    EXPECT_DOUBLE_EQ(value("l1_hit_pct", counters).value(), 25);
    EXPECT_DOUBLE_EQ(value("l1_ld_hit_pct", counters).value(), 25);
    EXPECT_DOUBLE_EQ(value("l2_hit_pct", counters).value(), 75);
    EXPECT_DOUBLE_EQ(value("l2_bytes", counters).value(), 32000);
    EXPECT_DOUBLE_EQ(value("dram_bytes", counters).value(), 704);
    EXPECT_DOUBLE_EQ(value("local_sectors", counters).value(), 12);
    // Hits and look-ups of two runs of the sort make no rate.
    EXPECT_FALSE(value("l2_hit_pct", {{l2_lookups, measured, 80, 2}, {l2_hits, measured, 60, 3}}));
    EXPECT_FALSE(value(
        "l2_hit_pct", {{l2_lookups, measured, 80, several_passes}, {l2_hits, measured, 60, several_passes}}));
}

TEST(Evaluate, SharedMemoryAndInstructionsByKind) {
    // Loads of 32 words, one with every second bank twice: 3 wavefronts. A store of 16 words: one.
    const Values shared{{shared_ld_bytes, measured, 256},    {shared_ld_requests, measured, 2},
                        {shared_ld_wavefronts, measured, 3}, {shared_ld_conflicts, measured, 1},
                        {shared_st_bytes, measured, 64},     {shared_st_wavefronts, measured, 1},
                        {shared_st_conflicts, measured, 0}};
    EXPECT_EQ(value("shared_ld_ideal_wavefronts", shared), 2.0);
    EXPECT_EQ(value("shared_st_ideal_wavefronts", shared), 1.0);
    EXPECT_DOUBLE_EQ(value("shared_efficiency_pct", shared).value(), 100.0 * 320 / 512);
    const Values kinds{{warp_instructions, measured, 10},
                       {thread_instructions, measured, 200},
                       {integer_thread_instructions, measured, 100},
                       {fp16_thread_instructions, measured, 2},
                       {fp32_thread_instructions, measured, 6},
                       {fp64_thread_instructions, measured, 12},
                       {memory_thread_instructions, measured, 50},
                       {control_thread_instructions, measured, 10},
                       {exchange_thread_instructions, measured, 5}};
    EXPECT_DOUBLE_EQ(value("integer_pct", kinds).value(), 50);
    EXPECT_DOUBLE_EQ(value("float_pct", kinds).value(), 10);
    EXPECT_DOUBLE_EQ(value("memory_pct", kinds).value(), 25);
    EXPECT_DOUBLE_EQ(value("control_pct", kinds).value(), 5);
    EXPECT_DOUBLE_EQ(value("exchange_pct", kinds).value(), 2.5);
    EXPECT_DOUBLE_EQ(value("warp_nonpred_efficiency_pct", kinds).value(), 62.5);
}

TEST(Evaluate, Schedulers) {
    const Values counters{{scheduler_cycles, measured, 1000},
                          {eligible_warp_cycles, measured, 1500},
                          {resident_warp_cycles, measured, 9000},
                          {issue_cycles, measured, 640}};
    EXPECT_DOUBLE_EQ(value("eligible_warps_per_cycle", counters).value(), 1.5);
    EXPECT_DOUBLE_EQ(value("resident_warps_per_cycle", counters).value(), 9);
    EXPECT_DOUBLE_EQ(value("issue_slot_pct", counters).value(), 64);
}

TEST(Evaluate, AbsentIsNotZero) {
    for (const auto* row : metric_catalogue())
        EXPECT_FALSE(evaluate(*row, {.counters = {}, .data_bytes = 4096})) << row->id;
    EXPECT_FALSE(value("gld_efficiency_pct", {{gld_bytes, measured, 256}}));
    EXPECT_FALSE(value("gld_efficiency_pct", {{gld_sectors, measured, 8}}));
    EXPECT_FALSE(value("gld_sectors", {{gst_sectors, measured, 8}}));
    EXPECT_FALSE(value("global_sectors", {{gld_sectors, measured, 1}, {gst_sectors, modelled, 20}}));
    EXPECT_EQ(value("global_sectors", {{gld_sectors, measured, 1}, {gst_sectors, measured, 2}}), 3);
}

TEST(Evaluate, NothingIsDividedByZero) {
    const Values counters{{gld_requests, measured, 0},
                          {gld_bytes, measured, 0},
                          {gld_sectors, measured, 0},
                          {branches, measured, 0},
                          {divergent_branches, measured, 0}};
    const Values model{{gld_requests, modelled, 2},
                       {gld_bytes, modelled, 256},
                       {gld_sectors, modelled, 8},
                       {branches, modelled, 4},
                       {divergent_branches, modelled, 1}};
    auto both = counters;
    both.insert(both.end(), model.begin(), model.end());
    for (const auto* id :
         {"gld_efficiency_pct", "gld_bytes_per_request", "divergent_pct", "branch_efficiency_pct"}) {
        EXPECT_FALSE(value(id, counters)) << id;
        EXPECT_EQ(decided_by(id, model), modelled) << id;
        EXPECT_FALSE(value(id, both)) << id << ": 'none' is an answer, too, and no model's takes its place";
    }
}

TEST(Evaluate, ZeroIsANumber) {
    const Values counters{{branches, measured, 4}, {divergent_branches, measured, 0}};
    EXPECT_EQ(value("divergent_pct", counters), 0.0);
    EXPECT_EQ(value("branch_efficiency_pct", counters), 100.0);
    EXPECT_EQ(value("branches", {{branches, measured, 0}}), 0.0);
}

TEST(Evaluate, RhoOfJanEtAl) {
    // A stage over 1024 floats stores each key in a 32-byte transaction of its own: rho_s = 32 / 4.
    const Values counters{{gld_32b_cc13, modelled, 3},  {gld_64b_cc13, modelled, 5},
                          {gld_128b_cc13, modelled, 7}, {gst_32b_cc13, modelled, 1024},
                          {gst_64b_cc13, modelled, 0},  {gst_128b_cc13, modelled, 0}};
    EXPECT_DOUBLE_EQ(value("rho_l", counters, 1000).value(), (3 * 32 + 5 * 64 + 7 * 128) / 1000.0);
    EXPECT_DOUBLE_EQ(value("rho_s", counters, 1024 * 4).value(), 8);
    EXPECT_FALSE(value("rho_l", counters)) << "no data size, no rho";
}

TEST(Evaluate, NeverMixesProvenances) {
    // Only the model has both bytes and sectors.
    const Values counters{
        {gld_sectors, measured, 16}, {gld_bytes, modelled, 256}, {gld_sectors, modelled, 8}};
    EXPECT_DOUBLE_EQ(value("gld_efficiency_pct", counters).value(), 100);
    EXPECT_EQ(decided_by("gld_efficiency_pct", counters), modelled);
    const Values torn{{gld_sectors, measured, 16}, {gld_bytes, modelled, 256}};
    EXPECT_FALSE(value("gld_efficiency_pct", torn));
    EXPECT_FALSE(decided_by("gld_efficiency_pct", torn));
}

TEST(Evaluate, PrefersMeasuredThenCountedThenModelled) {
    Values counters{{gld_bytes, modelled, 320}, {gld_sectors, modelled, 100}};
    EXPECT_DOUBLE_EQ(value("gld_efficiency_pct", counters).value(), 10);
    counters.insert(counters.end(), {{gld_bytes, counted, 640}, {gld_sectors, counted, 100}});
    EXPECT_DOUBLE_EQ(value("gld_efficiency_pct", counters).value(), 20);
    counters.insert(counters.end(), {{gld_bytes, measured, 960}, {gld_sectors, measured, 100}});
    EXPECT_DOUBLE_EQ(value("gld_efficiency_pct", counters).value(), 30);
    EXPECT_EQ(decided_by("gld_efficiency_pct", counters), measured);
}

TEST(Evaluate, MeasuredNoBranchesIsNotReplacedByTheModel) {
    // The compiler predicated the branch away: the hardware saw none, the model sees the source's.
    const Values counters{{branch_targets_threads, measured, 0},
                          {branch_targets_threads_uniform, measured, 0},
                          {branches, modelled, 10},
                          {divergent_branches, modelled, 5}};
    EXPECT_FALSE(value("branch_efficiency_pct", counters)) << "50 % by the model";
    EXPECT_EQ(value("branch_efficiency_pct", {{branch_targets_threads, measured, 256},
                                              {branch_targets_threads_uniform, measured, 224}}),
              87.5);
    EXPECT_EQ(value("divergent_pct", counters), 50.0);
}

TEST(Evaluate, ARatioOverTwoPassesIsRefused) {
    const Values of_one{{gld_bytes, measured, 256, 2}, {gld_sectors, measured, 8, 2}};
    EXPECT_DOUBLE_EQ(value("gld_efficiency_pct", of_one).value(), 100);
    const Values of_two{{gld_bytes, measured, 256, 1}, {gld_sectors, measured, 8, 2}};
    EXPECT_FALSE(value("gld_efficiency_pct", of_two)) << "two runs of the sort are two sorts";
    EXPECT_FALSE(decided_by("gld_efficiency_pct", of_two));
    const Values of_several{{gld_bytes, measured, 256, several_passes},
                            {gld_sectors, measured, 8, several_passes}};
    EXPECT_FALSE(value("gld_efficiency_pct", of_several)) << "passes are unknown";
    EXPECT_EQ(value("gld_bytes", of_several), 256.0) << "a counter alone is what it is";
    EXPECT_EQ(value("occupancy_pct", {{warps_active_ppm, measured, 500000, several_passes}}), 50.0)
        << "as is a ratio to a constant";
}

TEST(Evaluate, TwoPassesGiveWayToAProvenanceThatHasOne) {
    const Values counters{{gld_bytes, measured, 256, 1},
                          {gld_sectors, measured, 8, 2},
                          {gld_bytes, counted, 128},
                          {gld_sectors, counted, 8}};
    EXPECT_EQ(value("gld_efficiency_pct", counters), 50.0);
    EXPECT_EQ(decided_by("gld_efficiency_pct", counters), counted);
}

TEST(Evaluate, TimeIsNeverCombinedWithCounters) {
    const Values counters{{gld_bytes, measured, 256}};
    const auto rate = test_metric("gld_bytes / time", 1);
    EXPECT_FALSE(evaluate(rate, {.counters = counters, .time_ns = 100}));
    const auto bound = test_metric("bound_bytes / time", 1);
    EXPECT_EQ(evaluate(bound, {.counters = {}, .time_ns = 100, .required_bytes = 250}),
              (MetricValue{2.5, measured}))
        << "a constant of the plan goes with any";
    EXPECT_FALSE(evaluate(bound, {.counters = {}, .required_bytes = 250}));
}

TEST(Evaluate, WhatIsUnknownIsNotComputedWithAsZero) {
    const Values counters{
        {gld_32b_cc13, modelled, 4}, {gld_64b_cc13, modelled, 0}, {gld_128b_cc13, modelled, 1}};
    EXPECT_EQ(value("rho_l", counters, 256), 1);
    EXPECT_FALSE(value("rho_l", counters)) << "undecided, not divided by zero";
    const auto above = test_metric("gld_bytes - bound_bytes else gld_bytes");
    const Values bytes{{gld_bytes, measured, 256}};
    EXPECT_EQ(evaluate(above, {.counters = bytes, .required_bytes = 200}), (MetricValue{56, measured}));
    EXPECT_EQ(evaluate(above, {.counters = bytes}), (MetricValue{256, measured}))
        << "the next formula has its turn";
}

TEST(Evaluate, InOneProvenanceAlone) {
    const Values counters{{gld_bytes, modelled, 128},
                          {gld_requests, modelled, 2},
                          {gld_bytes, measured, 256},
                          {gld_requests, measured, 2}};
    const MetricInput input{.counters = counters, .time_ns = 7};
    EXPECT_EQ(evaluate(metric("gld_bytes_per_request"), input, modelled), (MetricValue{64.0, modelled}));
    EXPECT_EQ(evaluate(metric("gld_bytes"), input, modelled), (MetricValue{128, modelled}));
    EXPECT_FALSE(evaluate(metric("gld_bytes"), input, counted));
    EXPECT_EQ(evaluate(time_metric(), input), (MetricValue{7, measured}));
    EXPECT_EQ(evaluate(time_metric(), input, measured), (MetricValue{7, measured}));
    EXPECT_FALSE(evaluate(time_metric(), {.counters = {}}));
    EXPECT_FALSE(evaluate(time_metric(), input, modelled));
}

TEST(Evaluate, WithoutDigitsAfterThePointIsWhole) {
    const auto mean = test_metric("gld_bytes / launches");
    const Values counters{{gld_bytes, measured, 258}};
    EXPECT_EQ(evaluate(mean, {.counters = counters, .launches = 4}), (MetricValue{65, measured}));
}

TEST(FormatValue, InTheMetricsOwnDigits) {
    EXPECT_EQ(format_value(metric("gld_sectors"), 12345678), "12,345,678");
    EXPECT_EQ(format_value(metric("gld_efficiency_pct"), 66.6666), "66.7");
    EXPECT_EQ(format_value(metric("gld_efficiency_pct"), 100), "100.0");
    EXPECT_EQ(format_value(metric("rho_l"), 1234.5), "1,234.500");
    EXPECT_EQ(format_value(metric("warps_active_ppm"), 876543.4), "876,543");
}

TEST(TakenTogether, IsOfOneProvenanceAndOnePass) {
    const std::vector<CounterValue> values{{gld_sectors, measured, 8, 1},
                                           {gst_sectors, measured, 4, 2},
                                           {gld_sectors, counted, 9, 3},
                                           {gst_sectors, counted, 5, 3},
                                           {gld_sectors, modelled, 7, 4}};
    const auto found = find_same_pass(values, {gld_sectors, gst_sectors});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->provenance, counted) << "measured, but in two runs of the sort";
    EXPECT_EQ(std::tuple(found->pass, found->values), std::tuple(3, (std::vector<double>{9, 5})));
    EXPECT_EQ(find_same_pass(values, {gld_sectors})->provenance, measured);
    EXPECT_FALSE(find_same_pass(values, {gld_sectors, gst_sectors}, measured));
    EXPECT_FALSE(find_same_pass(values, {gld_sectors, gst_sectors}, modelled));
    EXPECT_FALSE(find_same_pass(values, {CounterId::branches}));
}

TEST(TakenTogether, SumsOverSeveralPassesMeetNothing) {
    const std::vector<CounterValue> values{{gld_sectors, measured, 8, several_passes},
                                           {gst_sectors, measured, 4, several_passes}};
    EXPECT_FALSE(find_same_pass(values, {gld_sectors, gst_sectors}));
    EXPECT_EQ(find_same_pass(values, {gst_sectors})->values.front(), 4);
}
}  // namespace
}
