#include "collector/runner.hpp"

#include <gmock/gmock.h>

#include "tests/collector/run_cases.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::collector {
namespace {
using test::FakeBackend, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty;

class RunCases : public test::Sweeps {
 protected:
    std::vector<PlannedCase> cases(const std::vector<uint64_t>& sizes) {
        return assigned({test::uniform_sweep({"net"}, sizes)}, backend_);
    }
    Outcome run_sizes(const std::vector<uint64_t>& sizes) { return run(cases(sizes)); }

    FakeBackend backend_{BackendKind::simt, {VariantKind::planned}};
};

TEST_F(RunCases, RunsAndRecordsAllInOrderWithTheDevicesLimits) {
    const auto outcome = run_sizes({16, 64, 1024});
    EXPECT_THAT(counts(outcome), ElementsAre(3, 0, 0));
    EXPECT_FALSE(outcome.interrupted);
    EXPECT_THAT(outcome.problems, IsEmpty());
    ASSERT_EQ(recorder_.records.size(), 3U);
    EXPECT_EQ(recorder_.records[1].keys(), 64U);
    EXPECT_GT(recorder_.records[0].collect_ns, 0);
    EXPECT_EQ(recorder_.device_limits.size(), 1U);
    schedule_.limits = false;
    run_sizes({16});
    EXPECT_EQ(recorder_.device_limits.size(), 1U);
}

TEST_F(RunCases, RecordsTheSourcesOfACasesLines) {
    backend_.on_run = [](CaseRecord& record, const CaseWatch&) {
        auto& sites = record.launches.emplace_back().sites;
        for (const char* file :
             {"kernels/variants/rank/rank.hpp", "theirs.hpp", "", "kernels/variants/rank/rank.hpp"})
            sites.emplace_back().site.file = file;
        record.stalls.emplace_back().file = "kernels/context/keys.hpp";
    };
    run_sizes({16});
    using testing::FieldsAre;
    EXPECT_THAT(recorder_.records.at(0).sources,
                ElementsAre(FieldsAre("kernels/context/keys.hpp", testing::_),
                            FieldsAre("kernels/variants/rank/rank.hpp", HasSubstr("struct Rank"))))
        << "each of ours once";
}

TEST_F(RunCases, AUsageErrorOfABackendEndsPlanning) {
    backend_.on_plan = [] { throw Error(ErrorKind::usage, "This chip has no metric 'executd'."); };
    sortscope::test::expect_error(ErrorKind::usage, "executd", [&] { planned(cases({16, 64})); });
    EXPECT_NO_THROW(planned(cases({3}))) << "a refused case is not planned";
    backend_.on_plan = [] { throw Error(ErrorKind::environment, "The worker process does not start."); };
    EXPECT_THAT(planned(cases({16})), testing::SizeIs(1));
}

TEST_F(RunCases, ProgressGrowsToOneByTheWeightOfCases) {
    backend_.on_run = [](CaseRecord&, const CaseWatch& watch) {
        for (const double fraction : {0.25, 0.5, 1.0}) watch.report(fraction);
    };
    run_sizes({16, 1 << 18, 64});
    ASSERT_FALSE(progress_.empty());
    EXPECT_TRUE(std::ranges::is_sorted(progress_, {}, &Progress::fraction));
    for (const auto& progress : progress_) EXPECT_EQ(progress.total, 3U);
    const auto &first = progress_.front(), &last = progress_.back();
    EXPECT_EQ(std::tuple(first.fraction, first.current), std::tuple(0, "net u32 16 uniform, block 128"));
    EXPECT_LT(first.seconds_left, 0) << "unknown";
    EXPECT_EQ(std::tuple(last.done, last.current), std::tuple(3U, ""));
    EXPECT_DOUBLE_EQ(last.fraction, 1);
    EXPECT_GE(last.seconds_left, 0);

    progress_.clear();
    backend_.on_run = {};
    run_sizes({16, 1 << 20});
    ASSERT_GE(progress_.size(), 2U);
    EXPECT_LT(progress_[1].fraction, 0.1) << "after the small one";
}

TEST_F(RunCases, StopEndsTheSweepAfterTheCurrentCase) {
    EXPECT_DOUBLE_EQ((run_sizes({}), progress_.back().fraction), 1) << "nothing to run";
    backend_.on_run = [&](CaseRecord& record, const CaseWatch& watch) {
        EXPECT_FALSE(watch.stopped());
        if (record.keys() == 64) stop_ = true;
    };
    const auto outcome = run_sizes({16, 64, 1024});
    EXPECT_THAT(counts(outcome), ElementsAre(2, 0, 0));
    EXPECT_TRUE(outcome.interrupted);
    EXPECT_EQ(std::tuple(recorder_.records.size(), progress_.back().done), std::tuple(2U, 2U));
    EXPECT_LT(progress_.back().fraction, 1);
}

TEST_F(RunCases, FailedAndRefusedCasesAreCountedAndTheOthersGoOn) {
    backend_.on_run = [](CaseRecord& record, const CaseWatch&) {
        if (record.keys() == 16) record.status = CaseStatus::failed, record.message = "It broke.";
        if (record.keys() == 64) record.status = CaseStatus::unverified, record.message = "It did not sort.";
    };
    const auto outcome = run_sizes({16, 64, 3, 1024});
    EXPECT_THAT(counts(outcome), ElementsAre(1, 2, 1));
    EXPECT_THAT(outcome.problems, ElementsAre("net u32 16 uniform, block 128: It broke.",
                                              "net u32 64 uniform, block 128: It did not sort."));
    EXPECT_EQ(recorder_.records.size(), 3U) << "failures are recorded, refused cases are not";
    EXPECT_EQ(progress_.back().total, 3U);
}

TEST_F(RunCases, ABackendIsMadeReadyBeforeItsFirstCase) {
    size_t asked = 0;
    backend_.on_ready = [&](std::span<const BackendOptions> first_cases) {
        asked = first_cases.size();
        EXPECT_THAT(backend_.ran, IsEmpty());
    };
    run_sizes({16, 64});
    EXPECT_EQ(asked, 1U) << "one process, one selection of counters";
    backend_.on_ready = [](std::span<const BackendOptions>) {
        throw Error(ErrorKind::environment, "The driver sleeps.");
    };
    EXPECT_THAT(counts(run_sizes({16, 64})), ElementsAre(2, 0, 0)) << "the cases report what fails";
}

TEST_F(RunCases, EachCaseOfALostDeviceFailsAndOtherDevicesGoOn) {
    bool lost = false;
    backend_.on_run = [&](CaseRecord& record, const CaseWatch&) {
        lost = lost || record.keys() == 64;
        if (lost) throw Error(ErrorKind::environment, "The GPU fell off the bus.");
    };
    FakeBackend cpu(BackendKind::cpu, {VariantKind::planned});
    auto assignments = cases({16, 64, 1024});
    assignments.push_back(assignments.front());
    assignments.back().backend = &cpu;
    EXPECT_THAT(counts(run(assignments)), ElementsAre(2, 2, 0));
    ASSERT_EQ(recorder_.records.size(), 4U);
    for (const size_t i : {1U, 2U}) {
        const auto& record = recorder_.records[i];
        EXPECT_EQ(std::tuple(record.status, record.message, record.device.name, record.subject.name),
                  std::tuple(CaseStatus::failed, "The GPU fell off the bus.", "fake", "net"));
    }
    EXPECT_EQ(std::tuple(recorder_.records[2].keys(), recorder_.records[3].backend, progress_.back().done),
              std::tuple(1024U, BackendKind::cpu, 4U));
}

/// Refuses `unstorable` cases.
struct PickyRecorder final : test::KeepingRecorder {
    CaseId record(const CaseRecord& record) override {
        if (unstorable(record)) throw Error(kind, "Trial 0 takes -1 ns.");
        return KeepingRecorder::record(record);
    }
    std::function<bool(const CaseRecord&)> unstorable = [](const CaseRecord&) { return true; };
    ErrorKind kind = ErrorKind::data;
};

TEST_F(RunCases, ARefusedRecordFailsItsCaseOnly) {
    PickyRecorder picky;
    picky.unstorable = [](const CaseRecord& record) { return !record.trials.empty(); };
    backend_.on_run = [](CaseRecord& record, const CaseWatch&) {
        if (record.keys() == 16) record.trials.emplace_back();
    };
    const auto outcome = run(cases({16, 64}), picky);
    EXPECT_THAT(counts(outcome), ElementsAre(1, 1, 0));
    EXPECT_THAT(outcome.problems, ElementsAre(HasSubstr("could not be stored. Trial 0 takes -1 ns.")));
    ASSERT_EQ(picky.records.size(), 2U);
    const auto& failed = picky.records[0];
    EXPECT_EQ(std::tuple(failed.status, failed.keys()), std::tuple(CaseStatus::failed, 16U));
    EXPECT_GT(failed.collect_ns, 0);
}

TEST_F(RunCases, ARecorderThatCannotRecordEndsTheSweep) {
    PickyRecorder full;
    for (const auto kind : {ErrorKind::environment, ErrorKind::data}) {
        full.kind = kind;
        backend_.ran.clear();
        EXPECT_THROW(run(cases({16, 64}), full), Error);
        EXPECT_EQ(backend_.ran.size(), 1U) << "a case that cannot be kept is not run";
    }
}
}  // namespace
}
