#include "analyzer/devices.hpp"
#include "tests/sample/made_cases.hpp"

#include <gmock/gmock.h>

namespace sortscope::analyzer {
namespace {
using ::testing::ElementsAre;

CaseRecord make_case(int64_t id, const std::string& name, const std::string& uuid = {},
                     BackendKind backend = BackendKind::cupti) {
    auto record = made::timed(id, 1024, 100);
    record.backend = record.device.backend = backend;
    record.device.name = name;
    record.device.uuid = uuid;
    return record;
}

std::vector<std::string> names(const std::vector<CaseRecord>& cases) {
    std::vector<std::string> found;
    for (const auto& group : by_device(cases)) found.push_back(group.name);
    return found;
}

TEST(ByDevice, ADriverUpdateMakesNoOtherDevice) {
    std::vector<CaseRecord> cases{make_case(1, "NVIDIA H200", "GPU-1"), make_case(3, "NVIDIA H200", "GPU-1"),
                                  make_case(2, "NVIDIA H200", "GPU-1")};
    cases[2].device.driver_version = "580.65.06";
    cases[2].device.ordinal = 1;
    const auto groups = by_device(cases);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].cases.size(), 3U);
    EXPECT_EQ(groups[0].device.driver_version, "580.65.06")
        << "of the latest case, which stands last, whatever its number";
    EXPECT_EQ(groups[0].name, "NVIDIA H200 (cupti)");
}

TEST(ByDevice, TwoOfOneNameAreToldApart) {
    EXPECT_THAT(names({make_case(1, "NVIDIA H200", "GPU-1a2b3c4d-0000"),
                       make_case(2, "NVIDIA H200", "GPU-5e6f7a8b-0000"), make_case(3, "NVIDIA L4", "GPU-9")}),
                ElementsAre("NVIDIA H200 GPU-1a2b3c4d (cupti)", "NVIDIA H200 GPU-5e6f7a8b (cupti)",
                            "NVIDIA L4 (cupti)"));
    EXPECT_THAT(names({make_case(1, "NVIDIA H200", "GPU-1"), make_case(2, "NVIDIA H200 141GB", "GPU-1"),
                       make_case(3, "NVIDIA H200", "GPU-2")}),
                ElementsAre("NVIDIA H200 141GB (cupti)", "NVIDIA H200 (cupti)"))
        << "one that was renamed is called by its new name";
    EXPECT_THAT(names({make_case(1, "A", "GPU-1a2b3c4d-0001"), make_case(2, "A", "GPU-1a2b3c4d-0002")}),
                ElementsAre("A GPU-1a2b3c4d-0001 (cupti)", "A GPU-1a2b3c4d-0002 (cupti)"))
        << "ids are as long as it takes";
    std::vector<CaseRecord> cases{make_case(1, "A"), make_case(2, "A")};
    EXPECT_EQ(by_device(cases).size(), 1U);
    cases[1].device.ordinal = 1;
    EXPECT_THAT(names(cases), ElementsAre("A #0 (cupti)", "A #1 (cupti)")) << "without UUID by number";
    EXPECT_THAT(names({make_case(1, "A", "GPU-1"), make_case(2, "A", "", BackendKind::cpu)}),
                ElementsAre("A (cupti)", "A (cpu)"))
        << "one name on two backends needs no id";
    EXPECT_TRUE(by_device({}).empty());
}

TEST(OfRun, ItsPartOfEachDeviceInOrderOfFirstCase) {
    std::vector<CaseRecord> cases{make_case(1, "A", "GPU-1"), make_case(2, "A", "GPU-2"),
                                  make_case(3, "A", "GPU-1"), make_case(4, "B", "GPU-3")};
    for (auto& record : cases) record.run = RunId{1};
    cases[1].run = cases[2].run = RunId{2};
    const auto groups = by_device(cases);
    const auto second = of_run(groups, RunId{2});
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0].cases.front()->id, CaseId{2});
    EXPECT_EQ(second[1].cases.front()->id, CaseId{3}) << "though its device was met first";
    EXPECT_EQ(second[1].name, groups[0].name) << "names are of the whole file";
    EXPECT_EQ(of_run(groups, RunId{1}).size(), 2U);
    EXPECT_TRUE(of_run(groups, RunId{3}).empty());
}

TEST(RepresentativeCases, TheLargestThenUniformThenFastestThenLatest) {
    std::vector<CaseRecord> cases;
    for (int i = 1; i <= 4; ++i) cases.push_back(make_case(i, "A", "GPU-1"));
    edit(cases[0]).workload.n = 512;
    edit(cases[1]).workload.distribution = Distribution::sorted;
    cases[1].time->median_ns = 10;
    edit(cases[2]).config.block = 64;
    cases[2].time->median_ns = 90;
    EXPECT_THAT(representative_cases(cases), ElementsAre(Representative{CaseId{3}}));
    cases[2].time->median_ns = 100;
    EXPECT_THAT(representative_cases(cases), ElementsAre(Representative{CaseId{4}}))
        << "of equals the latest";
}

TEST(RepresentativeCases, AConditionCountsByItsLatestCaseAlone) {
    std::vector cases(3, make_case(1, "A", "GPU-1"));
    cases[1].id = CaseId{2}, cases[2].id = CaseId{3};
    cases[0].time->median_ns = 1;  // the fastest, but not the latest of its condition
    edit(cases[2]).config.block = 64;
    cases[2].time->median_ns = 200;
    EXPECT_THAT(representative_cases(cases), ElementsAre(Representative{CaseId{2}, 1}))
        << "and says how many it was chosen over";
    cases[1].device.driver_version = "newer";
    EXPECT_THAT(representative_cases(cases), ElementsAre(Representative{CaseId{2}, 1}))
        << "on the same GPU with another driver, too";
}

TEST(RepresentativeCases, OneForEachVariantAndDeviceThatHasLaunches) {
    std::vector<CaseRecord> cases{make_case(1, "A", "GPU-1"), make_case(2, "A", "GPU-2"),
                                  make_case(3, "A", "GPU-1"), make_case(4, "EPYC", "", BackendKind::cpu),
                                  make_case(5, "A", "GPU-1")};
    cases[2].subject.name = "other";
    cases[4].subject.name = "broken";
    cases[4].status = CaseStatus::unverified;
    EXPECT_THAT(representative_cases(cases),
                ElementsAre(Representative{CaseId{1}}, Representative{CaseId{2}}, Representative{CaseId{3}}));
    EXPECT_TRUE(representative_cases({}).empty());
}

CaseRecord of_time(int64_t id, const std::string& variant, int64_t ns, uint32_t block = 256) {
    auto record = make_case(id, "A");
    record.subject.name = variant;
    edit(record).config.block = block;
    record.time->median_ns = ns;
    if (ns == 0) record.time.reset();
    return record;
}

TEST(Choices, TheHeaviestStageIsThatOfMostTime) {
    std::vector<LaunchSums> stages(3);
    EXPECT_EQ(heaviest_stage(stages), &stages[0]) << "without times the first";
    stages[1].time_ns = 20;
    stages[2].time_ns = 20;
    EXPECT_EQ(heaviest_stage(stages), &stages[1]);
    EXPECT_EQ(heaviest_stage({}), nullptr);
    stages[0].kernel = stages[2].kernel = "many";  // takes 35 ns; the other kernel 30 ns
    stages[0].time_ns = 15;
    stages[1].time_ns = 30;
    EXPECT_EQ(heaviest_stage(stages), &stages[2]);
}

TEST(Choices, TheLongestCasesComeFirst) {
    std::vector cases{of_time(1, "a", 10), of_time(2, "a", 0), of_time(3, "a", 30), of_time(4, "a", 10)};
    std::vector<const CaseRecord*> pointers;
    for (const auto& record : cases) pointers.push_back(&record);
    EXPECT_THAT(longest_cases(pointers, 0), ElementsAre(2, 0, 3, 1));
    EXPECT_THAT(longest_cases(pointers, 2), ElementsAre(2, 0));
    EXPECT_EQ(longest_case(cases)->id, CaseId{3});
    // The longest case must have ended ok and run on a GPU.
    cases = {of_time(1, "a", 0), of_time(2, "a", 0), of_time(3, "a", 30), of_time(4, "a", 40)};
    edit(cases[1]).workload.n = 4096;
    cases[2].backend = BackendKind::cpu;
    cases[3].status = CaseStatus::unverified;
    EXPECT_EQ(longest_case(cases)->id, CaseId{2}) << "without times, that of most keys";
    EXPECT_EQ(longest_case({}), nullptr);
}

TEST(Choices, RivalsDifferInTheVariantAloneAndASweptVariantInItsBlock) {
    auto cases = std::vector{of_time(1, "a", 10), of_time(2, "b", 20)};
    EXPECT_EQ(rivals(cases), (std::pair<std::string, std::string>{"a", "b"}));
    EXPECT_FALSE(swept_variant(cases));
    edit(cases[1]).workload.n = 2048;
    EXPECT_FALSE(rivals(cases));
    cases[1] = of_time(2, "a", 20, 128);
    EXPECT_EQ(swept_variant(cases), "a");
    cases[1].status = CaseStatus::unverified;
    EXPECT_FALSE(swept_variant(cases));
    cases[1].status = CaseStatus::ok;
    cases[1].time.reset();
    EXPECT_FALSE(swept_variant(cases));
}
}  // namespace
}
