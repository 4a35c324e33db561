#include "core/metric/selection.hpp"

#include <gmock/gmock.h>
#include <set>

#include "core/metric/nvprof.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope {
namespace {
using testing::Contains, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

std::vector<std::string> measured_sets() {
    std::vector<std::string> names;
    for (const auto& set : metric_sets())
        if (set.provenance == Provenance::measured) names.emplace_back(set.name);
    return names;
}

TEST(Selection, HasTheNamesThatUsersKnow) {
    std::vector<std::string> names;
    for (const auto& selection : selections()) {
        names.emplace_back(selection.name);
        EXPECT_TRUE(selection.sentence.ends_with('.')) << selection.name;
        if (const auto* metric =
                find_metric(selection.name)) {  // a name of a metric and a selection means the selection
            EXPECT_TRUE(selection.request.empty() && metric->hardware.pass == PassClass::activity)
                << selection.name;
        }
    }
    EXPECT_THAT(names, ElementsAre("none", "sass", "memory", "divergence", "occupancy", "instructions",
                                   "stalls", "full", "all"));
}

TEST(Selection, TakesTheSetsOfItsMetrics) {
    EXPECT_TRUE(parse_counters("none").empty());
    EXPECT_THAT(default_counters().sets, ElementsAre("sass"));
    EXPECT_THAT(parse_counters("divergence").sets, ElementsAre("sass"));
    EXPECT_THAT(parse_counters("occupancy").sets, ElementsAre("sm"));
    EXPECT_THAT(parse_counters("full").sets, testing::ElementsAreArray(measured_sets()));
    EXPECT_FALSE(parse_counters("full").stalls || parse_counters("full").series);
    const auto all = parse_counters("all");
    EXPECT_EQ(all.sets, parse_counters("full").sets);
    EXPECT_TRUE(all.stalls && all.series);
    EXPECT_TRUE(parse_counters("stalls").stalls);
    const auto memory = parse_counters("memory");
    EXPECT_THAT(memory.sets, Contains("memory"));
    EXPECT_TRUE(memory.series);
    for (const auto& selection : selections())
        for (const auto* metric : selection.metrics) {
            if (metric->counter == CounterId::none) continue;
            EXPECT_THAT(selection.request.sets,
                        Contains(std::string(set_of(metric->counter, Provenance::measured)->name)))
                << metric->id;
        }
}

TEST(Selection, NamesWhatIsComputedOfItsCounters) {
    const auto* divergence = find_selection("divergence");
    EXPECT_THAT(divergence->metrics, Contains(&metric("branch_efficiency_pct")));
    EXPECT_THAT(divergence->metrics, Contains(&metric("warp_execution_efficiency_pct")));
    EXPECT_THAT(divergence->metrics, testing::Not(Contains(&metric("gld_efficiency_pct"))));
    EXPECT_THAT(find_selection("all")->metrics, Contains(&metric("occupancy_pct")));
    EXPECT_THAT(find_selection("none")->metrics, IsEmpty());
}

TEST(Selection, ListsAreCombined) {
    const auto both = parse_counters("occupancy,sass,divergence");
    EXPECT_THAT(both.sets, ElementsAre("sass", "sm")) << "in the order of the catalogue, each once";
    const std::vector<std::string> more{"dram_read_bytes", "smsp__inst_issued.sum,gld_efficiency",
                                        "smsp__inst_issued.sum"};
    const auto with = parse_counters("none", more);
    EXPECT_THAT(with.sets, ElementsAre("sass", "memory"));
    EXPECT_THAT(with.vendor, ElementsAre("smsp__inst_issued.sum"));
}

TEST(Selection, MetricsAreTakenByTheirOwnNames) {
    EXPECT_THAT(parse_counters("gld_sectors").sets, ElementsAre("sass"));
    EXPECT_THAT(parse_counters("branch_efficiency_pct").sets, ElementsAre("sass"))
        << "hardware decides it, the source need not";
    EXPECT_FALSE(parse_counters("branch_efficiency_pct").counting);
    EXPECT_EQ(parse_counters("gld_64b"), CounterRequest{.counting = true})
        << "the counting build alone counts it";
    EXPECT_EQ(parse_counters("divergent_pct"), CounterRequest{.counting = true});
    EXPECT_THAT(parse_counters("dram__throughput.avg.pct_of_peak_sustained_elapsed").vendor,
                ElementsAre("dram__throughput.avg.pct_of_peak_sustained_elapsed"));
}

TEST(Selection, WhatCannotBeCountedIsRefused) {
    for (const auto& [list, words] : {std::pair("memroy", "memory"),
                                      {"gld_efficency", "gld_efficiency"},
                                      {"sass,,memory", "empty part"},
                                      {"", "empty part"},
                                      {"smsp__inst_issued", ".sum, .avg or .max"},
                                      {"cf_issued", "cannot be counted any more"}})
        test::expect_error(ErrorKind::usage, words, [&, text = list] { parse_counters(text); });
    test::expect_error(ErrorKind::usage, "needs no counter", [] { request_of(time_metric()); });
}

TEST(Selection, ListsItsMetricsInTheOrderOfTheCatalogue) {
    const auto metrics = metrics_of("gld_sectors,gld_efficiency,divergence,smsp__inst_issued.sum");
    for (const auto* id : {"gld_efficiency_pct", "gld_sectors", "branch_efficiency_pct"})
        EXPECT_THAT(metrics, Contains(&metric(id)));
    EXPECT_EQ(metrics.size(), find_selection("divergence")->metrics.size() + 2);
    EXPECT_THAT(metrics_of("none"), IsEmpty());
    EXPECT_THAT(metrics_of("time,stalls"), testing::Not(IsEmpty()));
    test::expect_error(ErrorKind::usage, "memory", [] { metrics_of("memry"); });
}

TEST(Selection, PassesAreCalledByWhatWasAskedFor) {
    const CounterRequest request{
        .sets = {"sass"}, .vendor = {"smsp__inst_issued.sum"}, .stalls = true, .series = true};
    EXPECT_THAT(pass_names(request), ElementsAre("sass", "vendor:smsp__inst_issued.sum", "stalls", "series"));
    EXPECT_THAT(pass_names({}), IsEmpty());
}

TEST(Nvprof, NamesAreSortedAndLeadSomewhere) {
    std::string_view before;
    for (const auto& row : nvprof_names()) {
        EXPECT_LT(before, row.name);
        before = row.name;
        EXPECT_EQ(find_nvprof_name(row.name), &row);
        if (find_metric(row.name) != nullptr) {
            EXPECT_EQ(row.metric, row.name) << "it is a metric of ours, and would be taken as that";
        }
        EXPECT_TRUE(row.metric.empty() || row.vendor.empty()) << row.name;
        if (row.metric.empty() && row.vendor.empty()) {
            EXPECT_FALSE(row.sentence.empty()) << row.name << " has no counterpart, and nobody says why";
            continue;
        }
        EXPECT_TRUE(row.sentence.empty() || row.sentence.ends_with('.')) << row.name;
        const auto request = parse_counters(row.name);
        EXPECT_FALSE(request.empty()) << row.name;
        EXPECT_FALSE(request.counting) << row.name << ": nvprof counted by hardware";
    }
    EXPECT_EQ(find_nvprof_name("gld_efficiency")->metric, "gld_efficiency_pct");
    EXPECT_EQ(find_nvprof_name("nothing"), nullptr);
}
}  // namespace
}
