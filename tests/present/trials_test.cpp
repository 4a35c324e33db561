#include "present/tables/case.hpp"

#include <gmock/gmock.h>

#include "analyzer/launches/figures.hpp"
#include "present/csv/csv.hpp"
#include "tests/present/look.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using ::testing::ElementsAre;

TrialRecord trial_of(uint32_t index, int64_t ns, uint32_t round) {
    TrialRecord trial;
    trial.kind = TrialKind::time;
    trial.index = index;
    trial.duration_ns = ns;
    trial.round = round;
    trial.time_mode = TimeMode::graph;
    return trial;
}

CaseRecord with_trials(const std::vector<int64_t>& times, uint32_t a_round) {
    CaseRecord record;
    record.time_mode = TimeMode::graph;
    for (uint32_t i = 0; i < times.size(); ++i)
        record.trials.push_back(trial_of(i % a_round, times[i], i / a_round));
    return record;
}

TEST(Trials, HistogramHoldsEachOnce) {
    std::vector<double> times;
    for (int i = 0; i < 100; ++i) times.push_back(1000 + i % 10);
    times.push_back(1500);
    const auto bins = analyzer::trial_histogram(times);
    EXPECT_EQ(bins.size(), 20U);
    size_t all = 0;
    for (size_t i = 0; i < bins.size(); ++i) {
        all += bins[i].trials;
        EXPECT_DOUBLE_EQ(bins[i].from_ns, i == 0 ? 1000 : bins[i - 1].to_ns);
    }
    EXPECT_EQ(all, times.size());
    EXPECT_EQ(std::tuple(bins.front().trials, bins.back().trials), std::tuple(100U, 1U));
    EXPECT_EQ(analyzer::trial_histogram(std::vector<double>{5, 5, 5}).size(), 1U);
    EXPECT_TRUE(analyzer::trial_histogram({}).empty());
}

TEST(Trials, ByOrderKeepsRoundsApart) {
    auto record = with_trials({100, 110, 120, 200, 210, 220}, 3);
    record.trials.push_back(trial_of(3, 9999, 1));
    record.trials.back().accepted = false;
    const auto groups = analyzer::trial_groups(record, 3);
    ASSERT_EQ(groups.size(), 4U);
    EXPECT_EQ(std::tuple(groups[0].round, groups[0].first, groups[0].last, groups[0].median_ns),
              std::tuple(0U, 0U, 1U, 105));
    EXPECT_EQ(std::tuple(groups[2].round, groups[2].first, groups[2].greatest_ns), std::tuple(1U, 0U, 210));
    const auto table = trial_order_table(record);
    ASSERT_EQ(table.rows.size(), 6U) << "a row a trial";
    EXPECT_DOUBLE_EQ(cell(table, 0, "bar").fraction, 0);
    EXPECT_DOUBLE_EQ(cell(table, 5, "bar").fraction, 1);
    EXPECT_THAT(texts(table, 3, {"round", "trials"}), ElementsAre("2", "0"));
    EXPECT_EQ(std::ranges::count(csv::write(trial_table(record)), '\n'), 7);
    EXPECT_TRUE(trial_histogram_table(CaseRecord{}).empty());
    EXPECT_TRUE(trial_order_table(CaseRecord{}).empty());
}
}  // namespace
}
