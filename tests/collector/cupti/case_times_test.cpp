#include <gmock/gmock.h>

#include "collector/cupti/case_run.hpp"
#include "core/error.hpp"

namespace sortscope::cupti {
namespace {
using testing::HasSubstr;
using enum TimeMode;

TEST(HeadlineMode, IsTheFirstAskedForThatTheSortCanBeTimedIn) {
    EXPECT_EQ(headline_mode({graph, stream}, 210), graph);
    EXPECT_EQ(headline_mode({stream, graph}, 210), stream);
    EXPECT_EQ(headline_mode({graph}, 0), graph)
        << "a library's launches are not known beforehand: it is tried";
    EXPECT_EQ(headline_mode({graph, stream}, most_graph_launches + 1), stream);
    EXPECT_EQ(headline_mode({graph}, most_graph_launches + 1), stream)
        << "a time in another mode is better than none";
    EXPECT_EQ(headline_mode({}, 1), stream);
}

TEST(WhyNoGraph, NamesTheLimit) {
    EXPECT_EQ(why_no_graph(most_graph_launches), std::nullopt);
    EXPECT_THAT(why_no_graph(most_graph_launches + 1).value_or(""),
                HasSubstr("131073 launches; a graph can have at most 131072"));
}

TEST(LaunchCosts, AreSaidInOneSentence) {
    const std::vector<DeviceLimit> costs{{"event_overhead", 1300, "ns", 0},
                                         {"stream_kernel_overhead", 4500, "ns", 0},
                                         {"stream_launch_overhead", 2200, "ns", 0},
                                         {"graph_overhead", 2800, "ns", 0},
                                         {"graph_node_overhead", 500, "ns", 0}};
    const auto text = launch_cost_text(costs);
    for (const char* words : {"two events alone take 1.3", "4.5", "2.8", "500 ns"})
        EXPECT_THAT(text, HasSubstr(words));
    EXPECT_THAT(text, testing::Not(HasSubstr("stamps")));
    auto stamped = costs;
    stamped.push_back({"graph_clock_step", 32, "ns", 0});
    EXPECT_THAT(launch_cost_text(stamped), HasSubstr("moves in steps of 32 ns."));
    EXPECT_THROW(launch_cost_text({}), Error);
}

TEST(RangeText, NamesVariantStageAndSubstage) {
    EXPECT_EQ(range_text("bitonic-b2", {3, 2, "k=8 j=2"}), "bitonic-b2 stage 3 substage 2 (k=8 j=2)");
    EXPECT_EQ(range_text("semi", {3, 2, ""}), "semi stage 3 substage 2");
}
}  // namespace
}
