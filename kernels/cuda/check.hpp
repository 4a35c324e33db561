// One checked call for the CUDA runtime.
#pragma once

#include <cuda_runtime.h>

#include <source_location>

namespace sortscope::kernels::cuda {

/// Throws Error(environment) that names the call, the file and line, and CUDA's own name and text of the
/// error.
void check(cudaError_t result, const char* call, std::source_location at = std::source_location::current());

}  // namespace sortscope::kernels::cuda

/// SORTSCOPE_CUDA_CALL(cudaMalloc(&p, n)): runs the call and throws if it fails.
#define SORTSCOPE_CUDA_CALL(call) ::sortscope::kernels::cuda::check((call), #call)
