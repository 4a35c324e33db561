// Fixture that runs sweeps and keeps their records.
#pragma once

#include <gtest/gtest.h>

#include "collector/runner.hpp"
#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector::test {
class Sweeps : public ::testing::Test {
 protected:
    std::vector<PlannedCase> assigned(const std::vector<Sweep>& sweeps, Backend& backend) const {
        auto cases = plan_cases(sweeps, variants_);
        for (auto& each : cases)
            if (each.refused.empty()) each.backend = &backend;
        return cases;
    }
    std::vector<SweepCase> planned(const std::vector<PlannedCase>& cases) const {
        return plan_sweep(cases, options_, schedule_);
    }
    Outcome run(const std::vector<PlannedCase>& cases, Recorder& recorder) {
        return run_cases(planned(cases), schedule_, recorder, stop_, [&](const Progress& progress) {
            progress_.push_back(progress);
            if (on_progress_) on_progress_(progress);
        });
    }
    Outcome run(const std::vector<PlannedCase>& cases) { return run(cases, recorder_); }
    /// Numbers of cases: ok, failed, refused.
    static std::vector<size_t> counts(const Outcome& outcome) {
        return {outcome.ok, outcome.failed, outcome.refused};
    }

    VariantRegistry variants_ = three_variants();
    BackendOptions options_;
    Schedule schedule_;
    KeepingRecorder recorder_;
    std::atomic<bool> stop_{false};
    std::vector<Progress> progress_;
    std::function<void(const Progress&)> on_progress_;
};
}
