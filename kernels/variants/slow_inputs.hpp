// Inputs on which some sorts take quadratic time.
#pragma once

#include "kernels/context/variant.hpp"

namespace sortscope::kernels {

/// For a quicksort whose pivot is a part's first key: every input that is nearly in order, and those with
/// many equal keys.
inline SlowInputs slow_for_first_pivots(std::uint64_t max_n) {
    return {{Distribution::sorted, Distribution::reversed, Distribution::nearly, Distribution::few,
             Distribution::zero},
            max_n,
            "takes quadratic time"};
}

}  // namespace sortscope::kernels
