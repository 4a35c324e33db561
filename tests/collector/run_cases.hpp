// A fixture that runs sweeps and keeps what they record.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <utility>
#include <vector>

#include "collector/runner.hpp"
#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector::test {

class Sweeps : public ::testing::Test {
 protected:
    std::vector<Assignment> assigned(const std::vector<Sweep>& sweeps, Backend& backend) const {
        std::vector<Assignment> assignments;
        for (auto& planned : plan_cases(sweeps, variants_)) {
            Backend* const taker = planned.refused.empty() ? &backend : nullptr;
            assignments.push_back({std::move(planned), taker});
        }
        return assignments;
    }
    std::vector<SweepCase> planned(const std::vector<Assignment>& assignments) const {
        return plan_sweep(assignments, options_, schedule_);
    }
    Outcome run(const std::vector<Assignment>& assignments, Recorder& recorder) {
        return run_cases(planned(assignments), schedule_, recorder, stop_, [&](const Progress& progress) {
            progress_.push_back(progress);
            if (on_progress_) on_progress_(progress);
        });
    }
    Outcome run(const std::vector<Assignment>& assignments) { return run(assignments, recorder_); }
    /// Cases ok, failed, refused.
    static std::vector<std::size_t> counts(const Outcome& outcome) {
        return {outcome.ok, outcome.failed, outcome.refused};
    }

    kernels::VariantRegistry variants_ = three_variants();
    BackendOptions options_;
    Schedule schedule_;
    KeepingRecorder recorder_;
    std::atomic<bool> stop_{false};
    std::vector<Progress> progress_;
    std::function<void(const Progress&)> on_progress_;
};

}  // namespace sortscope::collector::test
