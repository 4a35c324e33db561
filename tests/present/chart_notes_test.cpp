#include "present/charts/notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::present {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ChartNotes, SentencesFollowOneAnother) {
    std::string note;
    for (const char* sentence : {"", "One.", "", "Two."}) add_sentence(note, sentence);
    EXPECT_EQ(note, "One. Two.");
}

TEST(ChartNotes, NameWhatIsLeftOut) {
    EXPECT_EQ(launches_drawn(5, 5), "");
    EXPECT_THAT(launches_drawn(4'000, 1'000'000), HasSubstr("4,000 of 1,000,000"));
    EXPECT_THAT(launches_drawn(4'000, 1'000'000, true), Not(HasSubstr("4,000")));
    EXPECT_EQ(sweeps_drawn(3, 3), "");
    EXPECT_THAT(sweeps_drawn(10, 12), HasSubstr("10 of 12"));
    EXPECT_EQ(without_sweep("block", {}), "");
    const std::vector<std::string> two{"cub-radix", "rank"};
    EXPECT_THAT(without_sweep("block", two), HasSubstr("block: cub-radix, rank."));
    EXPECT_THAT(counters_of_one_file(two), HasSubstr("cub-radix; rank."));
}

TEST(ChartNotes, NetworksNameTheCaseOfTheirColours) {
    EXPECT_EQ(network_colours({}), "");
    NetworkColours colours;
    colours.shown = "bitonic";
    colours.without = {"a", "b"};
    EXPECT_THAT(network_colours(colours), AllOf(HasSubstr("a; b"), Not(HasSubstr("bitonic"))));
    colours.drawn = "butterfly";
    EXPECT_THAT(network_colours(colours),
                AllOf(HasSubstr("butterfly"), HasSubstr("bitonic"), HasSubstr("a; b.")));
    colours.unread = {{"c", "The file is gone."}};
    EXPECT_THAT(network_colours(colours), HasSubstr("c: The file is gone."));
    EXPECT_THAT(network_too_large(1 << 20, 64), AllOf(HasSubstr("64"), HasSubstr("2^20")));
}

}  // namespace
}  // namespace sortscope::present
