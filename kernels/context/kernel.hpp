// Declarations that kernels need besides a context: function marks, source places, arrays in global memory.
#pragma once

#include <cstdint>
#include <source_location>

// Marks functions that nvcc also compiles for the GPU.
#ifdef __CUDACC__
#define SORTSCOPE_DEVICE __device__
#define SORTSCOPE_HOST_DEVICE __host__ __device__
#else
#define SORTSCOPE_DEVICE
#define SORTSCOPE_HOST_DEVICE
#endif

namespace sortscope::kernels {
/// An alias, not a wrapper type: with a wrapper, GCC 12 reports the context's method, not the kernel's call.
using SourcePlace = std::source_location;

/// An array in global memory. `base` is null in a plan; a backend sets it when it binds the launch. `buffer`,
/// the array's number in the plan, gives the interpreter equal addresses in every run.
template <class T>
struct Global {
    T* base = nullptr;
    uint64_t size = 0;
    uint32_t buffer = 0;
};
}
