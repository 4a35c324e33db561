#include "core/times.hpp"

#include <gtest/gtest.h>

namespace sortscope {
namespace {

TrialRecord timed(std::int64_t duration_ns, TimeMode mode, std::uint32_t round = 0, bool accepted = true) {
    TrialRecord trial;
    trial.kind = TrialKind::time;
    trial.duration_ns = duration_ns;
    trial.time_mode = mode;
    trial.round = round;
    trial.accepted = accepted;
    return trial;
}

TEST(Times, ModesAreNeverMixed) {
    const std::vector trials{timed(100, TimeMode::graph), timed(900, TimeMode::stream),
                             timed(102, TimeMode::graph)};
    const auto graph = summarize_times(trials, TimeMode::graph, "spread");
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->median_ns, 101);
    EXPECT_EQ(graph->count, 2u);
    EXPECT_EQ(graph->stopped_by, "spread");
    EXPECT_EQ(graph->mode, TimeMode::graph);
    EXPECT_EQ(summarize_times(trials, TimeMode::stream)->median_ns, 900);
    EXPECT_FALSE(summarize_times(trials, TimeMode::host));
}

TEST(Times, AreOfAcceptedTimeTrialsOfTheirModeThatHaveATime) {
    std::vector trials{timed(100, TimeMode::graph), timed(900, TimeMode::stream),
                       timed(102, TimeMode::graph), timed(500, TimeMode::graph, 0, false),
                       timed(104, TimeMode::graph), timed(105, TimeMode::graph)};
    trials[4].duration_ns.reset();
    trials[5].kind = TrialKind::activity;
    const auto found = accepted_times(trials, TimeMode::graph);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0], &trials[0]);
    EXPECT_EQ(found[1], &trials[2]);
    EXPECT_TRUE(is_time_of(trials[3], TimeMode::graph)) << "left out, but a time all the same";
    EXPECT_FALSE(is_time_of(trials[4], TimeMode::graph));
}

TEST(Times, ARoundWithMoreTrialsWeighsNoMore) {
    std::vector<TrialRecord> trials;
    for (int i = 0; i < 9; ++i) trials.push_back(timed(100, TimeMode::graph, 0));
    trials.push_back(timed(110, TimeMode::graph, 1));
    trials.push_back(timed(130, TimeMode::graph, 2));
    const auto summary = summarize_times(trials, TimeMode::graph);
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->median_ns, 110);
    EXPECT_EQ(summary->min_ns, 100);
    EXPECT_EQ(summary->max_ns, 130);
    ASSERT_EQ(summary->rounds.size(), 3u);
    EXPECT_EQ(summary->rounds[0], (RoundTime{0, 100, 0, 9}));
    EXPECT_EQ(summary->rounds[2], (RoundTime{2, 130, 0, 1}));
}

TEST(Times, ASingleTrialHasNoSpread) {
    EXPECT_EQ(spread_of(*summarize_times(std::vector{timed(100, TimeMode::graph)}, TimeMode::graph)),
              std::nullopt);
    EXPECT_EQ(spread_of(*summarize_times(
                  std::vector{timed(100, TimeMode::graph), timed(100, TimeMode::graph)}, TimeMode::graph)),
              0);
}

TEST(Times, ACaseHasATimeForEachModeTaken) {
    CaseRecord record;
    record.time_mode = TimeMode::graph;
    record.time = TimeSummary{.median_ns = 10, .mode = TimeMode::graph};
    record.other_times.push_back(TimeSummary{.median_ns = 20, .mode = TimeMode::stream});
    EXPECT_EQ(time_in(record, TimeMode::graph)->median_ns, 10);
    EXPECT_EQ(time_in(record, TimeMode::stream)->median_ns, 20);
    EXPECT_EQ(time_in(record, TimeMode::host), nullptr);
}

}  // namespace
}  // namespace sortscope
