// Serial quicksort with an explicit stack (Sinha 2010, 2.1; the CPU baseline of Mu, Cui, Song 2016).
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "kernels/context/record.hpp"

namespace sortscope::kernels::cpu {

/// Sorts `keys` ascending, with a range's first key as pivot. It pushes the larger part first, so that the
/// stack holds at most log2 N ranges. Quadratic on sorted and constant input, as the source shows.
template <class Key>
void quicksort(std::span<Key> keys) {
    std::vector<std::pair<std::size_t, std::size_t>> ranges;  // [begin, end)
    if (keys.size() > 1) ranges.emplace_back(0, keys.size());
    while (!ranges.empty()) {
        const auto [begin, end] = ranges.back();
        ranges.pop_back();
        const Key pivot = keys[begin];
        std::size_t left = begin;
        std::size_t right = end - 1;
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

}  // namespace sortscope::kernels::cpu
