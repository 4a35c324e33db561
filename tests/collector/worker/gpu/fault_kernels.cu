#include "tests/collector/worker/gpu/fault_kernels.hpp"

#include <cuda_runtime.h>

#undef NDEBUG
#include <cassert>

namespace sortscope::collector::test {
namespace {
__global__ void write_far_away(int* array, long long offset) { array[offset + threadIdx.x] = 1; }

__global__ void wait_forever(const volatile int* flag) {
    while (*flag == 0) {
    }
}

__global__ void assert_not_zero(const int* word) { assert(*word != 0); }

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

void fail_assertion() {
    assert_not_zero<<<1, 1>>>(zeroed_word());
    cudaDeviceSynchronize();
}

void destroy_context() { cudaDeviceReset(); }

FullDevice::FullDevice() {
    for (size_t bytes = size_t(1) << 40; bytes >= size_t(1) << 20;) {
        void* block = nullptr;
        if (cudaMalloc(&block, bytes) == cudaSuccess)
            blocks_.push_back(block);
        else
            bytes /= 2;
    }
    cudaGetLastError();
}

FullDevice::~FullDevice() {
    for (void* block : blocks_) cudaFree(block);
}

void run_endless_kernel() {
    wait_forever<<<1, 1>>>(zeroed_word());
    cudaDeviceSynchronize();
}
}
