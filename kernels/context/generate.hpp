// Generates input keys. Key i depends only on the workload and on i. Host and GPU generate equal keys.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/vocabulary.hpp"
#include "kernels/context/digest.hpp"
#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"

namespace sortscope::kernels {
/// The part of a Workload that defines its keys. Has no strings, so a kernel can take it as an argument.
struct InputRecipe {
    Distribution distribution = Distribution::uniform;
    uint64_t n = 0;
    uint64_t seed = 1;
    uint32_t entropy_bits = 0;
};

/// 64 random bits for (seed, i): SplitMix64 of a counter.
SORTSCOPE_HOST_DEVICE constexpr uint64_t random_bits(uint64_t seed, uint64_t i) {
    return mix64(mix64(seed) + (i + 1) * 0x9E3779B97F4A7C15ULL);
}

/// Returns -log2(x / 2^64) * 2^57 for x > 0. Fixed point: host and GPU agree in every bit. Repeated squaring
/// gives 26 bits of the fraction (Knuth, The Art of Computer Programming, volume 1, 1.2.2, exercise 25).
SORTSCOPE_HOST_DEVICE constexpr uint64_t minus_log2(uint64_t x) {
    uint64_t zeros = 0;
    while ((x >> 63) == 0) {
        x <<= 1;
        ++zeros;
    }
    uint64_t mantissa = x >> 32;  // in [1, 2), with 31 fraction bits
    uint64_t fraction = 0;
    for (int bit = 0; bit < 26; ++bit) {
        mantissa = mantissa * mantissa >> 31;
        fraction <<= 1;
        if ((mantissa >> 32) != 0) {
            mantissa >>= 1;
            fraction |= 1;
        }
    }
    return ((zeros + 1) << 57) - (fraction << 31);
}

/// Place of key i in [0, 2^64), for distributions over the key type's whole range.
SORTSCOPE_HOST_DEVICE constexpr uint64_t spread_place(const InputRecipe& recipe, uint64_t i) {
    const uint64_t bits = random_bits(recipe.seed, i);
    switch (recipe.distribution) {
        case Distribution::gaussian: {  // mean of four numbers, as in Helman, Bader, JaJa 1998 and Sinha 2010
            uint64_t sum = bits >> 2;
            for (uint64_t k = 1; k < 4; ++k) sum += random_bits(recipe.seed + (k << 56), i) >> 2;
            return sum;
        }
        case Distribution::exponential: {  // mean: 1/16 of the range; clamps one key in nine million
            const uint64_t nats = (minus_log2(bits | 1) >> 20) * 11357 >> 14;  // times ln 2; units of 2^-37
            return nats >> 41 != 0 ? ~uint64_t{0} : nats << 23;                // the range: 16 times the mean
        }
        case Distribution::bucket: {  // Helman, Bader, JaJa 1998: p blocks, each of p ascending buckets
            constexpr uint64_t p = 16;
            const uint64_t bucket = i * (p * p) / (recipe.n == 0 ? 1 : recipe.n) % p;
            return (bits >> 4) + (bucket << 60);
        }
        default:
            return bits;
    }
}

/// Maps a place in [0, 2^64) to a key: integers over their whole range, floats in [0, 1). If `ordered`,
/// larger places give larger keys.
template <class K>
SORTSCOPE_HOST_DEVICE constexpr K key_at_place(uint64_t place, bool ordered) {
    if constexpr (std::is_same_v<K, float>)
        return float(place >> 40) * 0x1p-24F;
    else if constexpr (std::is_same_v<K, double>)
        return double(place >> 11) * 0x1p-53;
    else {
        using Word = std::make_unsigned_t<K>;
        const auto word = Word(place >> (64 - 8 * sizeof(K)));
        constexpr Word sign = std::is_signed_v<K> ? Word{1} << (8 * sizeof(K) - 1) : Word{0};
        return K(ordered ? word ^ sign : word);
    }
}

/// Key i of an input. Sorted, reversed, nearly, few and zero inputs hold the same numbers for every key type.
template <class K>
SORTSCOPE_HOST_DEVICE constexpr K generated_key(const InputRecipe& recipe, uint64_t i) {
    constexpr uint64_t reach = 16;  // maximum displacement of a nearly sorted key
    switch (recipe.distribution) {
        case Distribution::sorted:
            return K(i);
        case Distribution::reversed:
            return K(recipe.n - 1 - i);
        case Distribution::nearly:
            return K(i + random_bits(recipe.seed, i) % (reach + 1));
        case Distribution::few:
            return K(recipe.entropy_bits == 0 ? 0
                                              : random_bits(recipe.seed, i) >> (64 - recipe.entropy_bits));
        case Distribution::zero:
            return K{};
        default:
            return key_at_place<K>(spread_place(recipe, i), recipe.distribution != Distribution::uniform);
    }
}

/// Key i, or a record of key i and value i, so that a lost or swapped value shows.
template <class T>
SORTSCOPE_HOST_DEVICE constexpr T generated(const InputRecipe& recipe, uint64_t i) {
    if constexpr (is_record<T>)
        return {generated_key<typename T::key_type>(recipe, i), static_cast<typename T::value_type>(i)};
    else
        return generated_key<T>(recipe, i);
}
}
