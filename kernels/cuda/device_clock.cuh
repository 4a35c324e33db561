// The GPU's clock, in device code.
#pragma once

#include <cstdint>

namespace sortscope::kernels::cuda {

/// In ns, in steps that differ by GPU; the same on all multiprocessors.
__device__ inline std::uint64_t device_now_ns() {
    std::uint64_t ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

}  // namespace sortscope::kernels::cuda
