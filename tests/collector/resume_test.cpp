#include "collector/sweep_case.hpp"

#include <gtest/gtest.h>

#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector {
namespace {
class CollectingBackend final : public test::GpuStub {
 public:
    void measure(const CaseJob& job) override {
        auto& record = job.record;
        record = planned(job.variant, job.spec, job.options);
        record.time.emplace().mode = record.time_mode;
        for (const TimeMode mode : job.options.time_modes)
            if (mode != record.time_mode && (mode == TimeMode::stream || makes_graphs))
                record.other_times.emplace_back().mode = mode;
    }
};

class Resume : public testing::Test {
 protected:
    Resume() { workload_.n = 64; }
    PlannedCase assignment() {
        return {{variant_, workload_, {128, {}}}, &variants_.find(variant_), {}, limits_, &backend_};
    }
    /// The case as collected now.
    CaseRecord collected() {
        return run_alone(backend_, variants_.find(variant_), assignment().spec, options_);
    }
    /// True if the case is skipped because the file has `stored`.
    bool skipped(const CaseRecord& stored) {
        auto cases = plan_sweep({assignment()}, options_, schedule_);
        const auto dropped = drop_finished(cases, {stored});
        EXPECT_EQ(dropped + cases.size(), 1U);
        return dropped == 1;
    }
    /// The case as collected now, with this number of rounds in each mode; 0: no time.
    CaseRecord with_rounds(size_t graph, size_t stream) {
        auto stored = collected();
        stored.time.reset();
        stored.other_times.clear();
        for (const auto& [mode, rounds] : {std::pair{TimeMode::graph, graph}, {TimeMode::stream, stream}}) {
            if (rounds == 0) continue;
            auto& time = mode == stored.time_mode ? stored.time.emplace() : stored.other_times.emplace_back();
            time.mode = mode;
            time.rounds.resize(rounds);
        }
        return stored;
    }
    VariantRegistry variants_ = test::three_variants();
    CollectingBackend backend_;
    Workload workload_;
    std::string variant_ = "net";
    SweepLimits limits_;
    BackendOptions options_;
    Schedule schedule_;
};

TEST_F(Resume, AFinishedCaseIsSkipped) {
    auto stored = collected();
    auto refused = assignment();
    refused.backend = nullptr;
    auto cases = plan_sweep({refused}, options_, schedule_);
    EXPECT_EQ(drop_finished(cases, {stored}), 0U) << "a refused case stays";
    EXPECT_TRUE(skipped(stored));
    EXPECT_FALSE(skipped(with_rounds(0, 0))) << "its trials were all left out";
    for (const auto status :
         {CaseStatus::failed, CaseStatus::unverified, CaseStatus::refused, CaseStatus::interrupted}) {
        stored.status = status;
        EXPECT_FALSE(skipped(stored)) << name_of(status);
    }
}

const std::vector<std::vector<TimeMode>> orders{{TimeMode::graph, TimeMode::stream},
                                                {TimeMode::stream, TimeMode::graph},
                                                {TimeMode::graph},
                                                {TimeMode::stream}};

TEST_F(Resume, AMissingTimeModeOrRoundIsCollectedUnlessTheSortCannotHaveIt) {
    for (const auto& modes : std::span(orders).first(2)) {
        options_.time_modes = modes;
        schedule_.rounds = 1;
        EXPECT_FALSE(skipped(with_rounds(0, 1)));
        EXPECT_FALSE(skipped(with_rounds(1, 0)));
        EXPECT_TRUE(skipped(with_rounds(1, 1)));
        schedule_.rounds = 2;
        EXPECT_FALSE(skipped(with_rounds(1, 2)));
        EXPECT_FALSE(skipped(with_rounds(2, 1)));
    }
    EXPECT_TRUE(skipped(with_rounds(2, 2))) << "the stream's times are the headline";
    backend_.makes_graphs = false;
    for (const auto& modes : orders) {
        SCOPED_TRACE(name_of(modes.front()));
        options_.time_modes = modes;
        schedule_.rounds = 1;
        EXPECT_TRUE(skipped(with_rounds(0, 1)));
        schedule_.rounds = 2;
        EXPECT_FALSE(skipped(with_rounds(0, 1)));
        EXPECT_TRUE(skipped(with_rounds(0, 2)));
    }
}

TEST_F(Resume, AGraphThatCouldNotBeCapturedIsNotTriedAgain) {
    const Note why{Severity::warning, std::string(no_graph_note) + "It allocates."};
    schedule_.rounds = 2;
    for (const auto& modes : std::span(orders).first(3)) {
        SCOPED_TRACE(name_of(modes.front()));
        options_.time_modes = modes;
        auto stored = with_rounds(0, 2), once = with_rounds(0, 1);
        stored.time_mode = once.time_mode = TimeMode::stream;
        EXPECT_FALSE(skipped(stored));
        stored.notes = once.notes = {why};
        EXPECT_TRUE(skipped(stored));
        EXPECT_FALSE(skipped(once));
    }
}

TEST_F(Resume, AShortSortNeedsItsFurtherRounds) {
    variant_ = "library";
    workload_.n = 1024;
    schedule_.rounds = 2;
    schedule_.short_sort_factor = 3;
    EXPECT_FALSE(skipped(with_rounds(5, 2)));
    EXPECT_TRUE(skipped(with_rounds(6, 2)));
    EXPECT_FALSE(skipped(with_rounds(6, 1)));
    EXPECT_FALSE(skipped(with_rounds(2, 2)));
    backend_.has_processes = false;
    EXPECT_TRUE(skipped(with_rounds(2, 2))) << "one process has no further rounds";
    backend_.has_processes = true;
    workload_.n = uint64_t{1} << 28;
    EXPECT_TRUE(skipped(with_rounds(2, 2))) << "a long sort";
    workload_.n = 1024;
    limits_.rounds = 2;
    schedule_.rounds = 10;
    EXPECT_TRUE(skipped(with_rounds(6, 2))) << "its sweep allows no more";
    EXPECT_FALSE(skipped(with_rounds(5, 2)));
    schedule_.rounds = 1;
    EXPECT_TRUE(skipped(with_rounds(1, 1)));
}

TEST_F(Resume, AnotherCacheStateOrCounterSetIsCollectedAgain) {
    const auto warm = collected();
    options_.trials.flush_l2 = true;
    EXPECT_FALSE(skipped(warm));
    const auto sass = collected();
    EXPECT_TRUE(skipped(sass));
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
}  // namespace
}
