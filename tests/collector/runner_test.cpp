#include "collector/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/times.hpp"
#include "tests/collector/run_cases.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::collector {
namespace {

using kernels::VariantKind;
using test::FakeBackend;
using test::RunCases;
using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(RunCases, RunsAndRecordsAllInOrder) {
    const auto outcome = run({16, 64, 1024});
    EXPECT_EQ(outcome.ok, 3U);
    EXPECT_EQ(outcome.failed, 0U);
    EXPECT_FALSE(outcome.interrupted);
    EXPECT_TRUE(outcome.problems.empty());
    ASSERT_EQ(recorder_.records.size(), 3U);
    EXPECT_EQ(recorder_.records[1].keys(), 64U);
    EXPECT_EQ(recorder_.records[1].device.name, "fake");
    EXPECT_GT(recorder_.records[0].collect_ns, 0);
}

TEST_F(RunCases, TheSourcesOfItsLinesAreRecordedWithACase) {
    backend_.on_run = [](CaseRecord& record, const CaseWatch&) {
        const auto site = [](const char* file) {
            SiteCounts counts;
            counts.site.file = file;
            return counts;
        };
        record.launches.resize(2);
        record.launches[1].sites = {site("kernels/variants/rank/rank.hpp"), site("theirs.hpp"),
                                    site("kernels/variants/rank/rank.hpp")};
        record.stalls = {{.kernel = "k",
                          .symbol = "",
                          .file = "kernels/context/keys.hpp",
                          .line = 3,
                          .pc_offset = 0,
                          .reason = "",
                          .samples = 1}};
    };
    run({16});
    ASSERT_EQ(recorder_.records.size(), 1U);
    const auto& sources = recorder_.records[0].sources;
    ASSERT_EQ(sources.size(), 2U) << "each once, and none that is not ours";
    EXPECT_EQ(sources[0].file, "kernels/context/keys.hpp");
    EXPECT_EQ(sources[1].file, "kernels/variants/rank/rank.hpp");
    EXPECT_THAT(sources[1].text, HasSubstr("struct Rank"));
}

TEST_F(RunCases, WhatADeviceReachesIsMeasuredUnlessItIsLeftOut) {
    run({16});
    EXPECT_EQ(recorder_.device_limits.size(), 1U);
    Schedule schedule;
    schedule.limits = false;
    run_cases(cases({16}), {}, schedule, recorder_, stop_, {});
    EXPECT_EQ(recorder_.device_limits.size(), 1U);
    EXPECT_EQ(recorder_.records.size(), 2U);
}

TEST_F(RunCases, WhatABackendCannotDoIsSaidBeforeARunIsBegun) {
    backend_.on_plan = [] {
        throw Error(ErrorKind::usage, "This chip has no metric 'smsp__inst_executd.sum'.");
    };
    sortscope::test::expect_error(ErrorKind::usage, "smsp__inst_executd", [&] {
        check_options(cases({16, 64}), {});
    });
    EXPECT_NO_THROW(check_options(cases({3}), {}));  // what does not run is not asked
    backend_.on_plan = [] { throw Error(ErrorKind::environment, "The worker process does not start."); };
    EXPECT_NO_THROW(check_options(cases({16}), {}));
}

TEST_F(RunCases, ProgressGrowsToOne) {
    backend_.on_run = [](CaseRecord&, const CaseWatch& watch) {
        for (const double fraction : {0.25, 0.5, 1.0}) watch.report(fraction);
    };
    run({16, 1 << 18, 64});
    ASSERT_FALSE(progress_.empty());
    double last = 0;
    for (const auto& progress : progress_) {
        EXPECT_GE(progress.fraction, last);
        last = progress.fraction;
        EXPECT_EQ(progress.total, 3U);
    }
    EXPECT_EQ(progress_.front().fraction, 0);
    EXPECT_EQ(progress_.front().current, "net u32 16 uniform, block 128");
    EXPECT_LT(progress_.front().seconds_left, 0) << "nothing to go by yet";
    EXPECT_DOUBLE_EQ(progress_.back().fraction, 1);
    EXPECT_EQ(progress_.back().done, 3U);
    EXPECT_EQ(progress_.back().current, "");
    EXPECT_GE(progress_.back().seconds_left, 0);
}

TEST_F(RunCases, LargeCasesWeighMore) {
    run({16, 1 << 20});
    ASSERT_GE(progress_.size(), 2U);
    EXPECT_LT(progress_[1].fraction, 0.1) << "after the small one";
}

TEST_F(RunCases, StopEndsTheSweepAfterTheCurrentCase) {
    EXPECT_DOUBLE_EQ((run({}), progress_.back().fraction), 1) << "nothing to run";
    backend_.on_run = [&](CaseRecord& record, const CaseWatch& watch) {
        EXPECT_FALSE(watch.stopped());
        if (record.keys() == 64) stop_ = true;
    };
    const auto outcome = run({16, 64, 1024});
    EXPECT_EQ(outcome.ok, 2U);
    EXPECT_TRUE(outcome.interrupted);
    EXPECT_EQ(recorder_.records.size(), 2U);
    EXPECT_EQ(progress_.back().done, 2U);
    EXPECT_LT(progress_.back().fraction, 1);
}

TEST_F(RunCases, ACaseEndedInItsMiddleIsKept) {
    backend_.on_run = [&](CaseRecord& record, const CaseWatch& watch) {
        stop_ = true;
        EXPECT_TRUE(watch.stopped());
        record.status = CaseStatus::interrupted;
    };
    const auto outcome = run({16, 64});
    EXPECT_EQ(outcome.ok, 0U);
    EXPECT_EQ(outcome.failed, 0U);
    EXPECT_TRUE(outcome.interrupted);
    ASSERT_EQ(recorder_.records.size(), 1U);
    EXPECT_EQ(recorder_.records[0].status, CaseStatus::interrupted);
}

TEST_F(RunCases, AFailedCaseIsCountedAndTheOthersGoOn) {
    backend_.on_run = [](CaseRecord& record, const CaseWatch&) {
        if (record.keys() == 16) record.status = CaseStatus::failed, record.message = "It broke.";
        if (record.keys() == 64) record.status = CaseStatus::unverified, record.message = "It did not sort.";
    };
    const auto outcome = run({16, 64, 1024});
    EXPECT_EQ(outcome.ok, 1U);
    EXPECT_EQ(outcome.failed, 2U);
    EXPECT_THAT(outcome.problems, ElementsAre("net u32 16 uniform, block 128: It broke.",
                                              "net u32 64 uniform, block 128: It did not sort."));
    EXPECT_EQ(recorder_.records.size(), 3U) << "failures are recorded too";
}

TEST_F(RunCases, RefusedCasesAreCountedAndNotRun) {
    const auto outcome = run({3, 16});
    EXPECT_EQ(outcome.refused, 1U);
    EXPECT_EQ(outcome.ok, 1U);
    EXPECT_TRUE(outcome.problems.empty()) << "a case left out is no failure";
    EXPECT_EQ(progress_.back().total, 1U);
}

TEST_F(RunCases, ABackendIsMadeReadyBeforeItsFirstCase) {
    std::size_t asked = 0, ran_before = 1;
    backend_.on_ready = [&](std::span<const BackendOptions> first_cases) {
        asked = first_cases.size();
        ran_before = backend_.ran.size();
    };
    run({16, 64});
    EXPECT_EQ(asked, 1U) << "one turn, one selection of counters";
    EXPECT_EQ(ran_before, 0U);
}

TEST_F(RunCases, WhatCannotBeMadeReadyIsLeftToTheCases) {
    backend_.on_ready = [](std::span<const BackendOptions>) {
        throw Error(ErrorKind::environment, "The driver sleeps.");
    };
    const auto outcome = run({16, 64});
    EXPECT_EQ(outcome.ok, 2U);
    EXPECT_EQ(outcome.failed, 0U);
}

TEST_F(RunCases, EachCaseOfALostDeviceFailsWithASentence) {
    bool lost = false;
    backend_.on_run = [&](CaseRecord& record, const CaseWatch&) {
        if (record.keys() == 64) lost = true;
        if (lost) throw Error(ErrorKind::environment, "The GPU fell off the bus.");
    };
    const auto outcome = run({16, 64, 1024});
    EXPECT_EQ(outcome.ok, 1U);
    EXPECT_EQ(outcome.failed, 2U);
    ASSERT_EQ(recorder_.records.size(), 3U);
    for (const std::size_t i : {1U, 2U}) {
        EXPECT_EQ(recorder_.records[i].status, CaseStatus::failed);
        EXPECT_EQ(recorder_.records[i].message, "The GPU fell off the bus.");
        EXPECT_EQ(recorder_.records[i].device.name, "fake");
        EXPECT_EQ(recorder_.records[i].subject.name, "net");
    }
    EXPECT_EQ(recorder_.records[2].keys(), 1024U);
    EXPECT_EQ(progress_.back().done, 3U);
}

TEST_F(RunCases, OtherBackendsGoOnWhenADeviceIsLost) {
    FakeBackend cpu(BackendKind::cpu, {VariantKind::planned});
    backend_.on_run = [](CaseRecord&, const CaseWatch&) {
        throw Error(ErrorKind::environment, "The GPU fell off the bus.");
    };
    auto assignments = cases({16, 64});
    auto others = cases({16, 64});
    for (auto& assignment : others) {
        assignment.backend = &cpu;
        assignments.push_back(std::move(assignment));
    }
    const auto outcome = run_cases(assignments, {}, {}, recorder_, stop_, {});
    EXPECT_EQ(outcome.failed, 2U);
    EXPECT_EQ(outcome.ok, 2U);
    EXPECT_EQ(cpu.ran.size(), 2U);
    EXPECT_EQ(recorder_.records.at(3).backend, BackendKind::cpu);
}

TEST_F(RunCases, ARecordThatIsRefusedFailsItsCaseOnly) {
    struct Picky final : test::KeepingRecorder {
        CaseId record(const CaseRecord& record) override {
            if (!record.trials.empty()) throw Error(ErrorKind::data, "Trial 0 takes -1 ns.");
            return KeepingRecorder::record(record);
        }
    } picky;
    backend_.on_run = [](CaseRecord& record, const CaseWatch&) {
        if (record.keys() == 16) record.trials.emplace_back();
    };
    const auto outcome = run_cases(cases({16, 64}), {}, {}, picky, stop_, {});
    EXPECT_EQ(outcome.ok, 1U);
    EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("could not be stored. Trial 0 takes -1 ns.")));
    ASSERT_EQ(picky.records.size(), 2U);
    EXPECT_EQ(picky.records[0].status, CaseStatus::failed);
    EXPECT_EQ(picky.records[0].keys(), 16U);
    EXPECT_GT(picky.records[0].collect_ns, 0);
}

TEST_F(RunCases, ARecorderThatCannotRecordEndsTheSweep) {
    struct FullDisk final : test::KeepingRecorder {
        CaseId record(const CaseRecord&) override {
            throw Error(ErrorKind::environment, "The disk is full.");
        }
    } full;
    EXPECT_THROW(run_cases(cases({16, 64}), {}, {}, full, stop_, {}), Error);
    EXPECT_EQ(backend_.ran.size(), 1U) << "what cannot be kept is not run";
    struct Damaged final : test::KeepingRecorder {
        CaseId record(const CaseRecord&) override { throw Error(ErrorKind::data, "The file is damaged."); }
    } damaged;
    EXPECT_THROW(run_cases(cases({16, 64}), {}, {}, damaged, stop_, {}), Error)
        << "that it failed cannot be kept either";
    EXPECT_EQ(backend_.ran.size(), 2U);
}

}  // namespace
}  // namespace sortscope::collector
