// The backend of NVIDIA GPUs, and checks that this machine can measure. No CUDA types.
#pragma once

#include <memory>

#include "collector/backend.hpp"

namespace sortscope::cupti {
using collector::Check;

/// Makes a backend on GPU `ordinal`. Without CUPTI or permission for counters, it still measures times, and
/// each case has a note. Throws Error(environment) without such a GPU.
std::unique_ptr<collector::Backend> make_cupti_backend(int ordinal = 0);

/// Checks driver, GPUs, libcupti and other profilers, then each GPU's profilers on idle hardware. Takes about
/// a second.
std::vector<Check> check_support();

/// Finds other profilers by the environment of this process.
Check check_other_profilers();

/// Runs `attempt`. Returns a passed check with `detail`, or a failed one with the error and CUPTI's remedy
/// (`otherwise` if CUPTI has none).
Check tried(std::string name, std::string_view detail, std::string_view otherwise,
            const std::function<void()>& attempt);

/// GPUs in CUDA's order; empty without a driver.
std::vector<Device> list_gpus();

/// Driver version "580.65.06". If it is hidden, the newest CUDA that the driver supports: "CUDA 13.0". Empty
/// without a driver.
std::string driver_version();

/// Version of the CUDA runtime in this program: "13.0".
std::string runtime_version();
}
