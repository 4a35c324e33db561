// Serial baselines of the published sources: networks, quicksort and rank sort.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "kernels/context/record.hpp"

namespace sortscope::kernels::cpu {
/// A comparator: swaps the keys at `low` and `high` if out of order.
template <class Key>
void order(std::span<Key> keys, size_t low, size_t high) {
    if (before(keys[high], keys[low])) std::swap(keys[low], keys[high]);
}

/// One substage of N/2 butterflies (Jan et al. 2013), in groups of P = 2 half keys. In a group, a butterfly
/// orders keys i and i + half; in a mirror substage, keys i and P - 1 - i. N is a multiple of P.
template <class Key>
void butterfly_substage(std::span<Key> keys, size_t half, bool mirror) {
    for (size_t group = 0; group < keys.size(); group += 2 * half)
        for (size_t k = 0; k < half; ++k)
            order(keys, group + k, group + (mirror ? 2 * half - 1 - k : half + k));
}

/// The Min-Max Butterfly (Jan et al. 2013) of N = 2^L keys: L stages of N/2 butterflies. Puts the minimum
/// first and the maximum last; sorts only ascending or descending input.
template <class Key>
void butterfly_minmax(std::span<Key> keys) {
    for (size_t half = 1; half < keys.size(); half *= 2) butterfly_substage(keys, half, false);
}

/// The Full Butterfly sort (Jan et al. 2013) of N = 2^L keys. Each stage has a mirror substage, then one
/// substage for each narrower group size. L(L+1)/2 substages.
template <class Key>
void butterfly_full(std::span<Key> keys) {
    for (size_t widest = 1; widest < keys.size(); widest *= 2) {
        butterfly_substage(keys, widest, true);
        for (size_t half = widest / 2; half > 0; half /= 2) butterfly_substage(keys, half, false);
    }
}

/// Bitonic sort of N = 2^L keys (Batcher 1968, in the sources' form with two directions). L(L+1)/2 steps of
/// N/2 comparators. A comparator is ascending if its first index & k is 0.
template <class Key>
void bitonic(std::span<Key> keys) {
    for (size_t k = 2; k <= keys.size(); k *= 2)
        for (size_t j = k / 2; j > 0; j /= 2)
            for (size_t group = 0; group < keys.size(); group += 2 * j) {
                const bool ascending =
                    (group & k) == 0;  // a group of 2j <= k keys is within one bitonic sequence
                for (size_t i = group; i < group + j; ++i) {
                    if (ascending)
                        order(keys, i, i + j);
                    else
                        order(keys, i + j, i);
                }
            }
}

/// Odd-even transposition sort of any number of keys. N steps order neighbours: even steps from index 0, odd
/// steps from index 1. N(N-1)/2 comparators for every input.
template <class Key>
void odd_even(std::span<Key> keys) {
    for (size_t step = 0; step < keys.size(); ++step)
        for (size_t i = step % 2; i + 1 < keys.size(); i += 2) order(keys, i, i + 1);
}

/// Quicksort with an explicit stack (Sinha 2010, 2.1; Mu, Cui, Song 2016). Sorts `keys` ascending, with a
/// range's first key as pivot. Pushes the larger part first, so that the stack holds at most log2 N ranges.
/// Quadratic on sorted and constant input, as Sinha shows.
template <class Key>
void quicksort(std::span<Key> keys) {
    std::vector<std::pair<size_t, size_t>> ranges;  // [begin, end)
    if (keys.size() > 1) ranges.emplace_back(0, keys.size());
    while (!ranges.empty()) {
        const auto [begin, end] = ranges.back();
        ranges.pop_back();
        const Key pivot = keys[begin];
        size_t left = begin;
        size_t right = end - 1;
        while (left < right) {
            while (left < right && !before(keys[right], pivot)) --right;
            keys[left] = keys[right];
            while (left < right && !before(pivot, keys[left])) ++left;
            keys[right] = keys[left];
        }
        keys[left] = pivot;
        std::pair lower{begin, left};
        std::pair upper{left + 1, end};
        if (lower.second - lower.first < upper.second - upper.first) std::swap(lower, upper);
        if (lower.second - lower.first > 1) ranges.push_back(lower);  // the larger
        if (upper.second - upper.first > 1) ranges.push_back(upper);
    }
}

/// Rank sort (Jan et al. 2013). Sorts any number of keys ascending and stably: a key's place is the number of
/// keys that go before it. Copies the result back. N^2 comparisons for every input.
template <class Key>
void rank_sort(std::span<Key> keys) {
    std::vector<Key> ranked(keys.size());
    for (size_t i = 0; i < keys.size(); ++i) {
        const Key own = keys[i];
        size_t rank = 0;
        for (size_t j = 0; j < i; ++j) rank += before(own, keys[j]) ? 0U : 1U;
        for (size_t j = i + 1; j < keys.size(); ++j) rank += before(keys[j], own) ? 1U : 0U;
        ranked[rank] = own;
    }
    std::ranges::copy(ranked, keys.begin());
}
}
