// Serial sorting networks: the comparators of a GPU launch, one after the other.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "kernels/context/record.hpp"

namespace sortscope::kernels::cpu {

/// A comparator: swaps the keys at `low` and `high` if out of order.
template <class Key>
void order(std::span<Key> keys, std::size_t low, std::size_t high) {
    if (before(keys[high], keys[low])) std::swap(keys[low], keys[high]);
}

/// The N/2 butterflies of a substage with P = 2 half (Jan et al. 2013). In each group of P keys, each key of
/// the first half meets the one half a group further, or its mirror image in a mirror substage. N is a
/// multiple of P.
template <class Key>
void butterfly_substage(std::span<Key> keys, std::size_t half, bool mirror) {
    for (std::size_t group = 0; group < keys.size(); group += 2 * half)
        for (std::size_t k = 0; k < half; ++k)
            order(keys, group + k, group + (mirror ? 2 * half - 1 - k : half + k));
}

/// The Min-Max Butterfly (Jan et al. 2013) of N = 2^L keys: L stages of N/2 butterflies. It puts the minimum
/// first and the maximum last, and sorts only ascending or descending input.
template <class Key>
void butterfly_minmax(std::span<Key> keys) {
    for (std::size_t half = 1; half < keys.size(); half *= 2) butterfly_substage(keys, half, false);
}

/// The Full Butterfly sort (Jan et al. 2013) of N = 2^L keys: each stage's mirror substage, then the
/// butterflies of all narrower groups. L(L+1)/2 substages.
template <class Key>
void butterfly_full(std::span<Key> keys) {
    for (std::size_t widest = 1; widest < keys.size(); widest *= 2) {
        butterfly_substage(keys, widest, true);
        for (std::size_t half = widest / 2; half > 0; half /= 2) butterfly_substage(keys, half, false);
    }
}

/// Bitonic sort of N = 2^L keys: L(L+1)/2 steps of N/2 comparators, ascending if bit k of the index is 0
/// (Batcher 1968, in the sources' form with two directions).
template <class Key>
void bitonic(std::span<Key> keys) {
    for (std::size_t k = 2; k <= keys.size(); k *= 2)
        for (std::size_t j = k / 2; j > 0; j /= 2)
            for (std::size_t group = 0; group < keys.size(); group += 2 * j) {
                const bool ascending =
                    (group & k) == 0;  // a group of 2j <= k keys is within one bitonic sequence
                for (std::size_t i = group; i < group + j; ++i) {
                    if (ascending)
                        order(keys, i, i + j);
                    else
                        order(keys, i + j, i);
                }
            }
}

/// Odd-even transposition sort of any number of keys: N steps order neighbours, alternately from place 0
/// and 1. N(N-1)/2 comparators for every input.
template <class Key>
void odd_even(std::span<Key> keys) {
    for (std::size_t step = 0; step < keys.size(); ++step)
        for (std::size_t i = step % 2; i + 1 < keys.size(); i += 2) order(keys, i, i + 1);
}

}  // namespace sortscope::kernels::cpu
