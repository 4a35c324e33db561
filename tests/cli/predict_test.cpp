// `sortscope predict` through the program, and its model on the recorded examples.
#include <cmath>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "analyzer/model/calibrate.hpp"
#include "db/read/reader.hpp"
#include "tests/cli/program.hpp"

namespace sortscope::test {
namespace {
TEST(Bounds, AreBelowEveryMeasuredTime) {
    const Folder folder;
    size_t cases = 0, planned = 0;
    for (const char* file : {SORTSCOPE_EXAMPLE, SORTSCOPE_EXAMPLES "/h200x2.db", SORTSCOPE_FAULTS}) {
        const auto all = folder.json(fmt::format("predict '{}' --backend cupti", file));
        for (const auto& one : all["cases"]) {
            if (!one.contains("bound_ns")) continue;
            ++cases;
            EXPECT_GT(one["bound_ns"], 0);
            EXPECT_LE(one["bound_ns"], one["measured_ns"]) << file << ", case " << one["case_id"];
            // Predictions have error factors: they are estimates, not bounds.
            EXPECT_GE(one["predicted_off_by"], 1);
            planned += one["traffic_counted"] ? 0U : 1U;
        }
    }
    EXPECT_GT(cases, 550U);
    EXPECT_GE(planned, 100U);
}

TEST(PredictedStages, AddUpToTheSortAndKeepTheirBounds) {
    using namespace analyzer;
    const db::Reader reader(SORTSCOPE_EXAMPLE);
    size_t checked = 0;
    for (const auto& record : reader.cases()) {
        if (record.status != CaseStatus::ok || record.launch_count == 0 ||
            record.backend != BackendKind::cupti)
            continue;
        const auto device = with_limits(*published_model(record.device), limits_of(reader, record));
        const auto one = prediction_case(reader, record, device.cc_major);
        if (!one.known()) continue;
        ++checked;
        double ns = device.sort_ns + predicted_moves_ns(device, one), bound = start_bound_ns(device);
        for (const auto& stage : predicted_stages(device, one)) {
            ns += stage.ns;
            bound += stage.bound_ns.value_or(0);
            EXPECT_LE(stage.bound_ns.value_or(0), stage.measured_ns.value_or(HUGE_VAL));
        }
        const double sort = predicted_sort_ns(device, one);
        EXPECT_NEAR(ns, sort, 1e-9 * sort) << "case " << int64_t(record.id);
        const auto of_sort = sort_bound_ns(device, one);
        EXPECT_NEAR(bound, of_sort.value_or(bound), 1e-6);
    }
    EXPECT_GT(checked, 500U);
}

using Predict = SampleTest;

TEST_F(Predict, TheTimeOnAnotherDevice) {
    const auto json = folder.json("predict --on A100");
    EXPECT_EQ(json["errors_measured_on"], "NVIDIA H200");
    EXPECT_EQ(json["device"]["name"], "NVIDIA A100");
    ASSERT_FALSE(json["cases"].empty());
    for (const auto& one : json["cases"]) {
        EXPECT_EQ(one["provenance"], "modelled");
        EXPECT_GT(one["predicted_ns"], 0);
    }
    has(folder.text("predict --on A100"), {"predicted*", "published: device memory 1,555 GB/s"});
    const auto one = folder.json("predict 1 --on H100");
    ASSERT_EQ(one["cases"].size(), 1u);
    double sum = one["device"]["sort_ns"];
    for (const auto& stage : one["cases"][0]["stages"]) sum += stage["predicted_ns"].get<double>();
    EXPECT_NEAR(sum, one["cases"][0]["predicted_ns"].get<double>(), 1e-9 * sum);
    has(folder.text("predict 1 --on H100"), {"limited by"});
}

TEST_F(Predict, ACardThatIsMerelyCalledLikeAnotherHasNoFigures) {
    SQLite::Database(folder.path() / "sortscope.db", SQLite::OPEN_READWRITE)
        .exec("update device set name = 'NVIDIA H100 NVL', multiprocessors = 114 where backend_id = 1");
    folder.refuses("predict", 2, "132 SMs");
    has(folder.text("predict --on H100 --json"), {}, {"measured_ns"});  // another card's times
    folder.refuses("predict --on 'NVIDIA H100 NVL'", 2);
    // --device chooses cases here as in every command.
    EXPECT_EQ(folder.json("predict --on H100 --device NVL")["cases"],
              folder.json("predict --on H100 --backend cupti")["cases"]);
    folder.refuses("predict --on H100 --device A100", 2);
}

TEST_F(Predict, DevicesOfOnesOwn) {
    has(folder.text("predict --devices"), {"GTX 260", "NVIDIA H200", "NVIDIA GeForce RTX 5090"});
    // A device without all figures has bounds only.
    has(folder.text("predict --on B200"), {"no source gives clock_mhz"}, {"predicted*"});
    folder.write("bad.json", "{\n  \"name\": \"mine\",\n  \"multiprocessors\": 0\n}\n");
    folder.refuses("predict --on bad.json", 5, "bad.json, line 3");
    folder.refuses("predict --on gone.json", 5);
    folder.refuses("predict --on H2000", 2, "NVIDIA H200");
    for (const auto* words : {"sortscope.db", "3", "--key u32", "--on A100"})
        folder.refuses(std::string("predict --devices ") + words, 2, "--devices");
}

TEST_F(Predict, CalibratesOnHalfAndWritesTheDevice) {
    const std::string example =
        "predict '" SORTSCOPE_EXAMPLE "' --variant bitonic-semi,bitonic-c4 --on H200 ";
    const auto json = folder.json(example + "--backend cupti --calibrate mine.json");
    EXPECT_GT(json["errors_of_other_half"]["sorts"]["cases"], 3);
    EXPECT_LT(json["errors_of_other_half"]["sorts"]["median_ratio"], 0.25);
    const auto device = json::parse(folder.read("mine.json"));
    EXPECT_EQ(device["name"], "NVIDIA H200");
    EXPECT_TRUE(device.contains("constants") && device.contains("calibrated"));
    has(folder.text("predict --on mine.json"), {"constants calibrated by"});
    folder.refuses("predict --on H200 --calibrate few.json", 2);
    // A bad output is refused before any fit.
    folder.refuses(example + "--calibrate half.json -o none/text.txt", 4);
    EXPECT_FALSE(folder.has("half.json"));
    folder.refuses("predict --on H200 --calibrate one.json -o one.json", 2);
    EXPECT_FALSE(folder.has("one.json"));
}
}  // namespace
}
