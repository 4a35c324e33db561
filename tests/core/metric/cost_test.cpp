#include "core/metric/cost.hpp"

#include <gmock/gmock.h>

namespace sortscope {
namespace {
using testing::ElementsAre;

constexpr double sort_s = 0.0007;  // time for 2^20 keys in 210 launches

double seconds(const std::string& list, uint64_t launches = 210, double sort = sort_s) {
    const auto request = parse_counters(list);
    return counting_time(request, usual_passes(request), launches, sort).a_case;
}

TEST(UsualPasses, AreOneOfInstructionsAndOneOfUnits) {
    const auto full = usual_passes(parse_counters("full"));
    ASSERT_EQ(full.size(), 2u);
    EXPECT_THAT(full[0].sets, ElementsAre("sass", "instructions"));
    EXPECT_EQ(full[0].pass, PassClass::sass);
    EXPECT_THAT(full[1].sets, ElementsAre("memory", "l2", "sm", "l1"));
    EXPECT_EQ(full[1].pass, PassClass::sm) << "the dearest of them decides";
    EXPECT_TRUE(usual_passes(parse_counters("none")).empty());
    const auto vendor = usual_passes(parse_counters("lts__t_bytes.sum,dram__bytes.sum"));
    ASSERT_EQ(vendor.size(), 1u);
    EXPECT_EQ(std::tuple(vendor[0].pass, vendor[0].passes), std::tuple(PassClass::memory, 1u));
}

TEST(CountingTime, IsWhatWasMeasured) {
    EXPECT_EQ(seconds("none"), 0);
    // The default set takes 45 to 65 ms for 210 launches, with the profiler kept enabled.
    EXPECT_GT(seconds("sass"), 0.045);
    EXPECT_LT(seconds("sass"), 0.070);
    // Units outside the SMs cost a third less per launch than instrumented instructions; SM counters cost ten
    // times as much.
    EXPECT_LT(seconds("dram_read_bytes"), seconds("sass"));
    EXPECT_NEAR(seconds("occupancy") - seconds("sass"), 210 * 0.70e-3, 1e-9);
    EXPECT_NEAR(seconds("none,stalls", 253, 0) - seconds("occupancy", 253, 0), 0.007, 1e-9)
        << "whatever the launches";
    EXPECT_NEAR(seconds("none,stalls", 300, 0.011) - seconds("occupancy", 300, 0.011), 0.062, 0.01)
        << "of 2^24 keys";
    EXPECT_NEAR(seconds("all", 210, 0) - seconds("full", 210, 0), 0.087, 1e-9) << "samples of both kinds";
}

TEST(CountingTime, GrowsWithLaunchesPassesAndTheSort) {
    EXPECT_NEAR(seconds("sass", 420) - seconds("sass", 210), 210 * 0.19e-3, 1e-9);
    EXPECT_NEAR(seconds("full", 210, 1) - seconds("full", 210, 0), 2, 1e-9) << "two runs of the sort";
    const auto request = parse_counters("full");
    std::vector<ChipPass> volta = usual_passes(request);
    volta[1].passes = 7;
    const auto time = counting_time(request, volta, 210, 1);
    EXPECT_EQ(time.runs, 8u);
    EXPECT_GT(time.a_case, 8);
    volta[1].passes = 0;
    EXPECT_EQ(counting_time(request, volta, 210, 1).runs, 1u) << "what the chip does not have takes no time";
}

TEST(CountingTime, TheProfilerIsEnabledOnceAProcess) {
    const auto first = [](const std::string& list) {
        const auto request = parse_counters(list);
        return counting_time(request, usual_passes(request), 10, 0).first;
    };
    EXPECT_EQ(std::tuple(first("none"), first("sass")), std::tuple(0, first("all")));
    EXPECT_GT(first("stalls"), 0);
}

TEST(ChipPlan, CountsItsPasses) {
    ChipPlan plan;
    EXPECT_EQ(plan.pass_count(), 0u);
    plan.passes = {{{"sass"}, PassClass::sass, 1, {}}, {{"l2"}, PassClass::memory, 3, {}}};
    EXPECT_EQ(plan.pass_count(), 4u);
}
}  // namespace
}
