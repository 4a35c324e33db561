// Rounds of a sweep: what is run in which process, and which sorts have further rounds of graph times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "collector/runner.hpp"
#include "core/error.hpp"
#include "core/times.hpp"
#include "tests/collector/run_cases.hpp"

namespace sortscope::collector {
namespace {

using kernels::VariantKind;
using test::RunCases;
using testing::ElementsAre;
using testing::HasSubstr;

/// Takes times in one process and counters in another, and notes what it ran: "graph 16" where no other times
/// were asked for.
class TurnsBackend final : public test::StubBackend {
 public:
    TurnsBackend() : StubBackend(BackendKind::cupti) {}
    CaseRecord planned(const kernels::Variant&, const CaseSpec& spec,
                       const BackendOptions& options) const override {
        CaseRecord record = start_record(spec, *this);
        record.time_mode = planned_mode;
        record.passes = asked_counters(options);
        return record;
    }
    std::vector<CasePhases> processes() const override { return test::times_and_rest(); }
    void retire(const CasePhases& phases) override { processes_ended += phases.times ? 1 : 0; }
    void run(const kernels::Variant&, const CaseSpec& spec, const BackendOptions& options, const CaseWatch&,
             CaseRecord& record) override {
        const bool graph_alone = options.phases.times && options.time_modes == std::vector{TimeMode::graph};
        ran.push_back((graph_alone            ? "graph "
                       : options.phases.times ? "time "
                                              : "count ") +
                      std::to_string(spec.workload.n));
        if (!options.phases.times) return;
        if (options.round == failing_round)
            throw Error(ErrorKind::environment, "Its worker process was killed.");
        for (const TimeMode mode : options.time_modes)
            for (std::uint32_t i = 0; i < (graph_alone ? options.trials.max_trials : 7); ++i) {
                TrialRecord trial;
                trial.kind = TrialKind::time;
                trial.time_mode = mode;
                trial.duration_ns = 1000 + options.round;
                trial.verified = true;
                trial.round = options.round;
                record.trials.push_back(trial);
            }
        if (options.round == part_round) {
            record.status = part_status;
            record.message = "It stands thus.";
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
    std::uint32_t failing_round = 99;
    std::uint32_t part_round = 99;  ///< that ends so after its trials
    CaseStatus part_status = CaseStatus::interrupted;
    TimeMode planned_mode = TimeMode::graph;
};

TEST_F(RunCases, WhatHasOneSelectionOfCountersIsCountedWithoutABreak) {
    TurnsBackend backend;
    std::vector<Sweep> sweeps(4);
    const char* counters[] = {"full", "sass", "full,gld_32b", "sass,gld_32b"};
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
        sweeps[i] = test::uniform_sweep({"net"}, {std::uint64_t{16} << i});
        sweeps[i].limits.counters = counters[i];
    }
    sweeps[1].limits.rounds = 1;
    std::vector<Assignment> assignments;
    for (auto& planned : plan_cases(sweeps, variants_)) assignments.push_back({std::move(planned), &backend});
    BackendOptions options;
    options.counters = parse_counters("all");
    Schedule schedule;
    schedule.limits = false;
    schedule.short_sort_factor = 1;
    const auto outcome = run_cases(assignments, options, schedule, recorder_, stop_, {});
    EXPECT_EQ(outcome.ok, 4U);
    EXPECT_THAT(backend.ran, ElementsAre("time 16", "time 32", "time 64", "time 128", "count 16", "count 64",
                                         "count 32", "count 128"));

    schedule.rounds = 3;
    run_cases(assignments, options, schedule, recorder_, stop_, {});
    EXPECT_EQ(recorder_.rounds.size(), 3U * 2U) << "one of the four is timed in the first round alone";
    EXPECT_EQ(std::ranges::count(backend.ran, "time 32"), 2);
    EXPECT_EQ(std::ranges::count(backend.ran, "time 64"), 4);
    EXPECT_EQ(std::ranges::count(backend.ran, "count 64"), 2);
}

/// A sort of microseconds and one of tenths of a second, in two rounds, the short one in three for each.
class ShortSorts : public RunCases {
 protected:
    ShortSorts() {
        const auto sweep = test::uniform_sweep({"library"}, {1024, std::uint64_t{1} << 28});
        for (auto& planned : plan_cases({sweep}, variants_))
            assignments_.push_back({std::move(planned), &turns_});
        schedule_.limits = false;
        schedule_.rounds = 2;
        schedule_.short_sort_factor = 3;
        options_.trials.min_trials = 4;
    }
    Outcome go() {
        return run_cases(assignments_, options_, schedule_, recorder_, stop_,
                         [&](const Progress& progress) { progress_.push_back(progress); });
    }
    std::ptrdiff_t ran(const std::string& what) const { return std::ranges::count(turns_.ran, what); }

    TurnsBackend turns_;
    std::vector<Assignment> assignments_;
    BackendOptions options_;
    Schedule schedule_;
};

TEST_F(ShortSorts, AreTimedAsGraphsInFurtherProcesses) {
    const auto outcome = go();
    EXPECT_EQ(outcome.ok, 2U);
    EXPECT_EQ(ran("time 1024"), 2);
    EXPECT_EQ(ran("graph 1024"), 4);
    EXPECT_EQ(ran("time 268435456"), 2);
    EXPECT_EQ(ran("graph 268435456"), 0);
    EXPECT_EQ(ran("count 1024"), 1);
    EXPECT_EQ(turns_.processes_ended, 5) << "one before each round after the first";
    ASSERT_EQ(recorder_.rounds.size(), 5U + 1U);
    const auto& last = recorder_.rounds.back();
    EXPECT_EQ(last.trials.size(), 4U) << "the fewest that were asked for";
    EXPECT_TRUE(last.notes.empty()) << "what is noted is noted once";
    ASSERT_EQ(last.times.size(), 2U);
    EXPECT_EQ(last.times[0].mode, TimeMode::graph);
    EXPECT_EQ(last.times[0].rounds.size(), 6U);
    EXPECT_EQ(last.times[0].count, 2U * 7U + 4U * 4U);
    EXPECT_EQ(last.times[0].stopped_by, "the spread is small") << "of the rounds that were asked for";
    EXPECT_EQ(last.times[1].mode, TimeMode::stream);
    EXPECT_EQ(last.times[1].rounds.size(), 2U);
    EXPECT_EQ(last.times[1].stopped_by, "the spread is small");
    EXPECT_EQ(progress_.back().total, 6U + 2U);
    EXPECT_EQ(progress_.back().done, 6U + 2U);
    EXPECT_DOUBLE_EQ(progress_.back().fraction, 1);
}

TEST_F(ShortSorts, ARoundThatIsLostKeepsTheTimesOfTheOthers) {
    turns_.failing_round = 3;
    const auto outcome = go();
    EXPECT_EQ(outcome.ok, 1U);
    EXPECT_EQ(outcome.failed, 1U);
    const auto& last = recorder_.rounds.back();
    EXPECT_TRUE(last.trials.empty());
    ASSERT_EQ(last.times.size(), 2U);
    EXPECT_EQ(last.times[0].rounds.size(), 3U);
    ASSERT_EQ(last.notes.size(), 1U);
    EXPECT_THAT(last.notes[0].text,
                HasSubstr("Round 4 of this case was lost. Its worker process was killed."));
    EXPECT_EQ(ran("graph 1024"), 2) << "it is abandoned";
}

TEST_F(ShortSorts, OfARoundThatTheUserEndsNothingCounts) {
    for (const std::uint32_t round : {1U, 3U}) {  // in both modes; as a graph alone
        SCOPED_TRACE(round);
        recorder_ = {};
        turns_.part_round = round;
        const auto outcome = go();
        EXPECT_TRUE(outcome.interrupted);
        EXPECT_EQ(outcome.failed, 0U);
        const auto& last = recorder_.rounds.back();
        ASSERT_FALSE(last.trials.empty()) << "they are kept";
        for (const auto& trial : last.trials) {
            EXPECT_FALSE(trial.accepted);
            EXPECT_EQ(trial.note, "its round was lost");
        }
        ASSERT_EQ(last.times.size(), 2U);
        EXPECT_EQ(last.times[0].rounds.size(), round) << "what is missing --resume collects";
        EXPECT_EQ(last.times[1].rounds.size(), std::min(2U, round));
        EXPECT_EQ(last.times[0].count, round == 1 ? 7U : 7U + 7U + 4U);
        ASSERT_EQ(last.notes.size(), 1U);
        EXPECT_EQ(last.notes[0].text,
                  "Round " + std::to_string(round + 1) + " of this case was lost. It stands thus.");
        EXPECT_TRUE(last.unverified.empty());
    }
}

TEST_F(ShortSorts, ThatGoWrongInALaterRoundAreUnverified) {
    turns_.part_round = 1;
    turns_.part_status = CaseStatus::unverified;
    assignments_.resize(1);
    const auto outcome = go();
    EXPECT_EQ(outcome.ok, 0U);
    EXPECT_EQ(outcome.failed, 1U);
    ASSERT_EQ(recorder_.rounds.size(), 1U) << "it is abandoned";
    const auto& round = recorder_.rounds[0];
    EXPECT_EQ(round.unverified, "Round 2 of this case sorted wrongly. It stands thus.");
    EXPECT_TRUE(round.notes.empty()) << "no measurement was lost";
    EXPECT_EQ(std::ranges::count(round.trials, true, &TrialRecord::accepted), 0);
    ASSERT_EQ(round.times.size(), 2U);
    EXPECT_EQ(round.times[0].rounds.size(), 1U);
}

TEST_F(ShortSorts, HaveOneRoundWhereOneIsAskedFor) {
    schedule_.rounds = 1;
    go();
    EXPECT_EQ(ran("time 1024"), 1);
    EXPECT_EQ(ran("graph 1024"), 0);
}

TEST_F(ShortSorts, AreExpectedToTakeLonger) {
    const auto expected = expect(assignments_, options_, schedule_);
    ASSERT_EQ(expected.size(), 2U);
    EXPECT_EQ(expected[0].rounds, 6U);
    EXPECT_EQ(expected[0].wanted, 2U);
    EXPECT_TRUE(expected[0].is_short_sort());
    EXPECT_EQ(expected[1].rounds, 2U);
    EXPECT_FALSE(expected[1].is_short_sort());
    schedule_.short_sort_factor = 1;
    const auto plain = expect(assignments_, options_, schedule_);
    EXPECT_EQ(plain[0].rounds, 2U);
    EXPECT_LT(plain[0].seconds, expected[0].seconds);
    EXPECT_EQ(plain[1].seconds, expected[1].seconds);
}

TEST_F(ShortSorts, AreThoseBeyondTheRoundsOfTheirOwnSweep) {
    schedule_.rounds = 10;
    assignments_[0].planned.limits.rounds = 2;
    const auto expected = expect(assignments_, options_, schedule_);
    EXPECT_EQ(expected[0].rounds, 6U) << "fewer than were asked for of all";
    EXPECT_EQ(expected[0].wanted, 2U);
    EXPECT_TRUE(expected[0].is_short_sort());
    EXPECT_FALSE(expected[1].is_short_sort());
}

Expectation of(std::uint32_t rounds, std::uint32_t wanted) { return {{}, 1, 0.5, rounds, wanted}; }

TEST(ExpectedRounds, ShortSortsHaveTheirFewestAndMostRounds) {
    const auto some = short_sorts({of(12, 3), of(8, 2), of(10, 10), of(12, 3), of(1, 3)});
    EXPECT_EQ(some.count, 3U);
    EXPECT_EQ(some.fewest_rounds, 8U);
    EXPECT_EQ(some.most_rounds, 12U);
    EXPECT_EQ(short_sorts({of(3, 3), of(1, 3)}).count, 0U);
    EXPECT_EQ(short_sorts({}).most_rounds, 0U);
}

TEST(ExpectedRounds, AreThoseWithAnyPhase) {
    EXPECT_EQ(rounds_of({of(1, 4), of(1, 4)}), 1U) << "the interpreter takes no times";
    EXPECT_EQ(rounds_of({of(1, 4), of(2, 2), of(12, 3)}), 3U) << "without further rounds of short sorts";
    EXPECT_EQ(rounds_of({Expectation{}}), 1U) << "all of it is refused";
    EXPECT_EQ(rounds_of(std::vector<Expectation>{}), 1U);
}

TEST_F(ShortSorts, AreNotTimedAgainWhereOnlyStreamTimesAreWanted) {
    options_.time_modes = {TimeMode::stream};
    turns_.planned_mode = TimeMode::stream;
    EXPECT_EQ(expect(assignments_, options_, schedule_)[0].rounds, 2U);
}

}  // namespace
}  // namespace sortscope::collector
