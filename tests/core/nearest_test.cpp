#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "core/text.hpp"

namespace sortscope {
namespace {

TEST(EditDistance, CountsSingleCharacterEdits) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("flaw", "lawn"), 2U);
    EXPECT_EQ(edit_distance("semi", "semi"), 0U);
    EXPECT_EQ(edit_distance("b2", "b4"), edit_distance("b4", "b2"));
}

TEST(NearestSentence, NamesThoseThatWereMeant) {
    const std::vector<std::string_view> known{"gld_efficiency",
                                              "gld_efficiency_pct",
                                              "dram_read_bytes",
                                              "dram_write_bytes",
                                              "heat",
                                              "stages",
                                              "heat"};
    EXPECT_EQ(nearest_sentence("gld_eficiency", known), " Did you mean 'gld_efficiency'?");
    EXPECT_EQ(nearest_sentence("DRAM", known), " Did you mean 'dram_read_bytes' or 'dram_write_bytes'?");
    EXPECT_EQ(nearest_sentence("GLD efficiency", known).substr(0, 30), " Did you mean 'gld_efficiency'");
    EXPECT_EQ(nearest_sentence("dram bytes", known), " Did you mean 'dram_read_bytes' or 'dram_write_bytes'?")
        << "all words of it";
    EXPECT_EQ(nearest_sentence("heatmap", known), " Did you mean 'heat'?");
    EXPECT_EQ(nearest_sentence("_______", known), "");
    EXPECT_EQ(nearest_sentence("something", known), "");
    EXPECT_EQ(nearest_sentence("", known), "");
}

}  // namespace
}  // namespace sortscope
