// Rounds, batches and processes of a sweep, and extra rounds of short sorts.
#include <gmock/gmock.h>

#include "core/times.hpp"
#include "tests/collector/run_cases.hpp"

namespace sortscope::collector {
namespace {
using testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

/// Measures times in one process and counters in another. Lists each call: "graph 16" is 16 keys with graph
/// times alone.
class TurnsBackend final : public test::GpuStub {
 public:
    void retire(const CasePhases& phases) override { processes_ended += phases.times ? 1 : 0; }
    void measure(const CaseJob& job) override {
        const auto& options = job.options;
        auto& record = job.record;
        const bool graph_alone = options.phases.times && options.time_modes == std::vector{TimeMode::graph};
        const char* phase = graph_alone ? "graph " : options.phases.times ? "time " : "count ";
        ran.push_back(phase + std::to_string(job.spec.workload.n));
        if (!options.phases.times) return;
        if (options.round == failing_round)
            throw Error(ErrorKind::environment, "Its worker process was killed.");
        for (const TimeMode mode : options.time_modes)
            for (uint32_t i = 0; i < (graph_alone ? options.trials.max_trials : 7); ++i) {
                auto trial = test::time_trial(mode, 1000 + options.round, options.round);
                trial.index = options.first_trial + uint32_t(record.trials.size());
                record.trials.push_back(trial);
            }
        if (options.round == part_round) {
            record.status = part_status;
            record.message = "It ended so.";
        }
        record.time_mode = TimeMode::graph;
        record.time = summarize_times(record.trials, TimeMode::graph,
                                      graph_alone ? "a fixed count" : "the spread is small");
        record.other_times.clear();
        if (auto stream =
                summarize_times(record.trials, TimeMode::stream, graph_alone ? "" : "the spread is small"))
            record.other_times.push_back(*stream);
        if (options.round == 0) record.notes.push_back({Severity::info, "A short sort."});
    }
    std::vector<std::string> ran;
    int processes_ended = 0;
    uint32_t failing_round = 99;
    uint32_t part_round = 99;  ///< this round ends with part_status after its trials
    CaseStatus part_status = CaseStatus::interrupted;
};

/// A sort of microseconds and a sort of tenths of a second, in two rounds; the short sort has six.
class Rounds : public test::Sweeps {
 protected:
    Rounds() {
        schedule_ = {.rounds = 2, .short_sort_factor = 3, .limits = false};
        options_.trials.min_trials = 4;
    }
    ptrdiff_t ran(const std::string& what) const { return std::ranges::count(turns_.ran, what); }

    TurnsBackend turns_;
    std::vector<PlannedCase> assignments_ =
        assigned({test::uniform_sweep({"library"}, {1024, uint64_t{1} << 28})}, turns_);
};

TEST_F(Rounds, CasesOfOneSelectionOfCountersAreCountedTogether) {
    std::vector<Sweep> sweeps;
    for (const char* counters : {"full", "sass", "full,gld_32b", "sass,gld_32b"}) {
        sweeps.push_back(test::uniform_sweep({"net"}, {uint64_t{16} << sweeps.size()}));
        sweeps.back().limits.counters = counters;
    }
    sweeps[1].limits.rounds = 1;
    options_.counters = parse_counters("all");
    schedule_.rounds = schedule_.short_sort_factor = 1;
    EXPECT_THAT(counts(run(assigned(sweeps, turns_))), ElementsAre(4, 0, 0));
    EXPECT_THAT(turns_.ran, ElementsAre("time 16", "time 32", "time 64", "time 128", "count 16", "count 64",
                                        "count 32", "count 128"));

    schedule_.rounds = 3;
    run(assigned(sweeps, turns_));
    EXPECT_EQ(recorder_.rounds.size(), 3U * 2U) << "one of the four is timed in the first round alone";
    EXPECT_EQ(std::tuple(ran("time 32"), ran("time 64"), ran("count 64")), std::tuple(2, 4, 2));
}

TEST_F(Rounds, ABatchStaysWithinEachLimit) {
    const auto three = assigned({test::uniform_sweep({"library"}, {16, 32, 64})}, turns_);
    const auto ran_within = [&](const BatchLimits& limits) {
        turns_.ran.clear();
        schedule_ = {.batch = limits, .limits = false};
        run(three);
        return turns_.ran;
    };
    const auto pairs = ElementsAre("time 16", "time 32", "count 16", "count 32", "time 64", "count 64");
    EXPECT_THAT(ran_within({.cases = 2}), pairs);
    EXPECT_THAT(ran_within({.launches = 2 * 16}), pairs) << "a library is expected to make 16 launches";
    EXPECT_THAT(ran_within({.seconds = 1e-9}),
                ElementsAre("time 16", "count 16", "time 32", "count 32", "time 64", "count 64"))
        << "one at least";
    EXPECT_THAT(ran_within({}),
                ElementsAre("time 16", "time 32", "time 64", "count 16", "count 32", "count 64"));
}

TEST_F(Rounds, ShortSortsAreTimedAsGraphsInFurtherProcesses) {
    EXPECT_THAT(counts(run(assignments_)), ElementsAre(2, 0, 0));
    EXPECT_EQ(std::tuple(ran("time 1024"), ran("graph 1024"), ran("count 1024")), std::tuple(2, 4, 1));
    EXPECT_EQ(std::tuple(ran("time 268435456"), ran("graph 268435456")), std::tuple(2, 0));
    EXPECT_EQ(turns_.processes_ended, 5) << "one before each round after the first";
    ASSERT_EQ(recorder_.rounds.size(), 5U + 1U);
    const auto& last = recorder_.rounds.back();
    ASSERT_EQ(last.trials.size(), 4U) << "the fewest asked for";
    EXPECT_EQ(last.trials[0].index, 2U * 2U * 7U + 3U * 4U) << "trials of all rounds are numbered in turn";
    EXPECT_THAT(last.notes, IsEmpty()) << "each note once";
    ASSERT_EQ(last.times.size(), 2U);
    EXPECT_EQ(std::tuple(last.times[0].mode, last.times[0].rounds.size(), last.times[0].count),
              std::tuple(TimeMode::graph, 6U, 2U * 7U + 4U * 4U));
    EXPECT_EQ(std::tuple(last.times[1].mode, last.times[1].rounds.size()), std::tuple(TimeMode::stream, 2U));
    for (const auto& time : last.times) EXPECT_EQ(time.stopped_by, "the spread is small");
    const auto& end = progress_.back();
    EXPECT_EQ(std::tuple(end.total, end.done), std::tuple(6U + 2U, 6U + 2U));
    EXPECT_DOUBLE_EQ(end.fraction, 1);
}

TEST_F(Rounds, ALostRoundKeepsTheTimesOfTheOthers) {
    turns_.failing_round = 3;
    EXPECT_THAT(counts(run(assignments_)), ElementsAre(1, 1, 0));
    const auto& last = recorder_.rounds.back();
    EXPECT_THAT(last.trials, IsEmpty());
    ASSERT_EQ(last.times.size(), 2U);
    EXPECT_EQ(last.times[0].rounds.size(), 3U);
    ASSERT_EQ(last.notes.size(), 1U);
    EXPECT_THAT(last.notes[0].text, HasSubstr("Round 4 of this case was lost. Its worker process"));
    EXPECT_EQ(ran("graph 1024"), 2) << "it is abandoned";
}

TEST_F(Rounds, AnInterruptedRoundCountsForNothing) {
    for (const uint32_t round : {1U, 3U}) {  // first in both modes, then as a graph alone
        SCOPED_TRACE(round);
        recorder_ = {};
        turns_.part_round = round;
        const auto outcome = run(assignments_);
        EXPECT_TRUE(outcome.interrupted && outcome.failed == 0);
        const auto& last = recorder_.rounds.back();
        ASSERT_FALSE(last.trials.empty());
        for (const auto& trial : last.trials)
            EXPECT_EQ(std::tuple(trial.accepted, trial.note), std::tuple(false, "its round was lost"));
        ASSERT_EQ(last.times.size(), 2U);
        EXPECT_EQ(last.times[0].rounds.size(), round) << "--resume collects what is missing";
        EXPECT_EQ(last.times[1].rounds.size(), std::min(2U, round));
        EXPECT_EQ(last.times[0].count, round == 1 ? 7U : 7U + 7U + 4U);
        ASSERT_EQ(last.notes.size(), 1U);
        EXPECT_EQ(last.notes[0].text,
                  "Round " + std::to_string(round + 1) + " of this case was lost. It ended so.");
        EXPECT_EQ(last.unverified, "");
    }
}

TEST_F(Rounds, AWrongSortInALaterRoundIsUnverified) {
    turns_.part_round = 1;
    turns_.part_status = CaseStatus::unverified;
    assignments_.resize(1);
    EXPECT_THAT(counts(run(assignments_)), ElementsAre(0, 1, 0));
    ASSERT_EQ(recorder_.rounds.size(), 1U) << "it is abandoned";
    const auto& round = recorder_.rounds[0];
    EXPECT_EQ(round.unverified, "Round 2 of this case sorted wrongly. It ended so.");
    EXPECT_THAT(round.notes, IsEmpty()) << "no measurement was lost";
    EXPECT_EQ(std::ranges::count(round.trials, true, &TrialRecord::accepted), 0);
    ASSERT_EQ(round.times.size(), 2U);
    EXPECT_EQ(round.times[0].rounds.size(), 1U);
}
}  // namespace
}
