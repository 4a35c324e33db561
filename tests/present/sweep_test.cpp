#include "present/tables/sweep.hpp"

#include <memory>

#include <gmock/gmock.h>

#include "present/charts/notes.hpp"
#include "present/charts/sweep.hpp"
#include "tests/present/look.hpp"
#include "tests/present/two_files.hpp"
#include "tests/sample/memory_source.hpp"

namespace sortscope::present {
namespace {
using namespace analyzer;
using namespace test;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Sweep sweep_of(std::vector<std::pair<uint32_t, int64_t>> points) {
    static std::vector<std::unique_ptr<CaseFile>> files;
    auto& file = *files.emplace_back(std::make_unique<CaseFile>());
    for (const auto& [block, ns] : points) {
        auto record = of_rounds(int64_t(block), 1 << 20, ns);
        edit(record).config.block = block;
        file.cases.push_back(record);
    }
    file.variances = RoundVariances(file.cases);
    sample::MemorySource source;
    LaunchRecord launch;
    launch.registers = 32;
    launch.block.x = 256;
    launch.grid.x = 4096;
    for (const auto& record : file.cases) {
        source.add(record).launches = {launch};
        source.sums[record.id] = {stage(1, 1000, record.id == CaseId{64} ? 200 : 100)};
    }
    file.source = &source;
    const std::string block = "block";
    return sweeps(file, {&block, 1}, {}, 0.02).at(0);
}

TEST(SweepTable, TheBestItsMarginAndWhyOthersAreSlower) {
    const auto sweep = sweep_of({{64, 150000}, {128, 100000}, {256, 101000}, {512, 130000}});
    EXPECT_THAT(sweep_sentence(sweep, 0.02),
                AllOf(HasSubstr("Best: block 128, 100.0 us. The next, block 256, takes 1.010 ("),
                      HasSubstr("same."), HasSubstr("As good within 2 %: block 256.")));
    const auto table = sweep_table(sweep);
    const std::vector<const char*> shown{"ratio", "verdict", "why"};
    EXPECT_THAT(texts(table, 0, shown), ::testing::ElementsAre("1.500", "slower", "2.00x sectors"));
    EXPECT_THAT(texts(table, 1, shown), ::testing::ElementsAre("1.000", "best", " "));
    EXPECT_EQ(text(table, 3, "why"), "no counter says");
    EXPECT_THAT(sweep_heading(sweep), AllOf(HasSubstr("2^20"), HasSubstr("graph"), Not(HasSubstr("block"))));
    EXPECT_TRUE(sweep_matrix(sweep).empty()) << "one axis";
    EXPECT_EQ(text(sweep_table(sweep_of({{64, 150000}, {1024, 100000}})), 1, "block_threads"), "1024")
        << "as --block takes it";
}

TEST(SweepChart, WithoutTimesDrawsSectorsMarkedAsModelled) {
    auto sweep = sweep_of({{64, 150000}, {128, 100000}});
    EXPECT_THAT(sweep_chart({&sweep, 1}).y.title, HasSubstr("time"));
    for (auto& point : sweep.points) {
        point.time.reset();
        for (auto& value : point.total.counters) value.provenance = Provenance::modelled;
    }
    sweep.best.reset();
    const auto chart = sweep_chart({&sweep, 1});
    ASSERT_EQ(chart.series.size(), 1U) << chart.empty_text;
    EXPECT_EQ(chart.y.title, "Sectors loaded and stored (sectors, modelled)");
    EXPECT_EQ(chart.note, sectors_for_times);
    EXPECT_EQ(chart.series[0].provenance, Provenance::modelled);
    EXPECT_TRUE(chart.series[0].dashed);
    ASSERT_EQ(chart.series[0].points.size(), 2U);
    EXPECT_EQ(chart.series[0].points[0].y, 2 * *chart.series[0].points[1].y) << "200 and 100 sectors";
    EXPECT_THAT(chart.hint(0, 0), HasSubstr("modelled"));
    for (auto& point : sweep.points) point.total.counters.clear();
    EXPECT_TRUE(sweep_chart({&sweep, 1}).empty()) << "neither times nor sectors";
}

TEST(SweepPoints, OfSeveralSweepsAreOneTableInOneUnit) {
    auto longer = sweep_of({{64, 2'000'000}, {128, 1'000'000}});
    longer.condition.axes.set("n", 1 << 22);
    const auto table = sweep_points({sweep_of({{64, 2'000}, {128, 1'000}}), longer});
    ASSERT_EQ(table.rows.size(), 4U);
    std::vector<double> times;
    for (size_t row = 0; row < 4; ++row)
        times.push_back(cell(table, row, "time_ns").number.value().as_double() *
                        column(table, "time_ns").unit_ns);
    EXPECT_THAT(times,
                ::testing::ElementsAre(::testing::DoubleNear(2e3, 2), ::testing::DoubleNear(1e3, 1),
                                       ::testing::DoubleNear(2e6, 2e3), ::testing::DoubleNear(1e6, 1e3)));
    EXPECT_EQ(cell(table, 3, "n").number, Number(1 << 22));
    EXPECT_EQ(std::ranges::count(table.columns, "block_threads", &Column::id), 1);
    const auto flat = sweep_of({{64, 100000}, {128, 100100}, {256, 100300}});
    EXPECT_THAT(sweep_sentence(flat, 0.02), HasSubstr("Flat: all points are within 2 % of block 64"));
}

TEST(SweepMatrix, RowsAndColumnsAreTheAxes) {
    CaseFile file;
    for (const uint32_t block : {128U, 256U})
        for (const int ways : {2, 4}) {
            if (block == 256 && ways == 4) continue;
            auto record = of_rounds(int64_t(file.cases.size() + 1), 1 << 20, 100000 + 1000 * ways);
            edit(record).config.block = block;
            edit(record).config.params["ways"] = ways;
            file.cases.push_back(record);
        }
    const std::vector<std::string> axes{"block", "ways"};
    sample::MemorySource source;
    for (const auto& record : file.cases) source.add(record);
    file.source = &source;
    const auto table = sweep_matrix(sweeps(file, axes, {}, 0.02).at(0));
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(std::tuple(text(table, 0, "block"), text(table, 0, "ways_4")), std::tuple("128", "104"));
    EXPECT_EQ(text(table, 1, "ways_4"), "") << "no such case";
}
}  // namespace
}
