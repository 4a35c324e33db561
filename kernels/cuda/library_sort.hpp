// Libraries' sorts on the GPU.
#pragma once

#include <memory>
#include <string_view>

#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::kernels::cuda {

/// The opaque variant called `name`. Throws Error(internal) if there is none.
std::unique_ptr<GpuSort> make_library_sort(std::string_view name, const Workload& workload, cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
