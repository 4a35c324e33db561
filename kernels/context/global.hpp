// Kernel argument for an array in global memory.
#pragma once

#include <cstdint>

namespace sortscope::kernels {

/// A buffer of `size` elements. `base` is null until a backend binds the launch, since plans exist before
/// memory. `buffer` is its number in the plan, which gives the interpreter equal addresses in every run.
template <class T>
struct Global {
    T* base = nullptr;
    std::uint64_t size = 0;
    std::uint32_t buffer = 0;
};

}  // namespace sortscope::kernels
