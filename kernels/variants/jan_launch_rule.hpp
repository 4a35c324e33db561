// The launch rule of Jan et al. 2013: localSize = globalSize / 8 under 256 threads, else 256.
#pragma once

#include <algorithm>

#include "kernels/context/variant.hpp"

namespace sortscope::kernels {

/// Threads of a block for a grid of `threads`.
constexpr std::uint32_t jan_block(std::uint64_t threads) {
    return threads < 256 ? static_cast<std::uint32_t>(std::max<std::uint64_t>(1, threads / 8)) : 256;
}

/// The rule for sorts with a thread for each pair of keys.
inline BlockRule jan_rule_for_pairs() {
    return {"an eighth of the N/2 threads where they are fewer than 256, else 256",
            [](std::uint64_t n) { return jan_block(n / 2); }};
}

/// The rule for sorts with a thread for each key.
inline BlockRule jan_rule_for_keys() {
    return {"an eighth of the N threads where they are fewer than 256, else 256",
            [](std::uint64_t n) { return jan_block(n); }};
}

}  // namespace sortscope::kernels
