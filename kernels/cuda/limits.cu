#include "kernels/cuda/limits.hpp"

#include "core/statistics.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/graph.hpp"
#include "kernels/cuda/timing.hpp"

namespace sortscope::kernels::cuda {
namespace {
constexpr int trials = 9;
constexpr unsigned block = 256;
constexpr unsigned blocks_a_multiprocessor = 8;
constexpr int in_flight = 4;  // outstanding loads of a thread
constexpr int chains = 8;     // independent chains a thread, to hide latency
constexpr int steps = 16;     // steps of each chain in an iteration
constexpr unsigned rounds = 512;
constexpr uint32_t never = 0x9E3779B9U;  // an unlikely result: comparing with it keeps all results in use

__device__ uint32_t sink;

__device__ uint32_t mixed(uint4 a) { return a.x ^ a.y ^ a.z ^ a.w; }

__global__ void __launch_bounds__(block)
    copy_kernel(const uint4* __restrict__ from, uint4* __restrict__ to, uint64_t count) {
    const uint64_t stride = uint64_t{gridDim.x} * block;
    uint64_t i = uint64_t{blockIdx.x} * block + threadIdx.x;
    for (; i + (in_flight - 1) * stride < count; i += in_flight * stride) {
        uint4 words[in_flight];
        for (int k = 0; k < in_flight; ++k) words[k] = from[i + k * stride];
        for (int k = 0; k < in_flight; ++k) to[i + k * stride] = words[k];
    }
    for (; i < count; i += stride) to[i] = from[i];
}

__global__ void __launch_bounds__(block) read_kernel(const uint4* __restrict__ from, uint64_t count) {
    const uint64_t stride = uint64_t{gridDim.x} * block;
    uint64_t i = uint64_t{blockIdx.x} * block + threadIdx.x;
    uint32_t seen = 0;
    for (; i + (in_flight - 1) * stride < count; i += in_flight * stride) {
        uint4 words[in_flight];
        for (int k = 0; k < in_flight; ++k) words[k] = from[i + k * stride];
        for (int k = 0; k < in_flight; ++k) seen ^= mixed(words[k]);
    }
    for (; i < count; i += stride) seen ^= mixed(from[i]);
    if (seen == never) sink = seen;
}

/// Loads from L2: neither the compiler nor L1 can reuse the load of the iteration before.
__device__ uint4 load_from_l2(const uint4* at) {
    uint4 words;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
                 : "l"(at));
    return words;
}

__global__ void __launch_bounds__(block) l2_kernel(const uint4* from, uint64_t count, unsigned passes) {
    const uint64_t stride = uint64_t{gridDim.x} * block;
    const uint64_t first = uint64_t{blockIdx.x} * block + threadIdx.x;
    uint32_t seen = 0;
    for (unsigned pass = 0; pass < passes; ++pass) {
        uint64_t i = first;
        for (; i + (in_flight - 1) * stride < count; i += in_flight * stride) {
            uint4 words[in_flight];
            for (int k = 0; k < in_flight; ++k) words[k] = load_from_l2(from + i + k * stride);
            for (int k = 0; k < in_flight; ++k) seen ^= mixed(words[k]);
        }
        for (; i < count; i += stride) seen ^= mixed(load_from_l2(from + i));
    }
    if (seen == never) sink = seen;
}

__global__ void __launch_bounds__(block) shared_kernel(unsigned loops) {
    __shared__ uint4 words[block];
    words[threadIdx.x] = {threadIdx.x, blockIdx.x, 1, 2};
    __syncthreads();
    const auto at = uint32_t(__cvta_generic_to_shared(words + threadIdx.x));
    uint32_t seen = 0;
    for (unsigned loop = 0; loop < loops; ++loop)
#pragma unroll
        for (int k = 0; k < steps; ++k) {
            uint4 read;
            asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(read.x), "=r"(read.y), "=r"(read.z), "=r"(read.w)
                         : "r"(at));
            seen ^= mixed(read);
        }
    if (seen == never) sink = seen;
}

/// Uses each result twice, so that the compiler cannot merge or remove additions.
__global__ void __launch_bounds__(block) add_kernel(unsigned loops) {
    uint32_t x[chains];
    for (int c = 0; c < chains; ++c) x[c] = threadIdx.x + c;
    for (unsigned loop = 0; loop < loops; ++loop)
#pragma unroll
        for (int k = 0; k < steps; ++k)
#pragma unroll
            for (int c = 0; c < chains; ++c)
                asm volatile("add.u32 %0, %0, %1;" : "+r"(x[c]) : "r"(x[(c + 1) % chains]));
    uint32_t seen = 0;
    for (int c = 0; c < chains; ++c) seen ^= x[c];
    if (seen == never) sink = seen;
}

/// Compare-exchanges of neighbours, alternately even and odd pairs.
__global__ void __launch_bounds__(block) compare_kernel(unsigned loops) {
    uint32_t x[chains];
    for (int c = 0; c < chains; ++c) x[c] = threadIdx.x * 2654435761U + c * 40503U;
    for (unsigned loop = 0; loop < loops; ++loop)
#pragma unroll
        for (int k = 0; k < steps; ++k)
#pragma unroll
            for (int c = k % 2; c < chains; c += 2) {
                const int d = (c + 1) % chains;
                const uint32_t a = x[c], b = x[d];
                asm volatile("min.u32 %0, %1, %2;" : "=r"(x[c]) : "r"(a), "r"(b));
                asm volatile("max.u32 %0, %1, %2;" : "=r"(x[d]) : "r"(a), "r"(b));
            }
    uint32_t seen = 0;
    for (int c = 0; c < chains; ++c) seen ^= x[c];
    if (seen == never) sink = seen;
}

struct Gpu {
    Gpu() {
        int device = 0, l2 = 0, sms = 0;
        SORTSCOPE_CUDA_CALL(cudaGetDevice(&device));
        SORTSCOPE_CUDA_CALL(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, device));
        SORTSCOPE_CUDA_CALL(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
        size_t total = 0;
        SORTSCOPE_CUDA_CALL(cudaMemGetInfo(&free_bytes, &total));
        l2_bytes = size_t(l2);
        grid = unsigned(sms) * blocks_a_multiprocessor;
    }
    size_t l2_bytes = 0, free_bytes = 0;
    unsigned grid = 0;
};

/// A limit as the median and spread of `samples`.
DeviceLimit limit_of(std::string name, std::string unit, std::span<const double> samples) {
    return {std::move(name), median(samples), std::move(unit), relative_spread(samples)};
}

/// Work per second over `trials` runs of `enqueue`, each doing `work`.
template <class Enqueue>
DeviceLimit rate(std::string name, std::string unit, double work, cudaStream_t stream, Enqueue&& enqueue) {
    const Event from, to;
    std::vector<double> samples;
    for (int i = -1; i < trials; ++i) {  // the first run loads the kernel and fills the cache
        const double ns = timed_ns(stream, from, to, enqueue);
        SORTSCOPE_CUDA_CALL(cudaGetLastError());
        if (i >= 0) samples.push_back(1e9 * work / ns);
    }
    return limit_of(std::move(name), std::move(unit), samples);
}

/// Buffer size far beyond L2, limited by free memory. A pass takes some tenths of a ms on any GPU.
size_t uncached_bytes(const Gpu& gpu) {
    const size_t wanted = std::clamp<size_t>(16 * gpu.l2_bytes, size_t{128} << 20, size_t{1} << 30);
    return std::min(wanted, gpu.free_bytes / 8) / 4096 * 4096;
}

constexpr int warm_ups = 3;
constexpr int launch_trials = 31, slope_trials = 11;
constexpr int further = 200;  // launches beyond the first, for a slope

__global__ void empty_kernel() {}

template <class Enqueue>
std::vector<double> samples_ns(cudaStream_t stream, int count, Enqueue&& enqueue) {
    const Event from, to;
    std::vector<double> samples;
    for (int i = -warm_ups; i < count; ++i) {
        const double ns = timed_ns(stream, from, to, enqueue);
        if (i >= 0) samples.push_back(ns);
    }
    return samples;
}

/// Times replays of a graph as time trials do, without the host's launch costs.
std::vector<double> graph_samples_ns(cudaStream_t stream, int count, const Graph& graph,
                                     const GraphClock* clock) {
    StreamGate timer(clock);
    std::vector<double> samples;
    for (int i = -warm_ups; i < count; ++i) {
        const double ns = timer.time_ns(
            stream, [] {}, [&] { graph.launch(stream); });
        if (i >= 0) samples.push_back(ns);
    }
    return samples;
}

/// Time that each of the `further` launches adds.
std::vector<double> slopes(std::vector<double> many, const std::vector<double>& one) {
    const double first = median(one);
    for (double& ns : many) ns = (ns - first) / further;
    return many;
}
}  // namespace

std::vector<DeviceLimit> measure_throughputs(cudaStream_t stream, const std::function<bool()>& stopped) {
    const Gpu gpu;
    const size_t bytes = uncached_bytes(gpu);
    const DeviceMemory from(bytes), to(bytes);
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(from.get(), 1, bytes, stream));
    SORTSCOPE_CUDA_CALL(cudaMemsetAsync(to.get(), 1, bytes, stream));
    const uint64_t words = bytes / sizeof(uint4), l2_words = gpu.l2_bytes / 8 / sizeof(uint4);
    constexpr unsigned l2_passes = 64;
    const double threads = double(gpu.grid) * block;
    std::vector<DeviceLimit> limits;
    const auto add = [&](const char* name, const char* unit, double work, auto&& enqueue) {
        if (!stopped || !stopped()) limits.push_back(rate(name, unit, work, stream, enqueue));
    };
    add("copy_bandwidth", "bytes/s", 2.0 * double(bytes),
        [&] { copy_kernel<<<gpu.grid, block, 0, stream>>>(from.as<uint4>(), to.as<uint4>(), words); });
    add("read_bandwidth", "bytes/s", double(bytes),
        [&] { read_kernel<<<gpu.grid, block, 0, stream>>>(from.as<uint4>(), words); });
    add("l2_bandwidth", "bytes/s", double(l2_words) * sizeof(uint4) * l2_passes,
        [&] { l2_kernel<<<gpu.grid, block, 0, stream>>>(from.as<uint4>(), l2_words, l2_passes); });
    add("shared_bandwidth", "bytes/s", threads * sizeof(uint4) * steps * rounds / 4,
        [&] { shared_kernel<<<gpu.grid, block, 0, stream>>>(rounds / 4); });
    add("integer_add_throughput", "operations/s", threads * chains * steps * rounds,
        [&] { add_kernel<<<gpu.grid, block, 0, stream>>>(rounds); });
    add("compare_throughput", "operations/s", threads * chains * steps * rounds,
        [&] { compare_kernel<<<gpu.grid, block, 0, stream>>>(rounds); });
    return limits;
}

std::vector<DeviceLimit> measure_launch_costs(cudaStream_t stream, const GraphClock* clock) {
    const auto launch = [&](int count) {
        for (int i = 0; i < count; ++i) empty_kernel<<<1, 32, 0, stream>>>();
        SORTSCOPE_CUDA_CALL(cudaGetLastError());
    };
    const auto events = samples_ns(stream, launch_trials, [] {});
    const auto one = samples_ns(stream, launch_trials, [&] { launch(1); });
    const auto many = samples_ns(stream, slope_trials, [&] { launch(1 + further); });
    const Graph small(
        stream, [&] { launch(1); }, clock);
    const Graph large(
        stream, [&] { launch(1 + further); }, clock);
    const auto node = graph_samples_ns(stream, launch_trials, small, clock);
    const auto nodes = graph_samples_ns(stream, slope_trials, large, clock);
    std::vector<DeviceLimit> costs{
        limit_of("event_overhead", "ns", events), limit_of("stream_kernel_overhead", "ns", one),
        limit_of("stream_launch_overhead", "ns", slopes(many, one)), limit_of("graph_overhead", "ns", node),
        limit_of("graph_node_overhead", "ns", slopes(nodes, node))};
    if (clock != nullptr) costs.push_back({"graph_clock_step", double(clock->step_ns()), "ns", 0});
    return costs;
}

void keep_busy(cudaStream_t stream, double ns) {
    const Gpu gpu;
    const Event from, to;
    const auto enqueue = [&] { add_kernel<<<gpu.grid, block, 0, stream>>>(rounds); };
    for (int i = 0; i < 2; ++i) timed_ns(stream, from, to, enqueue);
    const double once = std::max(1e3, timed_ns(stream, from, to, enqueue));
    const auto loops = unsigned(std::clamp(rounds * ns / once, 1.0, 4e9));
    add_kernel<<<gpu.grid, block, 0, stream>>>(loops);
    SORTSCOPE_CUDA_CALL(cudaGetLastError());
}
}
