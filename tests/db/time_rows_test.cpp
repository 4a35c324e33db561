// Times of cases in several modes and rounds, and rounds that come later.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "core/times.hpp"
#include "db/read/reader.hpp"
#include "db/write/writer.hpp"
#include "support.hpp"

namespace sortscope::db {
namespace {

using namespace test;
using testing::HasSubstr;

/// Time trials of a round: three of each mode.
std::vector<TrialRecord> round_trials(std::uint32_t round, std::int64_t graph_ns, std::int64_t stream_ns) {
    std::vector<TrialRecord> trials;
    for (const auto mode : {TimeMode::graph, TimeMode::stream})
        for (std::uint32_t i = 0; i < 3; ++i) {
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

/// Summaries of `trials` in both modes.
std::vector<TimeSummary> summaries_of(const std::vector<TrialRecord>& trials) {
    return {*summarize_times(trials, TimeMode::graph, "spread"),
            *summarize_times(trials, TimeMode::stream, "20 trials")};
}

/// full_case() with the trials of `rounds` rounds, summed up.
CaseRecord case_of_rounds(std::uint32_t rounds) {
    auto record = full_case();
    record.trials.clear();
    for (std::uint32_t round = 0; round < rounds; ++round)
        for (const auto& trial : round_trials(round, 1000 + 10 * round, 2000 + 100 * round))
            record.trials.push_back(trial);
    auto times = summaries_of(record.trials);
    record.time = times[0];
    record.other_times = {times[1]};
    return record;
}

struct Rounds : OneFile {
    std::optional<Writer> writer{path};
    RunId run = writer->begin_run(full_run());

    /// Expects that the round is refused as contradicting itself.
    void refused(CaseId id, const std::vector<TimeSummary>& times, const char* words) {
        EXPECT_THAT(
            error_of(ErrorKind::internal, [&] { writer->add_round(id, round_trials(1, 1000, 2000), times); }),
            HasSubstr(words));
    }
};

TEST_F(Rounds, ComeWithTheSummary) {
    const auto id = writer->write_case(run, case_of_rounds(3));
    const auto listed = Reader(path).cases().at(0);
    EXPECT_EQ(listed.time->rounds.size(), 3u);
    EXPECT_EQ(listed.time->mode, TimeMode::graph);
    ASSERT_EQ(listed.other_times.size(), 1u);
    EXPECT_EQ(listed.other_times[0].rounds.at(2).median_ns, 2201);
    EXPECT_EQ(listed.other_times[0].stopped_by, "20 trials");
    EXPECT_EQ(Reader(path).read_case(id, Detail::summary).other_times.size(), 1u);
}

TEST_F(Rounds, AddedOneByOneGiveTheCaseAsIfStoredAtOnce) {
    const auto first = writer->write_case(run, case_of_rounds(1));
    const auto beside = writer->write_case(run, full_case(1));
    auto trials = case_of_rounds(1).trials;
    const std::vector<Note> notes{{Severity::warning, "the clock moved in round 1"}};
    for (const std::uint32_t round : {1u, 2u}) {
        const auto more = round_trials(round, 1000 + 10 * round, 2000 + 100 * round);
        trials.insert(trials.end(), more.begin(), more.end());
        writer->add_round(first, more, summaries_of(trials), round == 1 ? notes : std::vector<Note>{});
    }
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
    writer->add_round(id, trials, summaries_of(case_of_rounds(1).trials), {},
                      "Round 2 of this case sorted wrongly.");
    const Reader reader(path);
    const auto stored = reader.read_case(id, Detail::details);
    EXPECT_EQ(stored.status, CaseStatus::unverified);
    EXPECT_EQ(stored.message, "Round 2 of this case sorted wrongly.");
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
    EXPECT_THAT(error_of(ErrorKind::internal, [&] { writer->write_case(run, wrong); }),
                HasSubstr("its time is of mode graph, and it says host"));
}

TEST_F(Rounds, AreRowsOfTheViewForPeople) {
    writer->write_case(run, case_of_rounds(2));
    writer.reset();
    EXPECT_EQ(query(path,
                    "SELECT group_concat(time_mode || ' ' || headline || ' ' || coalesce(round, 'all') || ' "
                    "' || median_ns, ', ') "
                    "FROM (SELECT * FROM case_times ORDER BY headline DESC, round)"),
              "graph 1 all 1006, graph 1 0 1001, graph 1 1 1011, stream 0 all 2051, stream 0 0 2001, stream "
              "0 1 2101");
    EXPECT_EQ(query(path,
                    "SELECT group_concat(time_trials || ' ' || stopped_by, ', ') FROM case_times WHERE round "
                    "IS NULL"),
              "6 spread, 6 20 trials");
}

}  // namespace
}  // namespace sortscope::db
