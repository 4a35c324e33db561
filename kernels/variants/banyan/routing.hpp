// The two routings of the Batcher-Banyan network (Vali, Samani, del Rosario 2020), as gathers.
#pragma once

#include <cstdint>

#include "kernels/context/kernel.hpp"

namespace sortscope::kernels {
/// Source of output i in SHUFFLE(2^bits). In each group of M = 2^bits keys, output j reads input
/// (j >> 1) + (j & 1) * M/2.
SORTSCOPE_HOST_DEVICE constexpr uint32_t shuffle_source(uint32_t i, uint32_t bits) {
    const uint32_t group = (1U << bits) - 1;
    const uint32_t j = i & group;
    return (i - j) + (j >> 1) + ((j & 1) << (bits - 1));
}

/// Source of output i in BUTTERFLY(2^bits): i with bit 0 and bit `bits` - 1 swapped.
SORTSCOPE_HOST_DEVICE constexpr uint32_t butterfly_source(uint32_t i, uint32_t bits) {
    const uint32_t differ = (i ^ (i >> (bits - 1))) & 1;
    return i ^ (differ | (differ << (bits - 1)));
}
}
