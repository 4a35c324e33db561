// Generates input keys in GPU memory.
#pragma once

#include <cuda_runtime.h>

#include "core/vocabulary.hpp"
#include "kernels/context/generate.hpp"

namespace sortscope::kernels::cuda {

/// Writes recipe.n keys to GPU memory, bit for bit those of make_keys(). Enqueues one kernel on `stream`.
void generate_keys(void* keys, KeyType key, const InputRecipe& recipe, cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
