#include "kernels/cuda/generate.hpp"

#include "kernels/context/keys.hpp"
#include "kernels/cuda/check.hpp"

namespace sortscope::kernels::cuda {
namespace {

template <class T>
__global__ void generate_kernel(T* keys, InputRecipe recipe) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < recipe.n; i += stride)
        keys[i] = generated<T>(recipe, i);
}

}  // namespace

void generate_keys(void* keys, KeyType key, const InputRecipe& recipe, cudaStream_t stream) {
    if (recipe.n == 0) return;
    const auto blocks = static_cast<unsigned>(std::min<std::uint64_t>((recipe.n + 255) / 256, 65535));
    with_key_type(key, [&](auto* type) {
        using T = std::remove_pointer_t<decltype(type)>;
        generate_kernel<<<blocks, 256, 0, stream>>>(static_cast<T*>(keys), recipe);
    });
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

}  // namespace sortscope::kernels::cuda
