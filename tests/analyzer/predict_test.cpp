#include "analyzer/model/predict.hpp"

#include <gtest/gtest.h>

#include "tests/analyzer/copy_launch.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::analyzer {
namespace {
using made::bytes_of, made::copy_launch, made::Id, made::keys;

TEST(Demand, IsOfTheCountersOfOneProvenance) {
    const double n = 1 << 20;
    const auto demand = demand_of(copy_launch(n), bytes_of(n), 9);
    EXPECT_EQ(demand.provenance, Provenance::measured);
    EXPECT_DOUBLE_EQ(demand.moved_bytes, 8 * n);
    EXPECT_DOUBLE_EQ(demand.requests, n / 16);
    EXPECT_DOUBLE_EQ(demand.warp_instructions, 10 * n / 32);
    EXPECT_FALSE(demand.instructions_estimated);
    EXPECT_DOUBLE_EQ(demand.data_bytes, 4 * n);
    EXPECT_FALSE(demand.dram_bytes);
    const auto modelled = demand_of(copy_launch(n, Provenance::modelled), bytes_of(n), 9);
    EXPECT_EQ(modelled.provenance, Provenance::modelled);
    EXPECT_TRUE(modelled.instructions_estimated);
    EXPECT_DOUBLE_EQ(modelled.warp_instructions, instructions_per_access * n / 16);
}

TEST(Demand, FollowsTheRuleOfTheDevice) {
    auto launch = copy_launch(1 << 20);
    for (auto& counter : launch.counters)
        if (counter.id == Id::gld_tags) counter.value = Number(8 * (1 << 15));
    const auto bytes_a_request = [&](int cc_major) {
        return demand_of(launch, bytes_of(1 << 20), cc_major).moved_bytes / (1 << 15);
    };
    EXPECT_DOUBLE_EQ(bytes_a_request(1), 64 * 4);
    EXPECT_DOUBLE_EQ(bytes_a_request(2), 128 * 8 + 32 * 4);
    EXPECT_DOUBLE_EQ(bytes_a_request(3), 32 * 8);
    launch.counters.clear();
    const auto demand = demand_of(launch, bytes_of(1 << 20), 9);
    EXPECT_FALSE(demand.complete) << "without counters the required bytes are moved";
    EXPECT_DOUBLE_EQ(demand.moved_bytes, 8.0 * (1 << 20));
}

TEST(Demand, WarpsPartInMachineCodeAlone) {
    auto launch = copy_launch(1 << 20);
    launch.counters.push_back({Id::divergent_branches, Provenance::counted, Number(700), 1});
    EXPECT_EQ(demand_of(launch, bytes_of(1 << 20), 9).divergent_warps, 0);
    launch.counters.push_back({Id::divergent_branch_targets, Provenance::measured, Number(30), 1});
    EXPECT_EQ(demand_of(launch, bytes_of(1 << 20), 9).divergent_warps, 30);
    auto modelled = copy_launch(1 << 20, Provenance::modelled);
    modelled.counters.push_back({Id::divergent_branches, Provenance::modelled, Number(700), 1});
    EXPECT_EQ(demand_of(modelled, bytes_of(1 << 20), 9).divergent_warps, 0);
}

TEST(Demand, OfLaunchesTogetherIsScaledToOne) {
    const auto with = [](double n, double blocks_of) {
        auto launch = copy_launch(n);
        launch.grid.x = uint32_t(blocks_of);
        for (const auto& [id, a_key] : std::vector<std::pair<Id, double>>{{Id::divergent_branch_targets, 0.5},
                                                                          {Id::dram_read_bytes, 4},
                                                                          {Id::dram_write_bytes, 2},
                                                                          {Id::l2_sectors, 1},
                                                                          {Id::barriers, 0.25},
                                                                          {Id::shared_ld_requests, 1},
                                                                          {Id::shared_st_requests, 1},
                                                                          {Id::shared_ld_conflicts, 0.5},
                                                                          {Id::shared_st_conflicts, 0.5}})
            launch.counters.push_back({id, Provenance::measured, Number(std::llround(a_key * n)), 1});
        return demand_as_recorded(launch, bytes_of(1 << 20));
    };
    const auto one = with(1 << 20, 4096), four = with(4 << 20, 4096).scaled(0.25);
    for (const auto member :
         {&LaunchDemand::blocks, &LaunchDemand::block_threads, &LaunchDemand::registers,
          &LaunchDemand::warp_instructions, &LaunchDemand::requests, &LaunchDemand::moved_bytes,
          &LaunchDemand::tags, &LaunchDemand::shared_requests, &LaunchDemand::shared_wavefronts,
          &LaunchDemand::barriers, &LaunchDemand::divergent_warps, &LaunchDemand::data_bytes,
          &LaunchDemand::required_bytes}) {
        EXPECT_GT(one.*member, 0);
        EXPECT_DOUBLE_EQ(four.*member, one.*member);
    }
    EXPECT_DOUBLE_EQ(four.dram_bytes.value(), one.dram_bytes.value());
    EXPECT_DOUBLE_EQ(four.l2_bytes.value(), one.l2_bytes.value());
}

TEST(Predict, ALargeCopyTakesTheTimeOfItsMemory) {
    const auto& device = device_model("H200");
    const double n = 1 << 30;
    const auto one = predict(device, demand_of(copy_launch(n), bytes_of(n), 9));
    EXPECT_EQ(one.limit, LaunchPart::dram);
    const double l2 = device.l2_kib * 1024;
    EXPECT_NEAR(one.of(LaunchPart::dram),
                device.constants.dram * 8 * n * (1 - l2 / (4 * n)) / device.dram_gb_per_s, 1);
    EXPECT_GT(one.ns, one.of(LaunchPart::dram));
    EXPECT_LT(one.ns, 1.6 * one.of(LaunchPart::dram));
    // If L2 holds the keys, device memory moves nothing. An old device has no L2.
    const auto small = demand_of(copy_launch(1 << 20), bytes_of(1 << 20), 9);
    EXPECT_EQ(predict(device, small).of(LaunchPart::dram), 0);
    EXPECT_GT(predict(device_model("GTX 260"), small).of(LaunchPart::dram), 0);
}

TEST(Predict, MoreOfAnythingNeverTakesLess) {
    const auto& device = device_model("A100");
    const auto base = demand_of(copy_launch(1 << 22), bytes_of(1 << 22), 8);
    const double ns = predict(device, base).ns;
    for (const auto member :
         {&LaunchDemand::warp_instructions, &LaunchDemand::requests, &LaunchDemand::moved_bytes,
          &LaunchDemand::tags, &LaunchDemand::shared_wavefronts, &LaunchDemand::shared_requests,
          &LaunchDemand::barriers, &LaunchDemand::divergent_warps, &LaunchDemand::registers,
          &LaunchDemand::shared_bytes}) {
        auto more = base;
        more.*member = more.*member * 4 + 64;
        EXPECT_GE(predict(device, more).ns, ns);
    }
    auto block = base;
    block.shared_bytes = device.shared_kib / 4 * 1024;
    EXPECT_EQ(resident_blocks(device, block), 3) << "the system reserves 1 KiB of each";
}

TEST(PredictionCase, WhatTheSortSetsAndCopiesTakesLaunchesToo) {
    CaseRecord record;
    edit(record).workload = keys(1 << 20);
    const auto& device = device_model("H200");
    const auto built = [&](std::vector<TransferRecord> transfers) {
        PredictionCase one(record, device.cc_major);
        auto launch = copy_launch(1 << 20);
        launch.start_ns = 5000;
        one.add(launch);
        one.add(transfers);
        return one;
    };
    using enum TransferKind;
    const auto without = built({{host_to_device, 1 << 22, 0, 100},
                                {device_to_device, 1 << 22, 2000, 100},
                                {device_to_host, 1 << 22, 9000, 100}});
    EXPECT_EQ(without.moves, 0u)
        << "the input is brought and restored before the sort, and its output fetched after it";
    EXPECT_EQ(predicted_moves_ns(device, without), 0);
    const auto with = built({{device_to_device, 1 << 22, 2000, 100},
                             {set, 4096, 3000, 100},
                             {device_to_device, 8192, 7000, 100}});
    EXPECT_EQ(with.moves, 2u);
    EXPECT_DOUBLE_EQ(with.moved_bytes, 4096 + 2 * 8192);
    EXPECT_NEAR(predicted_sort_ns(device, with) - predicted_sort_ns(device, without),
                2 * device.launch_ns + device.constants.l2 * 20480 / device.l2_gb_per_s, 1e-6);
}

TEST(PredictedStages, AddUpByStageAndKernel) {
    CaseRecord record;
    edit(record).workload = keys(1 << 20);
    const auto& device = device_model("H200");
    PredictionCase one(record, device.cc_major);
    auto launch = copy_launch(1 << 20);
    launch.duration_ns = 3000;
    one.add(launch);
    one.add(launch);
    launch.stage.stage = 2;
    launch.duration_ns.reset();
    one.add(launch);
    const auto stages = predicted_stages(device, one);
    ASSERT_EQ(stages.size(), 2u);
    EXPECT_EQ(std::tuple(stages[0].launches, stages[0].measured_ns), std::tuple(2u, 6000));
    EXPECT_FALSE(stages[1].measured_ns);
    EXPECT_EQ(stages[1].untimed, 1u);
    EXPECT_NEAR(stages[0].ns, 2 * stages[1].ns, 1e-9);
    // Merges launches whose counters differ by less than 1 %.
    launch.counters[0].value = Number(launch.counters[0].value.as_double() * 1.004);
    launch.stage.stage = 3;
    one.add(launch);
    double ns = device.sort_ns;
    for (const auto& stage : predicted_stages(device, one)) ns += stage.ns;
    EXPECT_DOUBLE_EQ(ns, predicted_sort_ns(device, one));
}

TEST(Bounds, AreOfRequiredBytesAndPeaks) {
    auto device = device_model("H200");
    const double mib = 1024 * 1024;
    LaunchDemand demand;
    EXPECT_FALSE(bound_ns(device, demand)) << "required bytes unknown";
    demand.required_bytes = 8 * mib;
    demand.moved_bytes = 80 * mib;  // bounds use required_bytes only
    EXPECT_DOUBLE_EQ(*bound_ns(device, demand), 8 * mib / device.peak_l2_gb_per_s);
    demand.required_bytes = 2048 * mib;  // L2 holds 60 MiB of the reads and of the writes
    EXPECT_DOUBLE_EQ(*bound_ns(device, demand), (2048 - 120) * mib / device.peak_dram_gb_per_s);
    // A measured bandwidth does not lower the peak. A bound is at least the time of an empty launch.
    device = with_limits(device, std::vector<DeviceLimit>{{"copy_bandwidth", 3.9e12, "bytes/s", 0},
                                                          {"graph_node_overhead", 500, "ns", 0},
                                                          {"graph_overhead", 1100, "ns", 0}});
    EXPECT_DOUBLE_EQ(*bound_ns(device, demand), (2048 - 120) * mib / 4800);
    demand.required_bytes = mib;
    EXPECT_DOUBLE_EQ(*bound_ns(device, demand), 500);
    EXPECT_DOUBLE_EQ(start_bound_ns(device), 600);
    // A device file with measured figures has no peak.
    device.peak_dram_gb_per_s = 0;
    EXPECT_FALSE(bound_ns(device, demand));
}
}  // namespace
}
