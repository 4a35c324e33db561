// The two routings of the Batcher-Banyan network (Vali, Samani, del Rosario 2020), as gathers.
#pragma once

#include <cstdint>

#include "kernels/context/kernel.hpp"

namespace sortscope::kernels {
/// SHUFFLE(2^bits): the source of output i. In each group of M = 2^bits, output j reads (j >> 1) + (j & 1)
/// M/2.
SORTSCOPE_HOST_DEVICE constexpr uint32_t shuffle_source(uint32_t i, uint32_t bits) {
    const uint32_t group = (1U << bits) - 1;
    const uint32_t j = i & group;
    return (i - j) + (j >> 1) + ((j & 1) << (bits - 1));
}

/// BUTTERFLY(2^bits): the source of output i, which is i with bits 0 and bits - 1 swapped.
SORTSCOPE_HOST_DEVICE constexpr uint32_t butterfly_source(uint32_t i, uint32_t bits) {
    const uint32_t differ = (i ^ (i >> (bits - 1))) & 1;
    return i ^ (differ | (differ << (bits - 1)));
}
}
