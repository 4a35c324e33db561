// What this machine can measure and why not, as data; no CUDA types, so that the command line can include it.
#pragma once

#include <string>
#include <vector>

#include "collector/check.hpp"
#include "core/workload.hpp"

namespace sortscope::cupti {

using collector::Check;

/// Looks at driver, GPUs, libcupti, and for every GPU at profiling support and counter permission (by
/// enabling the range profiler for a moment). Never throws for what is missing: that is what it reports.
std::vector<Check> check_support();

/// The GPUs of this machine, in CUDA's order; empty where there is no driver or no GPU.
std::vector<Device> list_gpus();

/// "580.65.06" from the driver itself; else "CUDA 13.0", the newest CUDA it supports; empty without a driver.
std::string driver_version();

/// CUDA runtime this program was built with: "13.0".
std::string runtime_version();

/// Version of the libcupti that loads here; empty where none does.
std::string cupti_version();

}  // namespace sortscope::cupti
