// The GPU part of the catalogue: one of two sources is built, with CUDA or without.
#pragma once

#include <memory>
#include <vector>

#include "collector/catalogue/catalogue.hpp"

namespace sortscope::collector {

/// The GPUs of this machine; empty without a driver, or in a build without CUDA.
std::vector<Device> gpu_devices();

/// A backend on GPU number `ordinal`. Throws Error(environment) or Error(usage) if there is none.
std::unique_ptr<Backend> make_gpu_backend(int ordinal);

/// Checks of driver, GPUs, CUPTI and permissions.
std::vector<Check> gpu_checks();

}  // namespace sortscope::collector
