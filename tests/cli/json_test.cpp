#include "cli/json.hpp"

#include <gtest/gtest.h>

#include "tests/cli/sample.hpp"

namespace sortscope::cli {
namespace {

TEST(CaseJson, EveryLaunchAndSiteWithProvenance) {
    const auto json = to_json(test::modelled_case(1024));
    ASSERT_EQ(json["launches"].size(), 55U);
    const auto& launch = json["launches"][2];
    EXPECT_EQ(launch["stage"], 2);
    EXPECT_EQ(launch["substage"], 2);
    EXPECT_EQ(launch["counters"]["modelled"]["gld_sectors"], 128);
    EXPECT_FALSE(launch["counters"].contains("measured"));
    EXPECT_DOUBLE_EQ(launch["ratios"]["modelled"]["gst_efficiency_pct"].get<double>(), 50);
    EXPECT_FALSE(launch.contains("time"));
    ASSERT_EQ(launch["sites"].size(), 3U);
    EXPECT_EQ(launch["sites"][0]["provenance"], "modelled");
    EXPECT_EQ(launch["sites"][0]["sectors"], 64);
    EXPECT_EQ(launch["sites"][1]["kind"], "branch");
    EXPECT_EQ(launch["sites"][1]["divergent_warps"], 4);
    EXPECT_FALSE(launch["sites"][1].contains("sectors"));
}

TEST(CaseJson, TimesHaveUnitsAndProvenance) {
    const auto json = to_json(test::gpu_case(1024, 256, 102400));
    EXPECT_EQ(json["time"]["provenance"], "measured");
    EXPECT_EQ(json["time"]["median_ns"], 102400);
    EXPECT_DOUBLE_EQ(json["time"]["rate_mkeys_per_s"].get<double>(), 10);
    EXPECT_EQ(json["launches"][1]["time"]["duration_ns"], 2000);
    EXPECT_EQ(json["transfers"][0]["bytes"], 4096);
    EXPECT_EQ(json["trials"].size(), 8U);
    EXPECT_EQ(json["notes"][0]["severity"], "warning");
}

TEST(CaseJson, AbsentIsAbsent) {
    const auto json = to_json(test::cpu_case(1024, 1000));
    for (const auto* key : {"block_threads", "bound_bytes", "message", "l2_before_each_trial"})
        EXPECT_FALSE(json.contains(key)) << key;
    EXPECT_TRUE(json["launches"].empty());
    EXPECT_FALSE(to_json(test::modelled_case(1024)).contains("time"));
}

TEST(CaseJson, AnUnverifiedSortHasNoRate) {
    auto record = test::cpu_case(1024, 1000);
    record.status = CaseStatus::unverified;
    EXPECT_FALSE(to_json(record)["time"].contains("rate_mkeys_per_s"));
}

TEST(CaseJson, ScratchesOutWhatIsNotUtf8) {
    auto record = test::cpu_case(1024, 1000);
    record.message = "bad \xff byte";
    EXPECT_NO_THROW(dump(to_json(record)));
    EXPECT_EQ(dump(Json{{"a", 1}}), "{\n  \"a\": 1\n}\n");
}

TEST(UnitsJson, CoversEveryCounterAndRatio) {
    const auto json = units_json();
    EXPECT_EQ(json["counters"].size(), counter_catalogue().size());
    EXPECT_EQ(json["counters"]["gld_sectors"]["unit"], "sectors");
    EXPECT_EQ(json["ratios"].size(), analyzer::derived_catalogue().size());
    EXPECT_TRUE(json["provenances"].contains("modelled"));
}

TEST(BreakdownJson, SharesSayOfWhat) {
    const auto json = to_json(analyzer::breakdown(test::modelled_case(1024), analyzer::Grouping::stage));
    EXPECT_EQ(json["share_of"]["what"], "sectors");
    EXPECT_EQ(json["share_of"]["provenance"], "modelled");
    EXPECT_EQ(json["rows"].size(), 10U);
    EXPECT_EQ(json["total"]["launches"], 55);
    EXPECT_FALSE(json["rows"][0].contains("time"));
}

}  // namespace
}  // namespace sortscope::cli
