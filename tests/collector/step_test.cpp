#include "collector/step.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::collector {
namespace {

using testing::ElementsAre;

class Steps : public testing::Test {
 protected:
    Steps() {
        watch_.stop = &stop_;
        watch_.progress = [this](double fraction) { fractions_.push_back(fraction); };
    }
    Step step(std::string_view name, std::string_view yields, double share = 1) {
        return {name, yields, share, false, [this, name](const auto&) { ran_.push_back(name); }};
    }
    void run(const std::vector<Step>& steps) { run_steps(steps, record_, watch_); }

    std::atomic<bool> stop_{false};
    std::vector<std::string_view> ran_;
    std::vector<double> fractions_;
    CaseRecord record_;
    CaseWatch watch_;
};

TEST_F(Steps, EndWithTheStepThatFails) {
    Step failing = step("time", "times");
    failing.run = [&](const auto&) {
        record_.status = CaseStatus::unverified;
        record_.message = "It did not sort.";
    };
    run({step("warm-up", ""), failing, step("activity", "times of launches")});
    EXPECT_THAT(ran_, ElementsAre("warm-up"));
    EXPECT_EQ(record_.status, CaseStatus::unverified);
    EXPECT_EQ(record_.message, "It did not sort.");
}

TEST_F(Steps, AnInterruptedCaseNamesWhatIsMissing) {
    Step times = step("time", "times");
    times.run = [&](const auto&) { stop_ = true; };
    run({times, step("activity", "times of launches"), step("pass", "measured counters")});
    EXPECT_THAT(ran_, ElementsAre());
    EXPECT_EQ(record_.status, CaseStatus::interrupted);
    EXPECT_THAT(record_.message, testing::EndsWith(": times of launches, measured counters."));
}

TEST_F(Steps, AStepThatIsNotSteadyWhenTheUserStopsIsIncomplete) {
    Step times = step("time trials", "times");
    times.until_steady = true;
    double reported = 0.5;
    times.run = [&](const auto& progress) {
        progress(reported);
        stop_ = true;
    };
    run({times});
    EXPECT_EQ(record_.status, CaseStatus::interrupted) << "no later step would notice";
    EXPECT_EQ(record_.message, "Ended by the user during the time trials.");
    record_.status = CaseStatus::ok;
    stop_ = false;
    run({times, step("activity", "times of launches")});
    EXPECT_THAT(record_.message,
                testing::HasSubstr("time trials, before these were taken: times of launches"));
    record_.status = CaseStatus::ok;
    stop_ = false;
    reported = 1;
    run({times});
    EXPECT_EQ(record_.status, CaseStatus::ok) << "the stopping rule was met before the user stopped";
}

TEST_F(Steps, ProgressGrowsToOneByTheirShares) {
    Step times = step("time", "times", 3);
    times.run = [](const auto& progress) {
        progress(0.5);
        progress(7);  // no step is more than done
    };
    run({times, step("activity", "times of launches")});
    EXPECT_THAT(fractions_, ElementsAre(0.375, 0.75, 0.75, 1.0));
}

}  // namespace
}  // namespace sortscope::collector
