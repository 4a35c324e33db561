// Whole sweeps in worker processes.
#include <gmock/gmock.h>

#include "tests/collector/run_cases.hpp"
#include "tests/collector/worker/remote.hpp"

namespace sortscope::collector {
namespace {
using test::Fault, testing::ElementsAre, testing::HasSubstr;

/// Each case has one of `faults`.
class RemoteSweep : public test::Sweeps {
 protected:
    std::vector<PlannedCase> cases(const std::vector<Fault>& faults, bool in_counters = false) {
        std::vector<PlannedCase> list;
        for (const auto fault : faults) {
            CaseSpec spec{"net", test::uniform_keys(uint64_t{4} << list.size()), {128, {}}};
            spec.config.params["fault"] = int64_t(fault);
            if (in_counters) spec.config.params["in_counters"] = 1;
            list.push_back({spec, &variants_.find("net"), {}, {}, &backend_});
        }
        return list;
    }
    static std::set<std::string> processes(const std::vector<Note>& notes) {
        std::set<std::string> all;
        for (const auto& note : notes) all.insert(note.text);
        return all;
    }

    RemoteBackend backend_{{BackendKind::cupti}, test::faulty};
};

TEST_F(RemoteSweep, EveryFaultCostsItsCaseAndTheOthersComplete) {
    schedule_.case_limit = std::chrono::milliseconds(700);
    const auto outcome = run(cases({Fault::none, Fault::crash, Fault::none, Fault::hang, Fault::garble,
                                    Fault::none, Fault::truncate, Fault::exit, Fault::missort,
                                    Fault::no_memory, Fault::lose_device, Fault::none}));
    EXPECT_THAT(counts(outcome), ElementsAre(4, 8, 0));
    ASSERT_EQ(recorder_.records.size(), 12U);
    std::map<uint64_t, CaseRecord> by_keys;  // failed cases are recorded before their batch ends
    for (const auto& record : recorder_.records) by_keys[record.keys()] = record;
    EXPECT_THAT(by_keys[4 << 1].message, HasSubstr("signal 11"));
    EXPECT_EQ(std::tuple(by_keys[4 << 8].status, by_keys[4 << 11].status, outcome.problems.size()),
              std::tuple(CaseStatus::unverified, CaseStatus::ok, 8U));
}

TEST_F(RemoteSweep, AGpusTimesAreTakenByAProcessOfTheirOwn) {
    EXPECT_THAT(counts(run(cases({Fault::none, Fault::none}))), ElementsAre(2, 0, 0));
    ASSERT_EQ(recorder_.records.size(), 2U);
    for (const auto& record : recorder_.records) {
        EXPECT_EQ(record.notes.size(), 3U) << "times, times of launches, counters";
        EXPECT_EQ(processes(record.notes).size(), 2U) << "times are taken by a process of their own";
        EXPECT_NE(record.notes[0].text, record.notes[1].text);
        EXPECT_EQ(record.trials.size(), 1U) << "times are taken once";
        EXPECT_THAT(record.passes, ElementsAre(testing::Field(&PassRecord::set, "kept")))
            << "the profiler stays enabled from case to case of a batch";
    }
    EXPECT_EQ(processes(recorder_.records[0].notes), processes(recorder_.records[1].notes))
        << "one process serves both";
    ASSERT_EQ(recorder_.device_limits.size(), 1U);
}

TEST_F(RemoteSweep, AFaultAmongTheCountersKeepsTheTimes) {
    EXPECT_THAT(counts(run(cases({Fault::none, Fault::crash, Fault::none}, true))), ElementsAre(2, 1, 0));
    ASSERT_EQ(recorder_.records.size(), 3U);
    EXPECT_EQ(recorder_.records[1].status, CaseStatus::failed);
    EXPECT_TRUE(recorder_.records[1].time.has_value());
}

TEST_F(RemoteSweep, StoppedInABatchKeepsTheTimesItHas) {
    const auto list = cases({Fault::none, Fault::until_stopped, Fault::none});
    const auto second = describe(list[1].spec);
    int told = 0;  // the first report is its start; later reports come from its worker
    on_progress_ = [&](const Progress& progress) {
        if (progress.current == second && ++told > 1) stop_ = true;
    };
    EXPECT_TRUE(run(list).interrupted);
    ASSERT_EQ(recorder_.records.size(), 2U) << "the third was not begun";
    for (const auto& record : recorder_.records) {
        EXPECT_EQ(record.status, CaseStatus::interrupted);
        EXPECT_TRUE(record.time.has_value());
        EXPECT_TRUE(record.passes.empty());
    }
}

TEST_F(RemoteSweep, EachRoundIsAnotherProcessAndAddsItsTrials) {
    schedule_.rounds = 3;
    EXPECT_THAT(counts(run(cases({Fault::none, Fault::none}))), ElementsAre(2, 0, 0));
    EXPECT_EQ(recorder_.records.size(), 2U);
    ASSERT_EQ(recorder_.rounds.size(), 4U);
    std::set<std::string> all;
    for (const auto& round : recorder_.rounds) {
        ASSERT_EQ(round.trials.size(), 1U) << "those of the round alone";
        const auto number = round.trials[0].round;
        EXPECT_TRUE(number == 1 || number == 2);
        EXPECT_EQ(round.trials[0].index, number) << "numbered through";
        ASSERT_EQ(round.times.size(), 1U);
        ASSERT_EQ(round.times[0].rounds.size(), number + 1) << "summed up over all rounds so far";
        EXPECT_EQ(round.times[0].count, number + 1);
        for (const auto& one : processes(round.notes)) all.insert(one);
    }
    EXPECT_EQ(all.size(), 2U) << "one process a round";
    EXPECT_FALSE(all.contains(recorder_.records[0].notes[0].text)) << "and none of the first";
    EXPECT_EQ(recorder_.rounds[0].times[0].rounds[1].median_ns, 1001);
}
}  // namespace
}
