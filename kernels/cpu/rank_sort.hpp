// Serial rank sort, for comparison in Jan et al. 2013.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/context/record.hpp"

namespace sortscope::kernels::cpu {

/// Sorts any number of keys ascending and stably: a key's place is the number of keys that go before it.
/// Copies the result back. N^2 comparisons for every input.
template <class Key>
void rank_sort(std::span<Key> keys) {
    std::vector<Key> ranked(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Key own = keys[i];
        std::size_t rank = 0;
        for (std::size_t j = 0; j < i; ++j) rank += before(own, keys[j]) ? 0U : 1U;
        for (std::size_t j = i + 1; j < keys.size(); ++j) rank += before(keys[j], own) ? 1U : 0U;
        ranked[rank] = own;
    }
    std::ranges::copy(ranked, keys.begin());
}

}  // namespace sortscope::kernels::cpu
