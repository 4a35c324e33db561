#include "present/charts/notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::present {
namespace {

TEST(ChartNotes, SentencesFollowOneAnother) {
    std::string note;
    add_sentence(note, "");
    EXPECT_EQ(note, "");
    add_sentence(note, "One.");
    add_sentence(note, "");
    add_sentence(note, "Two.");
    EXPECT_EQ(note, "One. Two.");
}

TEST(ChartNotes, WhatIsDrawnInPartIsSaid) {
    EXPECT_EQ(launches_drawn(5, 5), "");
    EXPECT_EQ(launches_drawn(4'000, 1'000'000),
              "4,000 of 1,000,000 launches are drawn: the longest at each place. Zoom in to see all.");
    EXPECT_EQ(launches_drawn(4'000, 1'000'000, true),
              "All launches in sight are drawn; of those farther off the longest at each place.");
    EXPECT_EQ(sweeps_drawn(3, 3), "");
    EXPECT_EQ(sweeps_drawn(10, 12), "10 of 12 sweeps are drawn.");
    EXPECT_EQ(without_sweep("block", {}), "");
    const std::vector<std::string> two{"cub-radix", "rank"};
    EXPECT_EQ(without_sweep("block", two), "Without a sweep over block: cub-radix, rank.");
    EXPECT_EQ(counters_of_one_file(two),
              "Not drawn, for counters are of the file of the case shown: cub-radix; rank.");
}

TEST(ChartNotes, NetworksSayWhoseColoursTheyHave) {
    EXPECT_EQ(network_colours({}), "");
    NetworkColours colours;
    colours.shown = "bitonic";
    colours.without = {"a", "b"};
    EXPECT_EQ(network_colours(colours),
              "Not drawn: a; b, whose launches are of other stages or lack such values.");
    colours.drawn = "butterfly";
    EXPECT_EQ(network_colours(colours),
              "Colours: butterfly, launch by launch, as a multiple of bitonic. Not drawn: a; b.");
    colours.same_keys = false;
    colours.without.clear();
    colours.unread = {{"c", "The file is gone."}};
    EXPECT_EQ(network_colours(colours),
              "Colours: butterfly, launch by launch, as a multiple of bitonic. It compares other keys in "
              "them; drawn is the network of bitonic. Not read: c: The file is gone.");
    EXPECT_EQ(network_too_large(1 << 20, 64), "Networks of up to 64 keys are drawn; this case sorts 2^20.");
    EXPECT_EQ(network_too_large(0, 64),
              "Networks of up to 64 keys are drawn; how many this program sorts is not known.");
}

}  // namespace
}  // namespace sortscope::present
