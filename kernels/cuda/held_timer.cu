#include "kernels/cuda/held_timer.hpp"

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/device_clock.cuh"

namespace sortscope::kernels::cuda {
namespace {

__global__ void hold_kernel(std::uint64_t ns) {
    const std::uint64_t begin = device_now_ns();
    while (device_now_ns() - begin < ns) {
    }
}

}  // namespace

void hold(cudaStream_t stream, std::uint64_t ns) {
    hold_kernel<<<1, 1, 0, stream>>>(ns);
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

}  // namespace sortscope::kernels::cuda
