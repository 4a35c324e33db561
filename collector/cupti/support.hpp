// The backend of NVIDIA GPUs, and checks of what this machine can measure. No CUDA types.
#pragma once

#include <memory>

#include "collector/backend.hpp"

namespace sortscope::cupti {
using collector::Check;

/// A backend on GPU `ordinal`. Without CUPTI or its permission it still times, and each case has a note.
/// Throws Error(environment) without such a GPU.
std::unique_ptr<collector::Backend> make_cupti_backend(int ordinal = 0);

/// Driver, GPUs, libcupti, other profilers, then each GPU's profilers, measured idle: about a second.
std::vector<Check> check_support();

/// Looks at the environment of this process.
Check check_other_profilers();

/// `detail` if `attempt` succeeds, else its error with CUPTI's remedy or `otherwise`.
Check tried(std::string name, std::string_view detail, std::string_view otherwise,
            const std::function<void()>& attempt);

/// In CUDA's order; empty without a driver.
std::vector<Device> list_gpus();

/// "580.65.06", or "CUDA 13.0" (the newest supported) if the driver hides it; empty without a driver.
std::string driver_version();

/// Version of the CUDA runtime in this program: "13.0".
std::string runtime_version();
}
