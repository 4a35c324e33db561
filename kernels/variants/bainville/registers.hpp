// Bitonic merging of a few keys that a thread keeps in registers, as the kernels B4, B8, B16 and C4 of
// Bainville 2011 do.
#pragma once

#include <cstdint>

#include "kernels/context/annotations.hpp"
#include "kernels/context/record.hpp"

// Asks nvcc to unroll the next loop. Without it an array indexed by the loop's counter may end in local
// memory.
#ifdef __CUDACC__
#define SORTSCOPE_UNROLL _Pragma("unroll")
#else
#define SORTSCOPE_UNROLL
#endif

namespace sortscope::kernels {

/// Orders a and b without a branch: the smaller one first if `ascending`. Equal keys may change places.
template <class Key>
SORTSCOPE_DEVICE void order_keys(Key& a, Key& b, bool ascending) {
    const bool swap = before(b, a) == ascending;
    const Key first = swap ? b : a;
    b = swap ? a : b;
    a = first;
}

/// Merges a bitonic sequence of Count keys, a power of two: log2(Count) steps at distances Count/2, .., 1.
template <std::uint32_t Count, class Key>
SORTSCOPE_DEVICE void merge_in_registers(Key (&x)[Count], bool ascending) {
    SORTSCOPE_UNROLL
    for (std::uint32_t distance = Count / 2; distance > 0; distance /= 2) {
        SORTSCOPE_UNROLL
        for (std::uint32_t k = 0; k < Count; ++k)
            if ((k & distance) == 0) order_keys(x[k], x[k + distance], ascending);
    }
}

/// The number t with log2(count) zero bits inserted below bit log2(step): the first of a thread's `count`
/// keys that stand `step` apart. Both are powers of two.
SORTSCOPE_DEVICE constexpr std::uint32_t first_of_keys(std::uint32_t t, std::uint32_t step,
                                                       std::uint32_t count) {
    const std::uint32_t low = t & (step - 1);
    return (t - low) * count + low;
}

}  // namespace sortscope::kernels
