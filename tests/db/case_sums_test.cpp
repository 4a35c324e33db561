#include "db/rows/sums.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <map>
#include <random>

#include "core/metric/metric.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using testing::IsEmpty;
using enum CounterId;

/// Kernels by number of their rows; two have one name.
const std::map<std::int64_t, const char*> kernels{{11, "near"}, {12, "far"}, {13, "far"}};

struct Added {
    LaunchRecord launch;
    std::int64_t kernel = 0;
};

/// Launches in no order of stages; some lack a time or a counter, and labels have one word or more in common.
std::vector<Added> launches(std::uint32_t count, int substages, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    std::vector<Added> all(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        auto& [launch, kernel] = all[i];
        kernel = 11 + below(3);
        launch.index = i;
        launch.stage = {below(5) + 1, below(substages) + 1, ""};
        launch.stage.label = "k=" + std::to_string(launch.stage.stage) +
                             (below(8) == 0 ? "" : " j=" + std::to_string(launch.stage.substage));
        launch.kernel = kernels.at(kernel);
        launch.required_bytes = static_cast<std::uint64_t>(below(1000));
        launch.comparators = static_cast<std::uint64_t>(below(500));
        if (below(300) != 0) launch.duration_ns = below(10'000);
        launch.counters = {{gld_sectors, Provenance::measured, Number(below(100)),
                            static_cast<PassNumber>(below(500) == 0 ? 2 : 1)},
                           {gst_sectors, Provenance::modelled, Number(below(100)), 2},
                           {gld_requests, Provenance::measured, Number(below(100)), 1}};
        if (below(200) == 0) launch.counters.erase(launch.counters.begin() + below(3));
    }
    return all;
}

/// Expects the sums of the launches one by one; those of stages up to rounding.
void expect_as_one_by_one(const std::vector<Added>& all, bool has_substages = true) {
    CaseSums both;
    both.begin(true);
    StageSums stages, substages(StageSums::By::substage);
    for (const auto& [launch, kernel] : all) {
        both.add(launch, kernel);
        stages.add(launch, kernel);
        substages.add(launch, kernel);
    }
    auto made = both.stages().sums();
    ASSERT_EQ(made.size(), stages.sums().size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        const auto& expected = stages.sums()[i];
        ASSERT_EQ(made[i].counters.size(), expected.counters.size());
        for (std::size_t c = 0; c < expected.counters.size(); ++c) {
            const auto value = expected.counters[c].value.as_double();
            EXPECT_NEAR(made[i].counters[c].value.as_double(), value, 1e-9 * value);
            made[i].counters[c].value = expected.counters[c].value;
        }
    }
    EXPECT_EQ(made, stages.sums());
    EXPECT_EQ(both.stages().kernels(), stages.kernels());
    EXPECT_EQ(both.substages().sums(), has_substages ? substages.sums() : std::vector<LaunchSums>());
    EXPECT_EQ(both.substages().kernels(), has_substages ? substages.kernels() : std::vector<std::int64_t>());
}

TEST(CaseSums, AreThoseOfLaunchesOneByOne) {
    for (const std::uint32_t seed : {1U, 2U, 3U}) expect_as_one_by_one(launches(4000, 9, seed));
    expect_as_one_by_one({});
    auto all = launches(4000, 9, 5);
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto& counters = all[i].launch.counters;
        if (i >= 1700) counters.back().value = Number(0.1 * static_cast<double>(i));
        counters.push_back({find_metric("warps_active_ppm")->counter, Provenance::measured,
                            Number(static_cast<std::int64_t>(i * 7919 % 1'000'000)), 3});
    }
    expect_as_one_by_one(all);
    expect_as_one_by_one(launches(20'000, 1500, 6), false);  // too many substages
}

TEST(CaseSums, StagesAloneAreNotMadeOfSubstages) {
    CaseSums alone;
    alone.begin(false);
    StageSums stages;
    for (const auto& [launch, kernel] : launches(500, 9, 7)) {
        alone.add(launch, kernel);
        stages.add(launch);
    }
    EXPECT_EQ(alone.stages().sums(), stages.sums());
    EXPECT_THAT(alone.substages().sums(), IsEmpty());
    alone.begin(true);
    EXPECT_THAT(alone.stages().sums(), IsEmpty()) << "of the case before";
}

TEST(CaseSums, RefusesWhatPasses64Bits) {
    auto all = launches(2, 1, 8);
    for (std::size_t i = 0; i < 2; ++i) {
        all[i].launch.stage = {1, static_cast<int>(i) + 1, "k"};
        all[i].launch.kernel = "near";
        all[i].launch.counters = {
            {gld_sectors, Provenance::measured, Number(std::numeric_limits<std::int64_t>::max()), 1}};
    }
    CaseSums sums;
    sums.begin(true);
    for (const auto& [launch, kernel] : all) sums.add(launch, 11);
    EXPECT_THROW(sums.stages(), SumTooGreat) << "no substage passes them, but the stage does";
    sums.begin(true);
    all[1].launch.stage.substage = 1;
    sums.add(all[0].launch, 11);
    EXPECT_THROW(sums.add(all[1].launch, 11), SumTooGreat);
}

}  // namespace
}  // namespace sortscope::db
