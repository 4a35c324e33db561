#include "analyzer/devices.hpp"
#include "tests/sample/edit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {

using ::testing::ElementsAre;

CaseRecord of_time(std::int64_t id, const std::string& variant, std::int64_t ns, std::uint32_t block = 256) {
    CaseRecord record;
    record.id = CaseId{id};
    record.subject.name = variant;
    record.backend = BackendKind::cupti;
    record.status = CaseStatus::ok;
    edit(record).workload.n = 1024;
    edit(record).config.block = block;
    if (ns > 0) record.time.emplace().median_ns = ns;
    return record;
}

TEST(Choices, TheHeaviestStageIsThatOfMostTime) {
    std::vector<LaunchSums> stages(3);
    EXPECT_EQ(heaviest_stage(stages), &stages[0]) << "without times the first";
    stages[1].time_ns = 20;
    stages[2].time_ns = 20;
    EXPECT_EQ(heaviest_stage(stages), &stages[1]);
    EXPECT_EQ(heaviest_stage({}), nullptr);
}

TEST(Choices, TheLongestCasesComeFirst) {
    const std::vector cases{of_time(1, "a", 10), of_time(2, "a", 0), of_time(3, "a", 30),
                            of_time(4, "a", 10)};
    std::vector<const CaseRecord*> pointers;
    for (const auto& record : cases) pointers.push_back(&record);
    EXPECT_THAT(longest_cases(pointers, 0), ElementsAre(2, 0, 3, 1));
    EXPECT_THAT(longest_cases(pointers, 2), ElementsAre(2, 0));
    EXPECT_EQ(longest_case(cases)->id, CaseId{3});
}

TEST(Choices, TheLongestCaseEndedWellAndHasLaunches) {
    std::vector cases{of_time(1, "a", 0), of_time(2, "a", 0), of_time(3, "a", 30), of_time(4, "a", 40)};
    edit(cases[1]).workload.n = 4096;
    cases[2].backend = BackendKind::cpu;
    cases[3].status = CaseStatus::unverified;
    EXPECT_EQ(longest_case(cases)->id, CaseId{2}) << "without times, that of most keys";
    EXPECT_EQ(longest_case({}), nullptr);
}

TEST(Choices, RivalsDifferInTheVariantAlone) {
    auto cases = std::vector{of_time(1, "a", 10), of_time(2, "b", 20)};
    EXPECT_EQ(rivals(cases), (std::pair<std::string, std::string>{"a", "b"}));
    edit(cases[1]).workload.n = 2048;
    EXPECT_FALSE(rivals(cases));
}

TEST(Choices, ASweptVariantHasSeveralBlocks) {
    auto cases = std::vector{of_time(1, "a", 10), of_time(2, "a", 20, 128)};
    EXPECT_EQ(swept_variant(cases), "a");
    cases[1].time.reset();
    EXPECT_FALSE(swept_variant(cases));
}

}  // namespace
}  // namespace sortscope::analyzer
