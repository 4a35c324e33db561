// The digest of keys in GPU memory, by a kernel of our own.
#pragma once

#include <cuda_runtime.h>

#include "core/vocabulary.hpp"
#include "kernels/context/digest.hpp"

namespace sortscope::kernels::cuda {

/// Digest of `count` keys of type `key` at `keys` (GPU memory), in runs of `run` keys; 0: one run. Enqueues
/// one kernel on `stream` and waits for it.
Digest device_digest(const void* keys, std::uint64_t count, KeyType key, std::uint64_t run,
                     cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
