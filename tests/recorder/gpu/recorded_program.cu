// A CUDA program that knows nothing of SortScope: sort | streams | hostile | graph | b2 | stamps | gpus |
// late | launches | crash | quick | refused | idle | nothing, then a number.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <unistd.h>
#include <cub/device/device_radix_sort.cuh>

#include "../../kernels/cuda/hand_written.cu"

namespace {
void check(cudaError_t code) {
    if (code == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
    std::exit(9);
}

__global__ void fill(unsigned* keys, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) keys[i] = i * 2654435761U;
}

__global__ void add_one(unsigned* keys, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) keys[i] += 1;
}

constexpr unsigned count = 1 << 20;

unsigned* make_keys() {
    unsigned* keys = nullptr;
    check(cudaMalloc(&keys, count * sizeof *keys));
    return keys;
}

void launch(unsigned* keys, cudaStream_t stream = nullptr) {
    add_one<<<count / 256, 256, 0, stream>>>(keys, count);
    check(cudaGetLastError());
}

/// Stage "prepare" has one launch. Stage "sort" has CUB's launches, in substage "radix".
void sort() {
    unsigned* in = make_keys();
    unsigned* out = make_keys();
    nvtxRangePushA("prepare");
    fill<<<count / 256, 256>>>(in, count);
    nvtxRangePop();
    nvtxRangePushA("sort");
    nvtxRangePushA("radix");
    size_t bytes = 0;
    void* room = nullptr;
    check(cub::DeviceRadixSort::SortKeys(room, bytes, in, out, int(count)));
    check(cudaMalloc(&room, bytes));
    check(cub::DeviceRadixSort::SortKeys(room, bytes, in, out, int(count)));
    nvtxRangePop();
    nvtxRangePop();
    std::vector<unsigned> keys(count);
    check(cudaMemcpy(keys.data(), out, count * sizeof(unsigned), cudaMemcpyDeviceToHost));
    std::printf("sorted %d\n", int(std::is_sorted(keys.begin(), keys.end())));
}

/// Each of four threads launches in a stream of its own, in a range of its own.
void streams(int launches) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([=] {
            cudaStream_t stream{};
            check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
            unsigned* keys = make_keys();
            nvtxRangePushA(("thread " + std::to_string(t)).c_str());
            for (int i = 0; i < launches; ++i) launch(keys, stream);
            nvtxRangePop();
            check(cudaStreamSynchronize(stream));
        });
    for (auto& thread : threads) thread.join();
}

/// Runs a graph of five launches `times` times in range "graph". A launch in range "alone" follows each.
void graph(int times) {
    unsigned* keys = make_keys();
    cudaStream_t stream{};
    check(cudaStreamCreate(&stream));
    cudaGraph_t made{};
    cudaGraphExec_t ready{};
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 5; ++i) launch(keys, stream);
    check(cudaStreamEndCapture(stream, &made));
    check(cudaGraphInstantiate(&ready, made, 0));
    for (int i = 0; i < times; ++i) {
        nvtxRangePushA("graph");
        check(cudaGraphLaunch(ready, stream));
        nvtxRangePop();
        nvtxRangePushA("alone");
        launch(keys, stream);
        nvtxRangePop();
    }
    check(cudaStreamSynchronize(stream));
}
/// Launches fill(), and 3 s later add_one().
void late(int launches) {
    unsigned* keys = make_keys();
    for (int i = 0; i < launches; ++i) fill<<<count / 256, 256>>>(keys, count);
    check(cudaDeviceSynchronize());
    std::this_thread::sleep_for(std::chrono::seconds(3));
    for (int i = 0; i < launches; ++i) launch(keys);
    check(cudaDeviceSynchronize());
}
/// Launches on each GPU in turn.
void gpus(int times) {
    int all = 0;
    check(cudaGetDeviceCount(&all));
    std::vector<unsigned*> keys;
    for (int gpu = 0; gpu < all; ++gpu) {
        check(cudaSetDevice(gpu));
        keys.push_back(make_keys());
    }
    for (int i = 0; i < times * all; ++i) {
        check(cudaSetDevice(i % all));
        launch(keys[size_t(i % all)]);
    }
    for (int gpu = 0; gpu < all; ++gpu) {
        check(cudaSetDevice(gpu));
        check(cudaDeviceSynchronize());
    }
}

__device__ unsigned long long now() {
    unsigned long long ns = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

/// Adds one to 2^26 keys, and stamps its first block's begin and its last block's end.
__global__ void stamped(unsigned* keys, unsigned long long* stamps) {
    if (threadIdx.x == 0) atomicMin(&stamps[0], now());
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < 1U << 26; i += gridDim.x * blockDim.x)
        keys[i] += 1;
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(&stamps[1], now());
}

/// Prints the launches' median duration by the GPU's own clock, to show whether a profiler slows them.
void stamps(int launches) {
    unsigned* keys = nullptr;
    check(cudaMalloc(&keys, size_t{1} << 28));
    std::vector<unsigned long long> pairs(2 * size_t(launches));
    for (size_t i = 0; i < pairs.size(); i += 2) pairs[i] = ~0ULL;
    unsigned long long* on_gpu = nullptr;
    const size_t bytes = pairs.size() * sizeof pairs[0];
    check(cudaMalloc(&on_gpu, bytes));
    check(cudaMemcpy(on_gpu, pairs.data(), bytes, cudaMemcpyHostToDevice));
    for (int i = 0; i < launches; ++i) stamped<<<1024, 256>>>(keys, on_gpu + 2 * i);
    check(cudaMemcpy(pairs.data(), on_gpu, bytes, cudaMemcpyDeviceToHost));
    std::vector<double> us;
    for (size_t i = 0; i < pairs.size(); i += 2) us.push_back(1e-3 * double(pairs[i + 1] - pairs[i]));
    std::ranges::nth_element(us, us.begin() + launches / 2);
    std::printf("stamped %.3f us\n", us[size_t(launches) / 2]);
}

/// Unbalanced ranges, 100,000 nested ones, and a name of 1 MB; a launch after each.
void hostile() {
    unsigned* keys = make_keys();
    nvtxRangePop();
    launch(keys);
    for (int i = 0; i < 100'000; ++i) nvtxRangePushA("level");
    launch(keys);
    for (int i = 0; i < 150'000; ++i) nvtxRangePop();
    nvtxRangePushA(std::string(1 << 20, 'n').c_str());
    launch(keys);
    check(cudaDeviceSynchronize());
}

/// Runs bitonic sort B2 of 2^log keys twice, in ranges "first" and "sort". Prints the second sort's time.
void b2(int log) {
    const unsigned n = 1U << unsigned(log);
    unsigned* keys = nullptr;
    check(cudaMalloc(&keys, n * sizeof *keys));
    cudaEvent_t from{}, to{};
    check(cudaEventCreate(&from));
    check(cudaEventCreate(&to));
    for (const char* name : {"first", "sort"}) {
        fill<<<n / 256, 256>>>(keys, n);
        check(cudaDeviceSynchronize());
        nvtxRangePushA(name);
        check(cudaEventRecord(from));
        for (unsigned dir = 2; dir <= n && dir != 0; dir *= 2)
            for (unsigned inc = dir / 2; inc > 0; inc /= 2)
                hand_written::bitonic_b2<<<n / 512, 256>>>(keys, inc, dir);
        check(cudaEventRecord(to));
        nvtxRangePop();
        check(cudaDeviceSynchronize());
    }
    float ms = 0;
    check(cudaEventElapsedTime(&ms, from, to));
    std::vector<unsigned> sorted(n);
    check(cudaMemcpy(sorted.data(), keys, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    std::printf("sorted %d, events %.3f us\n", int(std::is_sorted(sorted.begin(), sorted.end())),
                1e3 * double(ms));
}
}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    const int number = argc > 2 ? std::atoi(argv[2]) : 10;
    if (what == "sort") sort();
    if (what == "streams") streams(number);
    if (what == "hostile") hostile();
    if (what == "graph") graph(number);
    if (what == "b2") b2(number);
    if (what == "gpus") gpus(number);
    if (what == "late") late(number);
    if (what == "stamps") stamps(number);
    if (what == "idle") check(cudaFree(nullptr));
    if (what == "launches" || what == "crash" || what == "quick" || what == "refused") {
        unsigned* keys = make_keys();
        check(cudaDeviceSynchronize());
        if (what == "refused") {
            add_one<<<1, 2048>>>(keys, count);
            if (cudaGetLastError() == cudaSuccess) std::exit(9);
        }
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < number; ++i) launch(keys);
        check(cudaDeviceSynchronize());
        const std::chrono::duration<double, std::micro> us = std::chrono::steady_clock::now() - begin;
        std::printf("loop %.3f us a launch\n", us.count() / std::max(number, 1));
        std::fflush(stdout);
        if (what == "crash") std::abort();
        if (what == "quick") ::_exit(5);
    }
    return 0;
}
