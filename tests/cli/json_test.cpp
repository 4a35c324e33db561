#include "present/json/case.hpp"

#include <gtest/gtest.h>

#include "analyzer/launches/breakdown.hpp"
#include "present/json/breakdown.hpp"
#include "present/json/metrics.hpp"
#include "tests/cli/parsed.hpp"
#include "tests/sample/network.hpp"

namespace sortscope::present::json {
namespace {

using test::parsed;

nlohmann::json summary_of(const CaseRecord& record) {
    return parsed([&](Writer& out) { out.object([&] { members_of_summary(out, record); }); });
}

nlohmann::json details_of(const CaseRecord& record) {
    return parsed([&](Writer& out) { out.object([&] { members_of_details(out, record); }); });
}

nlohmann::json launch_of(const CaseRecord& record, std::size_t index) {
    return parsed(
        [&](Writer& out) { write_launch(out, record.launches.at(index), record.device, record.bytes()); });
}

TEST(LaunchJson, CountersRatiosAndSitesWithProvenance) {
    const auto launch = launch_of(sample::modelled_case(1024), 2);
    EXPECT_EQ(launch["launch_index"], 2);
    EXPECT_EQ(launch["stage"], 2);
    EXPECT_EQ(launch["substage"], 2);
    EXPECT_EQ(launch["block_x"], 256);
    EXPECT_EQ(launch["counters"]["modelled"]["gld_sectors"], 128);
    EXPECT_FALSE(launch["counters"].contains("measured"));
    EXPECT_DOUBLE_EQ(launch["ratios"]["modelled"]["gst_efficiency_pct"].get<double>(), 50);
    EXPECT_FALSE(launch.contains("time"));
    ASSERT_EQ(launch["sites"].size(), 3U);
    EXPECT_EQ(launch["sites"][0]["provenance"], "modelled");
    EXPECT_EQ(launch["sites"][0]["sectors"], 64);
    EXPECT_EQ(launch["sites"][0]["transactions_128b"], 16);
    EXPECT_EQ(launch["sites"][1]["kind"], "branch");
    EXPECT_EQ(launch["sites"][1]["divergent_warps"], 4);
    EXPECT_FALSE(launch["sites"][1].contains("sectors"));
}

TEST(CaseJson, TimesHaveUnitsAndProvenance) {
    const auto record = sample::gpu_case(1024, 256, 102400);
    const auto summary = summary_of(record);
    EXPECT_EQ(summary["n"], 1024);
    EXPECT_EQ(summary["time"]["provenance"], "measured");
    EXPECT_EQ(summary["time"]["median_ns"], 102400);
    EXPECT_DOUBLE_EQ(summary["time"]["rate_mkeys_per_s"].get<double>(), 10);
    EXPECT_EQ(launch_of(record, 1)["time"]["duration_ns"], 2000);
    const auto details = details_of(record);
    EXPECT_EQ(details["transfers"][0]["bytes"], 4096);
    EXPECT_EQ(details["trials"].size(), 8U);
    EXPECT_EQ(details["notes"][0]["severity"], "warning");
}

TEST(CaseJson, AbsentIsAbsent) {
    auto record = sample::cpu_case(1024, 1000);
    record.cache_state.clear();
    const auto json = summary_of(record);
    for (const auto* key :
         {"block_threads", "bound_bytes", "message", "cache_state", "program", "input_file"})
        EXPECT_FALSE(json.contains(key)) << key;
    EXPECT_FALSE(summary_of(sample::modelled_case(1024)).contains("time"));
}

TEST(CaseJson, AnUnverifiedSortHasNoRate) {
    auto record = sample::cpu_case(1024, 1000);
    record.status = CaseStatus::unverified;
    EXPECT_FALSE(summary_of(record)["time"].contains("rate_mkeys_per_s"));
}

TEST(CaseJson, APassOfEachCounterSet) {
    auto record = sample::gpu_case(16, 8);
    record.passes = {{"sass", Provenance::measured, 1}, {"counted", Provenance::counted, 2}};
    const auto passes = details_of(record)["passes"];
    ASSERT_EQ(passes.size(), 2U);
    EXPECT_EQ(passes[1]["set"], "counted");
    EXPECT_EQ(passes[1]["pass"], 2);
}

TEST(Legend, CoversEveryMetricAndProvenance) {
    const auto legend = parsed([](Writer& out) { out.object([&] { member_legend(out); }); })["legend"];
    EXPECT_EQ(legend["metrics"].size(), metric_catalogue().size());
    EXPECT_EQ(legend["metrics"]["gld_sectors"]["unit"], "sectors");
    EXPECT_EQ(legend["metrics"]["gld_efficiency_pct"]["adds_up_by"], "ratio of sums");
    EXPECT_EQ(legend["provenances"].size(), EnumTable<Provenance>::names().size());
}

TEST(BreakdownJson, SharesSayOfWhat) {
    const auto breakdown = analyzer::breakdown(sample::modelled_case(1024), analyzer::Grouping::stage);
    const auto json = parsed([&](Writer& out) { write_breakdown(out, breakdown); });
    EXPECT_EQ(json["share_of"]["what"], "sectors");
    EXPECT_EQ(json["share_of"]["provenance"], "modelled");
    EXPECT_EQ(json["rows"].size(), 10U);
    EXPECT_EQ(json["total"]["launches"], 55);
    EXPECT_FALSE(json["rows"][0].contains("time"));
    EXPECT_EQ(json["rows"][0]["stage"], 1);
    EXPECT_EQ(json["rows"][0]["counters"]["modelled"]["gld_sectors"], 128);
}

}  // namespace
}  // namespace sortscope::present::json
