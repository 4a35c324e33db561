// A kernel's handle on an array in global memory.
#pragma once

#include <cstdint>

namespace sortscope::kernels {

/// A buffer of `size` elements. A plan is made before memory exists, so `base` is null until a backend binds
/// the launch; `buffer` is the plan's number for it and gives the interpreter addresses that are the same in
/// every run.
template <class T>
struct Global {
    T* base = nullptr;
    std::uint64_t size = 0;
    std::uint32_t buffer = 0;
};

}  // namespace sortscope::kernels
