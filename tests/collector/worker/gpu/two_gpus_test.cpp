// Two GPUs of one host give equal results alone and at the same time.
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <iostream>

#include "collector/catalogue/catalogue.hpp"
#include "collector/worker/remote_backend.hpp"
#include "core/times.hpp"
#include "tests/collector/run_cases.hpp"

namespace sortscope::collector {
namespace {
class TwoGpus : public test::Sweeps {
 protected:
    void SetUp() override {
        if (gpu_devices().size() < 2) GTEST_SKIP() << "no two GPUs to test on";
        const char* elsewhere = std::getenv("SORTSCOPE_FAULTY_GPU_WORKER");
        const WorkerProgram worker{elsewhere != nullptr ? elsewhere : SORTSCOPE_FAULTY_GPU_WORKER,
                                   {"faulty-gpu-worker"}};
        for (int gpu = 0; gpu < 2; ++gpu)
            backends_.push_back(
                std::make_unique<RemoteBackend>(WorkerSetup{BackendKind::cupti, gpu}, worker));
        if (backends_[0]->device().name != backends_[1]->device().name)
            GTEST_SKIP() << "the GPUs are of two models";
    }
    std::vector<PlannedCase> cases_on(size_t gpu) {
        return assigned({test::uniform_sweep({"bitonic-b2", "bitonic-c4", "bitonic-semi", "butterfly-full",
                                              "bitonic-xor", "butterfly-minmax"},
                                             {1 << 12, 1 << 16, 1 << 18, 1 << 20})},
                        *backends_[gpu]);
    }
    /// Returns the wall time in seconds.
    double seconds_of(const std::vector<PlannedCase>& cases, Recorder& recorder) {
        const auto begin = std::chrono::steady_clock::now();
        const auto outcome = run(cases, recorder);
        EXPECT_EQ(outcome.failed, 0U) << (outcome.problems.empty() ? "" : outcome.problems.front());
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    /// Medians in `mode`; the condition names the GPU.
    static std::map<Condition, double> medians(const test::KeepingRecorder& recorder, TimeMode mode) {
        std::map<Condition, double> all;
        for (const auto& record : recorder.records)
            if (const auto* time = time_in(record, mode)) all[condition_of(record)] = double(time->median_ns);
        return all;
    }

    Catalogue catalogue_ = make_catalogue();
    std::vector<std::unique_ptr<Backend>> backends_;
};

TEST_F(TwoGpus, MeasureTheSameAtOnceAsAloneAndSooner) {
    variants_ = std::move(catalogue_.variants);
    test::KeepingRecorder alone, at_once;
    double in_turn_s = 0;
    for (size_t gpu = 0; gpu < 2; ++gpu) in_turn_s += seconds_of(cases_on(gpu), alone);
    auto both = cases_on(0);
    for (auto& each : cases_on(1)) both.push_back(each);
    const double at_once_s = seconds_of(both, at_once);
    const auto expected = medians(alone, TimeMode::graph), found = medians(at_once, TimeMode::graph);
    ASSERT_GE(expected.size(), 40U) << "graph times of both GPUs";
    ASSERT_EQ(found.size(), expected.size());
    double largest = 0;
    for (const auto& [condition, ns] : expected) {
        ASSERT_TRUE(found.contains(condition)) << condition.label();
        const double difference = std::abs(std::log(found.at(condition) / ns));
        EXPECT_LT(difference, 0.02) << condition.label() << ": " << ns << " ns alone";
        largest = std::max(largest, difference);
    }
    EXPECT_EQ(medians(at_once, TimeMode::stream).size(), medians(alone, TimeMode::stream).size());
    for (const auto& record : at_once.records)
        EXPECT_EQ(record.time_mode, TimeMode::graph) << condition_of(record).label();
    std::cout << "At once " << at_once_s << " s, in turn " << in_turn_s << " s (" << at_once_s / in_turn_s
              << "); graph medians differ by at most " << 100 * largest << " %.\n";
    EXPECT_LT(at_once_s, 0.8 * in_turn_s);
}
}  // namespace
}
