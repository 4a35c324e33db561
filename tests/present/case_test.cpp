#include "present/tables/case.hpp"

#include <gmock/gmock.h>

#include "tests/present/look.hpp"
#include "tests/sample/edit.hpp"
#include "tests/sample/staged.hpp"

namespace sortscope::present {
namespace {
using namespace test;
using namespace sample;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Facts facts_of(const CaseRecord& record) {
    return case_facts(record, analyzer::breakdown(record, analyzer::Grouping::stage));
}

TrialRecord make_trial(TrialKind kind, uint32_t index, bool verified, const std::string& note = {},
                       bool accepted = true) {
    TrialRecord trial;
    trial.kind = kind;
    trial.index = index;
    trial.verified = verified;
    trial.accepted = accepted;
    trial.note = note;
    return trial;
}

TEST(CaseWords, WorkloadConfigurationAndTitle) {
    auto record = case_of(12);
    edit(record).config.params["tile"] = 4;
    EXPECT_EQ(workload_text(record), "2^20 u32 uniform keys (4.00 MiB)");
    EXPECT_EQ(config_text(record), "block 256, tile=4");
    EXPECT_EQ(case_title(record), "Case 12: bitonic-b2, 2^20 u32 uniform keys (4.00 MiB), block 256, tile=4");
    EXPECT_EQ(case_heading(record),
              "bitonic-b2: 2^20 u32 uniform keys (4.00 MiB), block 256, tile=4, case 12, 500.0 us");
    record.axes.erase("block");
    EXPECT_EQ(config_text(record), "tile=4");
    edit(record).workload.distribution = Distribution::file;
    edit(record).workload.file = "keys.bin";
    EXPECT_EQ(workload_text(record), "2^20 u32 file keys (4.00 MiB) of keys.bin");
    CaseRecord program;
    program.id = CaseId{3};
    program.subject = Subject::program("./app --n 5");
    EXPECT_EQ(case_title(program), "Case 3: ./app --n 5");
    EXPECT_EQ(case_heading(program), "./app --n 5: case 3");
}

TEST(CaseFacts, OfAMeasuredCase) {
    auto record = staged_case();
    record.device.multiprocessors = 132;
    record.device.clock_khz = 1980000;
    record.device.memory_bytes = 141ULL << 30;
    record.device.driver_version = "580.65.06";
    record.device.cuda_version = "13.0";
    record.required_bytes = 50000000;
    record.transfers = {{TransferKind::host_to_device, 4 << 20, 0, 100000},
                        {TransferKind::device_to_host, 4 << 20, 0, 200000}};
    record.collect_ns = 1500000000;
    for (uint32_t i = 0; i < 5; ++i) record.trials.push_back(make_trial(TrialKind::time, i, true));
    record.trials.push_back(make_trial(TrialKind::activity, 0, true));
    const auto facts = facts_of(record);
    EXPECT_EQ(facts.subtitle, "2^20 u32 uniform keys (4.00 MiB), block 256");
    EXPECT_THAT(facts.provenances, ElementsAre(Provenance::measured));
    const auto expect = [](const Facts& of, const char* id, const char* text, const char* brief) {
        EXPECT_THAT(fact(of, id).text, HasSubstr(text)) << id;
        EXPECT_EQ(fact(of, id).brief, brief) << id;
    };
    expect(facts, "device", "compute capability 9.0, 132 SMs, 1,980 MHz, 141.00 GiB", "NVIDIA H200");
    expect(facts, "software", "driver 580.65.06, CUDA 13.0", "");
    expect(facts, "status", "ok; output verified in all 6 trials", "yes, all 6 trials");
    expect(facts, "time",
           "median 500.0 us, spread 1.2 % (interquartile range / median), 490.0 us to 520.0 us", "500.0 us");
    EXPECT_EQ(fact(facts, "time").provenance, Provenance::measured);
    expect(facts, "spread", "", "1.2 % of 5 trials");
    auto single = staged_case();
    single.time->count = 1;
    single.time->spread = 0;
    expect(facts_of(single), "time", "500.0 us in a single trial", "500.0 us");
    expect(facts_of(single), "spread", "", "-");
    expect(facts, "rate", "2,097 Mkey/s (keys / median time)", "2,097 Mkey/s");
    expect(facts, "trials", "5 warm-up, 1 activity; stopped by time budget", "");
    expect(facts, "traffic", "47.68 MiB must be moved, by the plan of the launches: 100 GB/s", "47.68 MiB");
    expect(facts, "launches", "3, together 100.0 us, 3.000 us between them", "3 in 2 stages");
    expect(facts, "gaps", "", "3.000 us");
    expect(facts, "transfers",
           "1 host to device: 4.00 MiB in 100.0 us; 1 device to host: 4.00 MiB in 200.0 us",
           "8.00 MiB in 300.0 us");
    expect(facts, "collected", "in 1.500 s, run 1", "");
    for (const auto& one : facts.facts) {
        EXPECT_FALSE(one.title.empty()) << one.id;
        EXPECT_FALSE(one.text.empty() && one.brief.empty()) << one.id;
    }
}

TEST(CaseWords, AStatusIsSaidOnce) {
    auto record = case_of(12);
    EXPECT_EQ(status_text(record), "ok");
    record.status = CaseStatus::interrupted;
    record.message = "Interrupted after 3 of 9 launches.";
    EXPECT_EQ(status_text(record), "interrupted after 3 of 9 launches.");
    record.message = "Ended by the user.";
    EXPECT_EQ(status_text(record), "interrupted: Ended by the user.");
}

TEST(CaseFacts, NoRateOfWhatWasNotVerified) {
    auto record = staged_case();
    record.status = CaseStatus::unverified;
    record.message = "The output was not sorted.";
    record.required_bytes = 50000000;
    record.trials = {make_trial(TrialKind::time, 0, true), make_trial(TrialKind::time, 1, false)};
    const auto facts = facts_of(record);
    EXPECT_EQ(std::tuple(fact(facts, "rate").text, fact(facts, "rate").brief), std::tuple("", "-"));
    EXPECT_THAT(fact(facts, "traffic").text, Not(HasSubstr("GB/s")));
    EXPECT_EQ(fact(facts, "status").text,
              "unverified: The output was not sorted; output verified in 1 of 2 trials");
    ASSERT_EQ(facts.notes.size(), 1U);
    EXPECT_EQ(facts.notes[0].severity, Severity::lost);
    EXPECT_TRUE(facts.notes[0].in_facts) << "the terminal's line of the status says so";
}

TEST(CaseFacts, OfAModelledCase) {
    auto record = modelled_staged_case();
    for (auto& launch : record.launches) {
        launch.counters.push_back({CounterId::gld_32b_cc13, Provenance::modelled, 1 << 17});
        launch.counters.push_back({CounterId::gld_64b_cc13, Provenance::modelled, 0});
        launch.counters.push_back({CounterId::gld_128b_cc13, Provenance::modelled, 0});
    }
    const auto facts = facts_of(record);
    EXPECT_THAT(facts.provenances, ElementsAre(Provenance::modelled));
    EXPECT_EQ(fact(facts, "time").text, "none: the host interpreter models counters, not time");
    EXPECT_EQ(fact(facts, "time").brief, "-");
    EXPECT_FALSE(fact(facts, "time").provenance);
    EXPECT_EQ(std::tuple(fact(facts, "spread").brief, fact(facts, "launches").text), std::tuple("-", "3"));
    EXPECT_EQ(fact(facts, "gaps").id, "") << "without times no gaps";
    EXPECT_EQ(fact(facts, "rho").text,
              "loads 100.0 %* of the data in a mean launch (rho, compute capability 1.3 rule)");
    EXPECT_EQ(fact(facts, "rho").provenance, Provenance::modelled);
}

TEST(CaseFacts, TheOtherTimeModeStandsBesideTheHeadline) {
    auto record = case_of();
    record.time_mode = TimeMode::graph;
    record.time = TimeSummary{.median_ns = 514'800,
                              .count = 10,
                              .mode = TimeMode::graph,
                              .rounds = {{0, 514'700, 0, 5}, {1, 514'900, 0, 5}}};
    record.cache_state = "flushed";
    EXPECT_EQ(fact(facts_of(record), "stream_time").text, "") << "only one mode was taken";
    record.other_times.push_back(
        TimeSummary{.median_ns = 725'000, .spread = 0.031, .count = 10, .mode = TimeMode::stream});
    EXPECT_EQ(fact(facts_of(record), "stream_time").text,
              "median 725.0 us, spread 3.1 %: 210.2 us more than as a graph; measured");
    EXPECT_THAT(fact(facts_of(record), "time").text,
                HasSubstr("launched as one CUDA graph, 2 rounds, L2 flushed before each trial"));
}

TEST(CaseFacts, NotesComeWorstFirstAndTrialsSayWhichTheyAre) {
    auto record = case_of();
    record.padded = true;
    record.notes = {{Severity::info, "for information"},
                    {Severity::lost, "counters were lost"},
                    {Severity::warning, "the clock fell"}};
    record.trials = {make_trial(TrialKind::time, 0, true, "warm-up", false),
                     make_trial(TrialKind::counter, 2, true, "set sass")};
    const auto facts = facts_of(record);
    std::vector<std::string> texts;
    for (const auto& note : facts.notes)
        texts.push_back((note.about.empty() ? std::string(name_of(note.severity)) : note.about) + ": " +
                        note.text);
    EXPECT_THAT(
        texts,
        ElementsAre("lost: counters were lost", "warning: the clock fell",
                    "info: Keys were added to reach a power of two; they are part of the work measured.",
                    "info: for information", "time trial 0 left out: warm-up", "counter trial 2: set sass"));
    EXPECT_EQ(fact(facts, "padded").text,
              "keys were added to reach a power of two; they are part of the work measured");
    EXPECT_THAT(fact(facts, "trials").text, HasSubstr("1 left out of the summary"));
}

TEST(CaseFacts, TrialsThatHaveOneNoteAreNamedTogether) {
    auto record = case_of();
    record.trials = {make_trial(TrialKind::time, 0, true),
                     make_trial(TrialKind::time, 1, true, "its round was lost", false),
                     make_trial(TrialKind::time, 2, true, "its round was lost", false),
                     make_trial(TrialKind::time, 3, true, "its round was lost", false),
                     make_trial(TrialKind::time, 4, true, "throttled", false),
                     make_trial(TrialKind::activity, 0, true, "throttled", false)};
    std::vector<std::string> abouts;
    for (const auto& note : facts_of(record).notes) abouts.push_back(note.about);
    EXPECT_THAT(abouts, ElementsAre("time trials 1 to 3 left out", "time trial 4 left out",
                                    "activity trial 0 left out"));
}

TEST(CaseFacts, OccupancyIsOfTheKernelThatTakesMostTime) {
    auto record = case_of(1, {launch_of(1, 1, "step", 0, 1000)});
    record.device.cc_major = 9;
    record.device.multiprocessors = 132;
    auto launch = record.launches.front();
    launch.registers = 128;
    launch.block.x = 256;
    launch.grid.x = 528;
    launch.shared_bytes = 0;
    const auto by_stage = analyzer::breakdown(record, analyzer::Grouping::stage);
    EXPECT_EQ(fact(case_facts(record, by_stage, &launch), "occupancy").text,
              "25 % of the warp slots at most, limited by registers; 2.00 waves of blocks; of " +
                  launch.kernel + ", which takes most time");
    launch.registers = 0;  // not known
    for (const auto& one : case_facts(record, by_stage, &launch).facts) EXPECT_NE(one.id, "occupancy");
}

std::vector<Card> cards_of(const CaseRecord& record, std::span<const DeviceLimit> limits = {}) {
    return case_cards(record, analyzer::breakdown(record, analyzer::Grouping::stage), limits, {});
}

TEST(CaseCards, HoldTheFourFiguresOfATimedCase) {
    auto record = staged_case();
    record.time_mode = TimeMode::graph;
    auto stream = *record.time;
    stream.median_ns = record.time->median_ns + 40'000;
    stream.mode = TimeMode::stream;
    record.other_times = {stream};
    for (auto& launch : record.launches) {
        launch.counters.push_back(
            {.id = CounterId::dram_read_bytes, .provenance = Provenance::measured, .value = Number(1000000)});
        launch.counters.push_back(
            {.id = CounterId::dram_write_bytes, .provenance = Provenance::measured, .value = Number(0)});
    }
    const std::vector<DeviceLimit> limits{{"copy_bandwidth", 12e9, "bytes/s"}};
    const auto cards = cards_of(record, limits);
    ASSERT_EQ(cards.size(), 4U);
    EXPECT_EQ(cards[0].id, "time");
    EXPECT_EQ(cards[0].figure, format_time_ns(double(record.time->median_ns)));
    EXPECT_EQ(cards[1].stage, 2);
    EXPECT_THAT(cards[1].detail, HasSubstr("90.0 %"));
    EXPECT_EQ(cards[2].figure, "40.00 us");
    EXPECT_EQ(cards[3].figure, "50 %") << "3 MB in 500 us are half of 12 GB/s: " << cards[3].detail;
    for (const auto& card : cards) EXPECT_EQ(card.provenance, Provenance::measured) << card.id;
}

TEST(CaseCards, OfAModelledCaseWeighStagesBySectors) {
    const auto cards = cards_of(modelled_staged_case());
    ASSERT_EQ(cards.size(), 4U);
    EXPECT_EQ(cards[1].provenance, Provenance::modelled);
    EXPECT_TRUE(cards[1].stage);
    for (const size_t absent : {0U, 2U, 3U}) {
        EXPECT_EQ(cards[absent].figure, "-") << cards[absent].id;
        EXPECT_FALSE(cards[absent].detail.empty());
        EXPECT_FALSE(cards[absent].provenance);
    }
}
}  // namespace
}
