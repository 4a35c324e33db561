#include "analyzer/curves/sweep.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "tests/core/expect_error.hpp"
#include "tests/sample/made_cases.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::analyzer {
namespace {
using enum CounterId;
using test::expect_error;

struct Made {
    CaseFile file;
    sample::MemorySource source;

    /// Adds a case of three rounds, with one launch of `grid` blocks.
    CaseRecord& add(uint32_t block, double ns, int64_t sectors = 1000, uint32_t registers = 32,
                    uint32_t grid = 100000) {
        auto& record = file.cases.emplace_back(made::timed(int64_t(file.cases.size()) + 1, 1 << 20, ns));
        edit(record).config.block = block;
        record.device.cc_major = 9;
        record.device.multiprocessors = 132;
        for (auto& round : record.time->rounds)
            round.median_ns = std::llround(ns * (1 + 0.0002 * (round.round + block % 3)));
        LaunchSums sums;
        sums.stage = 1;
        sums.launches = 1;
        sums.time_ns = std::llround(ns);
        sums.counters = {{gld_sectors, Provenance::measured, sectors},
                         {gst_sectors, Provenance::measured, sectors}};
        source.sums[record.id] = {sums};
        auto& launch = source.add(record).launches.emplace_back();
        launch.grid.x = grid;
        launch.block.x = block;
        launch.registers = registers;
        return record;
    }

    std::vector<Sweep> sweeps(const std::string& over = "block") {
        file.variances = RoundVariances(file.cases);
        auto axes = split_list(over);
        for (auto& axis : axes) axis = parse_axis(axis, file.cases);
        file.source = &source;
        return analyzer::sweeps(file, axes, {}, 0.02);
    }
};

TEST(Sweep, FindsTheBestItsMarginAndWhoIsAsGood) {
    Made made;
    made.add(64, 150000, 2000);
    made.add(128, 101000);
    made.add(256, 100000);
    made.add(512, 110000, 1000, 128);
    const auto found = made.sweeps();
    ASSERT_EQ(found.size(), 1U);
    const auto& sweep = found[0];
    EXPECT_EQ(std::tuple(sweep.mode, sweep.points[*sweep.best].at, sweep.points[*sweep.runner_up].at),
              std::tuple(TimeMode::graph, std::vector<int64_t>{256}, std::vector<int64_t>{128}));
    EXPECT_FALSE(sweep.flat);
    EXPECT_EQ(std::tuple(sweep.as_good, *sweep.points[1].verdict, *sweep.points[0].verdict),
              std::tuple(std::vector<size_t>{1}, Verdict::same, Verdict::slower));
    ASSERT_FALSE(sweep.points[0].reasons.empty());
    EXPECT_EQ(sweep.points[0].reasons[0], (SweepReason{SweepReason::Kind::sectors, 4000, 2000}));
    EXPECT_EQ(sweep.points[0].reasons[0].ratio(), 2);
    EXPECT_FALSE((SweepReason{SweepReason::Kind::conflicts, 5, 0}).ratio());
    EXPECT_EQ(sweep.points[3].reasons[0].kind, SweepReason::Kind::occupancy);
    EXPECT_EQ(sweep.points[3].fill->occupancy.limiters, std::vector{OccupancyLimiter::registers});
}

TEST(Sweep, AFlatOptimumIsCalledFlat) {
    Made made;
    for (const uint32_t block : {64U, 128U, 256U, 512U}) made.add(block, 100000 + block);
    EXPECT_TRUE(made.sweeps()[0].flat);
    made.add(1024, 120000);
    EXPECT_FALSE(made.sweeps()[0].flat);
}

TEST(Sweep, OverAParameterAndOverBoth) {
    Made made;
    for (const uint32_t block : {128U, 256U})
        for (const int ways : {2, 4})
            edit(made.add(block, 1e5 + 1e4 * ways + block)).config.params["ways"] = ways;
    EXPECT_EQ(made.sweeps("ways").size(), 2U);  // one sweep for each block
    const auto both = made.sweeps("block,ways");
    ASSERT_EQ(both.size(), 1U);
    EXPECT_EQ(both[0].points.size(), 4U);
    EXPECT_EQ(both[0].points[*both[0].best].at, (std::vector<int64_t>{128, 2}));
    EXPECT_DOUBLE_EQ(*both[0].points[0].to_row_best, 1);
    EXPECT_DOUBLE_EQ(*both[0].points[2].to_row_best, 1) << "the best of block 256, though 128 is faster";
    EXPECT_DOUBLE_EQ(*both[0].points[3].to_row_best, both[0].points[3].time->ns / both[0].points[2].time->ns);
    const auto ways = made.sweeps("ways")[0];
    EXPECT_DOUBLE_EQ(*ways.points[1].to_row_best, ways.points[1].to_best->ratio) << "one axis has one row";
    EXPECT_EQ(made.sweeps("ways,block").size(), 1U);
    expect_error(ErrorKind::usage, "variant", [&] { made.sweeps("variant"); });
    expect_error(ErrorKind::usage, "input", [&] { made.sweeps("input"); });
}

TEST(Sweep, ModelledPointsHaveCountersAndNoBest) {
    Made made;
    for (const uint32_t block : {128U, 256U}) made.add(block, 1e5).time.reset();
    const auto sweep = made.sweeps()[0];
    EXPECT_FALSE(sweep.best);
    EXPECT_EQ(sweep.points[0].total.counters.size(), 2U);
}

TEST(WaveOccupancy, WavesAndTheTail) {
    Device h200;
    h200.cc_major = 9;
    h200.multiprocessors = 132;
    LaunchRecord launch;
    launch.grid.x = 132 * 8 * 3 / 2;
    launch.block.x = 256;
    launch.registers = 32;
    const auto fill = wave_occupancy(h200, launch);
    EXPECT_EQ(fill->occupancy.blocks, 8U);
    EXPECT_DOUBLE_EQ(fill->part(), 1);
    EXPECT_DOUBLE_EQ(fill->waves, 1.5);
    EXPECT_DOUBLE_EQ(fill->idle_tail, 0.5);
    launch.grid.x *= 2;
    EXPECT_DOUBLE_EQ(wave_occupancy(h200, launch)->idle_tail, 0);
    launch.registers = 0;
    EXPECT_FALSE(wave_occupancy(h200, launch)) << "unknown is not guessed";
    launch.registers = 32;
    h200.multiprocessors = 0;
    EXPECT_FALSE(wave_occupancy(h200, launch));
}

TEST(Reasons, ACauseThatIsThereIsNamedAndOneThatIsNotIsNot) {
    using Counters = std::vector<std::pair<CounterId, int64_t>>;
    const auto point = [](const Counters& counters, std::optional<WaveOccupancy> fill = {},
                          uint64_t launches = 10) {
        static const CaseRecord record;
        SweepPoint one;
        one.from.record = &record;
        for (const auto& [id, value] : counters)
            one.total.counters.push_back({id, Provenance::measured, value});
        one.total.launches = launches;
        one.fill = fill;
        one.heaviest.emplace().kernel = "sort";
        return one;
    };
    using Kind = SweepReason::Kind;
    const auto kinds = [](const SweepPoint& one, const SweepPoint& best) {
        std::vector<Kind> found;
        for (const auto& reason : reasons(one, best)) found.push_back(reason.kind);
        return found;
    };
    const auto conflicts = [&](int64_t instructions, int64_t loads) {
        return point(
            {{warp_instructions, instructions}, {shared_ld_conflicts, loads}, {shared_st_conflicts, 0}});
    };
    EXPECT_EQ(kinds(point({{gld_sectors, 104}, {gst_sectors, 100}}),
                    point({{gld_sectors, 100}, {gst_sectors, 100}})),
              std::vector<Kind>{});
    EXPECT_EQ(kinds(conflicts(1000, 100), conflicts(1000, 10)), std::vector{Kind::conflicts});
    EXPECT_EQ(kinds(conflicts(100000, 100), conflicts(100000, 10)), std::vector<Kind>{})
        << "ten times as many, but few among the instructions";
    const Occupancy full{8, 64, 64, {OccupancyLimiter::warps}};
    const WaveOccupancy all{full, 10, 0}, few{full, 0.25, 0.75}, tail{full, 1.1, 0.9};
    EXPECT_EQ(kinds(point({}, few), point({}, all)), std::vector{Kind::too_few});
    EXPECT_EQ(kinds(point({}, tail), point({}, all)), std::vector{Kind::tail});
    auto other_kernel = point({}, all);
    other_kernel.heaviest->kernel = "merge";
    EXPECT_EQ(kinds(point({}, few), other_kernel), std::vector<Kind>{});
    EXPECT_EQ(kinds(point({}, {}, 15), point({}, {}, 10)), std::vector{Kind::launches});
    EXPECT_EQ(kinds(point({{divergent_branches, 90}, {warp_instructions, 1000}}),
                    point({{divergent_branches, 30}, {warp_instructions, 1000}})),
              std::vector{Kind::divergence});
}
}  // namespace
}
