#include "analyzer/launch_levels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace sortscope::analyzer {
namespace {

struct TimedLaunch {
    std::int64_t origin, start, duration;
};

LaunchLevels levels_of(const std::vector<TimedLaunch>& launches) {
    LaunchLevels levels;
    for (const auto& launch : launches) levels.add(launch.origin, launch.start, launch.duration);
    levels.finish();
    return levels;
}

/// `count` launches one after the other, of 10 to 109 ns, with 5 ns between.
std::vector<TimedLaunch> one_stream(std::size_t count) {
    std::mt19937 random(7);
    std::vector<TimedLaunch> launches;
    std::int64_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        launches.push_back({1, at, 10 + static_cast<std::int64_t>(random() % 100)});
        at += launches.back().duration + 5;
    }
    return launches;
}

TEST(LaunchLevels, NoLaunchesGiveNothing) {
    const auto levels = levels_of({});
    EXPECT_EQ(levels.launches(), 0U);
    EXPECT_TRUE(levels.by_index(0, 10, 100).empty());
    EXPECT_TRUE(levels.by_time(0, 1000, 100).launches.empty());
}

TEST(LaunchLevels, FewLaunchesAreThemselves) {
    const auto levels = levels_of(one_stream(100));
    const auto runs = levels.by_index(10, 20, 100);
    ASSERT_EQ(runs.size(), 11U);
    for (std::uint32_t i = 0; i < 11; ++i) EXPECT_EQ(runs[i], (LaunchLevels::Run{10 + i, 10 + i, 10 + i}));
    EXPECT_EQ(levels.by_time(0, 1'000'000, 1000).launches.size(), 100U);
}

TEST(LaunchLevels, RunsCoverEveryLaunchOnceAndNameTheirLongest) {
    const auto launches = one_stream(100'003);
    const auto levels = levels_of(launches);
    for (const std::size_t most : {50U, 500U, 4000U, 20'000U}) {
        const auto runs = levels.by_index(0, 100'002, most);
        EXPECT_LE(runs.size(), std::max<std::size_t>(most, 64));
        EXPECT_GT(runs.size() * 8, std::min<std::size_t>(most, 100'003 / 8));
        std::uint32_t next = 0;
        for (const auto& run : runs) {
            EXPECT_EQ(run.first, next);
            next = run.last + 1;
            const auto longest = std::max_element(launches.begin() + run.first, launches.begin() + run.last + 1, [](const TimedLaunch& a, const TimedLaunch& b) { return a.duration < b.duration; });
            EXPECT_EQ(run.longest, static_cast<std::uint32_t>(longest - launches.begin()));
        }
        EXPECT_EQ(next, 100'003U);
    }
}

TEST(LaunchLevels, ATimeHasTheLaunchesThatRanThen) {
    const auto launches = one_stream(100'000);
    const auto levels = levels_of(launches);
    const auto from = launches[50'000].start + 1, to = launches[50'100].start;
    const auto [found, all] = levels.by_time(from, to, 4000);
    EXPECT_TRUE(all);
    for (std::uint32_t i = 50'000; i <= 50'100; ++i) EXPECT_TRUE(std::ranges::binary_search(found, i)) << i;
    EXPECT_LE(found.size(), 101U + 16U);  // runs at the ends are taken whole
}

TEST(LaunchLevels, OfALongTimeTheLongestLaunchIsKept) {
    auto launches = one_stream(200'000);
    launches[123'456].duration = 5000;
    for (std::size_t i = 123'457; i < launches.size(); ++i) launches[i].start += 5000;
    const auto levels = levels_of(launches);
    const auto [found, all] = levels.by_time(0, launches.back().start, 1000);
    EXPECT_FALSE(all);
    EXPECT_LE(found.size(), 1000U);
    EXPECT_GT(found.size(), 200U);
    EXPECT_TRUE(std::ranges::binary_search(found, 123'456U));
}

TEST(LaunchLevels, EachStreamKeepsItsOwn) {
    // Every second launch is of another stream, and a tenth as long: by index alone none of it would be seen.
    std::vector<TimedLaunch> launches;
    for (std::int64_t i = 0; i < 50'000; ++i) {
        launches.push_back({1, i * 100, 90});
        launches.push_back({2, i * 100 + 5, 9});
    }
    const auto found = levels_of(launches).by_time(0, 5'000'000, 2000).launches;
    EXPECT_LE(found.size(), 2000U);
    const auto odd = std::ranges::count_if(found, [](std::uint32_t index) { return index % 2 == 1; });
    EXPECT_EQ(static_cast<std::size_t>(odd) * 2, found.size());
}

TEST(LaunchLevels, LaunchesOfARareStreamBringNoOthersAlong) {
    // The few launches of the second stream lie far apart: all between them, of the first, must not be taken for theirs.
    std::vector<TimedLaunch> launches;
    for (std::int64_t i = 0; i < 100'000; ++i) launches.push_back({i % 12'500 == 6'000 ? 2 : 1, i * 100, 90});
    const auto found = levels_of(launches).by_time(5'000'000, 5'010'000, 2000);
    EXPECT_LE(found.launches.size(), 2100U);
    EXPECT_GE(found.launches.size(), 1U);
}

TEST(LaunchLevels, LaunchesWithoutTimesHaveAPlaceButNoTime) {
    LaunchLevels levels;
    for (int i = 0; i < 1000; ++i) levels.add(0, std::nullopt, std::nullopt);
    levels.finish();
    EXPECT_TRUE(levels.by_time(0, 1000, 100).launches.empty());
    const auto runs = levels.by_index(0, 999, 200);
    ASSERT_FALSE(runs.empty());
    EXPECT_EQ(runs.back().last, 999U);
}

TEST(LaunchLevels, ALateEndIsFound) {
    // The first launch runs on while others begin and end.
    std::vector<TimedLaunch> launches{{1, 0, 1'000'000}};
    for (std::int64_t i = 1; i < 1000; ++i) launches.push_back({1, i * 10, 5});
    const auto found = levels_of(launches).by_time(500'000, 600'000, 10'000).launches;
    EXPECT_TRUE(std::ranges::binary_search(found, 0U));
}

}  // namespace
}  // namespace sortscope::analyzer
