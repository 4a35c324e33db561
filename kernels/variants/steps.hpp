// What sorting networks share: counting stages and the bytes of a step.
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/context/plan.hpp"

namespace sortscope::kernels {

/// log2 of a power of two.
constexpr int log2_exact(std::uint64_t n) { return std::countr_zero(n); }

/// Bytes that one step of a network over n keys must move: every key read once and written once.
template <class Key>
constexpr std::uint64_t step_bytes(std::uint64_t n) {
    return 2 * n * sizeof(Key);
}

}  // namespace sortscope::kernels
