// Keys in GPU memory: their generator and their digest.
#pragma once

#include <cuda_runtime.h>

#include "core/vocabulary.hpp"
#include "kernels/context/digest.hpp"
#include "kernels/context/generate.hpp"

namespace sortscope::kernels::cuda {
/// Generates the keys of make_keys(), bit for bit. Enqueues one kernel on `stream`.
void generate_keys(void* keys, KeyType key, const InputRecipe& recipe, cudaStream_t stream);

/// Digest in runs of `run` keys (0: one run). Enqueues one kernel and waits.
Digest device_digest(const void* keys, uint64_t count, KeyType key, uint64_t run, cudaStream_t stream);
}
