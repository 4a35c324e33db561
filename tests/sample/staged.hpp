// Hand-made records of a few launches, with numbers that are easy to check.
#pragma once

#include "core/records.hpp"

namespace sortscope::sample {
/// Without times if `duration_ns` is negative.
LaunchRecord launch_of(int stage, int substage, const std::string& kernel, int64_t start_ns,
                       int64_t duration_ns, std::vector<CounterValue> counters = {},
                       const std::string& label = {});

/// A case on an H200 of 2^20 u32 keys in blocks of 256, sorted in 500 us and verified.
CaseRecord case_of(int64_t id = 1, std::vector<LaunchRecord> launches = {});

/// Stage 1: a launch of 10 us. Stage 2: launches of 60 and 30 us, two kernels. Measured counters.
CaseRecord staged_case();

/// staged_case() in the host interpreter: no times, and modelled counters.
CaseRecord modelled_staged_case();
}
