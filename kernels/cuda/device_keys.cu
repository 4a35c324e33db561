#include "kernels/cuda/device_keys.hpp"

#include "kernels/context/keys.hpp"
#include "kernels/cuda/device_memory.hpp"

namespace sortscope::kernels::cuda {
namespace {
template <class T>
__global__ void generate_kernel(T* keys, InputRecipe recipe) {
    const uint64_t stride = uint64_t{gridDim.x} * blockDim.x;
    for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < recipe.n; i += stride)
        keys[i] = generated<T>(recipe, i);
}

struct Sums {
    unsigned long long sum, descents, out_of_range;
};

template <class Key>
__global__ void digest_kernel(const Key* keys, uint64_t count, uint64_t run, Sums* sums) {
    const Key first = keys[0];
    const Key last = keys[count - 1];
    unsigned long long sum = 0, descents = 0, out_of_range = 0;
    const uint64_t stride = uint64_t{gridDim.x} * blockDim.x;
    for (uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
        const Key key = keys[i];
        sum += key_mix_in_run(key, i / run);
        if (i % run != 0 && before(key, keys[i - 1])) ++descents;
        if (before(key, first) || before(last, key)) ++out_of_range;
    }
    for (int step = 16; step > 0; step /= 2) {
        sum += __shfl_xor_sync(0xFFFFFFFFU, sum, step);
        descents += __shfl_xor_sync(0xFFFFFFFFU, descents, step);
        out_of_range += __shfl_xor_sync(0xFFFFFFFFU, out_of_range, step);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(&sums->sum, sum);
        atomicAdd(&sums->descents, descents);
        atomicAdd(&sums->out_of_range, out_of_range);
    }
}
}  // namespace

void generate_keys(void* keys, KeyType key, const InputRecipe& recipe, cudaStream_t stream) {
    if (recipe.n == 0) return;
    const auto blocks = unsigned(std::min<uint64_t>((recipe.n + 255) / 256, 65535));
    with_key_type(key, [&]<class T>(TypeList<T>) {
        generate_kernel<<<blocks, 256, 0, stream>>>(static_cast<T*>(keys), recipe);
    });
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

Digest device_digest(const void* keys, uint64_t count, KeyType key, uint64_t run, cudaStream_t stream) {
    if (count == 0) return {};
    const DeviceMemory memory(sizeof(Sums));
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(memory.get(), 0, sizeof(Sums), stream));
    const auto blocks = unsigned(std::min<uint64_t>((count + 255) / 256, 4096));
    with_key_type(key, [&]<class Key>(TypeList<Key>) {
        digest_kernel<<<blocks, 256, 0, stream>>>(static_cast<const Key*>(keys), count,
                                                  run == 0 ? count : run, memory.as<Sums>());
    });
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
    const auto sums = fetch<Sums>(memory.get(), stream);
    return {sums.sum, sums.descents, sums.out_of_range};
}
}
