// What goes wrong on a real GPU costs its case, and the others complete.
#include <gmock/gmock.h>

#include <cstdlib>
#include <thread>

#include "collector/catalogue/catalogue.hpp"
#include "collector/worker/remote_backend.hpp"
#include "tests/collector/run_cases.hpp"
#include "tests/collector/worker/faults.hpp"

namespace sortscope::collector {
namespace {
using test::Fault;
using testing::HasSubstr;

/// As it was built, or where a copy of the programs has it.
WorkerProgram faulty_worker() {
    const char* elsewhere = std::getenv("SORTSCOPE_FAULTY_GPU_WORKER");
    return {elsewhere != nullptr ? elsewhere : SORTSCOPE_FAULTY_GPU_WORKER, {"faulty-gpu-worker"}};
}

class GpuFaults : public test::Sweeps {
 protected:
    void SetUp() override {
        try {
            backend_ = std::make_unique<RemoteBackend>(WorkerSetup{BackendKind::cupti}, faulty_worker());
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
        EXPECT_THAT(record.message, HasSubstr(n == 1 << 11   ? "llegal"  // CUDA's own words
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
    const uint64_t large = 1 << 26;  // more than the worker's arena holds
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
