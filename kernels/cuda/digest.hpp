// The digest of keys in GPU memory, by a kernel of our own.
#pragma once

#include <cuda_runtime.h>

#include "core/vocabulary.hpp"
#include "kernels/context/digest.hpp"

namespace sortscope::kernels::cuda {

/// Digest of `count` keys of type `key` at `keys` (GPU memory). Enqueues one kernel on `stream` and waits for it.
Digest device_digest(const void* keys, std::uint64_t count, KeyType key, cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
