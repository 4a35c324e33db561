// A CUDA program that knows nothing of SortScope: sort | streams | graph | crash | quick | nothing, then a
// number.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <unistd.h>
#include <cub/device/device_radix_sort.cuh>

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

/// Stage "prepare": one launch; stage "sort": CUB's, in substage "radix".
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

/// A graph of five launches, run `times` times in range "graph".
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
    nvtxRangePushA("graph");
    for (int i = 0; i < times; ++i) check(cudaGraphLaunch(ready, stream));
    nvtxRangePop();
    check(cudaStreamSynchronize(stream));
}
}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    const int number = argc > 2 ? std::atoi(argv[2]) : 10;
    if (what == "sort") sort();
    if (what == "streams") streams(number);
    if (what == "graph") graph(number);
    if (what == "launches" || what == "crash" || what == "quick") {
        unsigned* keys = make_keys();
        for (int i = 0; i < number; ++i) launch(keys);
        check(cudaDeviceSynchronize());
        if (what == "crash") std::abort();
        if (what == "quick") ::_exit(5);
    }
    return 0;
}
