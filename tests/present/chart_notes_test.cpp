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
    const std::vector<std::string> two{"cub-radix", "rank"};
    std::string note;
    add_without(note, "times", {});
    EXPECT_EQ(note, "");
    add_without(note, "times", two);
    EXPECT_EQ(note, "Without times: cub-radix; rank.");
    EXPECT_THAT(counters_of_one_file(two), HasSubstr("cub-radix; rank."));
    EXPECT_THAT(network_too_large(1 << 20, 64), AllOf(HasSubstr("64"), HasSubstr("2^20")));
}

}  // namespace
}  // namespace sortscope::present
