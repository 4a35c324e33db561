#include "analyzer/curve.hpp"

#include <gtest/gtest.h>

namespace sortscope::analyzer {
namespace {

CaseRecord make_case(std::int64_t id, std::uint64_t n, std::uint32_t block, std::int64_t median_ns) {
    CaseRecord record;
    record.id = CaseId{id};
    record.run = RunId{1};
    record.variant = "bitonic-b2";
    record.workload.n = n;
    record.config.block = block;
    record.device.name = "NVIDIA H200";
    record.backend = BackendKind::cupti;
    TimeSummary time;
    time.median_ns = median_ns;
    time.spread = 0.01;
    record.time = time;
    return record;
}

TEST(ThroughputCurves, RateIsKeysOverMedian) {
    const auto curves = throughput_curves({make_case(1, 1 << 20, 256, 1048576)});
    ASSERT_EQ(curves.size(), 1U);
    ASSERT_EQ(curves[0].points.size(), 1U);
    EXPECT_DOUBLE_EQ(curves[0].points[0].rate_mkeys_per_s, 1000);  // one key a nanosecond
    EXPECT_DOUBLE_EQ(curves[0].points[0].x, 1 << 20);
    EXPECT_DOUBLE_EQ(curves[0].points[0].spread, 0.01);
    EXPECT_EQ(curves[0].points[0].id, CaseId{1});
    EXPECT_EQ(curves[0].n, 0U);
    EXPECT_EQ(curves[0].block, 256U);
    EXPECT_EQ(curves[0].provenance, Provenance::measured);
    EXPECT_EQ(curves[0].label(), "bitonic-b2 u32 uniform, block 256, NVIDIA H200");
}

TEST(ThroughputCurves, AscendingAndTheLatestCaseCounts) {
    const auto curves = throughput_curves(
        {make_case(3, 2048, 256, 30), make_case(1, 1024, 256, 10), make_case(7, 1024, 256, 70), make_case(5, 1024, 256, 50)});
    ASSERT_EQ(curves.size(), 1U);
    ASSERT_EQ(curves[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(curves[0].points[0].x, 1024);
    EXPECT_EQ(curves[0].points[0].id, CaseId{7});
    EXPECT_DOUBLE_EQ(curves[0].points[0].median_ns, 70);
    EXPECT_DOUBLE_EQ(curves[0].points[1].x, 2048);
}

TEST(ThroughputCurves, OfRecordsNotYetStoredTheLastCounts) {
    const auto curves = throughput_curves({make_case(0, 1024, 256, 10), make_case(0, 1024, 256, 20)});
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_DOUBLE_EQ(curves[0].points[0].median_ns, 20);
}

TEST(ThroughputCurves, EveryConditionSeparates) {
    std::vector<CaseRecord> cases(9, make_case(1, 1024, 256, 10));
    cases[1].variant = "bitonic-xor";
    cases[2].workload.key = KeyType::f32;
    cases[3].workload.distribution = Distribution::zero;
    cases[4].config.block = 512;
    cases[5].config.params["radix_bits"] = 8;
    cases[6].device.name = "NVIDIA GeForce RTX 4090";
    cases[7].cache_state = "flushed";
    cases[8].backend = BackendKind::cpu;
    EXPECT_EQ(throughput_curves(cases).size(), cases.size());
}

TEST(ThroughputCurves, SeedDoesNotSeparateButTheFileDoes) {
    std::vector<CaseRecord> cases(2, make_case(1, 1024, 256, 10));
    cases[1].workload.seed = 2;
    EXPECT_EQ(throughput_curves(cases).size(), 1U);
    for (auto& record : cases) record.workload.distribution = Distribution::file;
    cases[0].workload.file = "a.bin";
    cases[1].workload.file = "b.bin";
    EXPECT_EQ(throughput_curves(cases).size(), 2U);
}

TEST(ThroughputCurves, LeavesOutWhatHasNoTimeOrDidNotSort) {
    auto modelled = make_case(1, 1024, 256, 10);
    modelled.time.reset();
    auto unverified = make_case(2, 2048, 256, 10);
    unverified.status = CaseStatus::unverified;
    auto interrupted = make_case(3, 4096, 256, 10);
    interrupted.status = CaseStatus::interrupted;
    auto timeless = make_case(4, 8192, 256, 0);
    EXPECT_TRUE(throughput_curves({modelled, unverified, interrupted, timeless}).empty());
    EXPECT_TRUE(throughput_curves({}).empty());
}

TEST(ThroughputCurves, CpuSortsHaveNoBlock) {
    auto a = make_case(1, 1024, 256, 10);
    auto b = make_case(2, 2048, 512, 10);
    a.backend = b.backend = BackendKind::cpu;
    a.device.name = b.device.name = "EPYC";
    const auto curves = throughput_curves({a, b});
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_EQ(curves[0].label(), "bitonic-b2 u32 uniform, EPYC");
    EXPECT_TRUE(block_sweeps({a, b}).empty());
}

TEST(ThroughputCurves, LabelNamesParametersFileAndCold) {
    auto record = make_case(1, 1024, 64, 10);
    record.config.params["radix_bits"] = 8;
    record.cache_state = "flushed";
    record.workload.distribution = Distribution::file;
    record.workload.file = "keys.bin";
    EXPECT_EQ(throughput_curves({record})[0].label(),
              "bitonic-b2 u32 file (keys.bin), block 64, radix_bits 8, L2 flushed, NVIDIA H200");
}

TEST(BlockSweeps, NeedTwoBlocksOfTheSameSize) {
    EXPECT_TRUE(block_sweeps({make_case(1, 1024, 256, 10), make_case(2, 2048, 512, 10)}).empty());
    EXPECT_TRUE(block_sweeps({make_case(1, 1024, 256, 10), make_case(2, 1024, 256, 10)}).empty());
    const auto sweeps =
        block_sweeps({make_case(1, 1024, 256, 20), make_case(2, 2048, 512, 10), make_case(3, 1024, 64, 10)});
    ASSERT_EQ(sweeps.size(), 1U);
    EXPECT_EQ(sweeps[0].n, 1024U);
    EXPECT_EQ(sweeps[0].block, 0U);
    ASSERT_EQ(sweeps[0].points.size(), 2U);
    EXPECT_DOUBLE_EQ(sweeps[0].points[0].x, 64);
    EXPECT_DOUBLE_EQ(sweeps[0].points[1].x, 256);
    EXPECT_EQ(sweeps[0].label(), "bitonic-b2 u32 uniform, 2^10 keys, NVIDIA H200");
}

}  // namespace
}  // namespace sortscope::analyzer
