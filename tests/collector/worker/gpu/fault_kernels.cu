#include "tests/collector/worker/gpu/fault_kernels.hpp"

#include <cuda_runtime.h>

namespace sortscope::collector::test {
namespace {
__global__ void write_far_away(int* array, long long offset) { array[offset + threadIdx.x] = 1; }

__global__ void wait_forever(const volatile int* flag) {
    while (*flag == 0) {
    }
}

int* zeroed_word() {
    int* word = nullptr;
    cudaMalloc(&word, sizeof *word);
    cudaMemset(word, 0, sizeof *word);
    return word;
}
}  // namespace

void write_out_of_bounds() {
    write_far_away<<<1, 32>>>(zeroed_word(), 1LL << 40);
    cudaDeviceSynchronize();
}

void run_endless_kernel() {
    wait_forever<<<1, 1>>>(zeroed_word());
    cudaDeviceSynchronize();
}
}
