// The input keys, generated in GPU memory.
#pragma once

#include <cuda_runtime.h>

#include "core/vocabulary.hpp"
#include "kernels/context/generate.hpp"

namespace sortscope::kernels::cuda {

/// Writes the recipe.n keys of `recipe` to `keys` (GPU memory): the same as make_keys() on the host, bit for
/// bit. Enqueues one kernel on `stream`.
void generate_keys(void* keys, KeyType key, const InputRecipe& recipe, cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
