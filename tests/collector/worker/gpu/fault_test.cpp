// A fault on a real GPU loses only its case.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "collector/catalogue/catalogue.hpp"
#include "collector/worker/remote_backend.hpp"
#include "tests/collector/run_cases.hpp"
#include "tests/collector/worker/faults.hpp"

namespace sortscope::collector {
namespace {
using test::Fault;
using testing::HasSubstr;

/// This build's worker, or $SORTSCOPE_FAULTY_GPU_WORKER.
WorkerProgram faulty_worker() {
    const char* elsewhere = std::getenv("SORTSCOPE_FAULTY_GPU_WORKER");
    return {elsewhere != nullptr ? elsewhere : SORTSCOPE_FAULTY_GPU_WORKER, {"faulty-gpu-worker"}};
}

class GpuFaults : public test::Sweeps {
 protected:
    void SetUp() override {
        try {
            backend_ = std::make_unique<RemoteBackend>(WorkerSetup{BackendKind::cupti}, faulty_worker());
            backend_->device();
        } catch (const Error& error) {
            GTEST_SKIP() << "no GPU to test on: " << error.what();
        }
        options_.trials.max_trials = 6;
    }
    PlannedCase assignment(Fault fault, uint64_t n) {
        const auto& variant = catalogue_.variants.find("bitonic-b2");
        CaseSpec spec{"bitonic-b2", test::uniform_keys(n), kernels::effective_config(variant.info, {})};
        if (fault != Fault::none) spec.config.params["fault"] = int64_t(fault);
        return {spec, &variant, {}, {}, backend_.get()};
    }

    Catalogue catalogue_ = make_catalogue();
    std::unique_ptr<RemoteBackend> backend_;
};

TEST_F(GpuFaults, EachCostsItsCaseAndTheOthersComplete) {
    schedule_.case_limit = std::chrono::seconds(5);
    const auto outcome = run({assignment(Fault::none, 1 << 10), assignment(Fault::crash, 1 << 11),
                              assignment(Fault::none, 1 << 12), assignment(Fault::hang, 1 << 13),
                              assignment(Fault::none, 1 << 14), assignment(Fault::missort, 1 << 15),
                              assignment(Fault::none, 1 << 16)});
    EXPECT_THAT(counts(outcome), testing::ElementsAre(4, 3, 0));
    ASSERT_EQ(recorder_.records.size(), 7U);
    for (const auto& record : recorder_.records) {
        const auto n = record.keys();
        EXPECT_EQ(record.status, n == 1 << 11 || n == 1 << 13 ? CaseStatus::failed
                                 : n == 1 << 15               ? CaseStatus::unverified
                                                              : CaseStatus::ok)
            << record.message;
        EXPECT_THAT(record.message, HasSubstr(n == 1 << 11   ? "llegal"  // CUDA's text
                                              : n == 1 << 13 ? "made no progress for 5 s,"
                                                             : ""));
        if (record.status != CaseStatus::ok) continue;
        EXPECT_TRUE(record.time.has_value());
        ASSERT_FALSE(record.launches.empty());
        EXPECT_TRUE(record.launches[0].duration_ns.has_value());
        EXPECT_FALSE(record.launches[0].counters.empty())
            << (record.notes.empty() ? "" : record.notes[0].text);
    }
}

TEST_F(GpuFaults, AContextThatIsLostAnAssertionAndAFullDeviceCostTheirCases) {
    const uint64_t large = 1 << 26;  // too large for the worker's arena
    const auto outcome = run({assignment(Fault::none, 1 << 10), assignment(Fault::throws, 1 << 11),
                              assignment(Fault::none, 1 << 12), assignment(Fault::lose_device, 1 << 13),
                              assignment(Fault::none, 1 << 14), assignment(Fault::no_memory, large),
                              assignment(Fault::none, 1 << 16)});
    ASSERT_EQ(recorder_.records.size(), 7U);
    for (const auto& record : recorder_.records) {
        const auto n = record.keys();
        EXPECT_EQ(record.status, n == 1 << 11 || n == 1 << 13 ? CaseStatus::failed
                                 : n == large                 ? CaseStatus::refused
                                                              : CaseStatus::ok)
            << n << ": " << record.message;
        if (record.status != CaseStatus::ok) {
            EXPECT_FALSE(record.message.empty());
            continue;
        }
        ASSERT_FALSE(record.launches.empty());
        EXPECT_FALSE(record.launches[0].counters.empty());
    }
}

std::vector<std::vector<CounterValue>> counters_of(const CaseRecord& record) {
    std::vector<std::vector<CounterValue>> all;
    for (const auto& launch : record.launches) all.push_back(launch.counters);
    return all;
}

/// Makes each driver call of a case fail once. Parameter: true for calls in the phase of times, false for
/// calls in later phases.
class DriverCalls : public GpuFaults, public testing::WithParamInterface<bool> {
 protected:
    static constexpr uint64_t healthy = 1 << 11;

    void SetUp() override {
        GpuFaults::SetUp();
        if (IsSkipped()) return;
        auto worker = faulty_worker();
        worker.environment.emplace_back("LD_PRELOAD", SORTSCOPE_FAILING_DRIVER);
        backend_ = std::make_unique<RemoteBackend>(WorkerSetup{BackendKind::cupti}, worker);
        schedule_.case_limit = std::chrono::seconds(10);
    }
    PlannedCase failing(int64_t call) {
        auto one = assignment(Fault::none, 1 << 12);
        one.spec.config.params["fail_call"] = call;
        if (GetParam()) one.spec.config.params["in_times"] = 1;
        return one;
    }
    /// Driver calls in the phase.
    static int64_t calls_of(const CaseRecord& record) {
        const std::string name = GetParam() ? "driver calls in times: " : "driver calls later: ";
        int64_t calls = 0;
        for (const auto& note : record.notes)
            if (note.text.starts_with(name))
                calls = std::max<int64_t>(calls, std::stol(note.text.substr(name.size())));
        return calls;
    }
};

TEST_P(DriverCalls, OneThatFailsCostsItsCaseAtMost) {
    ASSERT_EQ(run({failing(0), failing(0), assignment(Fault::none, healthy)}).ok, 3U);
    const auto reference = recorder_.records[1];  // not the first record: its case also loads modules
    const auto healthy_reference = recorder_.records[2];
    const auto calls = calls_of(reference);
    ASSERT_GT(calls, 100);
    std::vector<PlannedCase> cases;
    for (int64_t call = 1; call <= calls; ++call) {
        cases.push_back(failing(call));
        cases.push_back(assignment(Fault::none, healthy));
    }
    recorder_.records.clear();
    run(cases);
    ASSERT_EQ(recorder_.records.size(), cases.size());
    int64_t failed = 0, noted = 0, unharmed = 0;
    for (const auto& record : recorder_.records) {
        if (record.keys() == healthy) {
            EXPECT_EQ(record.status, CaseStatus::ok) << record.message;
            EXPECT_TRUE(counters_of(record) == counters_of(healthy_reference));
            continue;
        }
        if (record.status != CaseStatus::ok) {
            ++failed;
            EXPECT_EQ(record.status, CaseStatus::failed) << record.message;
            EXPECT_FALSE(record.message.empty());
            continue;
        }
        // All values must be right; a note must report missing values.
        const bool said = record.notes.size() > reference.notes.size();
        ++(said ? noted : unharmed);
        EXPECT_TRUE(said || counters_of(record) == counters_of(reference));
        ASSERT_EQ(record.launches.size(), reference.launches.size());
        for (size_t i = 0; i < record.launches.size(); ++i)
            for (const auto& counter : record.launches[i].counters)
                EXPECT_EQ(std::ranges::count(reference.launches[i].counters, counter), 1) << "launch " << i;
        ASSERT_TRUE(record.time.has_value());
        if (record.time_mode != reference.time_mode) {
            EXPECT_TRUE(said) << "without a graph";
            continue;
        }
        EXPECT_LT(std::abs(std::log(double(record.time->median_ns) / double(reference.time->median_ns))), 0.2)
            << record.time->median_ns << " ns";
    }
    std::cout << calls << " calls failed, one in a case: " << failed << " cost the case, " << noted
              << " left a note, " << unharmed << " did no harm.\n";
}
INSTANTIATE_TEST_SUITE_P(Gpu, DriverCalls, testing::Bool());

TEST_F(GpuFaults, TheDeviceIsUsedByTwoCollectorsAtOnce) {
    RemoteBackend other({BackendKind::cupti}, faulty_worker());
    EXPECT_EQ(backend_->device().uuid, other.device().uuid);
    Outcome beside;
    std::thread second([&] {
        auto one = assignment(Fault::none, 1 << 16);
        one.backend = &other;
        test::KeepingRecorder recorder;
        beside = run_cases(planned({one, one}), schedule_, recorder, stop_, {});
    });
    const auto outcome = run({assignment(Fault::none, 1 << 16), assignment(Fault::none, 1 << 17)});
    second.join();
    EXPECT_EQ(outcome.ok, 2U) << "counters may be lost to the other, which notes say";
    EXPECT_EQ(beside.ok, 2U);
}
}  // namespace
}
