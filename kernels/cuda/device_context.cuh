// Context of a kernel in its GPU build: each call inlines to the plain instruction.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"

namespace sortscope::kernels::cuda {
/// An array in the block's shared memory.
template <class T>
struct Shared {
    T* base;
    uint32_t offset;  ///< offset in shared memory, in bytes
};

/// Only returns the condition: the GPU build logs no iterations.
struct Loop {
    __device__ bool next(bool condition) const { return condition; }
};

extern __shared__ __align__(16) unsigned char dynamic_shared[];

/// Loads or stores a key or a record. A record takes one vector instruction.
template <class T>
__device__ T load_whole(const T* place) {
    if constexpr (!is_record<T>)
        return *place;
    else {
        using Word = std::conditional_t<sizeof(T) == 16, ulonglong2, uint2>;
        const Word word = *reinterpret_cast<const Word*>(place);
        T x;
        __builtin_memcpy(&x.key, &word.x, sizeof x.key);
        x.value = word.y;
        return x;
    }
}
template <class T>
__device__ void store_whole(T* place, const T& x) {
    if constexpr (!is_record<T>)
        *place = x;
    else {
        using Word = std::conditional_t<sizeof(T) == 16, ulonglong2, uint2>;
        Word word;
        __builtin_memcpy(&word.x, &x.key, sizeof x.key);
        word.y = x.value;
        *reinterpret_cast<Word*>(place) = word;
    }
}

/// The operations of every context (docs/adding-a-variant.md), as GPU instructions.
class DeviceContext {
 public:
    __device__ uint32_t thread() const { return threadIdx.x; }
    __device__ uint32_t block() const { return blockIdx.x; }
    __device__ uint32_t block_threads() const { return blockDim.x; }
    __device__ uint32_t blocks() const { return gridDim.x; }
    __device__ uint32_t global_thread() const { return blockIdx.x * blockDim.x + threadIdx.x; }

    template <class T>
    __device__ T load(const Global<T>& array, uint64_t i, SourcePlace = SourcePlace::current()) {
        return load_whole(array.base + i);
    }
    template <class T>
    __device__ void store(const Global<T>& array, uint64_t i, std::type_identity_t<T> value,
                          SourcePlace = SourcePlace::current()) {
        store_whole(array.base + i, value);
    }
    template <class T>
    __device__ T atomic_add(const Global<T>& array, uint64_t i, std::type_identity_t<T> value,
                            SourcePlace = SourcePlace::current()) {
        return atomicAdd(array.base + i, value);
    }

    template <class T>
    __device__ Shared<T> shared(uint32_t count, SourcePlace = SourcePlace::current()) {
        const uint32_t offset = (shared_top_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
        shared_top_ = offset + count * sizeof(T);
        return {reinterpret_cast<T*>(dynamic_shared + offset), offset};
    }
    template <class T>
    __device__ T load(const Shared<T>& array, uint32_t i, SourcePlace = SourcePlace::current()) {
        return load_whole(array.base + i);
    }
    template <class T>
    __device__ void store(const Shared<T>& array, uint32_t i, std::type_identity_t<T> value,
                          SourcePlace = SourcePlace::current()) {
        store_whole(array.base + i, value);
    }

    __device__ bool branch(bool condition, SourcePlace = SourcePlace::current()) { return condition; }
    __device__ Loop loop(SourcePlace = SourcePlace::current()) { return {}; }
    __device__ void sync(SourcePlace = SourcePlace::current()) { __syncthreads(); }

    template <class T>
    __device__ T shuffle(T value, uint32_t source, SourcePlace = SourcePlace::current()) {
        return __shfl_sync(0xFFFFFFFFU, value, int(source));
    }
    template <class T>
    __device__ T shuffle_xor(T value, uint32_t mask, SourcePlace = SourcePlace::current()) {
        return __shfl_xor_sync(0xFFFFFFFFU, value, int(mask));
    }
    __device__ uint32_t ballot(bool condition, SourcePlace = SourcePlace::current()) {
        return __ballot_sync(0xFFFFFFFFU, condition);
    }

 private:
    uint32_t shared_top_ = 0;
};
}
