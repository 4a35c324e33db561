#include "analyzer/model/calibrate.hpp"

#include <gtest/gtest.h>

#include "core/condition.hpp"
#include "tests/analyzer/copy_launch.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::analyzer {
namespace {
using made::copy_launch, made::Id, made::keys;

/// Cases whose times are predictions of the model, with the constants of `truth`.
struct Cases {
    std::vector<CaseRecord> records;
    std::vector<PredictionCase> cases;

    Cases(const DeviceModel& truth, int count) {
        records.resize(size_t(count));
        for (int i = 0; i < count; ++i) {
            auto& record = records[size_t(i)];
            const double n = 1 << (10 + 2 * (i % 9));
            record.id = CaseId{i + 1};
            record.subject.name = i % 2 == 0 ? "even" : "odd";
            edit(record).workload = keys(n);
            edit(record).workload.seed = uint64_t(i);
            PredictionCase one(record, 9);
            auto launch = copy_launch(n);
            for (int again = 0; again < 1 + i % 4; ++again) {
                launch.counters.push_back(
                    {Id::shared_ld_requests, Provenance::measured, Number(std::llround(n / 8 * (i % 3))), 1});
                launch.duration_ns =
                    std::llround(predict(truth, demand_of(launch, double(record.bytes()), 9)).ns);
                one.add(launch);
            }
            one.measured_sort_ns = predicted_sort_ns(truth, one);
            cases.push_back(std::move(one));
        }
    }
};

DeviceModel another_h200() {
    auto truth = device_model("H200");
    truth.launch_ns = 800;
    truth.sort_ns = 2700;
    truth.constants.l2 = 0.7;
    truth.constants.instruction_cycles = 2;
    truth.constants.memory_part = 0.1;
    truth.constants.dram = 1.1;
    return truth;
}

TEST(Calibration, FindsConstantsThatPredictTheOtherHalf) {
    const auto truth = another_h200();
    const Cases made(truth, 60);
    const auto split = halves(made.cases);
    EXPECT_EQ(split.fitted.size() + split.tested.size(), 60u);
    EXPECT_GE(split.tested.size(), 20u);
    const auto before = prediction_errors(device_model("H200"), split.tested);
    const auto device = calibrated(device_model("H200"), split.fitted);
    const auto after = prediction_errors(device, split.tested);
    EXPECT_GT(before.sorts.median, 0.1);
    EXPECT_LT(after.sorts.median, 0.03);
    const auto exact = prediction_errors(truth, split.tested).sorts;
    EXPECT_NEAR(exact.worst + exact.mean + exact.bias, 0, 1e-9) << "its own times";
    EXPECT_EQ(after.by_variant.size(), 2u);
    EXPECT_EQ(calibrated(device_model("H200"), split.fitted), device);  // the result is reproducible
    EXPECT_EQ(device.constants.divergence_cycles, 0) << "no warp parts in any of them";
    test::expect_error(ErrorKind::usage, "at least 8 are needed",
                       [&] { calibrated(device_model("H200"), std::span(split.fitted).first(7)); });
}

TEST(Calibration, NoConditionIsInBothHalves) {
    const Cases made(device_model("H200"), 60);
    auto cases = made.cases;
    // Repeats all conditions in another run, in another time mode and on another GPU of the model.
    auto again = made.records;
    for (size_t i = 0; i < again.size(); ++i) {
        again[i].id = CaseId{1000 + int64_t(i)};
        again[i].run = RunId{2};
        again[i].time_mode = i % 2 == 0 ? TimeMode::stream : again[i].time_mode;
        again[i].device.uuid = "GPU-2";
        cases.push_back(made.cases[i]);
        cases.back().record = &again[i];
    }
    const auto split = halves(cases);
    EXPECT_EQ(split.fitted.size() + split.tested.size(), 120u);
    std::set<uint64_t> fitted;  // seeds identify the conditions
    for (const auto* one : split.fitted) fitted.insert(one->record->input->seed);
    for (const auto* one : split.tested) EXPECT_FALSE(fitted.contains(one->record->input->seed));
    EXPECT_GT(split.tested.size(), 30u);
}

CaseRecord of_device(const std::string& name, int multiprocessors) {
    CaseRecord record;
    record.id = CaseId{1};
    edit(record).workload = keys(1 << 20);
    record.device.backend = record.backend = BackendKind::cupti;
    record.device.name = name;
    record.device.multiprocessors = multiprocessors;
    return record;
}

/// The case of `record` with one launch and a sort time of 20 us.
PredictionCase prediction_of(const CaseRecord& record, const LaunchRecord& launch) {
    PredictionCase one(record, 9);
    one.add(launch);
    one.measured_sort_ns = 20000;
    return one;
}

TEST(PredictionCases, LaunchesWithoutATimeCountAsNoTimeNotAsZero) {
    const auto record = of_device("NVIDIA H200", 132);
    PredictionCase one(record, 9);
    auto launch = copy_launch(1 << 20);
    launch.duration_ns = 3000;
    one.add(launch);
    launch.duration_ns.reset();
    for (int i = 0; i < 3; ++i) one.add(launch);
    launch.duration_ns = 5000;
    one.add(launch);
    ASSERT_EQ(one.launches.size(), 1u);
    EXPECT_EQ(std::tuple(one.launches[0].count, one.launches[0].timed), std::tuple(5u, 2u));
    EXPECT_DOUBLE_EQ(one.launches[0].measured_ns, 4000);
    EXPECT_EQ(one.untimed(), 3u);
    one.measured_sort_ns = 20000;
    const auto errors = prediction_errors(device_model("H200"), std::vector<const PredictionCase*>{&one});
    EXPECT_EQ(std::tuple(errors.untimed_launches, errors.launches.cases), std::tuple(3u, 1u));
}

TEST(PredictionCases, ALibrarysLaunchWithoutCountersIsNotPredicted) {
    const auto record = of_device("NVIDIA H200", 132);
    auto launch = copy_launch(1 << 20);
    EXPECT_TRUE(prediction_of(record, launch).known());
    launch.required_bytes = 0;  // a library has no plan
    EXPECT_TRUE(prediction_of(record, launch).known() && prediction_of(record, launch).opaque());
    launch.counters.clear();
    const std::vector cases{prediction_of(record, launch)};
    EXPECT_FALSE(cases.front().known());
    const auto shown = predictions(device_model("H200"), cases);
    EXPECT_FALSE(shown.cases.front().ns);
    EXPECT_EQ(halves(cases).fitted.size(), 0u);
    EXPECT_EQ(prediction_errors(device_model("H200"), std::vector<const PredictionCase*>{&cases.front()})
                  .sorts.cases,
              0u);
}

TEST(Predictions, AreHeldAgainstTimesOfTheirOwnCardAlone) {
    const auto& h100 = device_model("H100");
    EXPECT_TRUE(is_of(of_device("NVIDIA H100 80GB HBM3", 132), h100));
    EXPECT_FALSE(is_of(of_device("NVIDIA H100 PCIe", 114), h100)) << "called like it";
    EXPECT_FALSE(is_of(of_device("NVIDIA H100", 16), h100)) << "a part of it";
    auto mine = h100;
    mine.name = "NVIDIA H100 PCIe";
    mine.multiprocessors = 114;
    EXPECT_TRUE(is_of(of_device("NVIDIA H100 PCIe", 114), mine)) << "a device file of somebody's own";
    mine.name = "NVIDIA H100";
    mine.dram_gb_per_s = 1700;  // a measured figure
    EXPECT_TRUE(is_of(of_device("NVIDIA H100", 132), mine));
}

TEST(Predictions, ByThePlanHaveTheirOwnError) {
    const auto record = of_device("NVIDIA H200", 132);
    const auto& device = device_model("H200");
    auto launch = copy_launch(1 << 20);
    std::vector cases{prediction_of(record, launch)};
    launch.counters.clear();
    cases.push_back(prediction_of(record, launch));
    cases.back().measured_sort_ns = 1e6;
    const auto result = predictions(device, cases);
    EXPECT_EQ(std::tuple(result.errors->sorts.cases, result.errors->planned.cases), std::tuple(1U, 1U));
    for (const auto& [one, measured_ns] : {std::pair(result.cases[0], 20000.0), {result.cases[1], 1e6}}) {
        const double ratio = *one.ns / measured_ns;
        EXPECT_DOUBLE_EQ(*one.factor, std::max(ratio, 1 / ratio));
        EXPECT_LT(*one.bound_ns, *one.ns);
    }
    EXPECT_FALSE(result.cases[1].complete);
    EXPECT_FALSE(predicted_stages(device, cases[1])[0].complete);
}

TEST(Predictions, OnAnotherDeviceHaveTheErrorsOfTheRecordingOne) {
    const auto record = of_device("NVIDIA H200", 132);
    const std::vector cases{prediction_of(record, copy_launch(1 << 20))};
    const auto &a100 = device_model("A100"), &h200 = device_model("H200");
    EXPECT_FALSE(predictions(a100, cases).cases[0].factor);
    const auto result = predictions(a100, cases, &h200);
    EXPECT_EQ(result.tried, "NVIDIA H200");
    EXPECT_EQ(result.cases[0].factor, predictions(h200, cases).cases[0].factor);
    EXPECT_GT(*result.cases[0].ns, *predictions(h200, cases).cases[0].ns);
    // Every predicted time needs the memory latency. Without it, only the bound is known.
    auto unknown = a100;
    unknown.memory_latency_ns = 0;
    const auto without = predictions(unknown, cases, &h200).cases[0];
    EXPECT_FALSE(without.ns || without.factor);
    EXPECT_EQ(without.bound_ns, result.cases[0].bound_ns);
    EXPECT_FALSE(predicted_stages(unknown, cases[0])[0].known);
    test::expect_error(ErrorKind::usage, "has no memory_latency_ns",
                       [&] { calibrated(unknown, std::vector<const PredictionCase*>(8, &cases[0])); });
}
}  // namespace
}
