#include "collector/step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/error.hpp"

namespace sortscope::collector {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Writes down what is asked of it.
struct WritingState final : SortState {
    std::vector<std::string>& log;
    explicit WritingState(std::vector<std::string>& where) : log(where) {}
    void restore_input() override { log.push_back("restore"); }
    void flush_cache() override { log.push_back("flush"); }
    void settle() override { log.push_back("settle"); }
};

class Steps : public testing::Test {
 protected:
    /// A step that runs the sort `runs` times and says so.
    Step step(std::string_view name, StepYield yields, StepRuns how_often, std::size_t runs,
              StepNeeds needs = {}) {
        return {name, yields, how_often, needs, 1, [this, name, runs](const auto& prepare, const auto&) {
                    for (std::size_t i = 0; i < runs; ++i) {
                        prepare();
                        log_.push_back(std::string(name));
                    }
                }};
    }
    void run(const std::vector<Step>& steps, std::optional<CacheState> asked = CacheState::warm) {
        run_steps(steps, asked, state_, record_, watch_);
    }

    std::vector<std::string> log_;
    WritingState state_{log_};
    CaseRecord record_;
    CaseWatch watch_;
};

TEST_F(Steps, ColdMeansColdBeforeEveryRunOfEveryStep) {
    run({step("time", StepYield::times, StepRuns::until_steady, 2),
         step("activity", StepYield::launch_times, StepRuns::once, 1),
         step("pass", StepYield::measured_counters, StepRuns::once_a_pass, 2)},
        CacheState::flushed);
    EXPECT_THAT(log_,
                ElementsAre("restore", "flush", "settle", "time", "restore", "flush", "settle", "time",  //
                            "restore", "flush", "settle", "activity",                                    //
                            "restore", "flush", "settle", "pass", "restore", "flush", "settle", "pass"));
    EXPECT_EQ(record_.cache_state, "flushed");
}

TEST_F(Steps, WarmMeansThatNothingIsFlushed) {
    run({step("time", StepYield::times, StepRuns::until_steady, 2)});
    EXPECT_THAT(log_, ElementsAre("restore", "settle", "time", "restore", "settle", "time"));
    EXPECT_EQ(record_.cache_state, "warm");
}

TEST_F(Steps, OfADeviceWithoutACacheHaveNoState) {
    record_.cache_state = "warm";
    run({step("interpretation", StepYield::modelled_counters, StepRuns::once, 1)}, std::nullopt);
    EXPECT_THAT(log_, ElementsAre("restore", "settle", "interpretation"));
    EXPECT_THAT(record_.cache_state, IsEmpty());
}

TEST_F(Steps, GetWhatTheyNeedAndNoMore) {
    run({step("warm-up", StepYield::readiness, StepRuns::once, 1, {.cache_state_of_case = false}),
         step("counting", StepYield::counted_counters, StepRuns::once, 1, {.input_restored = false})},
        CacheState::flushed);
    EXPECT_THAT(log_, ElementsAre("restore", "settle", "warm-up", "flush", "settle", "counting"));
}

TEST_F(Steps, AStepThatRunsTheSortMoreOftenThanItSaysIsAnError) {
    EXPECT_THROW(run({step("activity", StepYield::launch_times, StepRuns::once, 2)}), Error);
    log_.clear();
    run({step("activity", StepYield::launch_times, StepRuns::once, 0)});
    EXPECT_THAT(log_, IsEmpty()) << "it may find that it cannot";
}

TEST_F(Steps, EndWithTheStepThatFails) {
    Step failing = step("time", StepYield::times, StepRuns::once, 1);
    failing.run = [&](const auto&, const auto&) {
        record_.status = CaseStatus::unverified;
        record_.message = "It did not sort.";
    };
    run({failing, step("activity", StepYield::launch_times, StepRuns::once, 1)});
    EXPECT_THAT(log_, IsEmpty());
    EXPECT_EQ(record_.status, CaseStatus::unverified);
    EXPECT_EQ(record_.message, "It did not sort.");
}

TEST_F(Steps, AnInterruptedCaseSaysWhatWasNotTaken) {
    std::atomic<bool> stop{false};
    watch_.stop = &stop;
    Step times = step("time", StepYield::times, StepRuns::once, 1);
    times.run = [&](const auto&, const auto&) { stop = true; };
    run({times, step("activity", StepYield::launch_times, StepRuns::once, 1),
         step("pass", StepYield::measured_counters, StepRuns::once_a_pass, 1)});
    EXPECT_THAT(log_, IsEmpty());
    EXPECT_EQ(record_.status, CaseStatus::interrupted);
    EXPECT_THAT(record_.message, testing::EndsWith(": times of launches, measured counters."));
}

TEST_F(Steps, TrialsThatTheUserEndsBeforeTheyAreEnoughAreAPart) {
    std::atomic<bool> stop{false};
    watch_.stop = &stop;
    Step times = step("time trials", StepYield::times, StepRuns::until_steady, 1);
    double told = 0.5;
    times.run = [&](const auto&, const auto& progress) {
        progress(told);
        stop = true;
    };
    run({times});
    EXPECT_EQ(record_.status, CaseStatus::interrupted) << "nothing comes after it that would notice";
    EXPECT_EQ(record_.message, "Ended by the user during the time trials.");
    record_.status = CaseStatus::ok;
    stop = false;
    run({times, step("activity", StepYield::launch_times, StepRuns::once, 1)});
    EXPECT_THAT(record_.message,
                testing::HasSubstr("time trials, before these were taken: times of launches"));
    record_.status = CaseStatus::ok;
    stop = false;
    told = 1;
    run({times});
    EXPECT_EQ(record_.status, CaseStatus::ok) << "the stopping rule was met before the user's wish was seen";
}

TEST_F(Steps, ProgressGrowsToOneByTheStepsShares) {
    std::vector<double> fractions;
    watch_.progress = [&](double fraction) { fractions.push_back(fraction); };
    Step warm_up = step("warm-up", StepYield::readiness, StepRuns::once, 1);
    warm_up.share = 0;
    Step times = step("time", StepYield::times, StepRuns::until_steady, 1);
    times.share = 3;
    times.run = [](const auto&, const auto& progress) {
        progress(0.5);
        progress(7);  // no step is more than done
    };
    run({warm_up, times, step("activity", StepYield::launch_times, StepRuns::once, 1)});
    EXPECT_THAT(fractions, ElementsAre(0.375, 0.75, 0.75, 1.0));
}

}  // namespace
}  // namespace sortscope::collector
