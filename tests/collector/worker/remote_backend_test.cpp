#include "collector/worker/remote_backend.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <cstdlib>
#include <thread>

#include "tests/collector/fake_backend.hpp"
#include "tests/collector/worker/remote.hpp"
#include "tests/core/expect_error.hpp"

namespace sortscope::collector {
namespace {
using namespace std::chrono_literals;
using test::counters_alone, test::Fault, test::faulty, test::times_alone, testing::AllOf, testing::Contains,
    testing::ElementsAre, testing::HasSubstr;

class Remote : public testing::Test {
 protected:
    static CaseSpec spec(Fault fault, uint64_t n = 64) {
        CaseSpec spec{"net", {}, {128, {}}};
        spec.workload.n = n;
        if (fault != Fault::none) spec.config.params["fault"] = int64_t(fault);
        return spec;
    }
    void run(Fault fault, CaseRecord& record) { backend_.run({net_, spec(fault), options_, watch_, record}); }
    /// Runs a case in the worker; returns its record.
    CaseRecord run(Fault fault) {
        CaseRecord record = start_record(spec(fault), backend_);
        run(fault, record);
        return record;
    }
    /// Returns why a case with `fault` fails. The next case must be ok.
    std::string failure(Fault fault) {
        const auto failed = run(fault);
        EXPECT_EQ(failed.status, CaseStatus::failed);
        const auto next = run(Fault::none);
        EXPECT_EQ(next.status, CaseStatus::ok) << next.message;
        EXPECT_EQ(next.trials.size(), 1U);
        return failed.message;
    }
    /// True if the next case runs in the first worker.
    bool in_first_worker() {
        const auto record = run(Fault::none);
        EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
        return record.notes.at(0).text == std::to_string(first_worker());
    }
    pid_t first_worker() const { return backend_.device().ordinal; }

    const VariantRegistry variants_ = test::three_variants();
    const Variant& net_ = variants_.find("net");
    RemoteBackend backend_{{BackendKind::cpu}, faulty};
    BackendOptions options_;
    std::atomic<bool> stop_{false};
    CaseWatch watch_;
};

TEST_F(Remote, AnswersAsItsWorker) {
    EXPECT_EQ(std::tuple(backend_.kind(), backend_.device().name), std::tuple(BackendKind::cpu, "faulty"));
    EXPECT_TRUE(backend_.runs(VariantKind::opaque));
    EXPECT_EQ(backend_.refusal(net_, spec(Fault::none, 13)), "Thirteen keys are not sorted here.");
    EXPECT_EQ(backend_.refusal(net_, spec(Fault::none)), std::nullopt);
    EXPECT_EQ(backend_.planned(net_, spec(Fault::none), options_).time_mode, TimeMode::stream);
    EXPECT_THAT(backend_.measure_limits({}),
                ElementsAre(DeviceLimit{"copy_bandwidth", 3e12, "bytes/s", 0.01}));
    EXPECT_EQ(backend_.clock_check().value().detail, "They wander.");
}

TEST_F(Remote, AppendsToTheRecordAndKeepsWhatStaysHere) {
    auto record = start_record(spec(Fault::none), backend_);
    const CounterValue value{CounterId{}, Provenance::measured, 0.25, 3};
    const SeriesRecord series{"dram_read_bytes", "bytes", Provenance::measured, 0, 1, {2}};
    for (const int64_t requests : {1, 2}) {
        auto& launch = record.launches.emplace_back();
        launch.duration_ns = 1234;
        launch.counters = {value};
        launch.sites.emplace_back().requests = requests;
    }
    record.trials.emplace_back();
    record.series = {series};
    record.sampled_launches = {{TimeMode::graph, 1, 5, 6}};
    run(Fault::none, record);
    EXPECT_EQ(record.trials.size(), 2U);
    run(Fault::crash, record);
    EXPECT_EQ(record.status, CaseStatus::failed);
    ASSERT_EQ(record.launches.size(), 2U);
    for (const size_t i : {0U, 1U}) {
        EXPECT_EQ(record.launches[i].duration_ns, 1234);
        EXPECT_THAT(record.launches[i].counters, ElementsAre(value));
        EXPECT_EQ(record.launches[i].sites.at(0).requests, int64_t(i) + 1);
    }
    EXPECT_THAT(record.series, ElementsAre(series));
    EXPECT_THAT(record.sampled_launches, ElementsAre(SampledLaunch{TimeMode::graph, 1, 5, 6}));
}

TEST_F(Remote, AHangIsEnded) {
    watch_.silence_limit = 1000ms;
    EXPECT_THAT(failure(Fault::hang), AllOf(HasSubstr("for a second"), HasSubstr("--case-limit")));
    EXPECT_EQ(::kill(first_worker(), 0), -1) << "it is gone";
}

TEST_F(Remote, ALostDeviceGetsANewProcess) {
    EXPECT_EQ(failure(Fault::lose_device), "An illegal address was written to.");
    EXPECT_FALSE(in_first_worker());
}

TEST_F(Remote, ACaseWithProgressIsNotEnded) {
    watch_.silence_limit = 2000ms;
    int seen = 0;
    watch_.progress = [&](double) { ++seen; };
    EXPECT_EQ(run(Fault::slowly).status, CaseStatus::ok) << "3 s, but never 2 without a sign";
    EXPECT_GE(seen, 5);
}

TEST_F(Remote, AKilledWorkerCostsItsCase) {
    std::thread killer([worker = first_worker()] {
        std::this_thread::sleep_for(200ms);
        ::kill(worker, SIGKILL);
    });
    EXPECT_THAT(failure(Fault::until_stopped), HasSubstr("killed by signal 9"));
    killer.join();
}

TEST_F(Remote, PassesOnTheUsersWishToStop) {
    watch_.stop = &stop_;
    std::thread user([this] {
        std::this_thread::sleep_for(200ms);
        stop_ = true;
    });
    EXPECT_EQ(run(Fault::until_stopped).status, CaseStatus::interrupted);
    user.join();
}

TEST_F(Remote, AWorkerLeavesCtrlCToItsParentAndCostsNoCaseIfItDiesBetweenTwo) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::kill(first_worker(), signal);
    std::this_thread::sleep_for(50ms);
    EXPECT_TRUE(in_first_worker());
    ::kill(first_worker(), SIGKILL);
    std::this_thread::sleep_for(100ms);
    EXPECT_FALSE(in_first_worker());
}

/// Sets an environment variable, and restores it at the end.
class Variable {
 public:
    Variable(const char* name, const char* value) : name_(name) {
        if (const char* const before = std::getenv(name)) before_ = before;
        set(value);
    }
    ~Variable() { set(before_ ? before_->c_str() : nullptr); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    void set(const char* value) { value ? ::setenv(name_, value, 1) : ::unsetenv(name_); }

 private:
    const char* name_;
    std::optional<std::string> before_;
};

TEST_F(Remote, GivesUpADeviceAfterThreeFailedStarts) {
    Variable no_device(test::no_device, "1");
    run(Fault::crash);
    for (int i = 0; i < 5; ++i) {
        const auto record = run(Fault::none);
        EXPECT_EQ(record.status, CaseStatus::failed);
        EXPECT_EQ(record.message, "GPU 0 fell off the bus.");
    }
    no_device.set(nullptr);
    EXPECT_EQ(run(Fault::none).message, "GPU 0 fell off the bus.");
}

class RemoteGpu : public testing::Test {
 protected:
    static BackendOptions only(const CasePhases& phases) {
        BackendOptions options;
        options.phases = phases;
        return options;
    }
    void get_ready(const std::vector<CasePhases>& all) {
        std::vector<BackendOptions> options;
        for (const auto& phases : all) options.push_back(only(phases));
        backend_.get_ready(options, {});
    }
    /// Notes that the process of `phases` adds to a case.
    std::vector<std::string> told(const CasePhases& phases) {
        CaseSpec spec{"net", {}, {128, {{"tell", 1}}}};
        spec.workload.n = 64;
        CaseRecord record = start_record(spec, backend_);
        backend_.run({variants_.find("net"), spec, only(phases), {}, record});
        EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
        std::vector<std::string> texts;
        for (const auto& note : record.notes) texts.push_back(note.text);
        return texts;
    }
    const VariantRegistry variants_ = test::three_variants();
    RemoteBackend backend_{{BackendKind::cupti}, faulty};
};

TEST_F(RemoteGpu, AWorkerWaitsUntilItIsAlone) {
    CaseSpec alone{"net", {}, {128, {{"alone", 1}}}};
    alone.workload.n = 64;
    std::vector<Launches> asked;
    CaseWatch watch;
    watch.may_launch = [&](Launches how) { asked.push_back(how); };
    CaseRecord record = start_record(alone, backend_);
    backend_.run({variants_.find("net"), alone, only(times_alone), watch, record});
    EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
    EXPECT_THAT(asked, ElementsAre(Launches::alone, Launches::beside, Launches::none));
    watch.may_launch = nullptr;
    backend_.run({variants_.find("net"), alone, only(times_alone), watch, record});
    EXPECT_EQ(record.status, CaseStatus::ok) << "no other GPU";
}

TEST_F(RemoteGpu, AProcessIsStartedAheadAndKeptForItsFirstCase) {
    get_ready({counters_alone});
    EXPECT_THAT(told(counters_alone), Contains("ready for counters"));
    backend_.retire(counters_alone);
    EXPECT_THAT(told(counters_alone), Contains("ready ")) << "another process, not made ready";
    get_ready({times_alone});
    EXPECT_THAT(told(times_alone), Contains("ready ")) << "it runs already";
}

TEST_F(RemoteGpu, AProcessOfTwoPhasesIsMadeReadyForBoth) {
    get_ready({{false, true, false, false, false, false}, counters_alone});
    EXPECT_THAT(told(counters_alone), Contains("ready for something else, for counters"));
}

TEST_F(RemoteGpu, AProcessThatDoesNotStartIsLeftToTheCase) {
    Variable no_device(test::no_device, "1");
    for (int i = 0; i < 4; ++i) get_ready({counters_alone});
    no_device.set(nullptr);
    EXPECT_THAT(told(counters_alone), Contains("ready ")) << "only failed cases lose a device";
}

TEST_F(RemoteGpu, CountingProcessesTakeOneChannelUnlessTheUserSaysOtherwise) {
    Variable connections("CUDA_DEVICE_MAX_CONNECTIONS", nullptr);
    EXPECT_THAT(told(counters_alone), Contains("connections 1"));
    backend_.retire(times_alone);
    EXPECT_THAT(told(times_alone), Contains("connections not set"));
    backend_.retire(counters_alone);
    connections.set("4");
    EXPECT_THAT(told(counters_alone), Contains("connections 4"));
}

TEST(RemoteStart, FailsWithASentence) {
    using sortscope::test::expect_error;
    const Variable no_device(test::no_device, "1");
    expect_error(ErrorKind::environment, "GPU 0 fell off the bus.",
                 [] { RemoteBackend({BackendKind::cupti}, faulty).device(); });
    expect_error(ErrorKind::environment, "--in-process", [] {
        RemoteBackend({BackendKind::cpu}, {"/nowhere/worker", {"worker"}}).device();
    });
}
}  // namespace
}
