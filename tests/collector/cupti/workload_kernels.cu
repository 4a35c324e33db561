#include "workload_kernels.hpp"

#include <stdexcept>

namespace sortscope::cupti::test {
namespace {
__global__ void increment(uint32_t* words) { words[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
}  // namespace

Words::Words(size_t count) {
    if (cudaMalloc(&data_, count * sizeof(uint32_t)) != cudaSuccess)
        throw std::runtime_error("cudaMalloc failed");
    cudaMemset(data_, 0, count * sizeof(uint32_t));
}

Words::~Words() { cudaFree(data_); }

void launch_increment(uint32_t* words, uint32_t threads) { increment<<<threads / 256, 256>>>(words); }
}
