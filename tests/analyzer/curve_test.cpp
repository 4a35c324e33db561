#include "analyzer/curves/curve.hpp"

#include <gmock/gmock.h>

#include "tests/core/expect_error.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::analyzer {
namespace {
using testing::ElementsAre, testing::Pair;

/// x and median time of each point of the curve.
std::vector<std::pair<double, double>> places_of(const Curve& curve) {
    std::vector<std::pair<double, double>> places;
    for (const auto& point : curve.points) places.emplace_back(point.x, point.median_ns);
    return places;
}

CaseRecord make_case(int64_t id, uint64_t n, uint32_t block, int64_t median_ns) {
    CaseRecord record;
    record.id = CaseId{id};
    record.run = RunId{1};
    record.subject.name = "bitonic-b2";
    edit(record).workload.n = n;
    edit(record).config.block = block;
    record.device.name = "NVIDIA H200";
    record.backend = BackendKind::cupti;
    record.time = TimeSummary{.median_ns = median_ns, .spread = 0.01};
    return record;
}

TEST(ThroughputCurves, AscendingAndTheLatestCaseCounts) {
    const auto curves = curves_over("n", {make_case(3, 2048, 256, 30), make_case(1, 1024, 256, 10),
                                          make_case(5, 1024, 256, 50), make_case(0, 1024, 256, 70)});
    ASSERT_EQ(curves.size(), 1U);
    // Uses the last case at 1024 keys, even if it is not yet stored (id 0).
    EXPECT_THAT(places_of(curves[0]), ElementsAre(Pair(1024, 70), Pair(2048, 30)));
}

TEST(ThroughputCurves, EveryConditionSeparates) {
    std::vector<CaseRecord> cases(9, make_case(1, 1024, 256, 10));
    cases[1].subject.name = "bitonic-xor";
    edit(cases[2]).workload.key = KeyType::f32;
    edit(cases[3]).workload.distribution = Distribution::zero;
    edit(cases[4]).config.block = 512;
    edit(cases[5]).config.params["radix_bits"] = 8;
    cases[6].device.name = "NVIDIA GeForce RTX 4090";
    cases[7].cache_state = "flushed";
    cases[8].backend = BackendKind::cpu;
    EXPECT_EQ(curves_over("n", cases).size(), cases.size());
    cases.assign(2, make_case(1, 1024, 256, 10));
    EXPECT_EQ(curves_over("n", cases).size(), 1U);
    edit(cases[1]).workload.seed = 2;
    EXPECT_EQ(curves_over("n", cases).size(), 2U) << "other keys are another input";
    edit(cases[1]).workload.seed = 1;
    cases[0].device.uuid = "GPU-1";
    cases[1].device.uuid = "GPU-2";
    EXPECT_EQ(curves_over("n", cases).size(), 2U) << "two GPUs of one name";
    cases[1].device.uuid = "GPU-1";
    cases[1].device.driver_version = "CUDA 13.0";
    EXPECT_EQ(curves_over("n", cases).size(), 1U) << "one GPU with another driver";
    cases[1].time_mode = TimeMode::graph;
    EXPECT_EQ(curves_over("n", cases).size(), 2U) << "times of two modes are never mixed";
    cases[1].time_mode = cases[0].time_mode;
    for (auto& record : cases) edit(record).workload.distribution = Distribution::file;
    edit(cases[0]).workload.file = "a.bin";
    edit(cases[1]).workload.file = "b.bin";
    EXPECT_EQ(curves_over("n", cases).size(), 2U);
    edit(cases[0]).workload.file_digest = edit(cases[1]).workload.file_digest = "fnv1a:1";
    EXPECT_EQ(curves_over("n", cases).size(), 1U) << "the same keys under two names";
}

TEST(ThroughputCurves, LeavesOutWhatHasNoTimeOrDidNotSort) {
    EXPECT_EQ(rate_mkeys_per_s(make_case(1, 1 << 20, 256, 1 << 20)), 1000);
    for (const auto& row : EnumTable<CaseStatus>::names()) {
        auto record = make_case(1, 1 << 20, 256, 1 << 20);
        record.status = row.value;
        EXPECT_EQ(rate_mkeys_per_s(record).has_value(), row.value == CaseStatus::ok) << row.name;
        EXPECT_EQ(curves_over("n", {record}).empty(), row.value != CaseStatus::ok);
    }
    auto modelled = make_case(1, 1024, 256, 10);
    modelled.time.reset();
    for (const auto& record : {modelled, make_case(2, 0, 256, 100), make_case(4, 8192, 256, 0)}) {
        EXPECT_FALSE(rate_mkeys_per_s(record));
        EXPECT_TRUE(curves_over("n", {record}).empty());
    }
    EXPECT_TRUE(curves_over("n", {}).empty());
}

TEST(ThroughputCurves, LabelNamesParametersFileAndCold) {
    std::vector cases{make_case(1, 1024, 256, 10), make_case(2, 2048, 512, 10)};
    for (auto& record : cases) {
        record.backend = BackendKind::cpu;
        record.device.name = "EPYC";
        edit(record);
    }
    const auto curves = curves_over("n", cases);
    ASSERT_EQ(curves.size(), 1U) << "CPU sorts have no block";
    EXPECT_EQ(curves[0].label(), "bitonic-b2 u32 uniform, EPYC");
    EXPECT_TRUE(curves_over("block", cases).empty());
    auto record = make_case(1, 1024, 64, 10);
    edit(record).config.params["radix_bits"] = 8;
    record.cache_state = "flushed";
    edit(record).workload.distribution = Distribution::file;
    edit(record).workload.file = "keys.bin";
    EXPECT_EQ(curves_over("n", {record})[0].label(),
              "bitonic-b2 u32 file keys.bin, block 64, radix_bits=8, L2 flushed, NVIDIA H200");
}

TEST(BlockSweeps, NeedTwoBlocksOfTheSameSize) {
    EXPECT_TRUE(curves_over("block", {make_case(1, 1024, 256, 10), make_case(2, 2048, 512, 10)}).empty());
    EXPECT_TRUE(curves_over("block", {make_case(1, 1024, 256, 10), make_case(2, 1024, 256, 10)}).empty());
    const auto sweeps = curves_over(
        "block", {make_case(1, 1024, 256, 20), make_case(2, 2048, 512, 10), make_case(3, 1024, 64, 10)});
    ASSERT_EQ(sweeps.size(), 1U);
    EXPECT_EQ(sweeps[0].condition.keys(), 1024U);
    EXPECT_TRUE(sweeps[0].condition.free_parts().contains("block"));
    EXPECT_THAT(places_of(sweeps[0]), ElementsAre(Pair(64, 10), Pair(256, 20)));
    EXPECT_EQ(sweeps[0].label(), "bitonic-b2 u32 2^10 uniform, NVIDIA H200");
}

/// Cases of one condition from two runs; the first run has two cases at 1024 keys.
std::vector<CaseRecord> two_runs() {
    std::vector<CaseRecord> cases{make_case(1, 1024, 256, 10), make_case(2, 1024, 256, 20),
                                  make_case(3, 2048, 256, 30), make_case(4, 1024, 256, 40)};
    cases[3].run = RunId{2};
    return cases;
}

TEST(Repeats, MergedIsTheMedianOfTheMediansWithTheirInterval) {
    const auto curves = curves_over("n", two_runs(), Repeats::merged);
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_THAT(places_of(curves[0]), ElementsAre(Pair(1024, 20), Pair(2048, 30))) << "of 10, 20 and 40";
    const auto &point = curves[0].points[0], &alone = curves[0].points[1];
    EXPECT_DOUBLE_EQ(point.spread.value(), (30.0 - 15.0) / 20);
    EXPECT_EQ(point.medians_ns, std::pair(10.0, 40.0));
    EXPECT_DOUBLE_EQ(point.rate_mkeys_per_s, 1e3 * 1024 / 20);
    EXPECT_EQ(std::tuple(point.case_id, point.run_id), std::tuple(CaseId{4}, RunId{2}))
        << "the latest stands for all";
    EXPECT_EQ(point.alternatives, 0U) << "none is left out";
    EXPECT_EQ(std::tuple(point.cases, alone.cases), std::tuple(3U, 1U));
    EXPECT_FALSE(alone.medians_ns);
    EXPECT_DOUBLE_EQ(alone.spread.value(), 0.01) << "its own";
    auto cases = two_runs();
    cases[3].status = CaseStatus::unverified;
    EXPECT_DOUBLE_EQ(curves_over("n", cases, Repeats::merged)[0].points[0].median_ns, 15)
        << "of verified cases alone";
    std::ranges::reverse(cases);
    EXPECT_EQ(curves_over("n", cases, Repeats::merged)[0].points[0].case_id, CaseId{1});
}

TEST(OfDevice, CurvesOfItsBackendAndKey) {
    auto cases = two_runs();
    cases[2].device.uuid = "GPU-1";
    cases[2].device.backend = cases[2].backend;
    const auto curves = curves_over("n", cases);
    ASSERT_EQ(curves.size(), 2U);
    const auto own = of_device(curves, cases[2].device);
    ASSERT_EQ(own.size(), 1U);
    EXPECT_EQ(own[0].points[0].case_id, CaseId{3});
}

TEST(Repeats, NamesReadBack) {
    for (const auto repeats : all_repeats) EXPECT_EQ(parse_repeats(name_of(repeats)), repeats);
    test::expect_error(ErrorKind::usage, "each-run", [] { parse_repeats("oldest"); });
}

TEST(Covers, CasesOfItsConditionBeThePointTheirsOrNot) {
    const auto cases = two_runs();
    const auto curves = curves_over("n", cases);
    for (const auto& record : cases) EXPECT_TRUE(covers(curves[0], record));
    auto other = cases[0];
    edit(other).workload.n = 1 << 22;
    EXPECT_TRUE(covers(curves[0], other)) << "any number of keys";
    edit(other).config.block = 512;
    EXPECT_FALSE(covers(curves[0], other));
    const auto apart = curves_over("n", cases, Repeats::each_run);
    EXPECT_TRUE(covers(apart[0], cases[0]));
    EXPECT_FALSE(covers(apart[1], cases[0])) << "of another run";
}

TEST(Ranking, AtTheLargestSizeThatTwoCurvesHave) {
    auto slow = make_case(1, 2048, 256, 400), fast = make_case(2, 2048, 256, 100),
         alone = make_case(3, 4096, 256, 100);
    slow.subject.name = "slow";
    fast.subject.name = alone.subject.name = "fast";
    const auto curves = curves_over("n", {slow, fast, alone});
    const auto ranked = ranking(curves);
    ASSERT_EQ(ranked.size(), 2U);
    EXPECT_EQ(std::tuple(ranked[0].curve->condition.subject, ranked[0].point->x), std::tuple("fast", 2048));
    EXPECT_EQ(ranked[0].part_of_fastest, 1);
    EXPECT_EQ(ranked[1].curve->condition.subject, "slow");
    EXPECT_DOUBLE_EQ(ranked[1].part_of_fastest, 0.25);
    EXPECT_TRUE(ranking(curves_over("n", {slow, alone})).empty() && ranking({}).empty());
    fast.subject.promise = Promise::extremes;
    EXPECT_TRUE(ranking(curves_over("n", {slow, fast})).empty()) << "it is fast, for it sorts nothing";
}

/// A point of 4096 keys of 4 bytes in 2048 ns; its time is uncertain by a tenth to either side.
CurvePoint point() {
    CurvePoint point;
    point.median_ns = 2048;
    point.spread = 0.2;
    point.low_ns = 0.9 * 2048, point.high_ns = 1.1 * 2048;
    point.x = point.keys = 4096;
    point.data_bytes = 4 * 4096;
    point.required_bytes = 10 * 4096;
    return point;
}

TEST(CurveValues, EachQuantityIsOfKeysBytesAndTime) {
    using enum CurveQuantity;
    for (const auto& [quantity, value] :
         {std::pair(rate, 2000.0), {time, 2048}, {time_a_key, 0.5}, {bandwidth, 16}, {pass_bandwidth, 20}})
        EXPECT_DOUBLE_EQ(curve_value(point(), quantity)->value, value) << int(quantity);
    auto opaque = point();
    opaque.required_bytes = 0;
    EXPECT_FALSE(curve_value(opaque, CurveQuantity::pass_bandwidth) || bound_of(opaque, 1e9));
    EXPECT_FALSE(curve_value(SortedKeys{}, CurveQuantity::rate));
    EXPECT_DOUBLE_EQ(bound_of(point(), 20e9).value().ns, 2048);
    const auto copy = copy_of(4096, 8, 32e9);
    EXPECT_DOUBLE_EQ(copy.ns, 2048);
    EXPECT_DOUBLE_EQ(*curve_value(copy, CurveQuantity::bandwidth), 32);
    EXPECT_DOUBLE_EQ(*curve_value(copy, CurveQuantity::pass_bandwidth), 32);
}

TEST(CurveValues, IntervalsFollowTheTime) {
    const auto time = *curve_value(point(), CurveQuantity::time);
    EXPECT_EQ(std::tuple(time.low, time.high), std::tuple(0.9 * 2048, 1.1 * 2048));
    const auto rate = *curve_value(point(), CurveQuantity::rate);
    EXPECT_DOUBLE_EQ(rate.low, 2000 / 1.1) << "the longest time is the least rate";
    EXPECT_DOUBLE_EQ(rate.high, 2000 / 0.9);
    auto wild = point();
    wild.low_ns = 0;
    EXPECT_DOUBLE_EQ(curve_value(wild, CurveQuantity::rate)->high, 2000) << "no time at all has no rate";
}

/// A curve of graph times `ns` at 2^10, 2^11, .. keys. `half` is the relative half-width of their intervals.
Curve curve_of(const std::string& variant, const std::vector<double>& ns, double half = 0.001) {
    Curve curve;
    Condition condition;
    condition.subject = variant;
    condition.time_mode = TimeMode::graph;
    curve.condition = condition.leaving_free({"n"});
    double x = 1024;
    for (const double one : ns) {
        CurvePoint point;
        point.x = x;
        point.median_ns = one;
        point.rate_mkeys_per_s = 1e3 * x / one;
        point.interval_ns = Interval{one * (1 - half), one * (1 + half), 0.99};
        point.of_rounds = true;
        curve.points.push_back(point);
        x *= 2;
    }
    return curve;
}

TEST(Crossings, WhereTheLogarithmsMeet) {
    // The ratio is 2 at 2^11 and 1/2 at 2^12: the curves cross half way.
    const auto first = curve_of("a", {200, 200, 200, 200});
    const auto second = curve_of("b", {50, 100, 400, 800});
    const auto pair = crossings(first, second);
    ASSERT_EQ(pair.crossings.size(), 1U);
    EXPECT_NEAR(pair.crossings[0].log2_n, 11.5, 1e-12);
    EXPECT_TRUE(pair.crossings[0].first_wins);
    EXPECT_DOUBLE_EQ(pair.crossings[0].clear_below, 11);
    EXPECT_DOUBLE_EQ(pair.crossings[0].clear_above, 12);
    EXPECT_TRUE(*pair.first_wins_last);
    EXPECT_EQ(pair.clear, 4U);
}

TEST(Crossings, NoneWhereOneIsAlwaysFasterOrNever) {
    auto pair = crossings(curve_of("a", {100, 200, 400}), curve_of("b", {200, 400, 500}));
    EXPECT_TRUE(pair.crossings.empty() && *pair.first_wins_last);
    pair = crossings(curve_of("a", {100, 101, 99, 100}), curve_of("b", {101, 100, 100, 99}));
    EXPECT_TRUE(pair.crossings.empty());
    EXPECT_EQ(pair.clear, 0U);
    EXPECT_FALSE(pair.first_wins_last);
}

TEST(Crossings, SizesWithoutAVerdictAreSteppedOver) {
    const auto pair = crossings(curve_of("a", {200, 101, 99, 100}), curve_of("b", {100, 100, 100, 200}));
    ASSERT_EQ(pair.crossings.size(), 1U);
    const auto& one = pair.crossings[0];
    EXPECT_EQ(std::tuple(one.clear_below, one.clear_above), std::tuple(10, 13));
    EXPECT_NEAR(one.log2_n, 11.5, 0.5);
}

TEST(AgainstTheFastest, OnePairForEachOther) {
    std::vector curves{curve_of("a", {100, 200, 400}), curve_of("b", {90, 250, 500}), curve_of("c", {10, 20}),
                       curve_of("d", {1}), curve_of("minmax", {1, 2, 4})};
    curves.back().promise = Promise::extremes;
    const auto pairs = against_the_fastest(curves);
    ASSERT_EQ(pairs.size(), 2U);
    EXPECT_EQ(pairs[0].first->condition.subject, "a");
    EXPECT_EQ(std::tuple(pairs[0].second->condition.subject, pairs[0].crossings.size()), std::tuple("b", 1U));
    EXPECT_FALSE(*pairs[1].first_wins_last);  // c is faster at all shared sizes, but has no time at 2^12
}

TEST(AddLimits, PartOfTheCopyBandwidth) {
    std::vector curves{curve_of("a", {100})};
    curves[0].points[0].required_gb_per_s = 2000;
    add_limits(curves, {});
    EXPECT_FALSE(curves[0].points[0].part_of_copy);
    const std::vector<DeviceLimit> limits{{"copy_bandwidth", 4e12, "bytes/s", 0.01}};
    add_limits(curves, limits);
    EXPECT_DOUBLE_EQ(*curves[0].points[0].part_of_copy, 0.5);
}

TEST(AddIntervals, OfTheCaseOfEachPoint) {
    CaseFile file;
    auto& record = file.cases.emplace_back();
    record.id = CaseId{7};
    edit(record).workload.n = 1 << 20;
    record.subject.name = "a";
    record.required_bytes = 1 << 24;
    record.time_mode = TimeMode::graph;
    record.time = TimeSummary{100000, 99000, 102000, 0.01, 20, "", TimeMode::graph};
    auto curves = curves_over("n", file.cases);
    add_intervals(curves, file);
    const auto& point = curves[0].points[0];
    EXPECT_DOUBLE_EQ(point.interval_ns->low, 99000);
    EXPECT_FALSE(point.of_rounds);
    EXPECT_DOUBLE_EQ(point.effective_gb_per_s, 2.0 * 4 * (1 << 20) / 100000);
    EXPECT_DOUBLE_EQ(*point.required_gb_per_s, double(1 << 24) / 100000);
}
}  // namespace
}
