// Maps keys to words with the same order, for sorts by digits.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "kernels/context/kernel.hpp"

namespace sortscope::kernels {
/// Maps a key to an unsigned word. Words have the order of their keys. Flips all bits of negative floats, and
/// the sign bit of other signed keys. Puts -0 before +0, though they are equal keys.
template <class K>
SORTSCOPE_HOST_DEVICE constexpr auto ordered_bits(K key) {
    using Word = std::conditional_t<sizeof(K) == 8, uint64_t, uint32_t>;
    constexpr Word sign = Word{1} << (8 * sizeof(K) - 1);
    const auto bits = std::bit_cast<Word>(key);
    if constexpr (std::is_floating_point_v<K>)
        return (bits & sign) != 0 ? Word(~bits) : Word(bits | sign);
    else if constexpr (std::is_signed_v<K>)
        return Word(bits ^ sign);
    else
        return bits;
}
}
