#include <gmock/gmock.h>

#include "collector/trial_loop.hpp"
#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector {
namespace {
using namespace std::chrono_literals;
using std::chrono::milliseconds, testing::HasSubstr;

TrialOptions options(uint32_t least, uint32_t most, double spread, milliseconds budget,
                     StopRule rule = StopRule::spread) {
    return {.rule = rule, .min_trials = least, .max_trials = most, .target_spread = spread, .budget = budget};
}

/// Returns what ends the loop at the last trial; expects no earlier end. The last value of `elapsed` also
/// holds for all later trials.
std::string end_of(const TrialOptions& options, const std::vector<int64_t>& durations,
                   const std::vector<milliseconds>& elapsed) {
    TrialLoop loop(options);
    for (size_t i = 0; i < durations.size(); ++i) {
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
    const std::vector<int64_t> seven(7, 1000);
    EXPECT_EQ(end_of(options(5, 7, 0.5, 1ms, StopRule::count), seven, {1h}), "fixed count of 7");
    EXPECT_EQ(end_of(options(3, 4, 0.5, 100ms, StopRule::budget), seven,
                     {10ms, 20ms, 30ms, 40ms, 50ms, 60ms, 100ms}),
              "time budget of 100.0 ms");
    EXPECT_EQ(end_of(options(3, 4, 0.5, 100ms, StopRule::budget), {1000}, {150ms}), "interrupted")
        << "too few trials";
}

TEST(TrialLoop, TrialsLeftOutEndItsPatience) {
    TrialLoop loop(options(5, 500, 0.02, 1000ms, StopRule::entropy));
    loop.add(1000, 900ms);
    loop.leave_out(4900ms);
    EXPECT_FALSE(loop.done());
    loop.leave_out(5000ms);
    EXPECT_TRUE(loop.done());
    EXPECT_EQ(loop.stopped_by(), "trials left out: only 1 counted in 5.000 s or more");
    TrialLoop fixed(options(5, 500, 0.02, 1000ms, StopRule::count));
    fixed.leave_out(60s);
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
    TrialLoop fixed(options(3, 8, 0.5, 100ms, StopRule::count));
    for (int i = 0; i < 6; ++i) fixed.add(1000, 1h);
    EXPECT_DOUBLE_EQ(fixed.fraction_done(), 6.0 / 8);
    TrialLoop loop(options(3, 8, 0.5, 100ms, StopRule::budget));
    loop.add(1000, 90ms);
    EXPECT_DOUBLE_EQ(loop.fraction_done(), 0.9);
}

TEST(TrialLoop, ABudgetHasALimitOfTrialsToo) {
    TrialLoop endless(options(3, 4, 0.5, 10h, StopRule::budget));
    for (uint32_t i = 0; i < most_trials; ++i) {
        ASSERT_FALSE(endless.done()) << i;
        endless.add(1000, 1ms);
    }
    EXPECT_EQ(endless.stopped_by(), "most trials allowed (10000)");
}

TEST(TrialLoop, EntropyStopsWhenTrialsBringNoNewValues) {
    TrialLoop loop(options(10, 10000, 0, 1000ms, StopRule::entropy));
    int taken = 0;
    // Five values in turn: the entropy converges to log2(5).
    while (!loop.done() && taken < 10000) loop.add(1000 + 32 * (taken++ % 5), 1ms);
    EXPECT_EQ(loop.stopped_by(), "entropy steady (angle within 0.048 degrees, r2 0.36 or more)");
    EXPECT_GT(taken, 50);
    EXPECT_LT(taken, 1000);

    TrialLoop never(options(10, 200, 0, 1000ms, StopRule::entropy));
    for (int i = 0; i < 200; ++i) never.add(1000 + 7 * i, 1ms);  // a new value in each trial
    EXPECT_EQ(never.stopped_by(), "most trials allowed (200)");
}

TEST(Entropy, IsThatOfTheValuesFrequencies) {
    using Values = std::vector<double>;
    EXPECT_EQ(value_entropy({}), 0);
    EXPECT_EQ(value_entropy(Values{3, 3, 3}), 0);
    EXPECT_DOUBLE_EQ(value_entropy(Values{1, 2, 3, 4, 5, 6, 7, 8}), 3);
    EXPECT_NEAR(value_entropy(Values{1, 1, 1, 2}), 0.8112781, 1e-6);
}

TEST(Entropy, IsSteadyByTheAngleAndTheFitOfItsTrend) {
    const auto steady = [](const std::vector<double>& entropies, double max_angle = 0.048) {
        return entropy_is_steady(entropies, max_angle, 0.36);
    };
    EXPECT_FALSE(steady({}));
    EXPECT_FALSE(steady({1}));
    EXPECT_TRUE(steady({1, 1, 1})) << "a line through equal values fits";
    std::vector<double> gentle, steep, scattered, late(1000, 5.0);
    for (int i = 0; i < 100; ++i) {
        gentle.push_back(1 + 8e-4 * i);          // 0.0458 degrees
        steep.push_back(1 + 9e-4 * i);           // 0.0516 degrees
        scattered.push_back(1 + 0.5 * (i % 2));  // no trend, no line
    }
    EXPECT_TRUE(steady(gentle));
    EXPECT_FALSE(steady(steep));
    EXPECT_TRUE(steady(steep, 0.06));
    EXPECT_FALSE(steady(scattered));
    for (size_t i = 0; i < 701; ++i) late[i] = double(i % 2);
    EXPECT_TRUE(steady(late)) << "only the last 299 count";
}

TEST(TrialOptions, ModesShareABudget) {
    TrialOptions whole;
    whole.budget = 1000ms;
    EXPECT_EQ(share_of_budget(whole, 0ms, 2).budget, 500ms);
    EXPECT_EQ(share_of_budget(whole, 100ms, 1).budget, 900ms) << "the second gets what the first left";
    EXPECT_EQ(share_of_budget(whole, 3000ms, 1).budget, 1ms) << "never nothing";
}

TrialRecord trial(std::optional<uint32_t> sm, std::optional<uint32_t> memory = 3201) {
    auto record = test::time_trial(TimeMode::graph, 1000);
    record.sm_clock_mhz = sm;
    record.memory_clock_mhz = memory;
    return record;
}

TrialRecord held_down(uint32_t sm) {
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
    EXPECT_EQ(std::tuple(own.sm_mhz, own.memory_mhz), std::tuple(1980, 3201));
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
    trials.insert(trials.end(), 2, trial(1980));
    EXPECT_TRUE(apply_clock_rule(trials, 0));
    EXPECT_FALSE(trials[0].accepted);
    EXPECT_EQ(trials[0].note, "clocks moved: SM clock 1200 MHz, the case's own is 1980 MHz");
    EXPECT_TRUE(trials[2].accepted && trials[2].note.empty()) << "the case's own clock after all";
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

TEST(ClockCheck, ClocksAreSteadyUnlessTheyMoveOrAreHeldDownOrUnknown) {
    const std::vector<uint32_t> sm{1980, 1980, 1965, 1980}, memory{3201, 3201, 3201};
    const auto check = [](const ClockSamples& samples) { return check_of_clocks(samples, "GPU", 3); };
    const auto steady = check({sm, memory, 1980, {}});
    EXPECT_TRUE(steady.ok);
    EXPECT_EQ(steady.remedy, "");
    EXPECT_THAT(steady.detail,
                HasSubstr("SM clock 1965 to 1980 MHz of at most 1980 MHz, memory clock 3201 MHz"));
    const auto moving = check({{1980, 1980, 1755, 1980}, memory, 1980, {}});
    EXPECT_FALSE(moving.ok);
    EXPECT_THAT(moving.remedy, HasSubstr("sudo nvidia-smi -i 3 --lock-gpu-clocks=1755,1755"));
    EXPECT_FALSE(check({sm, {3201, 2619, 3201}, 1980, {}}).ok);
    const auto throttled = check({{1410, 1410, 1410}, memory, 1980, "thermal slowdown by software"});
    EXPECT_FALSE(throttled.ok);
    EXPECT_THAT(throttled.detail, HasSubstr("thermal slowdown by software"));
    EXPECT_THAT(throttled.remedy, HasSubstr("cool"));
    for (const auto& unknown : {ClockSamples{}, {{1980, 1980}, memory, {}, {}}, {sm, {3201, 3201}, {}, {}}}) {
        EXPECT_FALSE(check(unknown).ok);
        EXPECT_THAT(check(unknown).remedy, HasSubstr("libnvidia-ml.so.1"));
    }
}
}  // namespace
}
