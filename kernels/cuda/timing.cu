#include "kernels/cuda/timing.hpp"

#include <array>

namespace sortscope::kernels::cuda {
namespace {
/// The GPU's clock in ns, equal on all SMs. Its step depends on the GPU.
__device__ uint64_t device_now_ns() {
    uint64_t ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

__global__ void hold_kernel(uint64_t ns) {
    const uint64_t begin = device_now_ns();
    while (device_now_ns() - begin < ns) {
    }
}

/// Clock steps to observe, and readings after which a clock counts as stopped (about 20 ms).
constexpr int clock_steps = 32;
constexpr int most_readings = 1'000'000;

__global__ void stamp_kernel(uint64_t* at) { *at = device_now_ns(); }

/// Stores the smallest clock step, or 2^64 - 1 if the clock does not move.
__global__ void step_kernel(uint64_t* smallest) {
    uint64_t least = ~uint64_t{0};
    uint64_t last = device_now_ns();
    for (int seen = 0, reading = 0; seen < clock_steps && reading < most_readings; ++reading) {
        const uint64_t now = device_now_ns();
        if (now == last) continue;
        if (seen > 0 && now - last < least) least = now - last;  // skip the first step: it began earlier
        last = now;
        ++seen;
    }
    *smallest = least;
}

/// Allocates outside the sorts' arena: the memory lives as long as the process.
DeviceMemory memory_apart(size_t bytes) {
    const Arena::Scope none(nullptr);
    return DeviceMemory(bytes);
}
}  // namespace

GraphClock::GraphClock(cudaStream_t stream) : stamps_(memory_apart(2 * sizeof(uint64_t))) {
    step_kernel<<<1, 1, 0, stream>>>(stamps_.as<uint64_t>());
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
    step_ns_ = fetch<uint64_t>(stamps_.get(), stream);
}

void GraphClock::stamp_begin(cudaStream_t stream) const {
    stamp_kernel<<<1, 1, 0, stream>>>(stamps_.as<uint64_t>());
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

void GraphClock::stamp_end(cudaStream_t stream) const {
    stamp_kernel<<<1, 1, 0, stream>>>(stamps_.as<uint64_t>() + 1);
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}

double GraphClock::elapsed_ns(cudaStream_t stream) const {
    const auto [begin, end] = fetch<std::array<uint64_t, 2>>(stamps_.get(), stream);
    return double(end - begin);
}

void hold(cudaStream_t stream, uint64_t ns) {
    hold_kernel<<<1, 1, 0, stream>>>(ns);
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}
}
