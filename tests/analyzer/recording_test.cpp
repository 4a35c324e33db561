#include "analyzer/timing/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analyzer/timing/history.hpp"
#include "tests/sample/made_cases.hpp"

namespace sortscope::analyzer {
namespace {
using made::compared, made::file_of, made::one_round, made::sizes, made::timed;
using testing::ElementsAre;

/// "driver_version 1 against 2 in 10".
std::vector<std::string> texts_of(const Comparison& comparison) {
    std::vector<std::string> texts;
    for (const auto& [one, pairs] : possible_causes(comparison))
        texts.push_back(std::string(one.what) + " " + one.base + " against " + one.other + " in " +
                        std::to_string(pairs));
    return texts;
}

TEST(PossibleCauses, AreTheKnownDifferencesOfTwoRecordings) {
    auto others = sizes(1.5);
    for (auto& record : others) {
        record.run = RunId{2};
        record.device.driver_version = "590.1";
        record.device.cuda_version = "13.1";
    }
    others.at(0) = one_round(others.at(0), TimeMode::graph);
    auto base = sizes();
    for (auto& record : base) record.device.driver_version = "580.65";  // its CUDA version is unknown
    const std::vector files{file_of("a.db", base), file_of("b.db", others)};
    EXPECT_THAT(texts_of(compared(files)),
                ElementsAre("program_version 0.1.0 against 0.2.0 in 10",
                            "driver_version 580.65 against 590.1 in 10", "rounds 3 against 1 in 1"));
}

TEST(PossibleCauses, AreNoneOfEqualTimesOrOfOneRecording) {
    auto others = sizes();
    for (auto& record : others) record.device.driver_version = "590.1";
    auto base = sizes();
    for (auto& record : base) record.device.driver_version = "580.65";
    const std::vector same{file_of("a.db", base), file_of("b.db", others)};
    EXPECT_EQ(compared(same).count(Verdict::same), 10U);
    EXPECT_TRUE(possible_causes(compared(same)).empty());
    auto of_one_run = sizes(1.5);
    for (auto& record : of_one_run)
        record.subject.name = "bitonic-c4", record.device.driver_version = "590.1";
    base.insert(base.end(), of_one_run.begin(), of_one_run.end());
    const std::vector one{file_of("a.db", base)};
    CompareOptions across;
    across.across = {"variant"};
    across.values = {"bitonic-b2", "bitonic-c4"};
    EXPECT_EQ(compared(one, across).count(Verdict::slower), 10U);
    EXPECT_TRUE(possible_causes(compared(one, across)).empty());
}

TEST(PossibleCauses, NameTwoGpusOfOneModel) {
    auto others = sizes(1.5);
    for (auto& record : others) record.device.uuid = "GPU-2";
    const std::vector files{file_of("a.db", sizes()), file_of("b.db", others)};
    CompareOptions across;
    across.across = {"device"};
    EXPECT_THAT(texts_of(compared(files, across)), ElementsAre("device_uuid GPU-1 against GPU-2 in 10"));
    for (auto& record : others) record.device.name = "NVIDIA H100";
    const std::vector models{file_of("a.db", sizes()), file_of("b.db", others)};
    EXPECT_TRUE(possible_causes(compared(models, across)).empty()) << "the models are what is compared";
}

TEST(Histories, NameTheVersionsOfAChange) {
    auto later = timed(2, 1 << 20, 1.2e6);
    later.run = RunId{2};
    const auto found = histories(file_of("a.db", {timed(1, 1 << 20, 1e6), later}), {}, 0.02);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].points.back().version, "0.2.0");
    ASSERT_EQ(found[0].changes.size(), 1U);
    EXPECT_THAT(found[0].changes[0].causes,
                ElementsAre(RecordingDifference{"program_version", "0.1.0", "0.2.0"}));
}
}  // namespace
}
