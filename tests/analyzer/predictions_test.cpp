#include "analyzer/model/calibrate.hpp"

#include <gtest/gtest.h>

#include "tests/analyzer/copy_launch.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::analyzer {
namespace {

CaseRecord of_device(const std::string& name, int multiprocessors) {
    CaseRecord record;
    record.id = CaseId{1};
    edit(record).workload = made::keys(1 << 20);
    record.device.backend = record.backend = BackendKind::cupti;
    record.device.name = name;
    record.device.multiprocessors = multiprocessors;
    return record;
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
    mine.dram_gb_per_s = 1700;  // as measured
    EXPECT_TRUE(is_of(of_device("NVIDIA H100", 132), mine));
}

TEST(Predictions, WhatThePlanAloneTellsIsTheLeast) {
    const auto record = of_device("NVIDIA H200", 132);
    const auto& device = device_model("H200");
    auto launch = made::copy_launch(1 << 20);
    const auto built = [&] {
        PredictionCaseBuilder builder(record, device.cc_major);
        builder.add(launch);
        auto one = builder.take();
        one.measured_sort_ns = 20000;
        return one;
    };
    std::vector cases{built()};
    launch.counters.clear();
    cases.push_back(built());
    const auto result = predictions(device, cases);
    EXPECT_GT(*result.cases[0].ns, 0);
    EXPECT_FALSE(result.cases[0].least_ns);
    EXPECT_FALSE(result.cases[1].ns) << "no prediction";
    EXPECT_GT(*result.cases[1].least_ns, 0);
    EXPECT_EQ(result.errors->sorts.cases, 1U);
    EXPECT_EQ(result.errors->uncounted_cases, 1U);
    PredictedStages stages(device, record);
    stages.add(launch);
    EXPECT_TRUE(stages.stages()[0].known);
    EXPECT_FALSE(stages.stages()[0].complete);
}

}  // namespace
}  // namespace sortscope::analyzer
