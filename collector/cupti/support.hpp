// What this machine can measure and why not, as data; no CUDA types, so that the command line can include it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/check.hpp"
#include "core/workload.hpp"

namespace sortscope::cupti {

using collector::Check;

/// Looks at driver, GPUs, libcupti, other profilers, and for every GPU at profiling support, counters, series
/// over time and stall samples, each by taking some of nothing (about a second). Never throws for what is
/// missing: that is what it reports.
std::vector<Check> check_support();

/// Whether a profiler's environment says that this process runs under one.
Check check_other_profilers();

/// The check called `name` that `attempt` succeeds, and then says `possible`; where it throws, with the
/// remedy of CUPTI's error, or `otherwise` where there is none.
Check tried(std::string name, std::string_view possible, std::string_view otherwise,
            const std::function<void()>& attempt);

/// The GPUs of this machine, in CUDA's order; empty where there is no driver or no GPU.
std::vector<Device> list_gpus();

/// "580.65.06" from the driver itself; else "CUDA 13.0", the newest CUDA it supports; empty without a driver.
std::string driver_version();

/// CUDA runtime this program was built with: "13.0".
std::string runtime_version();

/// Version of the libcupti that loads here; empty where none does.
std::string cupti_version();

}  // namespace sortscope::cupti
