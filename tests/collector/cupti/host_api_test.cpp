#include "collector/cupti/host_api.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "load.hpp"

namespace sortscope::cupti {
namespace {

using ::testing::HasSubstr;

TEST(HostApi, KnowsTheChipsWeDocument) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    EXPECT_THAT(known_chips(*api), ::testing::IsSupersetOf({"GA100", "GH100", "TU102"}));
    EXPECT_THROW(ChipMetrics(api, "XX999"), CuptiError);
}

TEST(HostApi, HasAnswersByNameAndRollUp) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    const ChipMetrics chip(api, "GH100");
    EXPECT_TRUE(chip.has("smsp__sass_inst_executed.sum"));
    for (const char* unknown :
         {"smsp__sass_no_such_metric.sum", "smsp__sass_inst_executed.no_such_rollup", ""})
        EXPECT_FALSE(chip.has(unknown)) << unknown;
    EXPECT_TRUE(chip.has("dram__bytes_read.sum")) << "after an unknown name";
    EXPECT_EQ(chip.first_of("dram__bytes_op_read.sum|dram__bytes_read.sum"), "dram__bytes_read.sum");
    EXPECT_EQ(chip.first_of("no_such.sum|neither.sum"), std::nullopt);
}

TEST(HostApi, AnUnknownMetricIsAnsweredWithTheNearest) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    const ChipMetrics chip(api, "GH100");
    const auto names = chip.base_metrics();
    EXPECT_GT(names.size(), 1000u);
    EXPECT_TRUE(std::ranges::is_sorted(names));
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
    EXPECT_THAT(chip.unknown_metric_sentence("smsp__sass_inst_executd.sum"),
                HasSubstr("'smsp__sass_inst_executed.sum'"));
    EXPECT_THAT(chip.unknown_metric_sentence("smsp__inst_executed.total|x.y"),
                ::testing::AllOf(HasSubstr("'smsp__inst_executed.total'"), HasSubstr(".avg")));
}

TEST(HostApi, SchedulesAreIndependent) {
    SORTSCOPE_LOAD_OR_SKIP(api);
    const ChipMetrics chip(api, "GH100");
    const std::vector<std::string> one{"smsp__sass_inst_executed.sum"}, unknown{"smsp__sass_none.sum"};
    const auto image = chip.schedule(one);
    EXPECT_EQ(image.passes, 1u);
    EXPECT_FALSE(image.bytes.empty());
    EXPECT_EQ(chip.schedule(one).bytes.size(), image.bytes.size());
    EXPECT_THROW(chip.schedule(unknown), CuptiError);
}

}  // namespace
}  // namespace sortscope::cupti
