// Stage numbers and required bytes of sorting networks.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/context/plan.hpp"

namespace sortscope::kernels {

/// log2 of a power of two.
constexpr int log2_exact(std::uint64_t n) { return std::countr_zero(n); }

/// Required bytes of a network step over n keys: each is read and written once.
template <class Key>
constexpr std::uint64_t step_bytes(std::uint64_t n) {
    return 2 * n * sizeof(Key);
}

}  // namespace sortscope::kernels
