// The digest that tells whether an output is the sorted input: the same on host and GPU.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "kernels/context/annotations.hpp"

namespace sortscope::kernels {

/// What an array of keys looks like from afar. Two arrays with the same `sum` hold, for all purposes of a test, the
/// same multiset of keys (a sum of 64-bit mixes, so the order of adding does not matter).
struct Digest {
    std::uint64_t sum = 0;
    std::uint64_t descents = 0;      ///< neighbours out of order; 0 = sorted ascending
    std::uint64_t out_of_range = 0;  ///< keys below the first or above the last; 0 = first and last are the extremes
};

/// SplitMix64's finaliser (Steele, Lea, Flood 2014): a bijection of 64-bit words that scatters neighbours.
SORTSCOPE_HOST_DEVICE constexpr std::uint64_t mix64(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

/// A key's contribution to Digest::sum.
template <class Key>
SORTSCOPE_HOST_DEVICE inline std::uint64_t key_mix(Key key) {
    using Word = std::conditional_t<sizeof(Key) == 8, std::uint64_t, std::uint32_t>;
    Word word;
    static_assert(sizeof(word) == sizeof(key));
    __builtin_memcpy(&word, &key, sizeof(word));
    return mix64(word + 0x9E3779B97F4A7C15ULL);
}

}  // namespace sortscope::kernels
