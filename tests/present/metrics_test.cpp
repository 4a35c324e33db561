#include "present/metrics.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "present/metric_texts.hpp"
#include "tests/present/look.hpp"

namespace sortscope::present {
namespace {

using namespace test;

TEST(MetricsTable, EveryRowOfTheCatalogue) {
    const auto table = metrics_table();
    const auto all = metric_catalogue();
    ASSERT_EQ(table.rows.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(text(table, i, "id"), all[i]->id);
    EXPECT_EQ(text(table, 0, "pass"), "activity");
}

TEST(MetricFacts, SayWhatThePageSays) {
    const auto facts = metric_facts(metric("occupancy_pct"));
    EXPECT_EQ(facts.title, "occupancy_pct: " + std::string(metric("occupancy_pct").title));
    const auto formula = std::ranges::find(facts.facts, "formula", &Fact::id);
    ASSERT_NE(formula, facts.facts.end());
    EXPECT_EQ(formula->text, metric("occupancy_pct").formula);
}

TEST(HardwareText, NamesTheRuleAndTheAlternatives) {
    EXPECT_EQ(hardware_text({PassClass::sm, HardwareRule::ppm_of_percent, "a|b"}), "10,000 x a or, on chips that lack it, b");
    EXPECT_EQ(hardware_text({PassClass::sass, HardwareRule::value, "a,b", "What it counts."}, "`"), "`a`, `b`. What it counts.");
    EXPECT_EQ(hardware_text({PassClass::sass, HardwareRule::extra_wavefronts, "a"}).substr(0, 24), "wavefronts less requests");
    EXPECT_EQ(hardware_text({}), "");
}

TEST(PassWords, AreTheNamesOfTheSets) {
    for (const auto& set : metric_sets()) {
        if (set.provenance != Provenance::measured) continue;
        for (const auto* one : set.metrics) EXPECT_EQ(pass_word(one->hardware.pass), set.name) << one->id;
    }
}

}  // namespace
}  // namespace sortscope::present
