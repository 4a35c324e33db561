#include "db/read/reader.hpp"

#include <gmock/gmock.h>

#include "core/metric/metric.hpp"
#include "core/metric/sums.hpp"
#include "db/schema/schema.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"
#include "tests/sample/files.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using ReaderFile = OneFile;
using testing::HasSubstr;

TEST_F(ReaderFile, ListsCasesAsTheyAreReadOneByOne) {
    record(path, 4);
    const Reader reader(path);
    const auto cases = reader.cases();
    ASSERT_EQ(cases.size(), 4u);
    for (const auto& listed : cases) {
        EXPECT_TRUE(listed.launches.empty());
        EXPECT_TRUE(listed.trials.empty());
        expect_same(listed, reader.read_case(listed.id, Detail::summary));
    }
    EXPECT_EQ(cases[2].axes.integer("unroll"), 10);
}

TEST_F(ReaderFile, RunsComeInTheOrderInWhichTheyBegan) {
    for (const char* day : {"22", "20", "21"}) {
        auto run = full_run();
        run.uuid = day;
        run.started_utc = "2026-11-" + std::string(day) + "T02:00:00Z";
        sample::write_cases(path, run, {full_case()});
    }
    const Reader reader(path);
    std::vector<RunId> runs, of_cases;
    for (const auto& run : reader.runs()) runs.push_back(run.id);
    for (const auto& one : reader.cases()) of_cases.push_back(one.run);
    const std::vector expected{RunId{2}, RunId{3}, RunId{1}};
    EXPECT_EQ(runs, expected) << "a merged file's numbers tell the order of the merging";
    EXPECT_EQ(of_cases, expected);
}

TEST_F(ReaderFile, BringsWhatTheDetailAsksFor) {
    record(path, 1);
    Reader moved(path);
    const Reader reader(std::move(moved));
    EXPECT_TRUE(reader.read_case(CaseId{1}, Detail::summary).notes.empty());
    const auto launches = reader.read_case(CaseId{1}).launches;
    ASSERT_EQ(launches.size(), 3u);
    EXPECT_EQ(launches[0].counters.size(), 5u);
    EXPECT_TRUE(launches[0].sites.empty());
    auto found = reader.read_case(CaseId{1}, Detail::details);
    EXPECT_TRUE(found.series.empty());
    EXPECT_TRUE(found.sampled_launches.empty());
    EXPECT_TRUE(found.stalls.empty());
    EXPECT_EQ(reader.series(CaseId{1}), full_case().series);
    EXPECT_EQ(reader.sampled_launches(CaseId{1}), full_case().sampled_launches);
    auto expected = full_case();
    expected.launches.clear();
    expected.series.clear();
    expected.sampled_launches.clear();
    expected.stalls.clear();
    EXPECT_EQ(reader.sources(CaseId{1}), expected.sources);
    expected.sources.clear();
    found.trials = reader.trials(CaseId{1});
    expect_same(expected, found);
    // Each call reads only the rows that it returns.
    change(path, "UPDATE series SET samples = 'words'; UPDATE transfer SET bytes = -1");
    EXPECT_EQ(reader.trials(CaseId{1}).size(), 3u);
    EXPECT_THAT(data_error([&] { reader.series(CaseId{1}); }),
                HasSubstr("column 'samples' of table 'series'"));
    change(path, "UPDATE transfer SET bytes = 1");
    EXPECT_EQ(reader.read_case(CaseId{1}, Detail::details).transfers.size(), 2u);
}

/// The expected substages(), added up launch by launch.
std::vector<LaunchSums> by_substage(const CaseRecord& record) {
    std::vector<LaunchSums> all;
    for (const auto& launch : record.launches) {
        auto found = std::ranges::find_if(all, [&](const LaunchSums& sums) {
            return sums.stage == launch.stage.stage && sums.substage == launch.stage.substage &&
                   sums.kernel == launch.kernel;
        });
        if (found == all.end()) found = all.insert(all.end(), LaunchSums{});
        add(*found, launch);
    }
    return all;
}

/// Launches of alternating substages and kernels, with counters that add up in every way. Some lack a counter
/// or their time. `rare`: every second substage lacks published branches.
CaseRecord mixed_case(bool rare = false) {
    auto record = large_case(60, 6, 0);
    for (size_t i = 0; i < record.launches.size(); ++i) {
        auto& launch = record.launches[i];
        launch.stage = {1 + int(i / 30), 1 + int(i % 4),
                        i % 4 == 3 ? "k=8 j=4" : "k=8 j=" + std::to_string(i % 2)};
        launch.kernel = i % 7 == 0 ? "merge" : "sort";
        launch.counters.clear();
        const auto count = int64_t(i);
        const auto put = [&](CounterId id, Provenance provenance, Number value) {
            const auto* set = set_of(id, provenance);
            launch.counters.push_back(
                {id, provenance, value,
                 static_cast<PassNumber>(set == nullptr ? 9 : set - metric_sets().data() + 1)});
        };
        put(CounterId::warp_instructions, Provenance::measured, 10 * count);
        if (i != 12) put(CounterId::gld_sectors, Provenance::measured, count);
        if (i % 2 == 0) put(CounterId::gld_sectors, Provenance::modelled, count + 1);
        put(CounterId::warps_active_ppm, Provenance::measured, 1000 * count);
        if (!rare || i % 2 == 0) put(CounterId::branches, Provenance::published, 3);  // in no metric set
        if (i == 40) launch.duration_ns.reset();
    }
    record.passes.clear();
    return record;
}

TEST_F(ReaderFile, AddsUpBySubstageWithoutRecordsOfLaunches) {
    const std::vector records{full_case(),         mixed_case(),  mixed_case(true), large_case(500, 20, 2),
                              large_case(1, 3, 0), foreign_case()};
    record(path, records);
    const Reader reader(path);
    for (const auto& listed : reader.cases()) {
        const auto expected = by_substage(reader.read_case(listed.id, Detail::launches));
        EXPECT_EQ(reader.substages(listed.id), expected) << "case " << int(listed.id);
        EXPECT_FALSE(expected.empty());
        EXPECT_FALSE(reader.substages(listed.id, [] { return false; })) << "nobody waits for it";
    }
    EXPECT_GT(reader.substages(CaseId{2})->size(), 8U);
}

TEST_F(ReaderFile, BringsSingleLaunchesWithTheirCounters) {
    record(path, 2);
    const Reader reader(path);
    const auto all = reader.read_case(CaseId{2}, Detail::sites).launches;
    ASSERT_EQ(all.size(), 3u);
    for (const auto& only : {std::vector<uint32_t>{1}, {0, 2}, {0, 1, 2}, {2, 4711}}) {
        size_t at = 0;
        reader.launches(CaseId{2}, {.sites = true, .only = only}, [&](const LaunchRecord& launch) {
            EXPECT_EQ(std::tuple(launch.index, launch.counters, launch.sites),
                      std::tuple(only.at(at), all.at(launch.index).counters, all.at(launch.index).sites));
            ++at;
            return true;
        });
        EXPECT_EQ(at, only.back() == 4711 ? 1u : only.size());  // only launches of the case
    }
}

TEST_F(ReaderFile, BringsTimesAlone) {
    record(path, 2);
    for (const auto& file : {path, std::filesystem::path(SORTSCOPE_SOURCE_DIR) / "examples/h200.db"}) {
        const Reader reader(file);
        for (const auto& summary : reader.cases()) {
            if (int64_t(summary.id) > 12) break;
            const auto launches = reader.read_case(summary.id, Detail::launches).launches;
            size_t at = 0;
            reader.launch_times(summary.id, [&](const LaunchTime& time) {
                EXPECT_EQ(std::tuple(time.index, time.start_ns), std::tuple(at, launches.at(at).start_ns));
                EXPECT_EQ(time.duration_ns, launches.at(at).duration_ns);
                ++at;
                return true;
            });
            EXPECT_EQ(at, launches.size());
        }
    }
}

TEST_F(ReaderFile, SaysWhichCasesThereAre) {
    const auto missing = [&](CaseId id) {
        return error_of(ErrorKind::usage, [&] { Reader(path).read_case(id); });
    };
    record(path, 0);
    EXPECT_THAT(missing(CaseId{1}), HasSubstr("no case 1. It has no cases yet"));
    record(path, 1);
    EXPECT_THAT(missing(CaseId{2}), HasSubstr("Its only case is 1"));
    record(path, 3);
    EXPECT_THAT(missing(CaseId{9}), HasSubstr("no case 9. Its cases are 1 to 4"));
}
}  // namespace
}
