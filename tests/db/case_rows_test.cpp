#include "db/read/case_reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <ranges>

#include "core/times.hpp"
#include "db/read/reader.hpp"
#include "db/rows/annotations.hpp"
#include "db/schema/connection.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {
using namespace test;
using CaseReaderFile = OneFile;
using sample::full_device, sample::full_limits, testing::AllOf, testing::HasSubstr;

/// A file with a run that is still being written.
struct OpenFile : OneFile {
    std::optional<Writer> writer{path};
    RunId run = writer->begin_run(full_run());
    std::string refused(const CaseRecord& record) {
        return error_of(ErrorKind::internal, [&] { writer->write_case(run, record); });
    }
};

TEST_F(CaseReaderFile, OrdersCountersAndSitesAndGivesThemToTheirLaunch) {
    auto shuffled = full_case();
    std::ranges::reverse(shuffled.launches);
    for (auto& launch : shuffled.launches) {
        std::ranges::reverse(launch.counters);
        std::ranges::reverse(launch.sites);
    }
    auto sparse = full_case();
    sparse.launches.clear();
    sparse.passes = {{"modelled", Provenance::modelled, 1}};
    for (uint32_t i = 0; i < 50; ++i) {
        auto& launch = sparse.launches.emplace_back();
        launch.index = i;
        if (i % 3 == 1) launch.counters = {{CounterId::barriers, Provenance::modelled, int64_t(i)}};
    }
    record(path, {shuffled, sparse});
    expect_same(full_case(), Reader(path).read_case(CaseId{1}, Detail::sites));
    expect_same(sparse, Reader(path).read_case(CaseId{2}, Detail::sites));
}

TEST_F(CaseReaderFile, SaysWhichCountersItLeftOut) {
    record(path, 1);
    change(path,
           "ALTER TABLE counter_sass ADD COLUMN from_the_future INTEGER; UPDATE counter_sass SET "
           "from_the_future = 5;CREATE TABLE counter_later (launch_id INTEGER PRIMARY KEY, later INTEGER); "
           "INSERT INTO counter_later VALUES (1, 7);INSERT INTO counter (id, name, unit, description) VALUES "
           "(9999, 'one_by_one', 'things', 'Unknown here.');INSERT INTO other_counter SELECT id, 9999, 1, 5, "
           "1 FROM launch WHERE case_id = 1");
    const auto found = Reader(path).read_case(CaseId{1});
    EXPECT_EQ(found.launches[0].counters, full_case().launches[0].counters);
    EXPECT_EQ(found.notes.back().severity, Severity::lost);
    std::string lost;
    for (const auto& note : found.notes | std::views::drop(full_case().notes.size())) lost += note.text;
    EXPECT_THAT(lost, testing::ContainsRegex("2 values of the counter 'from_the_future'.*1 values of the "
                                             "counter 'later'.*3 values of the counter 'one_by_one'"));
}

TEST_F(CaseReaderFile, RefusesEnumeratorsOfANewerProgram) {
    record(path, 2);
    change(path, "UPDATE profiled_case SET distribution_id = 99 WHERE id = 2");
    const Reader reader(path);
    EXPECT_NO_THROW(reader.read_case(CaseId{1}));
    EXPECT_THAT(data_error([&] { reader.cases(); }),
                AllOf(HasSubstr("distribution (number 99)"), HasSubstr(path.string())));
    EXPECT_NO_THROW(reader.read_case(CaseId{1}));  // the reader still works
}

TEST_F(OpenFile, ShowsItsReaderDevicesThatComeLater) {
    const auto first = writer->write_case(run, full_case());
    const Reader reader(path);
    const auto launch = find_launch(reader, first, 1);
    ASSERT_TRUE(launch.has_value());
    EXPECT_EQ(launch->index, 1u);
    EXPECT_TRUE(launch->counters.empty());
    EXPECT_FALSE(find_launch(reader, first, 3).has_value());
    auto other = full_case();
    other.device.name = "another GPU";
    other.launches[0].sites[0].site.function = "another function";
    expect_same(other, reader.read_case(writer->write_case(run, other), Detail::sites));
}

TEST_F(CaseReaderFile, OfARunReadsNothingOfOtherRuns) {
    {
        Writer writer(path);
        const auto first = writer.begin_run(full_run()), second = writer.begin_run(full_run());
        for (const auto run : {second, first, second}) writer.write_case(run, full_case());
    }
    annotate(path, {CaseId{2}, CaseId{3}}, {.name = "x"});
    change(path, "UPDATE case_annotation SET name = x'00ff' WHERE case_id = 2");
    auto database = open_for_reading(path, std::chrono::seconds(1));
    Lookups lookups{database};
    CaseReader reader(database, lookups);
    const auto cases = reader.list(RunId{2});
    ASSERT_EQ(cases.size(), 2u);
    EXPECT_EQ(cases[1].record.annotation.name, "x");
    EXPECT_THROW(reader.list(), BadValue);
}

using Limits = OpenFile;

TEST_F(Limits, AreKeptOfEachDeviceOfARun) {
    const auto without = writer->begin_run(full_run());
    auto other = full_device();
    other.ordinal = 4;
    const std::vector<DeviceLimit> of_other{{"copy_bandwidth", 3.9e12, "bytes/s", 0}};
    writer->write_limits(run, full_device(), full_limits());
    writer->write_limits(run, other, of_other);
    const Reader reader(path);
    EXPECT_TRUE(reader.limits(without).empty());
    const auto found = reader.limits(run);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(std::tuple(found[0].device, found[0].limits, found[1].device, found[1].limits),
              std::tuple(full_device(), full_limits(), other, of_other));
    EXPECT_EQ(query(path,
                    "SELECT group_concat(name || ' ' || value || ' ' || unit, ', ') FROM device_limits WHERE "
                    "device_id = 1"),
              "copy_bandwidth 4100000000000.0 bytes/s, launch_overhead 1300.5 ns");
    error_of(ErrorKind::usage, [&] { reader.limits(RunId{99}); });
}

TEST_F(Limits, OfACaseAreThoseOfItsRunOrElseTheNewest) {
    const std::vector<DeviceLimit> newer{{"copy_bandwidth", 3.9e12, "bytes/s", 0}};
    const auto second = writer->begin_run(full_run()), without = writer->begin_run(full_run());
    CaseRecord record;
    record.device = full_device();
    writer->write_limits(run, record.device, full_limits());
    writer->write_limits(second, record.device, newer);
    const Reader reader(path);
    record.run = run;
    EXPECT_EQ(limits_of(reader, record), full_limits());
    record.run = without;
    EXPECT_EQ(limits_of(reader, record), newer);
    record.device = Device{};
    EXPECT_TRUE(limits_of(reader, record).empty()) << "another device";
}

TEST_F(Limits, ThatContradictThemselvesAreNotStored) {
    const auto refusal = [&](RunId id, const std::vector<DeviceLimit>& limits) {
        return error_of(ErrorKind::internal, [&] { writer->write_limits(id, full_device(), limits); });
    };
    EXPECT_THAT(refusal(RunId{99}, full_limits()), HasSubstr("run 99, which is not there"));
    auto odd = full_limits();
    odd[1].value = std::numeric_limits<double>::infinity();
    EXPECT_THAT(refusal(run, odd), HasSubstr("column 'value' of table 'device_limit' holds inf"));
    odd[1] = odd[0];
    EXPECT_THAT(refusal(run, odd), HasSubstr("contradicts"));
    EXPECT_TRUE(Reader(path).limits(run).empty());
}

using Stalls = OpenFile;

TEST_F(Stalls, AreReadAloneAndShownByName) {
    auto twice = full_case();
    twice.stalls.push_back(twice.stalls[0]);
    EXPECT_THAT(refused(twice), HasSubstr("contradicts"));
    for (int i = 0; i < 2; ++i) writer->write_case(run, full_case(i));
    EXPECT_EQ(Reader(path).stalls(CaseId{2}), full_case().stalls);
    EXPECT_EQ(query(path, "SELECT count(*) FROM instruction"), "3") << "instructions are stored once";
    EXPECT_EQ(query(path,
                    "SELECT kernel || ' ' || file || ':' || line || ' ' || samples FROM stalls WHERE case_id "
                    "= 2 AND samples = 12345"),
              "b2_0 variants/bitonic/b2.hpp:31 12345");
    EXPECT_EQ(query(path, "SELECT count(*) FROM stalls WHERE file IS NULL AND line IS NULL"), "2")
        << "one of each case has no line table";
}

/// Time trials of a round: three of each mode.
std::vector<TrialRecord> round_trials(uint32_t round, int64_t graph_ns, int64_t stream_ns) {
    std::vector<TrialRecord> trials;
    for (const auto mode : {TimeMode::graph, TimeMode::stream})
        for (uint32_t i = 0; i < 3; ++i) {
            auto& trial = trials.emplace_back();
            trial.kind = TrialKind::time;
            trial.index = 3 * round + i;
            trial.round = round;
            trial.time_mode = mode;
            trial.duration_ns = (mode == TimeMode::graph ? graph_ns : stream_ns) + i;
            trial.verified = true;
        }
    return trials;
}

std::vector<TimeSummary> summaries_of(const std::vector<TrialRecord>& trials) {
    return {*summarize_times(trials, TimeMode::graph, "spread"),
            *summarize_times(trials, TimeMode::stream, "20 trials")};
}

/// full_case() with trials and times of `rounds` rounds.
CaseRecord case_of_rounds(uint32_t rounds) {
    auto record = full_case();
    record.trials.clear();
    for (uint32_t round = 0; round < rounds; ++round)
        std::ranges::copy(round_trials(round, 1000 + 10 * round, 2000 + 100 * round),
                          std::back_inserter(record.trials));
    auto times = summaries_of(record.trials);
    record.time = times[0];
    record.other_times = {times[1]};
    return record;
}

struct Rounds : OpenFile {
    void refused(CaseId id, const std::vector<TimeSummary>& times, const char* words) {
        EXPECT_THAT(
            error_of(ErrorKind::internal, [&] { writer->add_round(id, round_trials(1, 1000, 2000), times); }),
            HasSubstr(words));
    }
};

TEST_F(Rounds, AddedOneByOneGiveTheCaseAsIfStoredAtOnce) {
    const auto first = writer->write_case(run, case_of_rounds(1));
    const auto beside = writer->write_case(run, full_case(1));
    const std::vector<Note> notes{{Severity::warning, "the clock moved in round 1"}};
    for (const uint32_t round : {1u, 2u})
        writer->add_round(first, round_trials(round, 1000 + 10 * round, 2000 + 100 * round),
                          summaries_of(case_of_rounds(round + 1).trials),
                          round == 1 ? notes : std::vector<Note>{});
    auto expected = case_of_rounds(3);
    expected.notes.push_back(notes[0]);
    const Reader reader(path);
    expect_same(expected, reader.read_case(first, Detail::sites));
    expect_same(full_case(1), reader.read_case(beside, Detail::sites));
    EXPECT_EQ(reader.trials(first).size(), 18u);
}

TEST_F(Rounds, MayBringTheFirstTimeOfACase) {
    auto untimed = case_of_rounds(1);
    untimed.time.reset();
    untimed.other_times.clear();
    untimed.trials.clear();
    const auto id = writer->write_case(run, untimed);
    EXPECT_FALSE(Reader(path).cases().at(0).time);
    const auto trials = round_trials(0, 1000, 2000);
    writer->add_round(id, trials, {});  // a round in which no trial was accepted
    EXPECT_FALSE(Reader(path).cases().at(0).time);
    writer->add_round(id, {}, summaries_of(trials));
    expect_same(case_of_rounds(1), Reader(path).read_case(id, Detail::sites));
}

TEST_F(Rounds, InWhichASortWentWrongMakeTheirCaseUnverified) {
    const auto id = writer->write_case(run, case_of_rounds(1));
    const auto beside = writer->write_case(run, full_case(1));
    auto trials = round_trials(1, 1000, 2000);
    for (auto& trial : trials) trial.accepted = false;
    const auto* const message = "Round 2 of this case sorted wrongly.";
    writer->add_round(id, trials, summaries_of(case_of_rounds(1).trials), {}, message);
    const Reader reader(path);
    const auto stored = reader.read_case(id, Detail::details);
    EXPECT_EQ(std::tuple(stored.status, stored.message), std::tuple(CaseStatus::unverified, message));
    EXPECT_EQ(stored.time->rounds.size(), 1u);
    EXPECT_EQ(reader.read_case(beside, Detail::summary).status, full_case(1).status);
}

TEST_F(Rounds, ThatContradictThemselvesAreNotStored) {
    const auto id = writer->write_case(run, case_of_rounds(1));
    const auto times = summaries_of(round_trials(1, 1000, 2000));
    refused(CaseId{99}, times, "it is of case 99, which is not there");
    refused(id, {times[1]}, "no summary of mode graph");
    refused(id, {times[0], times[1], times[1]}, "of mode stream, which it has");
    refused(id, {times[0], times[0]}, "of mode graph, which it has");
    auto odd = times;
    odd[0].min_ns = odd[0].max_ns + 1;
    refused(id, odd, "its times has a minimum above its maximum");
    odd = times;
    odd[0].median_ns = -1;
    refused(id, odd, "column 'time_median_ns' of table 'profiled_case' holds -1");
    odd = times;
    odd[1].rounds[0].spread = -1;
    refused(id, odd, "column 'spread' of table 'time_round' holds -1");
    odd = times;
    odd[0].rounds.push_back(odd[0].rounds[0]);
    refused(id, odd, "contradicts");
    expect_same(case_of_rounds(1), Reader(path).read_case(id, Detail::sites));

    auto wrong = case_of_rounds(1);
    wrong.time_mode = TimeMode::host;
    EXPECT_THAT(OpenFile::refused(wrong), HasSubstr("its time is of mode graph, and it says host"));
}
}  // namespace
}
