// Cases timed in rounds.
#pragma once

#include <cmath>

#include "tests/sample/network.hpp"

namespace sortscope::test {
/// A GPU sort in graph mode: three rounds of trials that scatter a little.
inline CaseRecord of_three_rounds(uint64_t n, uint32_t block, double ns) {
    auto record = sample::gpu_case(n, block, std::llround(ns));
    record.time_mode = TimeMode::graph;
    record.trials.clear();
    auto& time = *record.time;
    time.mode = TimeMode::graph;
    time.rounds.clear();
    time.count = 0;
    for (uint32_t round = 0; round < 3; ++round) {
        const auto median = std::llround(ns * (1 + 0.0003 * (round - 1.0)));
        for (uint32_t i = 0; i < 5; ++i) {
            TrialRecord trial;
            trial.kind = TrialKind::time;
            trial.index = 5 * round + i;
            trial.round = round;
            trial.verified = true;
            trial.time_mode = TimeMode::graph;
            trial.duration_ns = median + 10 * (int(i) - 2);
            record.trials.push_back(trial);
        }
        time.rounds.push_back({round, median, 0.0001, 5});
        time.count += 5;
    }
    time.median_ns = std::llround(ns);
    time.min_ns = std::llround(ns * 0.9997) - 20;
    time.max_ns = std::llround(ns * 1.0003) + 20;
    return record;
}
}
