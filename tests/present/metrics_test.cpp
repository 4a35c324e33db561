#include "present/tables/metrics.hpp"

#include <gmock/gmock.h>

#include "tests/present/look.hpp"

namespace sortscope::present {
namespace {
using namespace test;

TEST(MetricsTable, AndFactsAreThoseOfTheCatalogue) {
    const auto all = metric_catalogue();
    const auto table = metrics_table(all);
    ASSERT_EQ(table.rows.size(), all.size());
    for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(text(table, i, "id"), all[i]->id);
    EXPECT_EQ(text(table, 0, "pass"), "activity");
    const auto facts = metric_facts(metric("occupancy_pct"));
    EXPECT_EQ(facts.title, "occupancy_pct: " + std::string(metric("occupancy_pct").title));
    EXPECT_EQ(fact(facts, "formula").text, metric("occupancy_pct").formula);
}

TEST(MetricsTable, SaysWhatAChipMakesOfASelection) {
    const auto metrics = metrics_of("divergence,gld_efficiency");
    ChipPlan plan;
    plan.chip = "GX1";
    plan.passes = {{{"sass"}, PassClass::sass, 1, {"a.sum", "b.sum"}},
                   {{"l2"}, PassClass::memory, 3, {"c.sum"}},
                   {{"vendor:x.sum"}, PassClass::sm, 0, {}}};
    plan.counters = {{CounterId::branch_instructions, {"branches.sum"}},
                     {CounterId::warp_instructions, {"a.sum", "b.sum"}}};
    plan.missing = {CounterId::dram_read_bytes};
    plan.missing_vendor = {"x.sum"};
    const auto table = metrics_table(metrics, &plan);
    ASSERT_EQ(table.rows.size(), metrics.size());
    const std::map<std::string_view, std::string_view> sources{
        {"branch_instructions", "branches.sum"},
        {"warp_instructions", "a.sum, b.sum"},
        {"gld_efficiency_pct", metric("gld_efficiency_pct").formula}};
    for (size_t i = 0; i < metrics.size(); ++i)
        if (const auto found = sources.find(metrics[i]->id); found != sources.end()) {
            EXPECT_EQ(text(table, i, "taken_from"), found->second);
        }
    EXPECT_THAT(table.notes, testing::ElementsAre("GX1 takes 4 passes for it, each a run of the whole sort:",
                                                  "sass: 1 pass of class sass, 2 of the vendor's metrics.",
                                                  "l2: 3 passes of class memory, 1 of the vendor's metrics.",
                                                  "GX1 does not have: dram_read_bytes, x.sum."));
}

TEST(NvprofFacts, SayWhatANameIsHere) {
    const auto here = [](std::string_view name) {
        return nvprof_facts(*find_nvprof_name(name)).facts.at(0).text;
    };
    EXPECT_EQ(here("gld_efficiency"),
              "gld_efficiency_pct: " + std::string(metric("gld_efficiency_pct").sentence));
    EXPECT_EQ(here("ipc"), "the vendor's smsp__inst_executed.avg.per_cycle_active");
    EXPECT_EQ(here("cf_issued"), "nothing corresponds to it");
    EXPECT_EQ(nvprof_facts(*find_nvprof_name("gld_transactions")).facts.at(1).id, "differs");
}
}  // namespace
}
