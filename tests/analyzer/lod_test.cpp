#include "analyzer/launches/lod.hpp"

#include <gmock/gmock.h>
#include <random>

#include "tests/sample/edit.hpp"

namespace sortscope::analyzer {
namespace {
using testing::ElementsAre;

struct TimedLaunch {
    int64_t origin, start, duration;
};

LaunchLod levels_of(const std::vector<TimedLaunch>& launches) {
    LaunchLod levels;
    for (const auto& launch : launches) levels.add(launch.origin, launch.start, launch.duration);
    levels.finish();
    return levels;
}

/// Returns `count` consecutive launches of 10 to 109 ns, with gaps of 5 ns.
std::vector<TimedLaunch> one_stream(size_t count) {
    std::mt19937 random(7);
    std::vector<TimedLaunch> launches;
    int64_t at = 0;
    for (size_t i = 0; i < count; ++i) {
        launches.push_back({1, at, 10 + int64_t(random() % 100)});
        at += launches.back().duration + 5;
    }
    return launches;
}

TEST(LaunchLod, FewLaunchesAreThemselves) {
    const auto nothing = levels_of({});
    EXPECT_EQ(nothing.launches(), 0U);
    EXPECT_TRUE(nothing.by_index(0, 10, 100).empty() && nothing.by_time(0, 1000, 100).launches.empty());
    const auto levels = levels_of(one_stream(100));
    std::vector<LaunchLod::Group> single;
    for (uint32_t i = 10; i <= 20; ++i) single.push_back({i, i, i});
    EXPECT_EQ(levels.by_index(10, 20, 100), single);
    EXPECT_EQ(levels.by_time(0, 1'000'000, 1000).launches.size(), 100U);
    // Launches without times are found by index, but not by time.
    LaunchLod timeless;
    for (int i = 0; i < 1000; ++i) timeless.add(0, std::nullopt, std::nullopt);
    timeless.finish();
    EXPECT_TRUE(timeless.by_time(0, 1000, 100).launches.empty());
    EXPECT_EQ(timeless.by_index(0, 999, 200).back().last, 999U);
}

/// Expects groups `runs` to contain each launch once and to name their longest launch.
void expect_covering(const std::vector<LaunchLod::Group>& runs, const std::vector<TimedLaunch>& launches) {
    uint32_t next = 0;
    for (const auto& run : runs) {
        EXPECT_EQ(run.first, next);
        next = run.last + 1;
        const auto longest = std::ranges::max_element(launches.begin() + run.first, launches.begin() + next,
                                                      {}, &TimedLaunch::duration);
        EXPECT_EQ(run.longest, uint32_t(longest - launches.begin()));
    }
    EXPECT_EQ(next, launches.size());
}

TEST(LaunchLod, RunsCoverEveryLaunchOnceAndNameTheirLongest) {
    const auto launches = one_stream(100'003);
    const auto levels = levels_of(launches);
    for (const size_t most : {50U, 500U, 4000U, 20'000U}) {
        const auto runs = levels.by_index(0, 100'002, most);
        EXPECT_LE(runs.size(), std::max<size_t>(most, 64));
        EXPECT_GT(runs.size() * 8, std::min<size_t>(most, 100'003 / 8));
        expect_covering(runs, launches);
    }
}

/// Expects by_time() to find launches 50,000 to 50,100, and at most `others` more.
void expect_time(const LaunchLod& levels, const std::vector<TimedLaunch>& launches, size_t others) {
    const auto [found, all] = levels.by_time(launches[50'000].start + 1, launches[50'100].start, 4000);
    EXPECT_TRUE(all);
    for (uint32_t i = 50'000; i <= 50'100; ++i) EXPECT_TRUE(std::ranges::binary_search(found, i)) << i;
    EXPECT_LE(found.size(), 101 + others);  // groups at both ends are complete
}

TEST(LaunchLod, ATimeHasTheLaunchesThatRanThen) {
    const auto launches = one_stream(100'000);
    expect_time(levels_of(launches), launches, 16);
    // The first launch runs while later launches begin and end.
    std::vector<TimedLaunch> late{{1, 0, 1'000'000}};
    for (int64_t i = 1; i < 1000; ++i) late.push_back({1, i * 10, 5});
    EXPECT_TRUE(std::ranges::binary_search(levels_of(late).by_time(500'000, 600'000, 10'000).launches, 0U));
}

TEST(LaunchLod, OfALongTimeTheLongestLaunchIsKept) {
    auto launches = one_stream(200'000);
    launches[123'456].duration = 5000;
    for (size_t i = 123'457; i < launches.size(); ++i) launches[i].start += 5000;
    const auto levels = levels_of(launches);
    const auto [found, all] = levels.by_time(0, launches.back().start, 1000);
    EXPECT_FALSE(all);
    EXPECT_LE(found.size(), 1000U);
    EXPECT_GT(found.size(), 200U);
    EXPECT_TRUE(std::ranges::binary_search(found, 123'456U));
}

/// Launches of two streams alternate; the second stream's are a tenth as long.
std::vector<TimedLaunch> two_streams() {
    std::vector<TimedLaunch> launches;
    for (int64_t i = 0; i < 100'000; ++i) {
        launches.push_back({1, i * 100, 90});
        launches.push_back({2, i * 100 + 5, 9});
    }
    return launches;
}

void expect_half_of_each(const std::vector<uint32_t>& found) {
    const auto odd = std::ranges::count_if(found, [](uint32_t index) { return index % 2 == 1; });
    EXPECT_EQ(size_t(odd) * 2, found.size());
}

TEST(LaunchLod, EachStreamKeepsItsOwn) {
    const auto found = levels_of(two_streams()).by_time(0, 10'000'000, 2000).launches;
    EXPECT_LE(found.size(), 2000U);
    EXPECT_GT(found.size(), 200U);
    expect_half_of_each(found);
}

TEST(LaunchLod, LaunchesOfARareStreamBringNoOthersAlong) {
    std::vector<TimedLaunch> launches;
    for (int64_t i = 0; i < 100'000; ++i) launches.push_back({i % 12'500 == 6'000 ? 2 : 1, i * 100, 90});
    const auto found = levels_of(launches).by_time(5'000'000, 5'010'000, 2000);
    EXPECT_LE(found.launches.size(), 2100U);
    EXPECT_GE(found.launches.size(), 1U);
}

/// Builds levels from stored groups: the launches of one origin among 128 consecutive launches.
LaunchLod stored_groups(const std::vector<TimedLaunch>& launches) {
    LaunchLod levels(0, 128);
    for (size_t at = 0; at < launches.size(); at += 128) {
        std::vector<LaunchGroup> these;
        for (auto i = at; i < std::min(at + 128, launches.size()); ++i) {
            const auto index = uint32_t(i);
            const auto& [origin, start, duration] = launches[i];
            auto group = std::ranges::find(these, origin, &LaunchGroup::origin);
            if (group == these.end())
                group = these.insert(these.end(), {origin, index, index, 0, index, -1, start, start});
            group->last = index;
            ++group->launches;
            group->end_ns = std::max(group->end_ns, start + duration);
            if (duration > group->longest_ns) group->longest_ns = duration, group->longest = index;
        }
        for (const auto& group : these) levels.add(group);
    }
    levels.finish();
    return levels;
}

TEST(LaunchLod, StoredGroupsReplaceTheirLaunches) {
    const auto launches = one_stream(100'003);
    const auto levels = stored_groups(launches);
    EXPECT_EQ(levels.launches(), 100'003U);
    expect_covering(levels.by_index(0, 100'002, 500), launches);
    expect_time(levels, launches, 256);
    EXPECT_EQ(levels.by_index(70'000, 70'009, 100).size(), 10U);
}

TEST(LaunchLod, APartOfGivenRunsIsReadAnewWhereThatShowsMore) {
    const auto launches = one_stream(600'000);
    const auto levels = stored_groups(launches);
    EXPECT_FALSE(levels.is_coarse(0, 599'999, 4000));        // 4,688 groups are enough to fill 4,000 bars
    EXPECT_FALSE(levels.is_coarse(500'000, 503'000, 4000));  // few enough to show them one by one
    EXPECT_TRUE(levels.is_coarse(500'000, 550'000, 4000));   // only 391 groups
    EXPECT_FALSE(levels_of(one_stream(100'000)).is_coarse(0, 50'000, 4000));
    const auto between = levels.between(launches[500'000].start, launches[550'000].start);
    ASSERT_TRUE(between);
    EXPECT_LE(between->first, 500'000U);
    EXPECT_GT(between->first, 499'800U);
    EXPECT_GE(between->second, 550'000U);
    EXPECT_FALSE(levels.between(-20, -10));
    LaunchLod part(between->first);
    for (auto i = between->first; i <= between->second; ++i)
        part.add(1, launches[i].start, launches[i].duration);
    part.finish();
    const auto runs = part.by_index(between->first, between->second, 4000);
    EXPECT_GT(runs.size(), 1000U);
    EXPECT_EQ(std::tuple(runs.front().first, runs.back().last), std::tuple(between->first, between->second));
    const auto [found, all] = part.by_time(launches[500'000].start, launches[550'000].start, 4000);
    EXPECT_FALSE(all);
    EXPECT_GT(found.size(), 1000U);
    EXPECT_GE(found.front(), between->first);
}

TEST(LaunchLod, StreamsOfGivenRunsAreApart) {
    const auto levels = stored_groups(two_streams());
    const auto runs = levels.by_index(0, 199'999, 4000);
    EXPECT_EQ(runs.size(), 1563U);
    for (const auto& run : runs) EXPECT_EQ(run.longest % 2, 0U);
    expect_half_of_each(levels.by_time(0, 10'000'000, 4000).launches);
}

LaunchRecord launch(uint32_t index, int64_t duration_ns, CounterId id = CounterId::gld_sectors) {
    LaunchRecord record;
    record.index = index;
    record.stage = {1, int(index + 1), "step"};
    record.kernel = "k";
    record.grid = {4, 1, 1};
    record.block = {32, 1, 1};
    record.start_ns = 1000 * index;
    record.duration_ns = duration_ns;
    record.counters = {{id, Provenance::measured, int64_t{7}}};
    return record;
}

std::vector<uint32_t> kept(const std::vector<LaunchRecord>& launches, size_t most) {
    CaseRecord record;
    edit(record).workload.n = 8;
    record.launches = launches;
    const auto by_stage = breakdown(record, Grouping::stage);
    LaunchSample sample(by_stage, most);
    for (const auto& one : launches) sample.add(one);
    const auto result = sample.take();
    EXPECT_EQ(result.grouping, Grouping::launch);
    EXPECT_EQ(result.total.sums, by_stage.total.sums) << "of all launches";
    std::vector<uint32_t> indices;
    for (const auto& row : result.rows) indices.push_back(row.sums.first_launch);
    return indices;
}

TEST(LaunchSample, KeepsTheFirstAndTheExtremes) {
    std::vector<LaunchRecord> launches;
    for (uint32_t i = 0; i < 20; ++i) launches.push_back(launch(i, 100 + i % 2));
    launches[7].duration_ns = 3;
    launches[9].duration_ns = 9000;
    launches[12].stage.label = "a step with a long name";
    EXPECT_THAT(kept(launches, 2), ElementsAre(0, 1, 2, 7, 9, 12))
        << "2 has the longest name of a kernel, as all";
    EXPECT_EQ(std::tuple(kept(launches, 0).size(), kept(launches, 100).size()), std::tuple(20U, 20U));
}

TEST(LaunchSample, KeepsTheFirstOfEachSetOfCounters) {
    std::vector<LaunchRecord> launches;
    for (uint32_t i = 0; i < 20; ++i)
        launches.push_back(launch(i, 100, i >= 15 ? CounterId::gst_sectors : CounterId::gld_sectors));
    EXPECT_THAT(kept(launches, 1), testing::Contains(15U));
    EXPECT_THAT(kept(launches, 1), testing::Not(testing::Contains(16U)));
}
}  // namespace
}
