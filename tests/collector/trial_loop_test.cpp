#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "collector/trial_loop.hpp"

namespace sortscope::collector {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;
using testing::HasSubstr;

TrialOptions options(std::uint32_t least, std::uint32_t most, double spread, milliseconds budget,
                     StopRule rule = StopRule::spread) {
    TrialOptions result;
    result.rule = rule;
    result.min_trials = least;
    result.max_trials = most;
    result.target_spread = spread;
    result.budget = budget;
    return result;
}

/// What ends the loop with the last of these trials, and not before. `elapsed` holds for the first trials,
/// its last value for the others, too.
std::string end_of(const TrialOptions& options, const std::vector<std::int64_t>& durations,
                   const std::vector<milliseconds>& elapsed) {
    TrialLoop loop(options);
    for (std::size_t i = 0; i < durations.size(); ++i) {
        EXPECT_FALSE(loop.done()) << i;
        EXPECT_LT(loop.fraction_done(), 1) << i;
        loop.add(durations[i], elapsed[std::min(i, elapsed.size() - 1)]);
    }
    EXPECT_EQ(loop.fraction_done() == 1, loop.done());
    EXPECT_EQ(loop.done(), loop.stopped_by() != "interrupted");
    return loop.stopped_by();
}

TEST(TrialLoop, RuleSpreadStopsOnceTheSpreadIsSmall) {
    EXPECT_EQ(end_of(options(4, 30, 0.02, 1000ms), {1000, 1000, 1000, 1001}, {1ms}),
              "interquartile range within 2 % of the median");
    EXPECT_EQ(end_of(options(3, 30, 0.02, 1000ms), {1000, 1500, 2000}, {1ms}), "interrupted");
}

TEST(TrialLoop, EndsAtItsLimits) {
    EXPECT_EQ(end_of(options(2, 6, 0.001, 1000ms), {1000, 1200, 1000, 1200, 1000, 1200}, {1ms}),
              "most trials allowed (6)");
    EXPECT_EQ(end_of(options(1, 1, 0.5, 1000ms), {1000}, {1ms}), "most trials allowed (1)")
        << "one trial has no spread";
    EXPECT_EQ(end_of(options(3, 30, 0.001, 500ms), {1000, 2000, 3000}, {600ms, 700ms, 800ms}),
              "time budget of 500.0 ms")
        << "not before the fewest trials";
    EXPECT_EQ(end_of(options(5, 30, 0.02, 100ms), {1, 1}, {400ms, 800ms}),
              "a long sort: 2 trials in 500.0 ms or more");
}

TEST(TrialLoop, RulesCountAndBudgetIgnoreOtherLimits) {
    const std::vector<std::int64_t> seven(7, 1000);
    EXPECT_EQ(end_of(options(5, 7, 0.5, 1ms, StopRule::count), seven, {1h}), "fixed count of 7");
    EXPECT_EQ(end_of(options(3, 4, 0.5, 100ms, StopRule::budget), seven,
                     {10ms, 20ms, 30ms, 40ms, 50ms, 60ms, 100ms}),
              "time budget of 100.0 ms");
    EXPECT_EQ(end_of(options(3, 4, 0.5, 100ms, StopRule::budget), {1000}, {150ms}), "interrupted")
        << "too few trials";
}

TEST(TrialLoop, TrialsLeftOutEndItsPatience) {
    auto entropy = options(5, 500, 0.02, 1000ms);
    entropy.rule = StopRule::entropy;
    TrialLoop loop(entropy);
    loop.add(1000, milliseconds(900));
    loop.leave_out(milliseconds(4900));
    EXPECT_FALSE(loop.done());
    loop.leave_out(milliseconds(5000));
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "trials left out: 1 that count in 5.000 s or more");
    entropy.rule = StopRule::count;
    TrialLoop fixed(entropy);
    fixed.leave_out(milliseconds(60'000));
    EXPECT_FALSE(fixed.done()) << "however long they take";
}

TEST(WarmUps, AreThreeRunsOrFewerLongOnes) {
    for (const auto& [run, left_out] : {std::pair{1ms, 3}, {80ms, 2}, {200ms, 0}}) {
        WarmUps warm_ups;
        for (int i = 0; i < left_out; ++i) EXPECT_TRUE(warm_ups.leaves_out(run)) << i;
        EXPECT_FALSE(warm_ups.leaves_out(run));
    }
}

TEST(TrialLoop, TellsHowMuchIsDone) {
    auto all = options(3, 8, 0.5, 100ms);
    all.rule = StopRule::count;
    TrialLoop fixed(all);
    for (int i = 0; i < 6; ++i) fixed.add(1000, 1h);
    EXPECT_DOUBLE_EQ(fixed.fraction_done(), 6.0 / 8);
    all.rule = StopRule::budget;
    TrialLoop loop(all);
    loop.add(1000, 90ms);
    EXPECT_DOUBLE_EQ(loop.fraction_done(), 0.9);
}

TEST(TrialLoop, ABudgetHasALimitOfTrialsToo) {
    auto all = options(3, 4, 0.5, 100ms);
    all.rule = StopRule::budget;
    all.budget = std::chrono::hours(10);
    TrialLoop endless(all);
    for (std::uint32_t i = 0; i < most_trials; ++i) {
        ASSERT_FALSE(endless.done()) << i;
        endless.add(1000, 1ms);
    }
    EXPECT_EQ(endless.stopped_by(), "most trials allowed (10000)");
}

TEST(TrialLoop, EntropyStopsWhenTrialsBringNoNewValues) {
    auto steady = options(10, 10000, 0, 1000ms);
    steady.rule = StopRule::entropy;
    TrialLoop loop(steady);
    int taken = 0;
    // Five values in turn: their entropy converges to log2(5).
    while (!loop.done() && taken < 10000) loop.add(1000 + 32 * (taken++ % 5), 1ms);
    EXPECT_EQ(loop.stopped_by(), "entropy steady (angle within 0.048 degrees, r2 0.36 or more)");
    EXPECT_GT(taken, 50);
    EXPECT_LT(taken, 1000);

    auto wandering = steady;
    wandering.max_trials = 200;
    TrialLoop never(wandering);
    for (int i = 0; i < 200; ++i) never.add(1000 + 7 * i, 1ms);  // each trial another value
    EXPECT_EQ(never.stopped_by(), "most trials allowed (200)");
}

TEST(Entropy, IsThatOfTheValuesFrequencies) {
    EXPECT_EQ(value_entropy(std::vector<double>{}), 0);
    EXPECT_EQ(value_entropy(std::vector<double>{3, 3, 3}), 0);
    EXPECT_DOUBLE_EQ(value_entropy(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}), 3);
    EXPECT_DOUBLE_EQ(value_entropy(std::vector<double>{1, 1, 2, 2}), 1);
    EXPECT_NEAR(value_entropy(std::vector<double>{1, 1, 1, 2}), 0.8112781, 1e-6);
}

TEST(Entropy, IsSteadyByTheAngleAndTheFitOfItsTrend) {
    EXPECT_FALSE(entropy_is_steady({}, 0.048, 0.36));
    EXPECT_FALSE(entropy_is_steady(std::vector<double>{1}, 0.048, 0.36));
    EXPECT_TRUE(entropy_is_steady(std::vector<double>{1, 1, 1}, 0.048, 0.36))
        << "a line through equal values fits";
    std::vector<double> gentle, steep, scattered;
    for (int i = 0; i < 100; ++i) {
        gentle.push_back(1 + 8e-4 * i);          // 0.0458 degrees
        steep.push_back(1 + 9e-4 * i);           // 0.0516 degrees
        scattered.push_back(1 + 0.5 * (i % 2));  // no trend, and no line either
    }
    EXPECT_TRUE(entropy_is_steady(gentle, 0.048, 0.36));
    EXPECT_FALSE(entropy_is_steady(steep, 0.048, 0.36));
    EXPECT_TRUE(entropy_is_steady(steep, 0.06, 0.36));
    EXPECT_FALSE(entropy_is_steady(scattered, 0.048, 0.36));
    // What was before the last 299 is forgotten.
    std::vector<double> late(1000, 5.0);
    for (int i = 0; i < 701; ++i) late[static_cast<std::size_t>(i)] = i % 2;
    EXPECT_TRUE(entropy_is_steady(late, 0.048, 0.36));
}

TEST(TrialOptions, ModesShareABudget) {
    TrialOptions whole;
    whole.budget = 1000ms;
    EXPECT_EQ(share_of_budget(whole, milliseconds(0), 2).budget, milliseconds(500));
    EXPECT_EQ(share_of_budget(whole, 100ms, 1).budget, milliseconds(900))
        << "what the first left is the second's";
    EXPECT_EQ(share_of_budget(whole, milliseconds(3000), 1).budget, 1ms) << "never nothing";
    EXPECT_EQ(share_of_budget(whole, milliseconds(0), 2).min_trials, whole.min_trials);
}

TrialRecord trial(std::optional<std::uint32_t> sm, std::optional<std::uint32_t> memory = 3201,
                  TimeMode mode = TimeMode::graph) {
    TrialRecord record;
    record.kind = TrialKind::time;
    record.duration_ns = 1000;
    record.verified = true;
    record.time_mode = mode;
    record.sm_clock_mhz = sm;
    record.memory_clock_mhz = memory;
    return record;
}

TrialRecord held_down(std::uint32_t sm) {
    auto record = trial(sm);
    record.accepted = false;
    record.note = held_down_note;
    record.note += "thermal slowdown by software";
    return record;
}

TEST(ClockRule, ACasesClocksAreTheMediansOfItsTimeTrials) {
    auto warm_up = trial(345);
    warm_up.duration_ns.reset();
    auto activity = trial(345);
    activity.kind = TrialKind::activity;
    const std::vector<TrialRecord> trials{warm_up,     activity,    held_down(1200),  held_down(1200),
                                          trial(1980), trial(1965), trial(1980, 2619)};
    const auto own = case_clocks(trials);
    EXPECT_EQ(own.sm_mhz, 1980);
    EXPECT_EQ(own.memory_mhz, 3201);
    EXPECT_EQ(case_clocks({}).sm_mhz, std::nullopt);
    EXPECT_EQ(case_clocks(std::vector{trial(std::nullopt, 3201)}).sm_mhz, std::nullopt);
}

TEST(ClockRule, ATrialIsLeftOutAtOtherClocksThanTheCasesOwn) {
    const CaseClocks own{1980, 3201};
    EXPECT_EQ(moved_clock(trial(1980), own), std::nullopt);
    EXPECT_EQ(moved_clock(trial(1965), own), std::nullopt) << "one step of 15 MHz";
    EXPECT_EQ(moved_clock(trial(1941), own), std::nullopt) << "just within 2 %";
    EXPECT_EQ(moved_clock(trial(1940), own), "SM clock 1940 MHz, the case's own is 1980 MHz");
    EXPECT_EQ(moved_clock(trial(2025), own), "SM clock 2025 MHz, the case's own is 1980 MHz")
        << "faster is no better";
    EXPECT_EQ(moved_clock(trial(1980, 2619), own), "memory clock 2619 MHz, the case's own is 3201 MHz");
    EXPECT_EQ(moved_clock(trial(std::nullopt, std::nullopt), own), std::nullopt) << "not known is not moved";
    EXPECT_EQ(moved_clock(trial(345), {}), std::nullopt);
}

TEST(ClockRule, FirstTrialsDoNotDecideForTheRest) {
    std::vector<TrialRecord> trials{trial(1200), trial(1200)};
    EXPECT_FALSE(apply_clock_rule(trials, 0)) << "they agree with each other";
    trials.push_back(trial(1980));
    EXPECT_TRUE(apply_clock_rule(trials, 0));
    EXPECT_FALSE(trials[2].accepted) << "two against one";
    trials.push_back(trial(1980));
    trials.push_back(trial(1980));
    EXPECT_TRUE(apply_clock_rule(trials, 0));
    EXPECT_FALSE(trials[0].accepted);
    EXPECT_EQ(trials[0].note, "clocks moved: SM clock 1200 MHz, the case's own is 1980 MHz");
    EXPECT_TRUE(trials[2].accepted) << "the case's own clock after all";
    EXPECT_EQ(trials[2].note, "");
    EXPECT_FALSE(apply_clock_rule(trials, 0)) << "nothing changes any more";
    EXPECT_EQ(left_out(trials, TimeMode::graph).moved, 2U);
    EXPECT_EQ(left_out(trials, TimeMode::stream).moved, 0U);
}

TEST(ClockRule, OtherReasonsAndOtherRoundsStay) {
    std::vector<TrialRecord> trials{trial(1200), held_down(1980), trial(1980), trial(1980)};
    trials[3].verified = false;
    trials[3].accepted = false;
    EXPECT_FALSE(apply_clock_rule(trials, 1));
    EXPECT_TRUE(trials[0].accepted) << "before the first that the rule is for";
    EXPECT_FALSE(trials[1].accepted) << "at the case's own clock, but held down";
    EXPECT_FALSE(trials[3].accepted) << "its output was wrong";
    EXPECT_EQ(left_out(trials, TimeMode::graph).held_down, 1U);
    EXPECT_FALSE(apply_clock_rule(trials, 100));
}

TEST(ClockCheck, SteadyClocksAreWell) {
    ClockSamples samples{{1980, 1980, 1965, 1980}, {3201, 3201, 3201, 3201}, 1980, {}};
    const auto check = check_of_clocks(samples, "NVIDIA H200", 0);
    EXPECT_TRUE(check.ok) << check.detail;
    EXPECT_EQ(check.detail,
              "NVIDIA H200 under load: SM clock 1965 to 1980 MHz of at most 1980 MHz, memory clock 3201 MHz: "
              "steady");
    EXPECT_TRUE(check.remedy.empty());
}

TEST(ClockCheck, WanderingClocksAreToBeLocked) {
    ClockSamples samples{{1980, 1980, 1755, 1980}, {3201, 3201, 3201, 3201}, 1980, {}};
    const auto check = check_of_clocks(samples, "NVIDIA H200", 3);
    EXPECT_FALSE(check.ok);
    EXPECT_THAT(check.detail, HasSubstr("SM clock 1755 to 1980 MHz of at most 1980 MHz"));
    EXPECT_THAT(check.remedy, HasSubstr("sudo nvidia-smi -i 3 --lock-gpu-clocks=1755,1755"));
    EXPECT_THAT(check.remedy, HasSubstr("--reset-gpu-clocks"));
    samples.sm_mhz = {1980, 1980, 1980};
    samples.memory_mhz = {3201, 2619, 3201};
    EXPECT_FALSE(check_of_clocks(samples, "NVIDIA H200", 0).ok);
}

TEST(ClockCheck, ThrottlingIsToldFromWandering) {
    ClockSamples samples{{1410, 1410, 1410}, {3201, 3201, 3201}, 1980, "thermal slowdown by software"};
    const auto check = check_of_clocks(samples, "NVIDIA H200", 0);
    EXPECT_FALSE(check.ok);
    EXPECT_THAT(check.detail, HasSubstr("thermal slowdown by software"));
    EXPECT_THAT(check.remedy, HasSubstr("cool"));
}

TEST(ClockCheck, ClocksThatCannotBeReadAreNotCalledSteady) {
    const auto check = check_of_clocks({}, "NVIDIA H200", 0);
    EXPECT_FALSE(check.ok);
    EXPECT_THAT(check.detail, HasSubstr("cannot be read"));
    EXPECT_THAT(check.remedy, HasSubstr("libnvidia-ml.so.1"));
}

}  // namespace
}  // namespace sortscope::collector
