#include "kernels/cuda/held_timer.hpp"

#include "kernels/cuda/check.hpp"

namespace sortscope::kernels::cuda {
namespace {

__device__ std::uint64_t now_ns() {
    std::uint64_t ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

__global__ void hold_kernel(std::uint64_t ns) {
    const std::uint64_t begin = now_ns();
    while (now_ns() - begin < ns) {
    }
}

}  // namespace

void hold(cudaStream_t stream, std::uint64_t ns) {
    hold_kernel<<<1, 1, 0, stream>>>(ns);
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

}  // namespace sortscope::kernels::cuda
