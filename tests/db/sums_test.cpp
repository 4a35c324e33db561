#include "db/rows/sums.hpp"

#include <gmock/gmock.h>
#include <random>

#include "core/metric/metric.hpp"
#include "db/check/verify.hpp"
#include "db/merge/merge.hpp"
#include "db/read/reader.hpp"
#include "db/write/remove.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/edit.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using testing::IsEmpty;
using enum CounterId;
namespace fs = std::filesystem;

/// Kernels by row id. Two have the same name.
const std::map<int64_t, const char*> kernels{{11, "near"}, {12, "far"}, {13, "far"}};

struct Added {
    LaunchRecord launch;
    int64_t kernel = 0;
};

/// Launches of random stages. Some lack a time or a counter. Labels of a stage share at least one word.
std::vector<Added> launches(uint32_t count, int substages, uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](int end) { return int(random() % unsigned(end)); };
    std::vector<Added> all(count);
    for (uint32_t i = 0; i < count; ++i) {
        auto& [launch, kernel] = all[i];
        kernel = 11 + below(3);
        launch.index = i;
        launch.stage = {below(5) + 1, below(substages) + 1, ""};
        launch.stage.label = "k=" + std::to_string(launch.stage.stage) +
                             (below(8) == 0 ? "" : " j=" + std::to_string(launch.stage.substage));
        launch.kernel = kernels.at(kernel);
        launch.required_bytes = uint64_t(below(1000));
        launch.comparators = uint64_t(below(500));
        if (below(300) != 0) launch.duration_ns = below(10'000);
        launch.counters = {{gld_sectors, Provenance::measured, Number(below(100)),
                            static_cast<PassNumber>(below(500) == 0 ? 2 : 1)},
                           {gst_sectors, Provenance::modelled, Number(below(100)), 2},
                           {gld_requests, Provenance::measured, Number(below(100)), 1}};
        if (below(200) == 0) launch.counters.erase(launch.counters.begin() + below(3));
    }
    return all;
}

/// Expects CaseSums to equal sums added launch by launch. Counters of stages may differ by rounding.
void expect_as_one_by_one(const std::vector<Added>& all, bool has_substages = true) {
    CaseSums both(true);
    StageSums stages, substages(StageSums::By::substage);
    for (const auto& [launch, kernel] : all) {
        both.add(launch, kernel);
        stages.add(launch, kernel);
        substages.add(launch, kernel);
    }
    auto made = both.stages().sums();
    ASSERT_EQ(made.size(), stages.sums().size());
    for (size_t i = 0; i < made.size(); ++i) {
        const auto& expected = stages.sums()[i];
        ASSERT_EQ(made[i].counters.size(), expected.counters.size());
        for (size_t c = 0; c < expected.counters.size(); ++c) {
            const auto value = expected.counters[c].value.as_double();
            EXPECT_NEAR(made[i].counters[c].value.as_double(), value, 1e-9 * value);
            made[i].counters[c].value = expected.counters[c].value;
        }
    }
    EXPECT_EQ(std::tuple(made, both.stages().kernels()), std::tuple(stages.sums(), stages.kernels()));
    EXPECT_EQ(both.substages().sums(), has_substages ? substages.sums() : std::vector<LaunchSums>());
    EXPECT_EQ(both.substages().kernels(), has_substages ? substages.kernels() : std::vector<int64_t>());
}

TEST(CaseSums, AreThoseOfLaunchesOneByOne) {
    for (const uint32_t seed : {1U, 2U, 3U}) expect_as_one_by_one(launches(4000, 9, seed));
    expect_as_one_by_one({});
    auto all = launches(4000, 9, 5);
    for (size_t i = 0; i < all.size(); ++i) {
        auto& counters = all[i].launch.counters;
        if (i >= 1700) counters.back().value = Number(0.1 * double(i));
        counters.push_back({find_metric("warps_active_ppm")->counter, Provenance::measured,
                            Number(int64_t(i * 7919 % 1'000'000)), 3});
    }
    expect_as_one_by_one(all);
    expect_as_one_by_one(launches(20'000, 1500, 6), false);  // too many substages
}

TEST(CaseSums, StagesAloneAreNotMadeOfSubstages) {
    CaseSums alone;
    StageSums stages;
    for (const auto& [launch, kernel] : launches(500, 9, 7)) {
        alone.add(launch, kernel);
        stages.add(launch);
    }
    EXPECT_EQ(alone.stages().sums(), stages.sums());
    EXPECT_THAT(alone.substages().sums(), IsEmpty());
}

TEST(CaseSums, RefusesWhatPasses64Bits) {
    auto all = launches(2, 1, 8);
    for (size_t i = 0; i < 2; ++i) {
        all[i].launch.stage = {1, int(i) + 1, "k"};
        all[i].launch.kernel = "near";
        all[i].launch.counters = {
            {gld_sectors, Provenance::measured, Number(std::numeric_limits<int64_t>::max()), 1}};
    }
    CaseSums sums(true);
    for (const auto& [launch, kernel] : all) sums.add(launch, 11);
    EXPECT_THROW(sums.stages(), SumTooGreat) << "no substage passes them, but the stage does";
    sums = CaseSums(true);
    all[1].launch.stage.substage = 1;
    sums.add(all[0].launch, 11);
    EXPECT_THROW(sums.add(all[1].launch, 11), SumTooGreat);
}

constexpr auto many = uint32_t(least_launches_with_groups) + 77;

CounterId counter(const char* name) { return find_metric(name)->counter; }

/// Launches in 10 stages of 7 substages, of two kernels and two streams in turns of 50. One lacks a counter.
CaseRecord long_case(uint32_t launches) {
    auto record = full_case();
    record.launches.clear();
    record.sources.clear();
    record.passes.clear();
    LaunchRecord launch;
    for (uint32_t i = 0; i < launches; ++i) {
        launch.index = i;
        launch.stage = {int(i / 7 % 10) + 1, int(i % 7) + 1, "k=" + std::to_string(i / 7 % 10)};
        launch.kernel = i % 3 == 0 ? "near" : "far";
        launch.grid = launch.block = {1, 1, 1};
        launch.required_bytes = 8;
        launch.comparators = 3;
        launch.duration_ns = 100 + i * 7919 % 1009;
        launch.start_ns = int64_t{i} * 1200;
        launch.process_id = launch.context_id = 1;
        launch.stream_id = i / 50 % 2 + 7;
        launch.counters = {
            {counter("gld_sectors"), Provenance::measured, Number(int64_t{i % 100}), 1},
            {counter("warps_active_ppm"), Provenance::measured, Number(int64_t{i % 1000 * 1000}), 2}};
        if (i == 30'000) launch.counters.pop_back();
        record.launches.push_back(launch);
    }
    return record;
}

/// Tables whose rows contradict the launches, by verify().
std::string level_findings(const fs::path& path) {
    std::string text;
    for (const auto& defect : verify(path).defects)
        if (defect.check == "levels") text += defect.table + " ";
    return text;
}

/// Writes the file once. Tests change copies.
class Levels : public testing::Test {
 protected:
    static void SetUpTestSuite() {
        shared = new Shared;
        test::record(shared->folder / "a.db", {with_stream_trial(shared->record)});
    }
    static void TearDownTestSuite() { delete shared; }
    struct Shared {
        TempFolder folder;
        CaseRecord record = long_case(many);
    };
    static inline Shared* shared = nullptr;
    fs::path path = shared->folder / "a.db";
    TempFolder folder;
};

TEST_F(Levels, RunsAreThoseOfTheLaunches) {
    const auto stored = Reader(path).launch_groups(CaseId{1});
    ASSERT_GT(stored.size(), many / 128);
    uint32_t launches = 0;
    for (const auto& run : stored) {
        launches += run.launches;
        const auto& longest = shared->record.launches[run.longest];
        int64_t most = 0, end = 0;
        uint32_t count = 0;
        for (auto i = run.first; i <= run.last; ++i) {
            const auto& one = shared->record.launches[i];
            if (one.stream_id != longest.stream_id) continue;
            most = std::max(most, *one.duration_ns);
            end = std::max(end, *one.start_ns + *one.duration_ns);
            ++count;
        }
        EXPECT_EQ(std::tuple(run.longest_ns, *longest.duration_ns, run.launches, run.start_ns, run.end_ns),
                  std::tuple(most, most, count, shared->record.launches[run.first].start_ns, end));
        if (HasFailure()) return;
    }
    EXPECT_EQ(std::tuple(launches, level_findings(path)), std::tuple(many, ""));
}

TEST_F(Levels, WhatCannotBeOfTheLaunchesIsLeftOutOrAddedUpAnew) {
    for (const char* harm :
         {"DELETE FROM launch_run WHERE position = 3",
          "UPDATE launch_run SET longest_launch = 70000 WHERE position = 3",
          "UPDATE launch_run SET first_launch = 0 WHERE position = 9",
          "UPDATE launch_run SET start_ns = 'x' WHERE position = 0",
          "UPDATE launch_run SET last_launch = last_launch + 128 WHERE position = 5",
          // Groups of 128 launches have more or fewer launches.
          "DELETE FROM launch_run WHERE position = 1024; DELETE FROM launch_run WHERE position = 1025; "
          "UPDATE launch_run SET launches = launches + 77 WHERE position = 0",
          "DELETE FROM launch_run WHERE position >= 1024; UPDATE launch_run SET launches = launches + 50 "
          "WHERE position = 0; UPDATE launch_run SET launches = launches + 27 WHERE position = 2",
          "UPDATE launch_run SET launches = launches + 1 WHERE position = 0; UPDATE launch_run SET launches "
          "= launches - 1 WHERE position = 2",
          "UPDATE launch_run SET first_launch = longest_launch WHERE position = 4 AND longest_launch > "
          "first_launch"}) {
        const auto file = changed_copy(path, harm);
        EXPECT_THAT(Reader(file).launch_groups(CaseId{1}), IsEmpty()) << harm;
    }
    const auto expected = Reader(path).substages(CaseId{1});
    for (const char* harm :
         {"DELETE FROM substage_sum WHERE position = 3", "DELETE FROM substage_value WHERE position = 3",
          "UPDATE substage_sum SET kernel_id = 99 WHERE position = 0",
          "INSERT INTO substage_value SELECT case_id, 5000, counter_id, provenance_id, value, pass FROM "
          "substage_value WHERE position = 1"}) {
        const auto file = changed_copy(path, harm);
        EXPECT_EQ(Reader(file).substages(CaseId{1}), expected) << harm;
    }
}

TEST_F(Levels, VerifySaysWhereTheyAreNotThoseOfTheLaunches) {
    const auto file = changed_copy(path,
                                   "UPDATE launch_run SET longest_ns = longest_ns + 1 WHERE position = 7; "
                                   "UPDATE substage_sum SET comparators = 1 WHERE position = 2");
    EXPECT_EQ(level_findings(file), "launch_run substage_sum ");
    change(file,
           "UPDATE launch_run SET longest_launch = 70000 WHERE position = 3; DELETE FROM substage_value "
           "WHERE position = 3");
    EXPECT_EQ(level_findings(file), "launch_run substage_sum ");
}

TEST_F(Levels, AFileWithLaunchesThatTookNoTimeIsNotCalledWrong) {
    auto record = shared->record;
    for (auto& launch : record.launches)
        if (launch.stage.substage == 3) launch.duration_ns = 0;  // weight 0 in means
    const auto file = folder / "zero.db";
    test::record(file, {record});
    for (const auto& defect : verify(file).defects)
        EXPECT_TRUE(defect.check != "levels" && defect.table != "stage_sum") << defect.sentence;
}

TEST_F(Levels, GoAlongWithTheCase) {
    const auto into = folder / "into.db";
    record(into, {full_case(1)});
    merge(into, std::vector{path});
    const auto cases = Reader(into).cases();
    ASSERT_EQ(cases.size(), 2U);
    const auto id = cases.back().id;
    auto there = Reader(path).launch_groups(CaseId{1});
    auto here = Reader(into).launch_groups(id);
    for (auto* runs : {&there, &here})
        for (auto& run : *runs) run.origin = 0;  // row ids differ
    EXPECT_EQ(here, there);
    EXPECT_EQ(Reader(into).substages(id), Reader(path).substages(CaseId{1}));
    remove(into, {.runs = {}, .cases = {id}});
    EXPECT_EQ(query(into,
                    "SELECT (SELECT count(*) FROM launch_run) + (SELECT count(*) FROM substage_sum) + "
                    "(SELECT count(*) FROM substage_value)"),
              "0");
}

TEST(LaunchGroups, StreamsThatTakeTurnsAreApartUnlessThatSavesNothing) {
    LaunchGroups two, hundred;
    for (uint32_t i = 0; i < 10'000; ++i) {
        two.add(i, i % 2, i * 10, 9);
        hundred.add(i, i % 100, i * 10, 9);
    }
    ASSERT_EQ(two.groups().size(), 2U * ((10'000 + 127) / 128));
    EXPECT_EQ(two.groups()[3], (LaunchGroup{1, 129, 255, 64, 129, 9, 1290, 2559}));
    EXPECT_THAT(hundred.groups(), IsEmpty());
}
}  // namespace
}
