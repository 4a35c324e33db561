// Backend of NVIDIA GPUs, and checks whether this machine can measure. No CUDA types.
#pragma once

#include <memory>

#include "collector/backend.hpp"

namespace sortscope::cupti {
using collector::Check;

/// Throws Error(environment) if GPU `ordinal` is absent. Without CUPTI or permission for counters, measures
/// only times and adds a note to each case.
std::unique_ptr<collector::Backend> make_cupti_backend(int ordinal = 0);

/// Checks driver, GPUs, libcupti, other profilers, then each GPU's profilers on idle hardware. Takes about a
/// second.
std::vector<Check> check_support();

/// Finds other profilers by variables in the environment.
Check check_other_profilers();

/// A passed check with `detail` if `attempt` succeeds. A failed one has the error and CUPTI's remedy, or
/// `otherwise` if CUPTI has none.
Check tried(std::string name, std::string_view detail, std::string_view otherwise,
            const std::function<void()>& attempt);

/// GPUs in CUDA's order; empty without a driver.
std::vector<Device> list_gpus();

/// "580.65.06"; if hidden, the newest CUDA that the driver supports: "CUDA 13.0". Empty without a driver.
std::string driver_version();

/// Version of the CUDA runtime: "13.0".
std::string runtime_version();
}
