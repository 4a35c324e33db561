#include <gmock/gmock.h>

#include "core/metric/metric.hpp"
#include "tests/sample/counters.hpp"

namespace sortscope {
namespace {
using enum CounterId;
using enum Provenance;
using sample::counters_of;
using Values = std::vector<CounterValue>;

std::optional<double> value(const char* id, const Values& counters, uint64_t data_bytes = 0) {
    const auto found = evaluate(metric(id), {.counters = counters, .data_bytes = data_bytes});
    return found ? std::optional(found->value.as_double()) : std::nullopt;
}

std::optional<double> value(const char* id, const std::string& counters, uint64_t data_bytes = 0) {
    return value(id, counters_of(counters), data_bytes);
}

Metric test_metric(std::string_view formula, int decimals = 0) {
    return {.id = "test", .decimals = decimals, .formula = formula, .provenances = {.measured = true}};
}

std::optional<Provenance> decided_by(const char* id, const Values& counters) {
    const auto found = evaluate(metric(id), {.counters = counters});
    return found ? std::optional(found->provenance) : std::nullopt;
}

Values joined(Values first, const Values& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

TEST(Evaluate, ValuesComputedByHand) {
    struct Launch {
        std::string counters;
        std::vector<std::pair<const char*, double>> values;
    };
    for (const auto& [counters, values] : std::initializer_list<Launch>{
             // Two warps load 32 consecutive u32: 128 bytes in 4 sectors each. One stores u32 8 bytes apart.
             {"gld_requests 2 gld_bytes 256 gld_sectors 8 gst_requests 1 gst_bytes 128 gst_sectors 8",
              {{"gld_efficiency_pct", 100},
               {"gst_efficiency_pct", 50},
               {"gld_bytes_per_request", 128},
               {"gst_bytes_per_request", 128},
               {"gld_sectors_per_request", 4},
               {"gst_sectors_per_request", 8}}},
             {"warp_instructions 10 active_thread_instructions 240", {{"warp_execution_efficiency_pct", 75}}},
             {"branches 8 divergent_branches 2", {{"divergent_pct", 25}, {"branch_efficiency_pct", 75}}},
             {"branches 4 divergent_branches 0", {{"divergent_pct", 0}, {"branch_efficiency_pct", 100}}},
             {"warps_active_ppm 876543", {{"occupancy_pct", 87.6543}}},
             {"l1_sectors 400 l1_hit_sectors 100", {{"l1_hit_pct", 25}}},
             {"l1_ld_sectors 300 l1_ld_hit_sectors 75", {{"l1_ld_hit_pct", 25}}},
             {"l2_lookups 80 l2_hits 60 l2_sectors 1000", {{"l2_hit_pct", 75}, {"l2_bytes", 32000}}},
             {"dram_read_bytes 640 dram_write_bytes 64", {{"dram_bytes", 704}}},
             {"local_ld_sectors 5 local_st_sectors 7", {{"local_sectors", 12}}},
             {"gld_sectors 1 gst_sectors 2", {{"global_sectors", 3}}},
             // Two loads of 32 words, one with a conflict: 3 wavefronts. A store of 16 words: 1 wavefront.
             {"shared_ld_bytes 256 shared_ld_requests 2 shared_ld_wavefronts 3 shared_ld_conflicts 1 "
              "shared_st_bytes 64 shared_st_wavefronts 1 shared_st_conflicts 0",
              {{"shared_ld_ideal_wavefronts", 2},
               {"shared_st_ideal_wavefronts", 1},
               {"shared_efficiency_pct", 100.0 * 320 / 512}}},
             {"warp_instructions 10 thread_instructions 200 integer_thread_instructions 100 "
              "fp16_thread_instructions 2 fp32_thread_instructions 6 fp64_thread_instructions 12 "
              "memory_thread_instructions 50 control_thread_instructions 10 exchange_thread_instructions 5",
              {{"integer_pct", 50},
               {"float_pct", 10},
               {"memory_pct", 25},
               {"control_pct", 5},
               {"exchange_pct", 2.5},
               {"warp_nonpred_efficiency_pct", 62.5}}},
             {"scheduler_cycles 1000 eligible_warp_cycles 1500 resident_warp_cycles 9000 issue_cycles 640",
              {{"eligible_warps_per_cycle", 1.5}, {"resident_warps_per_cycle", 9}, {"issue_slot_pct", 64}}},
             {"branch_targets_threads 256 branch_targets_threads_uniform 224",
              {{"branch_efficiency_pct", 87.5}}},
             {"branches 0", {{"branches", 0}}}})
        for (const auto& [id, expected] : values) {
            const auto found = value(id, counters);
            ASSERT_TRUE(found) << id;
            EXPECT_DOUBLE_EQ(*found, expected) << id << " of " << counters;
        }
}

TEST(Evaluate, RhoOfJanEtAl) {
    // A stage over 1024 floats stores each key in a separate 32-byte transaction: rho_s = 32 / 4.
    const auto counters = counters_of(
        "gld_32b_cc13 3 gld_64b_cc13 5 gld_128b_cc13 7 gst_32b_cc13 1024 gst_64b_cc13 0 gst_128b_cc13 0",
        modelled);
    EXPECT_DOUBLE_EQ(value("rho_l", counters, 1000).value(), (3 * 32 + 5 * 64 + 7 * 128) / 1000.0);
    EXPECT_DOUBLE_EQ(value("rho_s", counters, 1024 * 4).value(), 8);
    EXPECT_FALSE(value("rho_l", counters)) << "undecided without a data size, not divided by zero";
}

TEST(Evaluate, AbsentIsNotZero) {
    for (const auto* row : metric_catalogue())
        EXPECT_FALSE(evaluate(*row, {.counters = {}, .data_bytes = 4096})) << row->id;
    EXPECT_FALSE(value("gld_efficiency_pct", "gld_bytes 256"));
    EXPECT_FALSE(value("gld_efficiency_pct", "gld_sectors 8"));
    EXPECT_FALSE(value("gld_sectors", "gst_sectors 8"));
    const auto above = test_metric("gld_bytes - bound_bytes else gld_bytes");
    const auto bytes = counters_of("gld_bytes 256");
    EXPECT_EQ(evaluate(above, {.counters = bytes, .required_bytes = 200}), (MetricValue{56, measured}));
    EXPECT_EQ(evaluate(above, {.counters = bytes}), (MetricValue{256, measured}))
        << "the next formula has its turn";
}

TEST(Evaluate, NothingIsDividedByZero) {
    const auto counters =
        counters_of("gld_requests 0 gld_bytes 0 gld_sectors 0 branches 0 divergent_branches 0");
    const auto model =
        counters_of("gld_requests 2 gld_bytes 256 gld_sectors 8 branches 4 divergent_branches 1", modelled);
    for (const auto* id :
         {"gld_efficiency_pct", "gld_bytes_per_request", "divergent_pct", "branch_efficiency_pct"}) {
        EXPECT_FALSE(value(id, counters)) << id;
        EXPECT_EQ(decided_by(id, model), modelled) << id;
        EXPECT_FALSE(value(id, joined(counters, model)))
            << id << ": 'none' is an answer, too, and no model's takes its place";
    }
}

TEST(Evaluate, NeverMixesProvenances) {
    EXPECT_FALSE(value("global_sectors",
                       joined(counters_of("gld_sectors 1"), counters_of("gst_sectors 20", modelled))));
    const auto torn = joined(counters_of("gld_sectors 16"), counters_of("gld_bytes 256", modelled));
    EXPECT_FALSE(value("gld_efficiency_pct", torn));
    const auto whole = joined(torn, counters_of("gld_sectors 8", modelled));
    EXPECT_EQ(value("gld_efficiency_pct", whole), 100.0) << "only the model has both bytes and sectors";
    EXPECT_EQ(decided_by("gld_efficiency_pct", whole), modelled);
}

TEST(Evaluate, PrefersMeasuredThenCountedThenModelled) {
    auto counters = counters_of("gld_bytes 320 gld_sectors 100", modelled);
    EXPECT_EQ(value("gld_efficiency_pct", counters), 10.0);
    counters = joined(counters, counters_of("gld_bytes 640 gld_sectors 100", counted));
    EXPECT_EQ(value("gld_efficiency_pct", counters), 20.0);
    counters = joined(counters, counters_of("gld_bytes 960 gld_sectors 100"));
    EXPECT_EQ(value("gld_efficiency_pct", counters), 30.0);
    EXPECT_EQ(decided_by("gld_efficiency_pct", counters), measured);
    // The compiler made the branch a predicate: hardware counts no branch, the model counts it.
    counters = joined(counters_of("branch_targets_threads 0 branch_targets_threads_uniform 0"),
                      counters_of("branches 10 divergent_branches 5", modelled));
    EXPECT_FALSE(value("branch_efficiency_pct", counters)) << "50 % by the model";
    EXPECT_EQ(value("divergent_pct", counters), 50.0);
}

TEST(Evaluate, ARatioOverTwoPassesIsRefused) {
    const auto of_two = joined(counters_of("gld_bytes 256"), counters_of("gld_sectors 8", measured, 2));
    EXPECT_EQ(value("gld_efficiency_pct", counters_of("gld_bytes 256 gld_sectors 8", measured, 2)), 100.0);
    EXPECT_FALSE(value("gld_efficiency_pct", of_two)) << "two runs of the sort are two sorts";
    const auto with_counted = joined(of_two, counters_of("gld_bytes 128 gld_sectors 8", counted));
    EXPECT_EQ(value("gld_efficiency_pct", with_counted), 50.0);
    EXPECT_EQ(decided_by("gld_efficiency_pct", with_counted), counted);
    const auto of_several = counters_of(
        "gld_bytes 256 gld_sectors 8 l2_lookups 80 l2_hits 60 "
        "warps_active_ppm 500000",
        measured, several_passes);
    for (const auto* id : {"gld_efficiency_pct", "l2_hit_pct"})
        EXPECT_FALSE(value(id, of_several)) << id << ": passes are unknown";
    EXPECT_EQ(value("gld_bytes", of_several), 256.0) << "a counter alone is what it is";
    EXPECT_EQ(value("occupancy_pct", of_several), 50.0) << "as is a ratio to a constant";
}

TEST(Evaluate, TimeIsNeverCombinedWithCounters) {
    const auto counters = counters_of("gld_bytes 256");
    const auto rate = test_metric("gld_bytes / time", 1);
    EXPECT_FALSE(evaluate(rate, {.counters = counters, .time_ns = 100}));
    const auto bound = test_metric("bound_bytes / time", 1);
    EXPECT_EQ(evaluate(bound, {.counters = {}, .time_ns = 100, .required_bytes = 250}),
              (MetricValue{2.5, measured}))
        << "a constant of the plan goes with any";
    EXPECT_FALSE(evaluate(bound, {.counters = {}, .required_bytes = 250}));
}

TEST(Evaluate, InOneProvenanceAlone) {
    const auto counters = joined(counters_of("gld_bytes 128 gld_requests 2", modelled),
                                 counters_of("gld_bytes 256 gld_requests 2"));
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
    const auto counters = counters_of("gld_bytes 258");
    EXPECT_EQ(evaluate(test_metric("gld_bytes / launches"), {.counters = counters, .launches = 4}),
              (MetricValue{65, measured}));
}

TEST(FormatValue, InTheMetricsOwnDigits) {
    for (const auto& [id, number, text] : {std::tuple("gld_sectors", Number(12345678), "12,345,678"),
                                           {"gld_efficiency_pct", 66.6666, "66.7"},
                                           {"gld_efficiency_pct", 100, "100.0"},
                                           {"rho_l", 1234.5, "1,234.500"},
                                           {"warps_active_ppm", 876543.4, "876,543"}})
        EXPECT_EQ(format_value(metric(id), number), text) << id;
}

TEST(FindSamePass, IsOfOneProvenanceAndOnePass) {
    auto values = joined(counters_of("gld_sectors 8"), counters_of("gst_sectors 4", measured, 2));
    values = joined(values, counters_of("gld_sectors 9 gst_sectors 5", counted, 3));
    values = joined(values, counters_of("gld_sectors 7", modelled, 4));
    const auto found = find_same_pass(values, {gld_sectors, gst_sectors});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->provenance, counted) << "measured, but in two runs of the sort";
    EXPECT_EQ(std::tuple(found->pass, found->values), std::tuple(3, (std::vector<double>{9, 5})));
    EXPECT_EQ(find_same_pass(values, {gld_sectors})->provenance, measured);
    EXPECT_FALSE(find_same_pass(values, {gld_sectors, gst_sectors}, measured));
    EXPECT_FALSE(find_same_pass(values, {gld_sectors, gst_sectors}, modelled));
    EXPECT_FALSE(find_same_pass(values, {CounterId::branches}));
    const auto of_several = counters_of("gld_sectors 8 gst_sectors 4", measured, several_passes);
    EXPECT_FALSE(find_same_pass(of_several, {gld_sectors, gst_sectors})) << "their passes are unknown";
    EXPECT_EQ(find_same_pass(of_several, {gst_sectors})->values.front(), 4);
}
}  // namespace
}
