#include "collector/cupti/metrics.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <set>

#include "collector/cupti/cupti_api.hpp"
#include "collector/cupti/host_api.hpp"
#include "core/metric/nvprof.hpp"
#include "core/text.hpp"
#include "load.hpp"

namespace sortscope::cupti {
namespace {

bool always(const std::string&) { return true; }

MetricGroup sass() { return groups_of(default_counters()).front(); }

CounterRequest everything() { return find_selection("full")->request; }

std::optional<std::int64_t> apply(HardwareRule rule, const std::vector<double>& values) {
    ChipGroup::Counter counter{{CounterId::gld_threads, rule, {}}, {}};
    for (std::size_t i = 0; i < values.size(); ++i) counter.inputs.push_back(i);
    return value_of(counter, values);
}

TEST(Metrics, EveryCounterIsInTheCatalogueAndInOneGroupOnly) {
    std::set<CounterId> seen;
    for (const auto& group : groups_of(everything())) {
        for (const auto& source : group.counters) {
            EXPECT_NO_THROW(metric_of(source.id));
            EXPECT_TRUE(seen.insert(source.id).second) << metric_of(source.id).id;
            EXPECT_FALSE(source.metrics.empty());
        }
        EXPECT_NE(group.pass, PassClass::none);
    }
}

TEST(Metrics, SetsAreGroups) {
    EXPECT_TRUE(groups_of({}).empty());
    ASSERT_EQ(groups_of(default_counters()).size(), 1u);
    EXPECT_EQ(sass().name, "sass");
    const auto measured = std::ranges::count(metric_sets(), Provenance::measured, &MetricSet::provenance);
    EXPECT_EQ(groups_of(everything()).size(), static_cast<std::size_t>(measured));
    const auto asked = groups_of(parse_counters("dram_read_bytes,smsp__a.sum,smsp__b.avg"));
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[0].name, "memory");
    EXPECT_THAT(asked[1].vendor, ::testing::ElementsAre("smsp__a.sum", "smsp__b.avg"));
}

TEST(Metrics, TheSassGroupUsesInstrumentedMetricsOnly) {
    for (const auto& source : sass().counters)
        for (const auto& metric : source.metrics) EXPECT_THAT(metric, ::testing::StartsWith("smsp__sass_"));
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
                            PassClass::sass,
                            {{CounterId::gld_requests, HardwareRule::value, {"a"}},
                             {CounterId::gst_requests, HardwareRule::value, {"b"}},
                             {CounterId::gld_sectors, HardwareRule::value, {"c"}}},
                            {}};
    const auto partly = resolve(group, [](const std::string& name) { return name != "b"; });
    EXPECT_THAT(partly.metrics, ::testing::ElementsAre("a", "c"));
    EXPECT_THAT(partly.missing, ::testing::ElementsAre(CounterId::gst_requests));
    ASSERT_EQ(partly.counters.size(), 2u);
    const std::vector<double> values{1, 3};
    EXPECT_EQ(value_of(partly.counters[0], values), 1);
    EXPECT_EQ(partly.counters[1].source.id, CounterId::gld_sectors);
    EXPECT_EQ(value_of(partly.counters[1], values), 3);
}

TEST(Metrics, TheFirstKnownAlternativeCounts) {
    const MetricGroup group{
        "test", PassClass::memory, {{CounterId::dram_read_bytes, HardwareRule::value, {"old|new"}}}, {}};
    EXPECT_THAT(resolve(group, always).metrics, ::testing::ElementsAre("old"));
    EXPECT_THAT(resolve(group, [](const std::string& name) { return name == "new"; }).metrics,
                ::testing::ElementsAre("new"));
    EXPECT_TRUE(resolve(group, [](const std::string&) { return false; }).counters.empty());
}

TEST(Metrics, AVendorsMetricIsKeptUnderTheNameThatWasAskedFor) {
    const MetricGroup group{"vendor", PassClass::none, {}, {"a.sum", "old|new", "gone.sum", "a.sum"}};
    const auto chip =
        resolve(group, [](const std::string& name) { return name != "old" && name != "gone.sum"; });
    EXPECT_THAT(chip.metrics, ::testing::ElementsAre("a.sum", "new"));
    EXPECT_THAT(chip.missing_vendor, ::testing::ElementsAre("gone.sum"));
    EXPECT_THAT(chip.sets,
                ::testing::ElementsAre("vendor:a.sum", "vendor:old|new", "vendor:gone.sum", "vendor:a.sum"));
    ASSERT_EQ(chip.vendor.size(), 3u);
    EXPECT_EQ(chip.vendor[1].name, "new");
    const std::vector<double> values{12, 0.5}, broken{std::nan(""), -1};
    EXPECT_EQ(value_of(chip.vendor[0], values), Number(12));
    EXPECT_EQ(value_of(chip.vendor[1], values), Number(0.5));
    EXPECT_EQ(value_of(chip.vendor[0], broken), std::nullopt);
    EXPECT_EQ(value_of(chip.vendor[1], broken), std::nullopt);
}

TEST(Metrics, PassesOfOneKindArePutTogetherAsLongAsTheyAreOne) {
    const auto all = everything();
    const auto together = plan_passes(all, {always, [](auto) { return std::size_t{1}; }});
    ASSERT_EQ(together.size(), 2u) << "instrumented instructions, and the chip's units";
    EXPECT_EQ(together[0].pass, PassClass::sass);
    EXPECT_EQ(together[1].pass, PassClass::sm) << "the dearest of them";
    std::size_t sets = 0;
    std::set<CounterId> counters;
    for (const auto& group : together) {
        sets += group.sets.size();
        EXPECT_EQ(group.passes, 1u);
        for (const auto& counter : group.counters) {
            counters.insert(counter.source.id);
            for (std::size_t i = 0; i < counter.inputs.size(); ++i)
                EXPECT_EQ(group.metrics.at(counter.inputs[i]),
                          counter.source.metrics[i].substr(0, counter.source.metrics[i].find('|')));
        }
    }
    EXPECT_EQ(sets, all.sets.size());
    std::size_t expected = 0;
    for (const auto& group : groups_of(all)) expected += group.counters.size();
    EXPECT_EQ(counters.size(), expected);
    // A chip on which any two groups together would take two passes keeps them apart.
    std::size_t largest = 0;
    for (const auto& group : groups_of(all))
        largest = std::max(largest, resolve(group, always).metrics.size());
    const auto apart = plan_passes(
        all,
        {always, [&](auto metrics) { return metrics.size() > largest ? std::size_t{2} : std::size_t{1}; }});
    for (const auto& group : apart) EXPECT_EQ(group.passes, 1u);
    // What takes several passes by itself takes nothing along.
    const auto several = plan_passes(all, {always, [](auto) { return std::size_t{3}; }});
    EXPECT_EQ(several.size(), groups_of(all).size());
}

TEST(Metrics, AllPassesMakeOneConfiguration) {
    ChipGroup first, second;
    first.metrics = {"a", "b"};
    first.counters = {{{}, {0, 1}}};
    second.metrics = {"c", "a"};
    second.counters = {{{}, {0, 1}}};
    second.vendor = {{"a", 1}};
    const auto plan = one_configuration({first, second});
    EXPECT_THAT(plan.metrics, ::testing::ElementsAre("a", "b", "c"));
    ASSERT_EQ(plan.groups.size(), 2u);
    EXPECT_THAT(plan.groups[1].counters[0].inputs, ::testing::ElementsAre(2u, 0u));
    EXPECT_EQ(plan.groups[1].vendor[0].input, 0u);
}

TEST(Metrics, ValuesAreOfOnePassWhereAllTheirMetricsAre) {
    const std::vector<std::optional<std::size_t>> passes{0, 1, 1, std::nullopt};
    const auto of = [&](std::vector<std::size_t> columns) { return common_pass(columns, passes); };
    EXPECT_EQ(of({0}), 0u);
    EXPECT_EQ(of({1, 2}), 1u);
    EXPECT_EQ(of({0, 1}), std::nullopt);
    EXPECT_EQ(of({3}), std::nullopt) << "its counters are of several passes";
    EXPECT_EQ(of({3, 3}), std::nullopt);
    EXPECT_EQ(of({}), std::nullopt);
}

// Chips that CUPTI does not count with this API, and chips without memory of their own.
const std::set<std::string> without_profiling{"GV11B"};
const std::set<std::string> without_dram{"GA10B", "GB10B", "GB20B"};

// Names that some chips lack; the rows of nvprof's names say so.
const std::set<std::string> lacking_somewhere{"dram_read_throughput",
                                              "dram_read_transactions",
                                              "dram_utilization",
                                              "dram_write_throughput",
                                              "dram_write_transactions",
                                              "half_precision_fu_utilization",
                                              "stall_constant_memory_dependency",
                                              "sysmem_read_bytes",
                                              "sysmem_read_transactions",
                                              "sysmem_write_bytes",
                                              "sysmem_write_transactions"};

TEST(Metrics, NvprofsNamesLeadToMetricsThatEveryChipHas) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    std::set<std::string> lacking;
    for (const auto& name : known_chips(*api)) {
        if (without_profiling.contains(name)) continue;
        const ChipMetrics chip(api, name);
        for (const auto& row : nvprof_names()) {
            if (row.vendor.empty()) continue;
            const MetricGroup group{"vendor", PassClass::none, {}, split_list(row.vendor)};
            const auto resolved = resolve(group, [&](const std::string& metric) { return chip.has(metric); });
            if (resolved.missing_vendor.empty()) continue;
            EXPECT_TRUE(lacking_somewhere.contains(std::string(row.name))) << row.name << " on " << name;
            lacking.insert(std::string(row.name));
        }
    }
    EXPECT_EQ(lacking, lacking_somewhere);
}

TEST(Metrics, EveryMetricExistsOnEveryChipAndEachGroupTakesOnePass) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    for (const auto& name : known_chips(*api)) {
        SCOPED_TRACE(name);
        if (without_profiling.contains(name)) {
            EXPECT_THROW(ChipMetrics(api, name), CuptiError);
            continue;
        }
        const ChipMetrics chip(api, name);
        const auto questions = questions_to(chip);
        for (const auto& group : groups_of(everything())) {
            SCOPED_TRACE(group.name);
            const auto resolved = resolve(group, questions.has);
            std::set<CounterId> allowed;
            if (without_dram.contains(name))
                allowed = {CounterId::dram_read_bytes, CounterId::dram_write_bytes};
            for (const CounterId id : resolved.missing)
                EXPECT_TRUE(allowed.contains(id)) << "no metric for " << metric_of(id).id;
            ASSERT_FALSE(resolved.metrics.empty());
            // Volta's caches have too few counters of their own: the rows say so.
            const bool takes_several = name == "GV100" && (group.name == "l2" || group.name == "l1");
            EXPECT_EQ(chip.schedule(resolved.metrics).passes, takes_several ? 3u : 1u);
        }
        // All of it takes two or three runs of the sort: instrumented instructions, and the chip's units in
        // one or two.
        const auto planned = plan_passes(everything(), questions);
        std::size_t passes = 0;
        for (const auto& group : planned) passes += group.passes;
        if (name == "GV100") {
            EXPECT_EQ(passes, 1u + 1u + 3u + 3u);
        } else {
            EXPECT_TRUE(passes == 2 || passes == 3) << passes;
        }
        EXPECT_EQ(planned.front().name, "sass and instructions");
        const auto plan = describe_plan(name, planned);
        EXPECT_EQ(plan.pass_count(), passes);
        std::size_t counters = 0;
        for (const auto& group : groups_of(everything())) counters += group.counters.size();
        EXPECT_EQ(plan.counters.size() + plan.missing.size(), counters);
        for (const auto& counter : plan.counters)
            for (const auto& metric : counter.names)
                EXPECT_EQ(metric.find('|'), std::string::npos) << "a chip has one name for it";
    }
}

}  // namespace
}  // namespace sortscope::cupti
