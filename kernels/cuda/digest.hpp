// Digest of keys in GPU memory.
#pragma once

#include <cuda_runtime.h>

#include "core/vocabulary.hpp"
#include "kernels/context/digest.hpp"

namespace sortscope::kernels::cuda {

/// Digest of `count` keys in GPU memory, in runs of `run` keys (0: one run). Enqueues one kernel and waits.
Digest device_digest(const void* keys, std::uint64_t count, KeyType key, std::uint64_t run,
                     cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
