#include "analyzer/curves/tune.hpp"

#include <gtest/gtest.h>

#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer {
namespace {
/// A time with the interval `ns` * (1 -+ `part`).
TimeEstimate time(double ns, double part, uint32_t trials) {
    TimeEstimate result;
    result.mode = TimeMode::graph;
    result.ns = ns;
    result.interval_ns = {ns * (1 - part), ns * (1 + part), 0.99};
    result.source = IntervalSource::trials;
    result.trials = trials;
    return result;
}

/// Measures candidates with true `times`. More trials give narrower intervals.
struct Machine {
    std::vector<double> times;
    double scatter = 0.05;
    std::vector<std::pair<size_t, uint32_t>> asked = {};  ///< number of candidates and trials of each round
    uint32_t so_far = 0;

    TuneMeasure measure() {
        return [this](std::span<const size_t> candidates, uint32_t trials) {
            asked.emplace_back(candidates.size(), trials);
            so_far += trials;
            std::vector<std::optional<TimeEstimate>> values;
            for (const auto i : candidates)
                values.push_back(times[i] > 0 ? std::optional(time(times[i], scatter / so_far, so_far))
                                              : std::nullopt);
            return values;
        };
    }
};

TEST(Tune, FindsTheBestOfManyWithAPartOfTheTrials) {
    Machine machine;
    for (int i = 0; i < 32; ++i) machine.times.push_back(1000 + 50 * ((i * 13) % 32));
    const auto result = tune(32, {}, machine.measure());
    ASSERT_TRUE(result.best && result.next && result.margin);
    EXPECT_EQ(std::tuple(machine.times[*result.best], machine.times[*result.next]), std::tuple(1000, 1050));
    EXPECT_NEAR(result.margin->ratio, 1.05, 1e-9);
    EXPECT_EQ(result.verdict, Verdict::slower);
    EXPECT_GT(result.certainty, 0.99);
    EXPECT_EQ(machine.asked, (std::vector<std::pair<size_t, uint32_t>>{{32, 3}, {16, 3}, {8, 6}, {4, 12}}));
    EXPECT_EQ(std::tuple(result.trials, result.all_trials), std::tuple(96u + 3 * 48, 32u * 24));
    EXPECT_DOUBLE_EQ(result.saved_part(), 1 - 240.0 / 768);
    EXPECT_DOUBLE_EQ(*result.ratio_to_best(*result.best), 1);
    EXPECT_NEAR(*result.ratio_to_best(*result.next), 1.05, 1e-9);
    EXPECT_EQ(result.to_the_end, 4u);
}

TEST(Tune, KeepsWhatIsNotToldApart) {
    Machine machine{{1000, 1001, 1002, 1003, 1004, 2000, 2100, 2200}, 0.2};
    const auto result = tune(8, {}, machine.measure());
    ASSERT_EQ(result.rounds.size(), 4u);
    EXPECT_EQ(result.rounds[0].kept.size(), 5u);
    EXPECT_EQ(result.rounds[3].entered.size(), 5u);  // their intervals overlap in all rounds
    EXPECT_EQ(result.verdict, Verdict::same);
    EXPECT_LT(result.certainty, 0.6);
    EXPECT_GE(result.certainty, 1.0 / 8);
}

TEST(Tune, LessIsSureWhereProcessesDiffer) {
    Machine machine{{1000, 1050}, 0.01};
    const auto sure = tune(2, {}, machine.measure());
    const auto unsure = tune(2, {.variation = 0.12}, machine.measure());
    EXPECT_GT(sure.certainty, 0.99);
    EXPECT_LT(unsure.certainty, 0.95);
    EXPECT_EQ(unsure.verdict, Verdict::unclear);
}

TEST(Tune, WhatCannotRunIsOut) {
    const auto tuned = [](Machine machine, const TuneOptions& options = {}) {
        return tune(machine.times.size(), options, machine.measure());
    };
    const auto result = tuned({{-1, 500, -1, 400}, 0.01});
    EXPECT_EQ(std::tuple(result.best, result.next), std::tuple(3u, 1u));
    EXPECT_FALSE(result.latest[0]);
    const auto none = tuned({{-1, -1}, 0.01});
    EXPECT_FALSE(none.best || none.margin);
    for (const auto& only : {tuned({{300}, 0.01}), tuned({{300, 100, 200}, 0}, {.exact = true})}) {
        EXPECT_EQ(std::tuple(only.rounds.size(), only.certainty), std::tuple(1u, 1));
        EXPECT_EQ(only.best, only.latest.size() == 1 ? 0u : 1u);
    }
}

TEST(Tune, EndsWhereItIsStopped) {
    Machine machine{{300, 100, 200, 400}, 0.01};
    const auto result = tune(4, {}, [&](std::span<const size_t> candidates, uint32_t trials) {
        return machine.so_far > 0 ? std::vector<std::optional<TimeEstimate>>{}
                                  : machine.measure()(candidates, trials);
    });
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.best, 1u);
    test::expect_error(ErrorKind::usage, "nothing to choose from", [&] { tune(0, {}, machine.measure()); });
}

/// A case with one graph trial for each of `times`.
CaseRecord timed_record(std::initializer_list<int64_t> times) {
    CaseRecord record;
    record.time.emplace().mode = TimeMode::graph;
    for (const auto ns : times) {
        auto& trial = record.trials.emplace_back();
        trial.kind = TrialKind::time;
        trial.time_mode = TimeMode::graph;
        trial.duration_ns = ns;
        trial.round = 3;
    }
    return record;
}

TEST(TuneTimes, AreOfAllTrialsOfAllRounds) {
    std::vector<TrialRecord> kept;
    const auto first = time_with(timed_record({100, 110, 120}), kept);
    EXPECT_EQ(first.value().ns, 110);
    auto record = timed_record({90, 80, 105});
    record.trials[1].accepted = false;
    const auto second = time_with(record, kept);
    EXPECT_EQ(std::tuple(kept.size(), second.value().trials, second->ns), std::tuple(5u, 5u, 105));
    EXPECT_EQ(time_of_first(kept, TimeMode::graph, 3)->ns, 110);
    EXPECT_FALSE(time_of_first(kept, TimeMode::stream, 3));
    record.status = CaseStatus::failed;
    EXPECT_FALSE(time_with(record, kept));
}

TEST(TuneSectors, AreExactAndOfOneSource) {
    CaseRecord record;
    EXPECT_FALSE(sectors_of(record));
    record.launches.resize(2);
    for (auto& launch : record.launches)
        launch.counters = {{CounterId::gld_sectors, Provenance::modelled, 5, 1},
                           {CounterId::gst_sectors, Provenance::modelled, 7, 1}};
    const auto sectors = sectors_of(record);
    ASSERT_TRUE(sectors);
    EXPECT_EQ(std::tuple(sectors->ns, sectors->interval_ns.low), std::tuple(24, sectors->interval_ns.high));
    record.launches[1].counters[1].pass = 2;
    EXPECT_FALSE(sectors_of(record));
}
}  // namespace
}
