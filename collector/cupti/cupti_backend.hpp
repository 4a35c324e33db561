// The backend that runs cases on an NVIDIA GPU. No CUDA types, so that the command line can include it.
#pragma once

#include <memory>

#include "collector/backend.hpp"

namespace sortscope::cupti {

/// A backend on GPU `ordinal`. It times even where CUPTI or the permission to read counters is missing; each
/// case then has a note that says why. Throws Error(environment) where there is no such GPU.
std::unique_ptr<collector::Backend> make_cupti_backend(int ordinal = 0);

}  // namespace sortscope::cupti
