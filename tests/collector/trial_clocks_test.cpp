#include "collector/trial_loop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::collector {
namespace {

using testing::HasSubstr;

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
