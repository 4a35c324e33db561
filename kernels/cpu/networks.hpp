// Serial forms of the sorting networks: the comparators of one launch on a GPU, one after the other.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "kernels/context/record.hpp"

namespace sortscope::kernels::cpu {

/// One comparator: swaps the keys at `low` and `high` if the second belongs before the first.
template <class Key>
void order(std::span<Key> keys, std::size_t low, std::size_t high) {
    if (before(keys[high], keys[low])) std::swap(keys[low], keys[high]);
}

/// The N/2 butterflies of a substage with P = 2 half (Jan et al. 2013): in each group of P keys, each of the
/// first half meets the one half a group further, or in a mirror substage the one at the mirrored place. N is
/// a multiple of P.
template <class Key>
void butterfly_substage(std::span<Key> keys, std::size_t half, bool mirror) {
    for (std::size_t group = 0; group < keys.size(); group += 2 * half)
        for (std::size_t k = 0; k < half; ++k)
            order(keys, group + k, group + (mirror ? 2 * half - 1 - k : half + k));
}

/// The Min-Max Butterfly (Jan et al. 2013) of a power of two of keys: log2 N stages of N/2 butterflies.
/// Afterwards the minimum stands first and the maximum last; only input that is ascending or descending is
/// sorted by it.
template <class Key>
void butterfly_minmax(std::span<Key> keys) {
    for (std::size_t half = 1; half < keys.size(); half *= 2) butterfly_substage(keys, half, false);
}

/// The Full Butterfly sort (Jan et al. 2013) of a power of two of keys: after each stage's mirror substage,
/// the butterflies of all narrower groups. L(L+1)/2 substages for N = 2^L keys.
template <class Key>
void butterfly_full(std::span<Key> keys) {
    for (std::size_t widest = 1; widest < keys.size(); widest *= 2) {
        butterfly_substage(keys, widest, true);
        for (std::size_t half = widest / 2; half > 0; half /= 2) butterfly_substage(keys, half, false);
    }
}

/// Bitonic sort of a power of two of keys: L(L+1)/2 steps of N/2 comparators for N = 2^L keys, ascending
/// where bit k of the index is 0 (Batcher 1968, in the form with two directions that the sources use).
template <class Key>
void bitonic(std::span<Key> keys) {
    for (std::size_t k = 2; k <= keys.size(); k *= 2)
        for (std::size_t j = k / 2; j > 0; j /= 2)
            for (std::size_t group = 0; group < keys.size(); group += 2 * j) {
                const bool ascending =
                    (group & k) == 0;  // a group of 2j <= k keys lies in one bitonic sequence
                for (std::size_t i = group; i < group + j; ++i) {
                    if (ascending)
                        order(keys, i, i + j);
                    else
                        order(keys, i + j, i);
                }
            }
}

/// Odd-even transposition sort of any number of keys: N steps that order neighbours, from place 0 and from
/// place 1 in turn. N(N-1)/2 comparators, whatever the input.
template <class Key>
void odd_even(std::span<Key> keys) {
    for (std::size_t step = 0; step < keys.size(); ++step)
        for (std::size_t i = step % 2; i + 1 < keys.size(); i += 2) order(keys, i, i + 1);
}

}  // namespace sortscope::kernels::cpu
