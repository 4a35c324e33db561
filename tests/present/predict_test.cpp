
#include <gmock/gmock.h>

#include "present/csv/csv.hpp"
#include "present/json/analyses.hpp"
#include "tests/present/look.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A case with counted traffic, and one with its plan alone.
struct Shown {
    std::vector<CaseRecord> records{2};
    std::vector<PredictedCase> cases{2};
    Shown() {
        for (size_t i = 0; i < 2; ++i) {
            records[i].id = CaseId{int64_t(i) + 1};
            records[i].subject.name = "rank";
            records[i].backend = records[i].device.backend = BackendKind::cupti;
            edit(records[i]).workload.key = KeyType::f32;
            records[i].cache_state = "warm";
            edit(records[i]).workload.n = 1ULL << (16 + 2 * i);
            cases[i].record = &records[i];
            cases[i].measured_ns = 27.79e6;
        }
        cases[0].ns = 6.1e6;
        cases[1].least_ns = 6104;
        cases[1].complete = false;
    }
};

TEST(PredictionTable, OfAPlanAloneSaysWhatTheTimeIsAbove) {
    const Shown shown;
    const auto table = prediction_table(shown.cases);
    EXPECT_EQ(test::text(table, 0, "predicted_ns"), "6.100 ms");
    EXPECT_EQ(test::text(table, 1, "predicted_ns"), "> 6.104 us");
    EXPECT_FALSE(cell(table, 1, "predicted_ns").number) << "it sorts as no prediction";
    EXPECT_TRUE(table.provenances().contains(Provenance::modelled));
    EXPECT_THAT(csv::write(table),
                AllOf(HasSubstr("\r\n2,"), HasSubstr(",6104,modelled,plan,"), Not(HasSubstr(">"))));
}

TEST(PredictedStages, OfAPlanAloneSayWhatTheirTimeIsAbove) {
    const Shown shown;
    std::vector<analyzer::PredictedStage> stages(2);
    for (auto& stage : stages) stage.launches = 1, stage.ns = 2000, stage.measured_ns = 9000;
    stages[1].complete = false;
    const auto table = predicted_stages_table(stages, shown.cases[1], analyzer::device_model("H200"));
    const std::vector<const char*> ids{"predicted_ns", "ratio"};
    EXPECT_THAT(texts(table, 0, ids), ::testing::ElementsAre("2,000", "0.22"));
    EXPECT_THAT(texts(table, 1, ids), ::testing::ElementsAre("> 2,000", ""));
    EXPECT_EQ(test::text(table, 1, "limit"), "") << "of what was not counted nobody knows";
    EXPECT_THAT(texts(table, 3, ids), ::testing::ElementsAre("> 4,000", "")) << "total";
    EXPECT_THAT(texts(table, 5, ids), ::testing::ElementsAre("> 6,104", "")) << "sort";
}

TEST(PredictionJson, OfAPlanAloneIsALeast) {
    const Shown shown;
    const auto json = [](const auto& shown_one) {
        std::string out;
        json::Writer writer([&](std::string_view piece) { out += piece; });
        writer.put(shown_one);
        writer.finish();
        return out;
    };
    EXPECT_THAT(json(shown.cases[1]),
                AllOf(HasSubstr("\"predicted_at_least_ns\": 6104"), Not(HasSubstr("\"predicted_ns\""))));
    analyzer::PredictedStage stage;
    stage.ns = 2000;
    stage.complete = false;
    EXPECT_THAT(json(stage), AllOf(HasSubstr("\"predicted_at_least_ns\": 2000"), Not(HasSubstr("limit"))));
    analyzer::PredictionErrors errors;
    errors.uncounted_cases = 3;
    EXPECT_THAT(json(errors), HasSubstr("\"cases_left_out\": 3"));
}
}  // namespace
}
