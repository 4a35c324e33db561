// The GPU's clock, in device code.
#pragma once

#include <cstdint>

namespace sortscope::kernels::cuda {

/// The clock in ns, in steps that depend on the GPU; equal on all SMs.
__device__ inline std::uint64_t device_now_ns() {
    std::uint64_t ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

}  // namespace sortscope::kernels::cuda
