// A fixture that runs cases on a FakeBackend.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "collector/runner.hpp"
#include "tests/collector/fake_backend.hpp"

namespace sortscope::collector::test {

class RunCases : public ::testing::Test {
 protected:
    std::vector<Assignment> cases(const std::vector<std::uint64_t>& sizes) {
        std::vector<Assignment> assignments;
        for (auto& planned : plan_cases({uniform_sweep({"net"}, sizes)}, variants_)) {
            Backend* taker = planned.refused.empty() ? &backend_ : nullptr;
            assignments.push_back({std::move(planned), taker});
        }
        return assignments;
    }
    Outcome run(const std::vector<std::uint64_t>& sizes) {
        return run_cases(cases(sizes), {}, {}, recorder_, stop_,
                         [&](const Progress& progress) { progress_.push_back(progress); });
    }
    kernels::VariantRegistry variants_ = three_variants();
    FakeBackend backend_{BackendKind::simt, {kernels::VariantKind::planned}};
    KeepingRecorder recorder_;
    std::atomic<bool> stop_{false};
    std::vector<Progress> progress_;
};

}  // namespace sortscope::collector::test
