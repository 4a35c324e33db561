// Checked calls of the CUDA runtime.
#pragma once

#include <cuda_runtime.h>

#include <source_location>

namespace sortscope::kernels::cuda {
/// If `result` is an error, throws Error(environment) with call, place, and CUDA's text.
void check(cudaError_t result, const char* call, std::source_location at = std::source_location::current());
}

/// Runs a call and throws if it fails: SORTSCOPE_CUDA_CALL(cudaMalloc(&p, n)).
#define SORTSCOPE_CUDA_CALL(call) ::sortscope::kernels::cuda::check((call), #call)
