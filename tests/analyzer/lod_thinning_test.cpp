#include "analyzer/launches/lod.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/records.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::analyzer {
namespace {

using testing::ElementsAre;

LaunchRecord launch(std::uint32_t index, std::int64_t duration_ns, CounterId id = CounterId::gld_sectors,
                    std::string label = "step") {
    LaunchRecord record;
    record.index = index;
    record.stage = {1, static_cast<int>(index + 1), std::move(label)};
    record.kernel = "k";
    record.grid = {4, 1, 1};
    record.block = {32, 1, 1};
    record.start_ns = 1000 * index;
    record.duration_ns = duration_ns;
    record.counters = {{id, Provenance::measured, std::int64_t{7}}};
    return record;
}

std::vector<std::uint32_t> kept(const std::vector<LaunchRecord>& launches, std::size_t most) {
    CaseRecord record;
    edit(record).workload.n = 8;
    record.launches = launches;
    const auto by_stage = breakdown(record, Grouping::stage);
    LaunchSample sample(by_stage, most);
    for (const auto& one : launches) sample.add(one);
    const auto result = sample.take();
    EXPECT_EQ(result.grouping, Grouping::launch);
    EXPECT_EQ(result.total.sums, by_stage.total.sums) << "of all launches";
    std::vector<std::uint32_t> indices;
    for (const auto& row : result.rows) indices.push_back(row.sums.first_launch);
    return indices;
}

TEST(LaunchSample, KeepsTheFirstAndTheExtremes) {
    std::vector<LaunchRecord> launches;
    for (std::uint32_t i = 0; i < 20; ++i) launches.push_back(launch(i, 100 + i % 2));
    launches[7].duration_ns = 3;
    launches[9].duration_ns = 9000;
    launches[12].stage.label = "a step with a long name";
    EXPECT_THAT(kept(launches, 2), ElementsAre(0, 1, 2, 7, 9, 12))
        << "2 has the longest name of a kernel, as all";
    EXPECT_EQ(kept(launches, 0).size(), 20U);
    EXPECT_EQ(kept(launches, 100).size(), 20U);
}

TEST(LaunchSample, KeepsTheFirstOfEachSetOfCounters) {
    std::vector<LaunchRecord> launches;
    for (std::uint32_t i = 0; i < 20; ++i)
        launches.push_back(launch(i, 100, i >= 15 ? CounterId::gst_sectors : CounterId::gld_sectors));
    EXPECT_THAT(kept(launches, 1), testing::Contains(15U));
    EXPECT_THAT(kept(launches, 1), testing::Not(testing::Contains(16U)));
}

TEST(LaunchSample, ARowIsThatOfTheWholeBreakdown) {
    CaseRecord record;
    edit(record).workload.n = 8;
    for (std::uint32_t i = 0; i < 5; ++i) record.launches.push_back(launch(i, 100 + i));
    const auto whole = breakdown(record, Grouping::launch);
    for (std::size_t i = 0; i < 5; ++i) {
        const auto row = launch_row(record.launches[i], whole);
        EXPECT_EQ(row.sums, whole.rows[i].sums);
        EXPECT_EQ(row.share, whole.rows[i].share);
        EXPECT_EQ(row.kernel, whole.rows[i].kernel);
        EXPECT_EQ(row.grid, whole.rows[i].grid);
        EXPECT_EQ(row.block, whole.rows[i].block);
    }
}

}  // namespace
}  // namespace sortscope::analyzer
