// The backend that runs cases on an NVIDIA GPU. No CUDA types, so that the command line can include it.
#pragma once

#include <memory>

#include "collector/backend.hpp"

namespace sortscope::cupti {

/// A backend on GPU `ordinal`. Without CUPTI or the permission to read counters it still times, and each case
/// has a note that says why. Throws Error(environment) without such a GPU.
std::unique_ptr<collector::Backend> make_cupti_backend(int ordinal = 0);

}  // namespace sortscope::cupti
