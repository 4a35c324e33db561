#include "collector/cupti/tools/probe_kernels.hpp"

namespace sortscope::cupti::probe {
namespace {

__device__ std::uint32_t index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void copy(const std::uint32_t* in, std::uint32_t* out) { out[index()] = in[index()]; }

__global__ void stride_load(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n,
                            std::uint32_t stride) {
    out[index()] = in[index() * stride % n];
}

__global__ void broadcast(const std::uint32_t* in, std::uint32_t* out) { out[index()] = in[index() / 32]; }

__global__ void predicated(const std::uint32_t* in, std::uint32_t* out) {
    const std::uint32_t i = index();
    std::uint32_t x = i;
    const int take = (i / 32 % 2 == 0) && (i % 2 == 1);
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; @p ld.global.u32 %0, [%2]; }"
                 : "+r"(x)
                 : "r"(take), "l"(in + i));
    out[i] = x;
}

__global__ void divergent(const std::uint32_t* in, std::uint32_t* out) {
    const std::uint32_t i = index();
    std::uint32_t x = in[i];
    // The barriers in the arms keep the compiler from turning the branch into predicates.
    if (i / 32 % 2 == 0 && i % 32 < 16) {
        __threadfence_block();
        x = x * 3 + 1;
        __nanosleep(20);
    } else {
        x = x * 5 + 2;
        __nanosleep(40);
    }
    out[i] = x;
}

__global__ void mixed(const std::uint64_t* in, std::uint32_t* out) {
    out[index()] = static_cast<std::uint32_t>(in[index()]);
}

__global__ void shared_access(std::uint32_t* out, std::uint32_t stride) {
    __shared__ volatile std::uint32_t words[32 * 33];
    const std::uint32_t lane = threadIdx.x;
    words[lane * stride % (32 * 32)] = lane;
    __syncthreads();
    out[index()] = words[(31 - lane) * stride % (32 * 32)];
}

__global__ void shared_access64(std::uint64_t* out) {
    __shared__ volatile std::uint64_t words[32];
    words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[index()] = words[31 - threadIdx.x];
}

}  // namespace

void launch_copy(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n, std::uint32_t block) {
    copy<<<n / block, block>>>(in, out);
}
void launch_stride(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n, std::uint32_t stride) {
    stride_load<<<n / 256, 256>>>(in, out, n, stride);
}
void launch_broadcast(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n) {
    broadcast<<<n / 256, 256>>>(in, out);
}
void launch_predicated(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n) {
    predicated<<<n / 256, 256>>>(in, out);
}
void launch_divergent(const std::uint32_t* in, std::uint32_t* out, std::uint32_t n) {
    divergent<<<n / 256, 256>>>(in, out);
}
void launch_mixed(const std::uint64_t* in, std::uint32_t* out, std::uint32_t n) {
    mixed<<<n / 256, 256>>>(in, out);
}
void launch_shared(std::uint32_t* out, std::uint32_t n, std::uint32_t stride) {
    shared_access<<<n / 32, 32>>>(out, stride);
}
void launch_shared64(std::uint64_t* out, std::uint32_t n) { shared_access64<<<n / 32, 32>>>(out); }

}  // namespace sortscope::cupti::probe
