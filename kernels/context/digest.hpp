// Digests that verify that an output is the sorted input. Host and GPU compute equal digests.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"

namespace sortscope::kernels {
/// Digest of keys or records, in runs of equal length (mostly one run). If two arrays have equal sums, run i
/// of each almost certainly holds the same keys, in any order.
struct Digest {
    uint64_t sum = 0;
    uint64_t descents = 0;  ///< out-of-order neighbours within runs; 0: each run is ascending
    /// Keys smaller than the first key or greater than the last; 0: first and last are the extremes
    uint64_t out_of_range = 0;
};

/// SplitMix64's finaliser (Steele, Lea, Flood 2014): a bijection of 64-bit words that scatters neighbours.
SORTSCOPE_HOST_DEVICE constexpr uint64_t mix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/// Summand in Digest::sum for a key or record in run 0.
template <class T>
SORTSCOPE_HOST_DEVICE inline uint64_t key_mix(const T& x) {
    if constexpr (is_record<T>) {
        return mix64(key_mix(x.key) + 3 * key_mix(x.value));
    } else {
        using Word = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
        Word word;
        static_assert(sizeof(word) == sizeof(x));
        __builtin_memcpy(&word, &x, sizeof(word));
        return mix64(word + 0x9E3779B97F4A7C15ULL);
    }
}

/// Summand in Digest::sum for a key or record in run `run`.
template <class T>
SORTSCOPE_HOST_DEVICE inline uint64_t key_mix_in_run(const T& x, uint64_t run) {
    return run == 0 ? key_mix(x) : mix64(key_mix(x) + run * 0xD1B54A32D192ED03ULL);
}
}
