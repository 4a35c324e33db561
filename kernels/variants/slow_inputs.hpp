// Inputs that take some sorts quadratic time.
#pragma once

#include "kernels/context/variant.hpp"

namespace sortscope::kernels {

/// For quicksorts with a part's first key as pivot: inputs nearly in order, and inputs with many equal keys.
inline SlowInputs slow_for_first_pivots(std::uint64_t max_n) {
    return {{Distribution::sorted, Distribution::reversed, Distribution::nearly, Distribution::few,
             Distribution::zero},
            max_n,
            "takes quadratic time"};
}

}  // namespace sortscope::kernels
