#include "collector/cupti/metrics.hpp"

#include <gmock/gmock.h>

#include "core/metric/nvprof.hpp"
#include "core/text.hpp"
#include "load.hpp"

namespace sortscope::cupti {
namespace {
using ::testing::ElementsAre;
using ::testing::HasSubstr;

bool always(const std::string&) { return true; }

CounterRequest everything() { return find_selection("full")->request; }

const MetricSet& set_called(std::string_view name) {
    return *std::ranges::find(metric_sets(), name, &MetricSet::name);
}

std::vector<MetricSet> measured_sets() {
    std::vector<MetricSet> sets;
    for (const auto& set : metric_sets())
        if (set.provenance == Provenance::measured) sets.push_back(set);
    return sets;
}

std::optional<int64_t> apply(HardwareRule rule, const std::vector<double>& values) {
    Metric row{.id = "row"};
    row.hardware.rule = rule;
    ChipGroup::Counter counter{&row, {}};
    for (size_t i = 0; i < values.size(); ++i) counter.inputs.push_back(i);
    return value_of(counter, values);
}

TEST(Metrics, EveryCounterIsInOneSetOnly) {
    std::set<CounterId> seen;
    for (const auto& set : measured_sets())
        for (const auto* row : set.metrics) {
            EXPECT_TRUE(seen.insert(row->counter).second) << row->id;
            EXPECT_NE(row->hardware.names, "") << row->id;
            EXPECT_NE(row->hardware.pass, PassClass::none) << row->id;
        }
    for (const auto* row : set_called("sass").metrics)
        for (const auto& name : split_list(row->hardware.names))
            EXPECT_THAT(name, ::testing::StartsWith("smsp__sass_"));
}

TEST(Metrics, AreAskedForBySet) {
    const auto groups = [](const CounterRequest& request) {
        return plan_passes(request, {always, [](auto) { return size_t{3}; }});
    };
    EXPECT_TRUE(groups({}).empty());
    ASSERT_EQ(groups(default_counters()).size(), 1u);
    EXPECT_THAT(groups(default_counters())[0].sets, ElementsAre("sass"));
    EXPECT_EQ(groups(everything()).size(), measured_sets().size()) << "sets of several passes stay alone";
    const auto asked = groups(parse_counters("dram_read_bytes,smsp__a.sum,smsp__b.avg"));
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_THAT(asked[0].sets, ElementsAre("memory"));
    EXPECT_THAT(asked[1].sets, ElementsAre("vendor:smsp__a.sum", "vendor:smsp__b.avg"));
    EXPECT_EQ(asked[1].passes, 3u);
}

TEST(Metrics, SetsOfSeveralPassesAreSplitForProgramsThatRunOncePerPass) {
    // A pass holds two metrics.
    const ChipQuestions chip{always, [](auto names) { return (names.size() + 1) / 2; }};
    const auto groups = single_passes(plan_passes(everything(), chip), chip);
    std::set<CounterId> counted;
    for (const auto& group : groups) {
        EXPECT_EQ(group.passes, 1U);
        EXPECT_LE(group.names.size(), 2U);
        for (const auto& counter : group.counters) {
            EXPECT_TRUE(counted.insert(counter.row->counter).second);
            for (const auto input : counter.inputs) EXPECT_LT(input, group.names.size());
        }
    }
    // extra_wavefronts needs four metrics: too many for one pass.
    for (const auto& set : measured_sets())
        for (const auto* row : set.metrics)
            EXPECT_EQ(counted.contains(row->counter), split_list(row->hardware.names).size() <= 2) << row->id;
    for (const auto& set : measured_sets())
        for (const auto* row : set.metrics)
            EXPECT_EQ(std::ranges::count(groups.front().missing, row->counter),
                      !counted.contains(row->counter))
                << row->id << ": no counter is lost in silence";
    const auto vendor =
        single_passes(plan_passes(parse_counters("sass,smsp__a.sum,smsp__b.avg,smsp__c.avg"), chip), chip);
    EXPECT_THAT(vendor.front().missing_vendor, ElementsAre("smsp__a.sum", "smsp__b.avg", "smsp__c.avg"));
    const ChipQuestions narrow{always, [](auto) { return size_t{2}; }};
    EXPECT_TRUE(single_passes(plan_passes(everything(), narrow), narrow).empty());
}

TEST(Metrics, ValuesFollowTheRule) {
    const double nan = std::nan("");
    EXPECT_EQ(apply(HardwareRule::value, {12345678901.0}), 12345678901);
    EXPECT_EQ(apply(HardwareRule::value, {0.0}), 0);
    for (const double none : {-1.0, nan, std::numeric_limits<double>::infinity(), 1e17})
        EXPECT_EQ(apply(HardwareRule::value, {none}), std::nullopt) << none;
    EXPECT_EQ(apply(HardwareRule::ppm_of_percent, {93.75}), 937500);
    EXPECT_EQ(apply(HardwareRule::ppm_of_percent, {nan}), std::nullopt);
    // wavefronts, requests, then instructions of 64 and of 128 bits
    const auto conflicts = [](const std::vector<double>& values) {
        return apply(HardwareRule::extra_wavefronts, values);
    };
    EXPECT_EQ(conflicts({320, 10, 0, 0}), 310);
    EXPECT_EQ(conflicts({10, 10, 0, 0}), 0);
    EXPECT_EQ(conflicts({0, 0, 5, 0}), 0) << "no shared memory at all";
    for (const auto& none :
         {std::vector<double>{320, 10, 1, 0}, {320, 10, 0, 1}, {9, 10, 0, 0}, {nan, 10, 0, 0}})
        EXPECT_EQ(conflicts(none), std::nullopt);
}

TEST(Metrics, AMissingMetricNeverShiftsTheOthers) {
    const Metric loads{.id = "", .counter = CounterId::gld_requests, .hardware = {.names = "a"}};
    const Metric stores{.id = "", .counter = CounterId::gst_requests, .hardware = {.names = "b,a"}};
    const Metric sectors{.id = "", .counter = CounterId::gld_sectors, .hardware = {.names = "c|a"}};
    const MetricSet set{"test", Provenance::measured, "", {&loads, &stores, &sectors}};
    const auto partly = resolve(set, [](const std::string& name) { return name != "b"; });
    EXPECT_THAT(partly.names, ElementsAre("a", "c"));
    EXPECT_THAT(partly.missing, ElementsAre(CounterId::gst_requests));
    ASSERT_EQ(partly.counters.size(), 2u);
    const std::vector<double> values{1, 3};
    EXPECT_EQ(value_of(partly.counters[0], values), 1);
    EXPECT_EQ(partly.counters[1].row, &sectors);
    EXPECT_EQ(value_of(partly.counters[1], values), 3);
    const auto other = resolve(set, [](const std::string& name) { return name == "a"; });
    EXPECT_THAT(other.names, ElementsAre("a")) << "the second alternative";
    EXPECT_TRUE(resolve(set, [](const std::string&) { return false; }).counters.empty());
}

TEST(Metrics, AVendorMetricIsKeptUnderItsNameOnTheChip) {
    const auto chip = resolve(std::vector<std::string>{"a.sum", "old|new", "gone.sum", "a.sum"},
                              [](const std::string& name) { return name != "old" && name != "gone.sum"; });
    EXPECT_THAT(chip.names, ElementsAre("a.sum", "new"));
    EXPECT_THAT(chip.missing_vendor, ElementsAre("gone.sum"));
    EXPECT_THAT(chip.sets, ElementsAre("vendor:a.sum", "vendor:old|new", "vendor:gone.sum", "vendor:a.sum"));
    ASSERT_EQ(chip.vendor.size(), 3u);
    EXPECT_EQ(chip.vendor[1].name, "new");
    const std::vector<double> values{12, 0.5}, broken{std::nan(""), -1};
    EXPECT_EQ(value_of(chip.vendor[0], values), Number(12));
    EXPECT_EQ(value_of(chip.vendor[1], values), Number(0.5));
    EXPECT_EQ(value_of(chip.vendor[0], broken), std::nullopt);
    EXPECT_EQ(value_of(chip.vendor[1], broken), std::nullopt);
}

TEST(Metrics, SetsOfOneKindShareAPassIfTheyFit) {
    const auto all = everything();
    const auto together = plan_passes(all, {always, [](auto) { return size_t{1}; }});
    ASSERT_EQ(together.size(), 2u) << "instrumented instructions, and the chip's units";
    EXPECT_EQ(together[0].pass, PassClass::sass);
    EXPECT_EQ(together[1].pass, PassClass::sm) << "the dearest of them";
    size_t sets = 0, expected = 0, largest = 0;
    std::set<CounterId> counters;
    for (const auto& group : together) {
        sets += group.sets.size();
        EXPECT_EQ(group.passes, 1u);
        for (const auto& counter : group.counters) {
            counters.insert(counter.row->counter);
            const auto names = split_list(counter.row->hardware.names);
            for (size_t i = 0; i < counter.inputs.size(); ++i)
                EXPECT_EQ(group.names.at(counter.inputs[i]), names[i].substr(0, names[i].find('|')));
        }
    }
    EXPECT_EQ(sets, all.sets.size());
    for (const auto& set : measured_sets()) {
        expected += set.metrics.size();
        largest = std::max(largest, resolve(set, always).names.size());
    }
    EXPECT_EQ(counters.size(), expected);
    const auto apart =
        plan_passes(all, {always, [&](auto names) { return size_t{names.size() > largest ? 2u : 1u}; }});
    EXPECT_GT(apart.size(), 2u);
    for (const auto& group : apart) EXPECT_EQ(group.passes, 1u);
}

TEST(Metrics, AllPassesMakeOneConfiguration) {
    ChipGroup first, second;
    first.names = {"a", "b"};
    first.counters = {{nullptr, {0, 1}}};
    second.names = {"c", "a"};
    second.counters = {{nullptr, {0, 1}}};
    second.vendor = {{"a", 1, "vendor:a"}};
    const auto plan = one_configuration({first, second});
    EXPECT_THAT(plan.metrics, ElementsAre("a", "b", "c"));
    ASSERT_EQ(plan.groups.size(), 2u);
    EXPECT_THAT(plan.groups[1].counters[0].inputs, ElementsAre(2u, 0u));
    EXPECT_EQ(plan.groups[1].vendor[0].input, 0u);
}

TEST(Metrics, ValuesAreOfOnePassWhereAllTheirMetricsAre) {
    const std::vector<std::optional<size_t>> passes{0, 1, 1, std::nullopt};  // empty: several passes
    using Columns = std::vector<size_t>;
    EXPECT_EQ(common_pass(Columns{0}, passes), 0u);
    EXPECT_EQ(common_pass(Columns{1, 2}, passes), 1u);
    for (const auto& columns : {Columns{0, 1}, {3}, {3, 3}, {}})
        EXPECT_EQ(common_pass(columns, passes), std::nullopt);
}

// Chips whose counters CUPTI cannot read, and chips without their own memory.
const std::set<std::string> without_profiling{"GV11B"};
const std::set<std::string> without_dram{"GA10B", "GB10B", "GB20B"};

TEST(Metrics, NvprofsNamesLeadToMetricsThatEveryChipHas) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    std::set<std::string> lacking;  // metrics that some chip lacks
    for (const auto& name : known_chips(*api)) {
        if (without_profiling.contains(name)) continue;
        const ChipMetrics chip(api, name);
        for (const auto& row : nvprof_names())
            if (!row.vendor.empty() &&
                !resolve(split_list(row.vendor), questions_to(chip).has).missing_vendor.empty())
                lacking.insert(std::string(row.name));
    }
    EXPECT_THAT(
        lacking,
        ::testing::ElementsAreArray(split_list(
            "dram_read_throughput,dram_read_transactions,dram_utilization,dram_write_throughput,"
            "dram_write_transactions,half_precision_fu_utilization,stall_constant_memory_dependency,"
            "sysmem_read_bytes,sysmem_read_transactions,sysmem_write_bytes,sysmem_write_transactions")));
}

TEST(Metrics, EveryMetricExistsOnEveryChipAndEachSetTakesOnePass) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    for (const auto& name : known_chips(*api)) {
        SCOPED_TRACE(name);
        if (without_profiling.contains(name)) {
            EXPECT_THROW(ChipMetrics(api, name), CuptiError);
            continue;
        }
        const ChipMetrics chip(api, name);
        size_t counters = 0, passes = 0;
        for (const auto& set : measured_sets()) {
            SCOPED_TRACE(set.name);
            const auto resolved = resolve(set, questions_to(chip).has);
            for (const CounterId id : resolved.missing)
                EXPECT_TRUE(without_dram.contains(name) &&
                            (id == CounterId::dram_read_bytes || id == CounterId::dram_write_bytes))
                    << "no metric for " << metric_of(id).id;
            ASSERT_FALSE(resolved.names.empty());
            // On Volta, L1 and L2 have too few hardware counters for one pass.
            const bool takes_several = name == "GV100" && (set.name == "l2" || set.name == "l1");
            EXPECT_EQ(chip.schedule(resolved.names).passes, takes_several ? 3u : 1u);
            counters += set.metrics.size();
        }
        // One pass for instrumented instructions, one or two for the chip's units.
        const auto planned = plan_passes(everything(), questions_to(chip));
        for (const auto& group : planned) passes += group.passes;
        EXPECT_THAT(passes, name == "GV100" ? ::testing::AnyOf(8u, 8u) : ::testing::AnyOf(2u, 3u));
        EXPECT_THAT(planned.front().sets, ElementsAre("sass", "instructions"));
        const auto plan = describe_plan(name, planned);
        EXPECT_EQ(plan.pass_count(), passes);
        EXPECT_EQ(plan.counters.size() + plan.missing.size(), counters);
        for (const auto& counter : plan.counters)
            for (const auto& metric : counter.names)
                EXPECT_EQ(metric.find('|'), std::string::npos) << "a chip has one name for it";
    }
}

TEST(ChipMetrics, AreOfTheChipsWeDocumentByNameAndRollUp) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    EXPECT_THAT(known_chips(*api), ::testing::IsSupersetOf({"GA100", "GH100", "TU102"}));
    EXPECT_THROW(ChipMetrics(api, "XX999"), CuptiError);
    const ChipMetrics chip(api, "GH100");
    EXPECT_TRUE(chip.has("smsp__sass_inst_executed.sum"));
    for (const char* unknown :
         {"smsp__sass_no_such_metric.sum", "smsp__sass_inst_executed.no_such_rollup", ""})
        EXPECT_FALSE(chip.has(unknown)) << unknown;
    EXPECT_TRUE(chip.has("dram__bytes_read.sum")) << "after an unknown name";
    EXPECT_EQ(chip.first_of("dram__bytes_op_read.sum|dram__bytes_read.sum"), "dram__bytes_read.sum");
    EXPECT_EQ(chip.first_of("no_such.sum|neither.sum"), std::nullopt);
}

TEST(ChipMetrics, AnUnknownMetricIsAnsweredWithTheNearest) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    const ChipMetrics chip(api, "GH100");
    const auto names = chip.base_metrics();
    EXPECT_GT(names.size(), 1000u);
    EXPECT_TRUE(std::ranges::is_sorted(names));
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
    EXPECT_THAT(chip.unknown_metric_sentence("smsp__sass_inst_executd.sum"),
                HasSubstr("'smsp__sass_inst_executed.sum'"));
    EXPECT_THAT(chip.unknown_metric_sentence("smsp__inst_executed.total|x.y"),
                ::testing::AllOf(HasSubstr("'smsp__inst_executed.total'"), HasSubstr(".avg")));
}

TEST(ChipMetrics, AllCountersFitSinglePasses) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    const ChipMetrics chip(api, "GH100");
    const auto questions = questions_to(chip);
    const auto planned = plan_passes(everything(), questions);
    const auto single = single_passes(planned, questions);
    const auto counters = [](const std::vector<ChipGroup>& groups) {
        std::set<CounterId> ids;
        for (const auto& group : groups)
            for (const auto& counter : group.counters) ids.insert(counter.row->counter);
        return ids;
    };
    EXPECT_EQ(counters(single), counters(planned));
    EXPECT_GE(single.size(), planned.size());
    for (const auto& group : single) EXPECT_EQ(chip.schedule(group.names).passes, 1U);
}

TEST(ChipMetrics, SchedulesAreIndependent) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    const ChipMetrics chip(api, "GH100");
    const std::vector<std::string> one{"smsp__sass_inst_executed.sum"}, unknown{"smsp__sass_none.sum"};
    const auto image = chip.schedule(one);
    EXPECT_EQ(image.passes, 1u);
    EXPECT_FALSE(image.bytes.empty());
    EXPECT_EQ(chip.schedule(one).bytes.size(), image.bytes.size());
    EXPECT_THROW(chip.schedule(unknown), CuptiError);
}
}  // namespace
}
