// Bitonic merging of keys in a thread's registers, for B4, B8, B16 and C4 of Bainville 2011.
#pragma once

#include <cstdint>

#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"

// Makes nvcc unroll the next loop, so that arrays indexed by the loop's counter stay in registers.
#ifdef __CUDACC__
#define SORTSCOPE_UNROLL _Pragma("unroll")
#else
#define SORTSCOPE_UNROLL
#endif

namespace sortscope::kernels {
/// Orders a and b without a branch, the smaller first if `ascending`. Equal keys may swap.
template <class Key>
SORTSCOPE_DEVICE void order_keys(Key& a, Key& b, bool ascending) {
    const bool swap = before(b, a) == ascending;
    const Key first = swap ? b : a;
    b = swap ? a : b;
    a = first;
}

/// Merges a bitonic sequence of Count keys, a power of two: log2(Count) steps at distances Count/2, .., 1.
template <uint32_t Count, class Key>
SORTSCOPE_DEVICE void merge_in_registers(Key (&x)[Count], bool ascending) {
    SORTSCOPE_UNROLL
    for (uint32_t distance = Count / 2; distance > 0; distance /= 2) {
        SORTSCOPE_UNROLL
        for (uint32_t k = 0; k < Count; ++k)
            if ((k & distance) == 0) order_keys(x[k], x[k + distance], ascending);
    }
}

/// Index of the first of thread t's `count` keys, `step` apart: t with log2(count) zero bits inserted at bit
/// log2(step). `count` and `step` are powers of two.
SORTSCOPE_DEVICE constexpr uint32_t first_of_keys(uint32_t t, uint32_t step, uint32_t count) {
    const uint32_t low = t & (step - 1);
    return (t - low) * count + low;
}
}
