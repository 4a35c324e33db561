#include "collector/worker/remote_backend.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include <atomic>
#include <set>
#include <thread>

#include "collector/runner.hpp"
#include "tests/collector/fake_backend.hpp"
#include "tests/collector/worker/faults.hpp"

namespace sortscope::collector {
namespace {

using test::Fault;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const WorkerProgram faulty{SORTSCOPE_FAULTY_WORKER, {"faulty-worker"}};

WorkerSetup setup(BackendKind kind) {
    WorkerSetup setup;
    setup.kind = kind;
    return setup;
}

class Remote : public testing::Test {
 protected:
    static CaseSpec spec(Fault fault, std::uint64_t n = 64) {
        CaseSpec spec{"net", {}, {128, {}}};
        spec.workload.n = n;
        if (fault != Fault::none) spec.config.params["fault"] = static_cast<std::int64_t>(fault);
        return spec;
    }
    /// A case as its record comes back. Parameters that the variant does not have are kept, for the worker reads them in the spec.
    CaseRecord run(const CaseSpec& each) {
        CaseRecord record = start_record(each, backend_);
        backend_.run(variants_.find("net"), each, options_, watch_, record);
        return record;
    }
    /// Fails a case by `fault`, and shows that the next one is well and in which process it ran.
    std::string failure(Fault fault) {
        const auto failed = run(spec(fault));
        EXPECT_EQ(failed.status, CaseStatus::failed);
        const auto next = run(spec(Fault::none));
        EXPECT_EQ(next.status, CaseStatus::ok) << next.message;
        EXPECT_EQ(next.trials.size(), 1U);
        return failed.message;
    }
    pid_t first_worker() const { return backend_.device().ordinal; }
    static std::string process_of(const CaseRecord& record) { return record.notes.empty() ? "" : record.notes.front().text; }

    kernels::VariantRegistry variants_ = test::three_variants();
    RemoteBackend backend_{setup(BackendKind::cpu), faulty};
    BackendOptions options_;
    std::atomic<bool> stop_{false};
    CaseWatch watch_;
};

TEST_F(Remote, TellsWhatItsWorkerIs) {
    EXPECT_EQ(backend_.kind(), BackendKind::cpu);
    EXPECT_EQ(backend_.device().name, "faulty");
    EXPECT_TRUE(backend_.runs(kernels::VariantKind::opaque));
    EXPECT_EQ(backend_.refusal(variants_.find("net"), spec(Fault::none, 13)), "Thirteen keys are not sorted here.");
    EXPECT_EQ(backend_.refusal(variants_.find("net"), spec(Fault::none)), std::nullopt);
    EXPECT_EQ(backend_.planned(variants_.find("net"), spec(Fault::none), options_).time_mode, TimeMode::stream);
    EXPECT_THAT(backend_.measure_limits({}), ElementsAre(DeviceLimit{"copy_bandwidth", 3e12, "bytes/s", 0.01}));
    EXPECT_EQ(backend_.clock_check().value().detail, "They wander.");
}

TEST_F(Remote, OneWorkerServesManyCases) {
    const auto first = run(spec(Fault::none));
    const auto second = run(spec(Fault::none));
    EXPECT_EQ(first.status, CaseStatus::ok);
    EXPECT_EQ(process_of(first), std::to_string(first_worker()));
    EXPECT_EQ(process_of(second), process_of(first));
    EXPECT_NE(first_worker(), ::getpid());
}

TEST_F(Remote, AppendsToWhatTheRecordHas) {
    auto record = start_record(spec(Fault::none), backend_);
    LaunchRecord launch;
    launch.kernel = "step<u32>";
    launch.duration_ns = 1234;
    launch.counters.push_back({CounterId{}, Provenance::measured, 0.25, 3});
    record.launches.push_back(launch);
    record.trials.emplace_back();
    backend_.run(variants_.find("net"), spec(Fault::none), options_, {}, record);
    ASSERT_EQ(record.launches.size(), 1U);
    EXPECT_EQ(record.launches[0].duration_ns, 1234);
    EXPECT_EQ(record.launches[0].counters, launch.counters);
    EXPECT_EQ(record.trials.size(), 2U);
}

TEST_F(Remote, WhatStaysHereIsThereAfterwards) {
    auto record = start_record(spec(Fault::none), backend_);
    for (const std::int64_t requests : {1, 2}) {
        LaunchRecord launch;
        SiteCounts site;
        site.requests = requests;
        launch.sites.push_back(site);
        record.launches.push_back(launch);
    }
    SeriesRecord series;
    series.metric = "dram_read_bytes";
    record.series.push_back(series);
    backend_.run(variants_.find("net"), spec(Fault::none), options_, {}, record);
    auto failed = spec(Fault::crash);
    backend_.run(variants_.find("net"), failed, options_, {}, record);
    EXPECT_EQ(record.status, CaseStatus::failed);
    ASSERT_EQ(record.launches.size(), 2U);
    for (const std::size_t i : {0U, 1U}) EXPECT_EQ(record.launches[i].sites.at(0).requests, static_cast<std::int64_t>(i) + 1);
    EXPECT_THAT(record.series, ElementsAre(series));
}

TEST_F(Remote, ACrashCostsItsCase) { EXPECT_EQ(failure(Fault::crash), "Its worker process was killed by signal 11 (Segmentation fault)."); }
TEST_F(Remote, AnExitCostsItsCase) { EXPECT_EQ(failure(Fault::exit), "Its worker process ended with exit code 3."); }
TEST_F(Remote, JunkCostsItsCase) { EXPECT_THAT(failure(Fault::garble), HasSubstr("could not be read")); }
TEST_F(Remote, HalfAnAnswerCostsItsCase) { EXPECT_THAT(failure(Fault::truncate), HasSubstr("could not be read")); }
TEST_F(Remote, AnErrorIsItsOwnSentence) { EXPECT_EQ(failure(Fault::throws), "The driver said no."); }
TEST_F(Remote, NoMemoryCostsItsCase) { EXPECT_THAT(failure(Fault::no_memory), HasSubstr("memory was not enough")); }

TEST_F(Remote, ALostDeviceGetsANewProcess) {
    EXPECT_EQ(failure(Fault::lose_device), "An illegal address was written to.");
    EXPECT_NE(process_of(run(spec(Fault::none))), std::to_string(first_worker()));
}

TEST_F(Remote, AHangIsEnded) {
    watch_.silence_limit = std::chrono::milliseconds(1000);
    EXPECT_THAT(failure(Fault::hang), AllOf(StartsWith("It did not go on for a second and was ended"), HasSubstr("--case-limit")));
    EXPECT_EQ(::kill(first_worker(), 0), -1) << "it is gone";
}

TEST_F(Remote, WhatGoesOnIsNotEnded) {
    watch_.silence_limit = std::chrono::milliseconds(2000);
    std::vector<double> seen;
    watch_.progress = [&](double fraction) { seen.push_back(fraction); };
    EXPECT_EQ(run(spec(Fault::slowly)).status, CaseStatus::ok) << "3 s, but never 2 without a sign";
    EXPECT_GE(seen.size(), 5U);
}

TEST_F(Remote, AWorkerThatIsKilledCostsItsCase) {
    std::thread killer([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        ::kill(first_worker(), SIGKILL);
    });
    EXPECT_THAT(failure(Fault::until_stopped), HasSubstr("killed by signal 9"));
    killer.join();
}

TEST_F(Remote, AWorkerThatIsKilledBetweenCasesCostsNone) {
    ::kill(first_worker(), SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const auto record = run(spec(Fault::none));
    EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_NE(process_of(record), std::to_string(first_worker()));
}

TEST_F(Remote, TheUsersWishToStopIsPassedOn) {
    watch_.stop = &stop_;
    std::thread user([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        stop_ = true;
    });
    EXPECT_EQ(run(spec(Fault::until_stopped)).status, CaseStatus::interrupted);
    user.join();
}

TEST_F(Remote, AWorkerLeavesCtrlCToItsParent) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::kill(first_worker(), signal);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(process_of(run(spec(Fault::none))), std::to_string(first_worker()));
}

TEST_F(Remote, ADeviceThatIsGoneIsNotAskedForever) {
    ::setenv(test::no_device, "1", 1);
    run(spec(Fault::crash));
    for (int i = 0; i < 5; ++i) {
        const auto record = run(spec(Fault::none));
        EXPECT_EQ(record.status, CaseStatus::failed);
        EXPECT_EQ(record.message, "GPU 0 fell off the bus.");
    }
    ::unsetenv(test::no_device);
    EXPECT_EQ(run(spec(Fault::none)).message, "GPU 0 fell off the bus.") << "three attempts in a row were enough";
}

TEST(RemoteStart, SaysWhyThereIsNoDevice) {
    ::setenv(test::no_device, "1", 1);
    try {
        const RemoteBackend backend(setup(BackendKind::cupti), faulty);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::environment);
        EXPECT_STREQ(error.what(), "GPU 0 fell off the bus.");
    }
    ::unsetenv(test::no_device);
}

TEST(RemoteStart, SaysThatThereIsNoProgram) {
    try {
        const RemoteBackend backend(setup(BackendKind::cpu), {"/nowhere/worker", {"worker"}});
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::environment);
        EXPECT_THAT(error.what(), HasSubstr("--in-process"));
    }
}

/// A sweep whose cases suffer `faults`, one each.
class RemoteSweep : public testing::Test {
 protected:
    std::vector<Assignment> cases(RemoteBackend& backend, const std::vector<Fault>& faults, bool in_counters = false) {
        std::vector<Assignment> list;
        for (std::size_t i = 0; i < faults.size(); ++i) {
            PlannedCase planned;
            planned.variant = &variants_.find("net");
            planned.spec = {"net", {}, {128, {{"fault", static_cast<std::int64_t>(faults[i])}}}};
            planned.spec.workload.n = std::uint64_t{4} << i;
            if (in_counters) planned.spec.config.params["in_counters"] = 1;
            list.push_back({planned, &backend});
        }
        return list;
    }
    Outcome run(const std::vector<Assignment>& assignments) { return run_cases(assignments, options_, schedule_, recorder_, stop_, {}); }
    static std::set<std::string> processes(const std::vector<Note>& notes) {
        std::set<std::string> all;
        for (const auto& note : notes) all.insert(note.text);
        return all;
    }

    kernels::VariantRegistry variants_ = test::three_variants();
    BackendOptions options_;
    Schedule schedule_;
    test::KeepingRecorder recorder_;
    std::atomic<bool> stop_{false};
};

TEST_F(RemoteSweep, EveryFaultCostsItsCaseAndTheOthersComplete) {
    RemoteBackend backend(setup(BackendKind::cpu), faulty);
    schedule_.case_limit = std::chrono::milliseconds(700);
    const auto outcome = run(cases(backend, {Fault::none, Fault::crash, Fault::none, Fault::hang, Fault::garble, Fault::none, Fault::truncate,
                                             Fault::exit, Fault::missort, Fault::no_memory, Fault::lose_device, Fault::none}));
    EXPECT_EQ(outcome.ok, 4U);
    EXPECT_EQ(outcome.failed, 8U);
    EXPECT_FALSE(outcome.interrupted);
    ASSERT_EQ(recorder_.records.size(), 12U);
    EXPECT_EQ(recorder_.records[1].status, CaseStatus::failed);
    EXPECT_THAT(recorder_.records[1].message, HasSubstr("signal 11"));
    EXPECT_EQ(recorder_.records[8].status, CaseStatus::unverified);
    EXPECT_EQ(recorder_.records[11].status, CaseStatus::ok);
    EXPECT_EQ(outcome.problems.size(), 8U);
}

TEST_F(RemoteSweep, AGpusTimesAreTakenByAProcessOfTheirOwn) {
    RemoteBackend backend(setup(BackendKind::cupti), faulty);
    const auto outcome = run(cases(backend, {Fault::none, Fault::none}));
    EXPECT_EQ(outcome.ok, 2U);
    ASSERT_EQ(recorder_.records.size(), 2U);
    for (const auto& record : recorder_.records) {
        EXPECT_EQ(record.notes.size(), 3U) << "times, times of launches, counters";
        EXPECT_EQ(processes(record.notes).size(), 2U) << "times are taken by a process of their own";
        EXPECT_NE(record.notes[0].text, record.notes[1].text);
        EXPECT_EQ(record.trials.size(), 1U) << "times are taken once";
        ASSERT_EQ(record.passes.size(), 1U);
        EXPECT_EQ(record.passes[0].set, "kept") << "the profiler stays enabled from case to case of a batch";
    }
    EXPECT_EQ(processes(recorder_.records[0].notes), processes(recorder_.records[1].notes)) << "one process serves both";
    ASSERT_EQ(recorder_.device_limits.size(), 1U);
}

TEST_F(RemoteSweep, AFaultAmongTheCountersKeepsTheTimes) {
    RemoteBackend backend(setup(BackendKind::cupti), faulty);
    const auto outcome = run(cases(backend, {Fault::none, Fault::crash, Fault::none}, true));
    EXPECT_EQ(outcome.ok, 2U);
    EXPECT_EQ(outcome.failed, 1U);
    ASSERT_EQ(recorder_.records.size(), 3U);
    EXPECT_EQ(recorder_.records[1].status, CaseStatus::failed);
    EXPECT_TRUE(recorder_.records[1].time.has_value());
}

TEST_F(RemoteSweep, StoppedInABatchKeepsTheTimesItHas) {
    RemoteBackend backend(setup(BackendKind::cupti), faulty);
    std::thread user([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(3000));
        stop_ = true;
    });
    const auto outcome = run(cases(backend, {Fault::none, Fault::until_stopped, Fault::none}));
    user.join();
    EXPECT_TRUE(outcome.interrupted);
    ASSERT_EQ(recorder_.records.size(), 2U) << "the third was not begun";
    for (const auto& record : recorder_.records) {
        EXPECT_EQ(record.status, CaseStatus::interrupted);
        EXPECT_TRUE(record.time.has_value());
        EXPECT_TRUE(record.passes.empty());
    }
}

TEST_F(RemoteSweep, EachRoundIsAnotherProcessAndAddsItsTrials) {
    RemoteBackend backend(setup(BackendKind::cupti), faulty);
    schedule_.rounds = 3;
    const auto outcome = run(cases(backend, {Fault::none, Fault::none}));
    EXPECT_EQ(outcome.ok, 2U);
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
}  // namespace sortscope::collector
