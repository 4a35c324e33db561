#include "collector/resume.hpp"

#include <gtest/gtest.h>

#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector {
namespace {

/// Plans as a GPU does: the cache state and the counter sets follow from the options.
class PlanningBackend final : public test::StubBackend {
 public:
    PlanningBackend() : StubBackend(BackendKind::cupti, "GPU") { device_.uuid = "GPU-1"; }
    CaseRecord planned(const kernels::Variant&, const CaseSpec& spec,
                       const BackendOptions& options) const override {
        CaseRecord record = start_record(spec, *this);
        record.cache_state = options.trials.flush_l2 ? "flushed" : "warm";
        record.time_mode = TimeMode::stream;
        for (auto mode = options.time_modes.rbegin(); mode != options.time_modes.rend(); ++mode)
            if (*mode == TimeMode::stream || makes_graphs) record.time_mode = *mode;
        record.passes = asked_counters(options);
        if (counts_by_software) record.passes.push_back({"counted", Provenance::counted, several_passes});
        return record;
    }
    void run(const kernels::Variant& variant, const CaseSpec& spec, const BackendOptions& options,
             const CaseWatch&, CaseRecord& record) override {
        record = planned(variant, spec, options);
        record.time.emplace().mode = record.time_mode;
        for (const TimeMode mode : options.time_modes)
            if (mode != record.time_mode && (mode == TimeMode::stream || makes_graphs))
                record.other_times.emplace_back().mode = mode;
    }
    std::vector<CasePhases> processes() const override {
        return has_processes ? test::times_and_rest() : Backend::processes();
    }

    bool makes_graphs = true;  ///< else each sort has too many launches for one
    bool counts_by_software = false;
    bool has_processes = true;
};

class Resume : public testing::Test {
 protected:
    Resume() { workload_.n = 64; }
    Assignment assignment() {
        PlannedCase planned;
        planned.variant = &variants_.find(variant_);
        planned.spec = {variant_, workload_, {128, {}}};
        planned.limits = limits_;
        return {planned, &backend_};
    }
    /// The case as it is collected now.
    CaseRecord collected() {
        return run_alone(backend_, variants_.find(variant_), assignment().planned.spec, options_);
    }
    /// Whether it is skipped where the file holds `known`.
    bool skipped(const CaseRecord& known) {
        std::vector<Assignment> assignments{assignment()};
        const auto dropped = drop_finished(assignments, options_, schedule_, {known});
        EXPECT_EQ(dropped + assignments.size(), 1U);
        return dropped == 1;
    }
    static TimeSummary times_in(TimeMode mode, std::size_t rounds = 0) {
        TimeSummary time;
        time.mode = mode;
        time.rounds.resize(rounds);
        return time;
    }
    kernels::VariantRegistry variants_ = test::three_variants();
    PlanningBackend backend_;
    Workload workload_;
    std::string variant_ = "net";
    SweepLimits limits_;
    BackendOptions options_;
    Schedule schedule_;
};

TEST_F(Resume, AFinishedCaseIsSkipped) { EXPECT_TRUE(skipped(collected())); }

TEST_F(Resume, ACaseThatIsNotOkIsCollectedAgain) {
    auto known = collected();
    for (const auto status :
         {CaseStatus::failed, CaseStatus::unverified, CaseStatus::refused, CaseStatus::interrupted}) {
        known.status = status;
        EXPECT_FALSE(skipped(known)) << name_of(status);
    }
}

TEST_F(Resume, ACaseWhoseTrialsWereAllLeftOutIsCollectedAgain) {
    auto stored = collected();
    EXPECT_TRUE(skipped(stored));
    stored.time.reset();
    stored.other_times.clear();
    EXPECT_FALSE(skipped(stored));
}

TEST_F(Resume, ATimeModeThatIsMissingIsCollected) {
    options_.time_modes = {TimeMode::stream, TimeMode::graph};
    auto stored = collected();
    stored.time = times_in(TimeMode::stream);
    stored.other_times.clear();
    EXPECT_FALSE(skipped(stored)) << "it has no times as a graph";
    stored.other_times = {times_in(TimeMode::graph)};
    EXPECT_TRUE(skipped(stored));
    schedule_.rounds = 2;
    EXPECT_FALSE(skipped(stored)) << "of one round";
    stored.time->rounds.resize(2);
    EXPECT_FALSE(skipped(stored)) << "as a graph still of one";
    stored.other_times[0].rounds.resize(2);
    EXPECT_TRUE(skipped(stored));
}

TEST_F(Resume, ATimeModeThatTheSortCannotHaveIsNotMissing) {
    backend_.makes_graphs = false;
    const std::vector<std::vector<TimeMode>> orders{{TimeMode::graph, TimeMode::stream},
                                                    {TimeMode::stream, TimeMode::graph},
                                                    {TimeMode::graph},
                                                    {TimeMode::stream}};
    for (const auto& modes : orders) {
        SCOPED_TRACE(name_of(modes.front()));
        options_.time_modes = modes;
        schedule_.rounds = 1;
        auto stored = collected();
        stored.time = times_in(TimeMode::stream);
        EXPECT_TRUE(skipped(stored)) << "no time as a graph can be had";
        schedule_.rounds = 2;
        EXPECT_FALSE(skipped(stored)) << "a round in a stream can";
        stored.time->rounds.resize(2);
        EXPECT_TRUE(skipped(stored));
    }
}

TEST_F(Resume, AGraphThatCouldNotBeMadeIsNotTriedAgain) {
    const std::vector<std::vector<TimeMode>> orders{
        {TimeMode::graph, TimeMode::stream}, {TimeMode::stream, TimeMode::graph}, {TimeMode::graph}};
    for (const auto& modes : orders) {
        SCOPED_TRACE(name_of(modes.front()));
        options_.time_modes = modes;
        schedule_.rounds = 2;
        auto stored = collected();
        stored.time_mode = TimeMode::stream;
        stored.time = times_in(TimeMode::stream, 2);
        stored.other_times.clear();
        EXPECT_FALSE(skipped(stored)) << "nothing says why it has none";
        stored.notes = {{Severity::warning,
                         std::string(no_graph_note) + "the time is of launches one by one. It allocates."}};
        EXPECT_TRUE(skipped(stored));
        stored.time->rounds.resize(1);
        EXPECT_FALSE(skipped(stored)) << "a round in a stream is missing";
    }
}

TEST_F(Resume, AShortSortWithoutItsFurtherRoundsIsCollectedAgain) {
    schedule_.rounds = 2;
    schedule_.short_sort_factor = 3;
    workload_.n = 1024;
    variant_ = "library";
    auto stored = collected();
    stored.time = times_in(TimeMode::graph, 5);
    stored.other_times = {times_in(TimeMode::stream, 2)};
    EXPECT_FALSE(skipped(stored)) << "interrupted before the last of six rounds";
    stored.time->rounds.resize(6);
    EXPECT_TRUE(skipped(stored)) << "in a stream it has no further rounds";
    stored.other_times[0].rounds.resize(1);
    EXPECT_FALSE(skipped(stored));
    stored.other_times[0].rounds.resize(2);
    stored.time->rounds.resize(2);
    EXPECT_FALSE(skipped(stored));
    backend_.has_processes = false;
    EXPECT_TRUE(skipped(stored)) << "in one process there are no further rounds";
    backend_.has_processes = true;
    schedule_.rounds = 1;
    EXPECT_TRUE(skipped(stored)) << "nor of one round";
}

TEST_F(Resume, ALongSortHasNoFurtherRounds) {
    schedule_.rounds = 2;
    workload_.n = std::uint64_t{1} << 28;
    variant_ = "library";
    auto stored = collected();
    stored.time = times_in(TimeMode::graph, 2);
    stored.other_times = {times_in(TimeMode::stream, 2)};
    EXPECT_TRUE(skipped(stored));
}

TEST_F(Resume, ASweepsOwnLimitOfRoundsHoldsForItsShortSorts) {
    schedule_.rounds = 10;
    limits_.rounds = 2;
    workload_.n = 1024;
    variant_ = "library";
    auto stored = collected();
    stored.time = times_in(TimeMode::graph, 8);
    stored.other_times = {times_in(TimeMode::stream, 2)};
    EXPECT_TRUE(skipped(stored));
    stored.time->rounds.resize(7);
    EXPECT_FALSE(skipped(stored));
}

TEST_F(Resume, AnotherCacheStateIsCollectedAgain) {
    const auto warm = collected();
    options_.trials.flush_l2 = true;
    EXPECT_FALSE(skipped(warm));
    EXPECT_TRUE(skipped(collected()));
}

TEST_F(Resume, AnotherCounterSetIsCollectedAgain) {
    const auto sass = collected();
    options_.counters = parse_counters("memory");
    EXPECT_FALSE(skipped(sass));
    const auto memory = collected();
    options_.counters = parse_counters("none");
    EXPECT_TRUE(skipped(memory)) << "more than is asked for is enough";
    options_.counters = parse_counters("gld_efficiency_pct");
    EXPECT_TRUE(skipped(memory)) << "a metric of a set that was taken";
    options_.counters = parse_counters("smsp__inst_issued.sum");
    EXPECT_FALSE(skipped(memory));
    EXPECT_TRUE(skipped(collected()));
    options_.counters = parse_counters("stalls,none");
    EXPECT_FALSE(skipped(memory));
}

TEST_F(Resume, ASetThatGaveNothingWasAskedFor) {
    options_.counters = parse_counters("gld_sectors,dram_read_bytes");
    auto known = collected();
    known.passes = {{"sass", Provenance::measured, 1}};
    EXPECT_FALSE(skipped(known));
    keep_attempts(known, {{"memory", Provenance::measured, several_passes}});
    EXPECT_TRUE(skipped(known)) << "this machine cannot count it: the next attempt would not either";
}

TEST_F(Resume, CountsWithoutTheSitesThatAreAskedForAreTakenAgain) {
    backend_.counts_by_software = true;
    auto stored = collected();
    EXPECT_TRUE(skipped(stored)) << "software tried in vain, and will again";
    stored.passes.back().pass = 1;
    EXPECT_TRUE(is_counted_by_software(stored));
    EXPECT_FALSE(skipped(stored)) << "kept with no sites";
    options_.sites = false;
    EXPECT_TRUE(skipped(stored)) << "none are asked for";
    options_.sites = true;
    limits_.sites = false;
    EXPECT_TRUE(skipped(stored)) << "of its sweep neither";
    limits_.sites = true;
    stored.launches.resize(2);
    EXPECT_FALSE(skipped(stored));
    stored.launches[1].sites.resize(1);
    EXPECT_TRUE(skipped(stored));
    backend_.counts_by_software = false;
    stored = collected();
    EXPECT_FALSE(is_counted_by_software(stored));
    EXPECT_TRUE(skipped(stored)) << "no counter has sites";
}

TEST_F(Resume, AChangedInputFileIsCollectedAgain) {
    workload_ = {KeyType::u32, 64, Distribution::file, 0, "keys.bin", 0, "digest of x"};
    const auto known = collected();
    EXPECT_TRUE(skipped(known));
    workload_.file_digest = "digest of y";
    EXPECT_FALSE(skipped(known)) << "the name is the same, the keys are not";
    workload_.file_digest = "digest of x";
    workload_.file = "copy.bin";
    EXPECT_TRUE(skipped(known)) << "the name is another, the keys are not";
}

TEST_F(Resume, WhatIsRefusedStays) {
    std::vector<Assignment> assignments{assignment()};
    assignments[0].backend = nullptr;
    EXPECT_EQ(drop_finished(assignments, options_, schedule_, {collected()}), 0U);
    EXPECT_EQ(assignments.size(), 1U);
}

}  // namespace
}  // namespace sortscope::collector
