#include "cli/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/sample.hpp"

namespace sortscope::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr Screen screen{100, true};

CaseRecord numbered(CaseRecord record, std::int64_t id) {
    record.id = CaseId{id};
    record.run = RunId{1};
    return record;
}

ReportData sample() {
    ReportData data{"a.db",
                    {numbered(test::gpu_case(1024, 256, 10000), 1), numbered(test::gpu_case(4096, 256, 20000), 2),
                     numbered(test::gpu_case(4096, 512, 16000), 3), numbered(test::modelled_case(1024), 4),
                     numbered(test::cpu_case(1024, 40000), 5)},
                    {}};
    data.detailed = {data.cases[2], data.cases[3]};
    return data;
}

TEST(RepresentativeCases, LargestThenFastest) { EXPECT_THAT(representative_cases(sample().cases), ElementsAre(CaseId{3}, CaseId{4})); }

TEST(RepresentativeCases, ALaterCaseOfTheSameConditionsCountsEvenIfSlower) {
    const std::vector cases{numbered(test::gpu_case(1024, 256, 10), 1), numbered(test::gpu_case(1024, 256, 99), 2),
                            numbered(test::gpu_case(1024, 512, 50), 3)};
    EXPECT_THAT(representative_cases(cases), ElementsAre(CaseId{3}));
}

TEST(RepresentativeCases, UniformBeforeOthersAndOnlyFinishedOnes) {
    auto sorted = numbered(test::gpu_case(1024, 256, 10), 2);
    sorted.workload.distribution = Distribution::sorted;
    auto failed = numbered(test::gpu_case(4096), 3);
    failed.status = CaseStatus::failed;
    EXPECT_THAT(representative_cases({numbered(test::gpu_case(1024, 256, 99), 1), sorted, failed}),
                ElementsAre(CaseId{1}));
    EXPECT_THAT(representative_cases({failed}), IsEmpty());
}

TEST(RenderReport, EachDeviceWithWhatItHas) {
    const auto text = render_report(sample(), screen);
    EXPECT_THAT(text, HasSubstr("5 cases on 3 devices"));
    EXPECT_THAT(text, HasSubstr("shares are of the measured kernel time"));
    EXPECT_THAT(text, HasSubstr("shares are of the modelled sectors"));
    EXPECT_THAT(text, HasSubstr("* modelled by the host interpreter, without a GPU."));
    EXPECT_THAT(text, HasSubstr("Throughput by number of keys: u32, uniform, block 256, L2 warm; measured"));
    EXPECT_THAT(text, HasSubstr("Throughput by block size: u32, uniform, 2^12 keys"));
    EXPECT_THAT(text, HasSubstr("AMD EPYC 9534 (cpu)"));
}

TEST(RenderReport, NothingToReport) {
    EXPECT_THAT(render_report({"a.db", {}, {}}, screen), HasSubstr("There is nothing to report"));
}

TEST(RenderReport, ManyStagesAreFolded) {
    auto record = numbered(test::gpu_case(1024), 1);
    for (auto& launch : record.launches) launch.stage = {static_cast<int>(launch.index) + 1, 1, ""};
    const auto text = render_report({"a.db", {record}, {record}}, screen);
    // Of 55 stages the 23 with the greatest shares stay; the other 32 took 1 + 2 + ... + 32 us.
    EXPECT_THAT(text, HasSubstr("32 more        32    528.00   34.3"));
    EXPECT_THAT(text, HasSubstr("8,192"));  // their sectors: 32 * 256
    EXPECT_THAT(text, HasSubstr("\n       55         1 "));
    EXPECT_THAT(text, HasSubstr("\n       33         1 "));
    EXPECT_THAT(text, Not(HasSubstr("\n       32         1 ")));
}

TEST(RenderThroughput, RanksCurvesAtTheirLargestSharedSize) {
    auto other = numbered(test::gpu_case(4096, 256, 10000), 3);
    other.variant = "cub-radix";
    const auto curves = analyzer::throughput_curves({numbered(test::gpu_case(4096, 256, 20000), 1),
                                                     numbered(test::gpu_case(8192, 256, 40000), 2), other});
    const auto text = render_throughput(curves, screen);
    const auto ranking = text.substr(text.find("Fastest first, at 2^12 keys"));
    EXPECT_LT(ranking.find("cub-radix"), ranking.find("bitonic-b2"));
    EXPECT_THAT(ranking, HasSubstr("0.500"));
}

TEST(RenderThroughput, SinglePointsOfABlockSweepStayInTheirOwnTable) {
    const auto curves = analyzer::throughput_curves(sample().cases);
    EXPECT_THAT(render_throughput({curves[0], curves[1]}, screen), Not(HasSubstr("512")));
    EXPECT_EQ(render_throughput({}, screen), "");
    EXPECT_EQ(render_block_sweeps({}, screen), "");
}

TEST(ReportJson, DevicesWithCurvesAndBreakdowns) {
    const auto json = report_json(sample());
    ASSERT_EQ(json["devices"].size(), 3U);
    EXPECT_EQ(json["devices"][0]["breakdowns"].size(), 1U);
    EXPECT_EQ(json["devices"][0]["block_sweeps"][0]["points"].size(), 2U);
    EXPECT_EQ(json["devices"][0]["throughput"][0]["provenance"], "measured");
    EXPECT_TRUE(json["devices"][1]["throughput"].empty());
}

}  // namespace
}  // namespace sortscope::cli
