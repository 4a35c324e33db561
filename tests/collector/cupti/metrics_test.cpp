#include "collector/cupti/metrics.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <set>

#include "collector/cupti/checked.hpp"
#include "collector/cupti/host_api.hpp"
#include "load.hpp"

namespace sortscope::cupti {
namespace {

bool always(const std::string&) { return true; }

const MetricGroup& sass() { return *groups_of(CounterSet::sass).front(); }

std::optional<std::int64_t> value_in(const std::vector<CounterValue>& values, CounterId id) {
    return counter(values, id, Provenance::measured);
}

// One group of one counter, and what it makes of `inputs`.
std::optional<std::int64_t> apply(HardwareRule rule, std::vector<double> inputs) {
    static constexpr std::array<std::string_view, 6> names{"a", "b", "c", "d", "e", "f"};
    MetricGroup group{
        "test", "", {{CounterId::gld_threads, rule, {names.begin(), names.begin() + inputs.size()}, ""}}};
    return value_in(measured_counters(resolve(group, always), inputs), CounterId::gld_threads);
}

TEST(Metrics, EveryCounterIsInTheCatalogueAndInOneGroupOnly) {
    std::set<CounterId> seen;
    for (const auto& group : metric_groups()) {
        for (const auto& source : group.counters) {
            EXPECT_NO_THROW(metric_of(source.id));
            EXPECT_TRUE(seen.insert(source.id).second) << metric_of(source.id).id;
            EXPECT_FALSE(source.metrics.empty());
        }
        EXPECT_FALSE(group.sentence.empty());
    }
}

TEST(Metrics, SetsAreGroups) {
    EXPECT_TRUE(groups_of(CounterSet::none).empty());
    ASSERT_EQ(groups_of(CounterSet::sass).size(), 1u);
    EXPECT_EQ(sass().name, "sass");
    EXPECT_EQ(groups_of(CounterSet::full).size(), metric_groups().size());
}

TEST(Metrics, TheSassGroupUsesInstrumentedMetricsOnly) {
    for (const auto& source : sass().counters)
        for (const auto metric : source.metrics)
            EXPECT_THAT(std::string(metric), ::testing::StartsWith("smsp__sass_"));
}

TEST(Metrics, SumIsAWholeNumber) {
    EXPECT_EQ(apply(HardwareRule::value, {12345678901.0}), 12345678901);
    EXPECT_EQ(apply(HardwareRule::value, {0.0}), 0);
    EXPECT_EQ(apply(HardwareRule::value, {-1.0}), std::nullopt);
    EXPECT_EQ(apply(HardwareRule::value, {std::nan("")}), std::nullopt);
    EXPECT_EQ(apply(HardwareRule::value, {std::numeric_limits<double>::infinity()}), std::nullopt);
    EXPECT_EQ(apply(HardwareRule::value, {1e17}), std::nullopt) << "not exact as a double";
}

TEST(Metrics, OccupancyInMillionths) {
    EXPECT_EQ(apply(HardwareRule::ppm_of_percent, {93.75}), 937500);
    EXPECT_EQ(apply(HardwareRule::ppm_of_percent, {std::nan("")}), std::nullopt);
}

TEST(Metrics, ConflictsAreWavefrontsBeyondRequests) {
    // wavefronts, requests, then instructions of 64 and 128 bits
    EXPECT_EQ(apply(HardwareRule::extra_wavefronts, {320, 10, 0, 0}), 310);
    EXPECT_EQ(apply(HardwareRule::extra_wavefronts, {10, 10, 0, 0}), 0);
    EXPECT_EQ(apply(HardwareRule::extra_wavefronts, {0, 0, 5, 0}), 0) << "no shared memory at all";
    EXPECT_EQ(apply(HardwareRule::extra_wavefronts, {320, 10, 1, 0}), std::nullopt);
    EXPECT_EQ(apply(HardwareRule::extra_wavefronts, {9, 10, 0, 0}), std::nullopt);
}

TEST(Metrics, AMissingMetricNeverShiftsTheOthers) {
    const MetricGroup group{"test",
                            "",
                            {{CounterId::gld_requests, HardwareRule::value, {"a"}, ""},
                             {CounterId::gst_requests, HardwareRule::value, {"b"}, ""},
                             {CounterId::gld_sectors, HardwareRule::value, {"c"}, ""}}};
    const auto partly = resolve(group, [](const std::string& name) { return name != "b"; });
    EXPECT_THAT(partly.metrics, ::testing::ElementsAre("a", "c"));
    EXPECT_THAT(partly.missing, ::testing::ElementsAre(CounterId::gst_requests));
    const auto values = measured_counters(partly, std::vector<double>{1, 3});
    EXPECT_EQ(value_in(values, CounterId::gld_requests), 1);
    EXPECT_EQ(value_in(values, CounterId::gst_requests), std::nullopt);
    EXPECT_EQ(value_in(values, CounterId::gld_sectors), 3);

    const auto broken = measured_counters(resolve(group, always), std::vector<double>{1, std::nan(""), 3});
    EXPECT_EQ(broken.size(), 2u);
    EXPECT_EQ(value_in(broken, CounterId::gld_sectors), 3);
}

TEST(Metrics, TheFirstKnownAlternativeCounts) {
    const MetricGroup group{"test", "", {{CounterId::dram_read_bytes, HardwareRule::value, {"old|new"}, ""}}};
    EXPECT_THAT(resolve(group, always).metrics, ::testing::ElementsAre("old"));
    EXPECT_THAT(resolve(group, [](const std::string& name) { return name == "new"; }).metrics,
                ::testing::ElementsAre("new"));
    EXPECT_TRUE(resolve(group, [](const std::string&) { return false; }).counters.empty());
}

TEST(Metrics, AWrongNumberOfValuesIsADefect) {
    EXPECT_THROW(measured_counters(resolve(sass(), always), std::vector<double>{1}), Error);
}

TEST(Metrics, EachMetricIsCollectedOnce) {
    const auto group = resolve(sass(), always);
    EXPECT_EQ(std::set<std::string>(group.metrics.begin(), group.metrics.end()).size(), group.metrics.size());
}

// Chips whose counters no CUPTI offers to this API, or that have no memory of their own to count.
const std::set<std::string> without_profiling{"GV11B"};
const std::set<std::string> without_dram{"GA10B", "GB10B", "GB20B"};

TEST(Metrics, EveryMetricExistsOnEveryChipAndEachGroupTakesOnePass) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    for (const auto& name : known_chips(*api)) {
        SCOPED_TRACE(name);
        if (without_profiling.contains(name)) {
            EXPECT_THROW(ChipMetrics(api, name), CuptiError);
            continue;
        }
        const ChipMetrics chip(api, name);
        for (const auto& group : metric_groups()) {
            SCOPED_TRACE(group.name);
            const auto resolved = resolve(group, [&](const std::string& metric) { return chip.has(metric); });
            std::set<CounterId> allowed;
            if (without_dram.contains(name))
                allowed = {CounterId::dram_read_bytes, CounterId::dram_write_bytes};
            for (const CounterId id : resolved.missing)
                EXPECT_TRUE(allowed.contains(id)) << "no metric for " << metric_of(id).id;
            ASSERT_FALSE(resolved.metrics.empty());
            EXPECT_EQ(chip.schedule(resolved.metrics).passes, 1u);
        }
    }
}

}  // namespace
}  // namespace sortscope::cupti
