#include "collector/worker/remote_backend.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include <array>
#include <atomic>
#include <thread>

#include "tests/collector/fake_backend.hpp"
#include "tests/collector/worker/remote.hpp"

namespace sortscope::collector {
namespace {

using test::Fault;
using test::faulty;
using test::setup;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class Remote : public testing::Test {
 protected:
    static CaseSpec spec(Fault fault, std::uint64_t n = 64) {
        CaseSpec spec{"net", {}, {128, {}}};
        spec.workload.n = n;
        if (fault != Fault::none) spec.config.params["fault"] = static_cast<std::int64_t>(fault);
        return spec;
    }
    /// A case as its record comes back. Parameters that the variant does not have are kept, for the worker
    /// reads them in the spec.
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
    static std::string process_of(const CaseRecord& record) {
        return record.notes.empty() ? "" : record.notes.front().text;
    }

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
    EXPECT_EQ(backend_.refusal(variants_.find("net"), spec(Fault::none, 13)),
              "Thirteen keys are not sorted here.");
    EXPECT_EQ(backend_.refusal(variants_.find("net"), spec(Fault::none)), std::nullopt);
    EXPECT_EQ(backend_.planned(variants_.find("net"), spec(Fault::none), options_).time_mode,
              TimeMode::stream);
    EXPECT_THAT(backend_.measure_limits({}),
                ElementsAre(DeviceLimit{"copy_bandwidth", 3e12, "bytes/s", 0.01}));
    EXPECT_EQ(backend_.clock_check().value().detail, "They wander.");
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
    for (const std::size_t i : {0U, 1U})
        EXPECT_EQ(record.launches[i].sites.at(0).requests, static_cast<std::int64_t>(i) + 1);
    EXPECT_THAT(record.series, ElementsAre(series));
}

TEST_F(Remote, AFaultCostsItsCase) {
    for (const auto& [fault, sentence] :
         {std::pair{Fault::crash, "was killed by signal 11 (Segmentation fault)"},
          std::pair{Fault::exit, "ended with exit code 3"}, std::pair{Fault::garble, "could not be read"},
          std::pair{Fault::truncate, "could not be read"}, std::pair{Fault::throws, "The driver said no."},
          std::pair{Fault::no_memory, "memory was not enough"}})
        EXPECT_THAT(failure(fault), HasSubstr(sentence));
}

TEST_F(Remote, ALostDeviceGetsANewProcess) {
    EXPECT_EQ(failure(Fault::lose_device), "An illegal address was written to.");
    EXPECT_NE(process_of(run(spec(Fault::none))), std::to_string(first_worker()));
}

TEST_F(Remote, AHangIsEnded) {
    watch_.silence_limit = std::chrono::milliseconds(1000);
    EXPECT_THAT(failure(Fault::hang),
                AllOf(StartsWith("It did not go on for a second and was ended"), HasSubstr("--case-limit")));
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
    EXPECT_EQ(run(spec(Fault::none)).message, "GPU 0 fell off the bus.")
        << "three attempts in a row were enough";
}

/// What processes of a GPU's backend say of themselves: notes of a case that is taken by the process of
/// `phases`.
std::vector<std::string> told(RemoteBackend& backend, const CasePhases& phases) {
    const auto variants = test::three_variants();
    CaseSpec spec{"net", {}, {128, {{"tell", 1}}}};
    spec.workload.n = 64;
    BackendOptions options;
    options.phases = phases;
    CaseRecord record = start_record(spec, backend);
    backend.run(variants.find("net"), spec, options, {}, record);
    EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
    std::vector<std::string> texts;
    for (const auto& note : record.notes) texts.push_back(note.text);
    return texts;
}

constexpr CasePhases times_alone{true, false, false, false, false, false};
constexpr CasePhases counters_alone{false, false, true, false, false, false};

TEST(RemoteReady, APartsProcessIsStartedAheadAndKeptForItsFirstCase) {
    RemoteBackend backend(setup(BackendKind::cupti), faulty);
    BackendOptions first;
    first.phases = counters_alone;
    backend.get_ready(std::array{first}, {});
    EXPECT_THAT(told(backend, counters_alone), Contains("ready for counters"));
    backend.retire(counters_alone);
    EXPECT_THAT(told(backend, counters_alone), Contains("ready "))
        << "another process, which nobody asked to get ready";
    first.phases = times_alone;
    backend.get_ready(std::array{first}, {});
    EXPECT_THAT(told(backend, times_alone), Contains("ready ")) << "it runs already";
}

TEST(RemoteReady, AProcessThatServesTwoTurnsIsMadeReadyForBoth) {
    RemoteBackend backend(setup(BackendKind::cupti), faulty);
    BackendOptions launches, counters;
    launches.phases = {false, true, false, false, false, false};
    counters.phases = counters_alone;
    backend.get_ready(std::array{launches, counters}, {});
    EXPECT_THAT(told(backend, counters_alone), Contains("ready for something else, for counters"));
}

TEST(RemoteReady, WhatDoesNotStartIsLeftToTheCase) {
    RemoteBackend backend(setup(BackendKind::cupti), faulty);
    BackendOptions first;
    first.phases = counters_alone;
    ::setenv(test::no_device, "1", 1);
    for (int i = 0; i < 4; ++i) backend.get_ready(std::array{first}, {});
    ::unsetenv(test::no_device);
    EXPECT_THAT(told(backend, counters_alone), Contains("ready "))
        << "three failed starts of cases lose a device, but these were no cases";
}

TEST(RemoteReady, ProcessesThatCountTakeOneChannelUnlessTheUserSaysOtherwise) {
    constexpr const char* name = "CUDA_DEVICE_MAX_CONNECTIONS";
    const char* const before = std::getenv(name);
    const std::optional<std::string> users =
        before == nullptr ? std::nullopt : std::optional<std::string>(before);
    ::unsetenv(name);
    RemoteBackend backend(setup(BackendKind::cupti), faulty);
    EXPECT_THAT(told(backend, counters_alone), Contains("connections 1"));
    EXPECT_THAT(told(backend, times_alone), Contains("connections not set")) << "as in any program";
    backend.retire(counters_alone);
    ::setenv(name, "4", 1);
    EXPECT_THAT(told(backend, counters_alone), Contains("connections 4"));
    if (users)
        ::setenv(name, users->c_str(), 1);
    else
        ::unsetenv(name);
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

}  // namespace
}  // namespace sortscope::collector
