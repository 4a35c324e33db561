#include "present/facts.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace sortscope::present {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(FactsBeside, MeetByTheirIdsAndSayWhatDiffers) {
    Facts one, two;
    one.facts = {{.id = "time", .name = "time", .text = "1 us"},
                 {.id = "device", .name = "device", .text = "H200"},
                 {.id = "brief", .name = "brief", .brief = "1"}};
    two.facts = {{.id = "device", .name = "device", .text = "H200"},
                 {.id = "time", .name = "time", .text = "2 us"},
                 {.id = "more", .name = "more", .text = "yes"}};
    const auto rows = facts_beside(std::vector{one, two});
    ASSERT_THAT(rows, SizeIs(3));
    EXPECT_EQ(rows[0].id, "time");
    EXPECT_THAT(rows[0].texts, ElementsAre("1 us", "2 us"));
    EXPECT_TRUE(rows[0].differs);
    EXPECT_FALSE(rows[1].differs);
    EXPECT_EQ(rows[2].name, "more");
    EXPECT_THAT(rows[2].texts, ElementsAre("", "yes"));
    EXPECT_TRUE(rows[2].differs);
}

}  // namespace
}  // namespace sortscope::present
