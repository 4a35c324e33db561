
#include <gmock/gmock.h>

#include "present/csv/csv.hpp"
#include "present/json/analyses.hpp"
#include "tests/present/look.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// A case with counted traffic, and a case with a plan only.
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
        cases[0].factor = 1.274;
        cases[1].ns = 6104;
        cases[1].factor = 4553;
        cases[1].bound_ns = 700;
        cases[1].complete = false;
    }
};

TEST(PredictionTable, HasTheErrorAndTheBoundOfEachTime) {
    const Shown shown;
    const auto table = prediction_table(shown.cases);
    const std::vector<const char*> ids{"predicted_ns", "predicted_off_by", "bound_ns", "ratio"};
    EXPECT_THAT(texts(table, 0, ids), ElementsAre("6.100 ms", "1.27x", "", "0.22"));
    EXPECT_THAT(texts(table, 1, ids), ElementsAre("6.104 us", "4,553x", "700 ns", "0.00"));
    EXPECT_TRUE(table.provenances().contains(Provenance::modelled));
    EXPECT_THAT(csv::write(table), HasSubstr(",6104,modelled,4553,modelled,plan,700,modelled,"));
}

TEST(PredictedStages, OfTheTableAddUp) {
    Shown shown;
    std::vector<analyzer::PredictedStage> stages(2);
    for (auto& stage : stages)
        stage.launches = 1, stage.ns = 2000, stage.bound_ns = 400, stage.measured_ns = 9000;
    stages[1].complete = false;
    auto device = analyzer::device_model("H200");
    shown.cases[1].ns = 4000 + device.sort_ns;
    const auto table = predicted_stages_table(stages, shown.cases[1], device);
    const std::vector<const char*> ids{"predicted_ns", "bound_ns", "ratio"};
    EXPECT_THAT(texts(table, 0, ids), ElementsAre("2,000", "400", "0.22"));
    shown.cases[1].bound_ns = 13.895e6;
    EXPECT_THAT(predicted_stages_table(stages, shown.cases[1], device).notes,
                ::testing::Contains(HasSubstr("2.00x its bound")));
    EXPECT_THAT(texts(table, 1, ids), ElementsAre("2,000", "400", "0.22"));
    EXPECT_THAT(texts(table, 3, ids), ElementsAre("4,000", "800", "0.22")) << "total";
    EXPECT_EQ(cell(table, 3, "predicted_ns").number->as_double() +
                  cell(table, 4, "predicted_ns").number->as_double(),
              cell(table, 5, "predicted_ns").number->as_double());
}

TEST(PredictionJson, HasPredictionErrorAndBound) {
    const Shown shown;
    const auto json = [](const auto& shown_one) {
        std::string out;
        json::Writer writer([&](std::string_view piece) { out += piece; });
        writer.put(shown_one);
        writer.finish();
        return out;
    };
    EXPECT_THAT(json(shown.cases[1]),
                AllOf(HasSubstr("\"predicted_ns\": 6104"), HasSubstr("\"bound_ns\": 700"),
                      HasSubstr("\"traffic_counted\": false")));
    analyzer::PredictionErrors errors;
    EXPECT_THAT(json(errors), Not(HasSubstr("sorts_by_plan")));
    errors.planned.cases = 3;
    EXPECT_THAT(json(errors), HasSubstr("sorts_by_plan"));
}
}  // namespace
}
