#include "analyzer/predict.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "analyzer/calibrate.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::analyzer {
namespace {

using Id = CounterId;

/// A launch that loads and stores n u32 keys in order.
LaunchRecord copy_launch(double n, Provenance provenance = Provenance::measured) {
    LaunchRecord launch;
    launch.stage = {1, 1, "copy"};
    launch.kernel = "copy<u32>";
    launch.block.x = 256;
    launch.grid.x = static_cast<std::uint32_t>(std::max(1.0, n / 256));
    launch.registers = 16;
    launch.bound_bytes = static_cast<std::uint64_t>(8 * n);
    const double requests = n / 32;
    for (const auto& [id, value] : std::vector<std::pair<Id, double>>{{Id::gld_requests, requests}, {Id::gst_requests, requests}, {Id::gld_sectors, 4 * requests}, {Id::gst_sectors, 4 * requests},
                                                                      {Id::gld_tags, requests}, {Id::gst_tags, requests}, {Id::gld_32b_cc13, 0}, {Id::gld_64b_cc13, 2 * requests}, {Id::gld_128b_cc13, 0},
                                                                      {Id::gst_32b_cc13, 0}, {Id::gst_64b_cc13, 2 * requests}, {Id::gst_128b_cc13, 0}})
        launch.counters.push_back({id, provenance, Number(std::llround(value)), 1});
    if (provenance == Provenance::measured) launch.counters.push_back({Id::warp_instructions, provenance, Number(std::llround(10 * requests)), 1});
    return launch;
}

Workload keys(double n) {
    Workload workload;
    workload.n = static_cast<std::uint64_t>(n);
    return workload;
}

TEST(Demand, IsOfTheCountersOfOneProvenance) {
    const double n = 1 << 20;
    const auto demand = demand_of(copy_launch(n), keys(n), 9);
    EXPECT_EQ(demand.provenance, Provenance::measured);
    EXPECT_DOUBLE_EQ(demand.moved_bytes, 8 * n);
    EXPECT_DOUBLE_EQ(demand.requests, n / 16);
    EXPECT_DOUBLE_EQ(demand.warp_instructions, 10 * n / 32);
    EXPECT_FALSE(demand.instructions_estimated);
    EXPECT_DOUBLE_EQ(demand.data_bytes, 4 * n);
    EXPECT_FALSE(demand.dram_bytes);
    const auto modelled = demand_of(copy_launch(n, Provenance::modelled), keys(n), 9);
    EXPECT_EQ(modelled.provenance, Provenance::modelled);
    EXPECT_TRUE(modelled.instructions_estimated);
    EXPECT_DOUBLE_EQ(modelled.warp_instructions, instructions_per_access * n / 16);
}

TEST(Demand, FollowsTheRuleOfTheDevice) {
    auto launch = copy_launch(1 << 20);
    for (auto& counter : launch.counters)
        if (counter.id == Id::gld_tags) counter.value = Number(8 * (1 << 15));
    EXPECT_DOUBLE_EQ(demand_of(launch, keys(1 << 20), 1).moved_bytes, 64 * 4.0 * (1 << 15));
    EXPECT_DOUBLE_EQ(demand_of(launch, keys(1 << 20), 2).moved_bytes, 128 * 8.0 * (1 << 15) + 32 * 4.0 * (1 << 15));
    EXPECT_DOUBLE_EQ(demand_of(launch, keys(1 << 20), 3).moved_bytes, 32 * 8.0 * (1 << 15));
}

TEST(Demand, WithoutCountersIsTheAlgorithmsOwnBytes) {
    auto launch = copy_launch(1 << 20);
    launch.counters.clear();
    const auto demand = demand_of(launch, keys(1 << 20), 9);
    EXPECT_FALSE(demand.complete);
    EXPECT_DOUBLE_EQ(demand.moved_bytes, 8.0 * (1 << 20));
}

TEST(Predict, ALargeCopyTakesTheTimeOfItsMemory) {
    const auto& device = device_model("H200");
    const double n = 1 << 28;
    const auto one = predict(device, demand_of(copy_launch(n), keys(n), 9));
    EXPECT_EQ(one.limit, LaunchPart::dram);
    const double l2 = device.l2_kib * 1024;
    EXPECT_NEAR(one.of(LaunchPart::dram), device.constants.dram * 8 * n * (1 - l2 / (4 * n)) / device.dram_gb_per_s, 1);
    EXPECT_GT(one.ns, one.of(LaunchPart::dram));
    EXPECT_LT(one.ns, 1.6 * one.of(LaunchPart::dram));
}

TEST(Predict, WhatFitsIntoL2DoesNotReachMemory) {
    const double n = 1 << 20;
    EXPECT_EQ(predict(device_model("H200"), demand_of(copy_launch(n), keys(n), 9)).of(LaunchPart::dram), 0);
    EXPECT_GT(predict(device_model("GTX 260"), demand_of(copy_launch(n), keys(n), 1)).of(LaunchPart::dram), 0);  // it has no L2
}

TEST(Predict, MoreOfAnythingNeverTakesLess) {
    const auto& device = device_model("A100");
    const auto base = demand_of(copy_launch(1 << 22), keys(1 << 22), 8);
    const double ns = predict(device, base).ns;
    for (const auto member : {&LaunchDemand::warp_instructions, &LaunchDemand::requests, &LaunchDemand::moved_bytes, &LaunchDemand::tags, &LaunchDemand::shared_wavefronts,
                              &LaunchDemand::shared_requests, &LaunchDemand::barriers, &LaunchDemand::registers, &LaunchDemand::shared_bytes}) {
        auto more = base;
        more.*member = more.*member * 4 + 64;
        EXPECT_GE(predict(device, more).ns, ns);
    }
}

TEST(Predict, SortsAreTheirLaunchesAndAStart) {
    const auto& device = device_model("Tesla K10");
    const auto demand = demand_of(copy_launch(1 << 22, Provenance::modelled), keys(1 << 22), 3);
    const auto sort = predict(device, std::vector{demand, demand, demand});
    EXPECT_NEAR(sort.ns, device.sort_ns + 3 * predict(device, demand).ns, 1e-6);
    EXPECT_TRUE(sort.instructions_estimated);
    EXPECT_EQ(sort.counters, Provenance::modelled);
    EXPECT_TRUE(sort.complete);
}

TEST(Predict, NewerDevicesAreFaster) {
    const double n = 1 << 26;
    double last = 1e18;
    for (const auto* name : {"GTX 260", "Titan Xp", "A100", "H100", "H200"}) {
        const auto& device = device_model(name);
        const double ns = predict(device, demand_of(copy_launch(n), keys(n), device.cc_major)).ns;
        EXPECT_LT(ns, last) << name;
        last = ns;
    }
}

/// Cases whose times the model itself gives, with a device of other constants.
struct Cases {
    std::vector<CaseRecord> records;
    std::vector<PredictionCase> cases;

    Cases(const DeviceModel& truth, int count) {
        records.resize(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            auto& record = records[static_cast<std::size_t>(i)];
            const double n = 1 << (10 + 2 * (i % 9));
            record.id = CaseId{i + 1};
            record.variant = i % 2 == 0 ? "even" : "odd";
            record.workload = keys(n);
            record.workload.seed = static_cast<std::uint64_t>(i);
            PredictionCaseBuilder builder(record, 9);
            auto launch = copy_launch(n);
            for (int again = 0; again < 1 + i % 4; ++again) {
                launch.counters.push_back({Id::shared_ld_requests, Provenance::measured, Number(std::llround(n / 8 * (i % 3))), 1});
                launch.duration_ns = std::llround(predict(truth, demand_of(launch, record.workload, 9)).ns);
                builder.add(launch);
            }
            auto one = builder.take();
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

TEST(PredictionCases, HoldAlikeLaunchesOnce) {
    const Cases made(device_model("H200"), 4);
    for (const auto& one : made.cases) {
        std::uint64_t launches = 0;
        for (const auto count : one.counts) launches += count;
        EXPECT_EQ(launches, static_cast<std::uint64_t>(1 + (static_cast<int>(one.record->id) - 1) % 4));
        EXPECT_EQ(one.demands.size(), 1u);
    }
}

TEST(Calibration, FindsConstantsThatPredictTheOtherHalf) {
    const auto truth = another_h200();
    const Cases made(truth, 60);
    const auto split = halves(made.cases);
    EXPECT_EQ(split.fitted.size(), 30u);
    EXPECT_EQ(split.tested.size(), 30u);
    const auto before = prediction_errors(device_model("H200"), split.tested);
    const auto device = calibrated(device_model("H200"), split.fitted);
    const auto after = prediction_errors(device, split.tested);
    EXPECT_GT(before.sorts.median, 0.1);
    EXPECT_LT(after.sorts.median, 0.03);
    EXPECT_LE(after.sorts.median, after.sorts.worst);
    EXPECT_EQ(after.by_variant.size(), 2u);
    EXPECT_EQ(calibrated(device_model("H200"), split.fitted), device);  // the same again
}

TEST(Calibration, NeedsCases) {
    const Cases made(device_model("H200"), 4);
    test::expect_error(ErrorKind::usage, "at least 8 are needed", [&] { calibrated(device_model("H200"), halves(made.cases).fitted); });
}

TEST(PredictedStages, AddUpByStageAndKernel) {
    CaseRecord record;
    record.workload = keys(1 << 20);
    const auto& device = device_model("H200");
    PredictedStages stages(device, record);
    auto launch = copy_launch(1 << 20);
    launch.duration_ns = 3000;
    stages.add(launch);
    stages.add(launch);
    launch.stage.stage = 2;
    launch.duration_ns.reset();
    stages.add(launch);
    ASSERT_EQ(stages.stages().size(), 2u);
    EXPECT_EQ(stages.stages()[0].launches, 2u);
    EXPECT_EQ(stages.stages()[0].measured_ns, 6000);
    EXPECT_FALSE(stages.stages()[1].measured_ns);
    EXPECT_NEAR(stages.stages()[0].ns, 2 * stages.stages()[1].ns, 1e-9);
}

}  // namespace
}  // namespace sortscope::analyzer
