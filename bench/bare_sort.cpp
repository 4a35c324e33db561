// Times a variant's launches without a profiler: one by one between two events, or as a graph between two
// stamps of the GPU's clock. docs/measurements/disturbance.py compares the times with `sortscope collect`.
//   bench_bare_sort VARIANT KEYS [--block B] [--trials T] [--offset BYTES]
// Prints one line per mode: "graph 48.10 us, spread 0.4 %, 31 trials" and "stream ...".
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <optional>
#include <vector>

#include "core/statistics.hpp"
#include "kernels/context/keys.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/gpu_sort.hpp"
#include "kernels/cuda/timing.hpp"
#include "kernels/simt/kernel_table.hpp"
#include "kernels/variants/register.hpp"

namespace {
using namespace sortscope;

/// Plain CUDA without the collector's code, so that the comparison is independent.
class BareSort {
 public:
    BareSort(const kernels::Variant& variant, const Workload& workload, const LaunchConfig& config,
             size_t offset)
        : plan_(variant.plan(workload, config)), workload_(workload) {
        kernels::cuda::KernelTable kernels;
        kernels::cuda::register_device_kernels(kernels);
        SORTSCOPE_CUDA_CALL(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
        SORTSCOPE_CUDA_CALL(cudaEventCreate(&from_));
        SORTSCOPE_CUDA_CALL(cudaEventCreate(&to_));
        // Put all buffers in one allocation.
        constexpr size_t alignment = 512;
        const auto rounded = [](size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; };
        bytes_ = plan_.buffers.at(0).bytes();
        // Allocate at least as much as the collector's first allocation, so that both get the same address.
        size_t whole = rounded(offset) + rounded(bytes_);
        for (const auto& buffer : plan_.buffers) whole += rounded(buffer.bytes());
        whole = std::max(whole, size_t{64} << 20);
        char* memory = nullptr;
        SORTSCOPE_CUDA_CALL(cudaMalloc(&memory, whole));
        memory += rounded(offset);
        input_ = memory;
        memory += rounded(bytes_);
        std::vector<void*> bases;
        for (const auto& buffer : plan_.buffers) {
            bases.push_back(memory);
            memory += rounded(buffer.bytes());
        }
        buffers_ = bases;
        for (const auto& launch : plan_.launches)
            calls_.push_back({kernels::cuda::kernel_of(kernels, launch, &kernels::cuda::KernelEntry::plain),
                              launch.arguments.bound(bases)});
        auto keys = kernels::make_keys(workload);
        keys.resize(bytes_, std::byte{0xFF});  // the greatest u32
        // Use one stream only: a second stream makes later launches slower.
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(input_, keys.data(), bytes_, cudaMemcpyHostToDevice, stream_));
        SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
        clock_.emplace(stream_);
    }

    void launch_all() {
        for (size_t i = 0; i < calls_.size(); ++i) {
            const auto& launch = plan_.launches[i];
            void* arguments[] = {calls_[i].arguments.data()};
            SORTSCOPE_CUDA_CALL(cudaLaunchKernel(
                calls_[i].function, {launch.grid.x, launch.grid.y, launch.grid.z},
                {launch.block.x, launch.block.y, launch.block.z}, arguments, launch.shared_bytes, stream_));
        }
    }

    void capture() {
        cudaGraph_t graph{};
        SORTSCOPE_CUDA_CALL(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
        clock_->stamp_begin(stream_);
        launch_all();
        clock_->stamp_end(stream_);
        SORTSCOPE_CUDA_CALL(cudaStreamEndCapture(stream_, &graph));
        SORTSCOPE_CUDA_CALL(cudaGraphInstantiate(&graph_, graph, 0));
        SORTSCOPE_CUDA_CALL(cudaGraphUpload(graph_, stream_));
        SORTSCOPE_CUDA_CALL(cudaGraphDestroy(graph));
    }

    double trial_us(bool as_graph) {
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(buffers_[0], input_, bytes_, cudaMemcpyDeviceToDevice, stream_));
        SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
        // Delay the stream, so that the host has launched the graph before its time begins.
        if (as_graph) kernels::cuda::hold(stream_, 200'000);
        SORTSCOPE_CUDA_CALL(cudaEventRecord(from_, stream_));
        if (as_graph)
            SORTSCOPE_CUDA_CALL(cudaGraphLaunch(graph_, stream_));
        else
            launch_all();
        SORTSCOPE_CUDA_CALL(cudaEventRecord(to_, stream_));
        SORTSCOPE_CUDA_CALL(cudaEventSynchronize(to_));
        if (as_graph && clock_->fine()) return 1e-3 * clock_->elapsed_ns(stream_);
        float ms = 0;
        SORTSCOPE_CUDA_CALL(cudaEventElapsedTime(&ms, from_, to_));
        return 1e3 * double(ms);
    }

    bool is_sorted() {
        std::vector<std::byte> keys(workload_.bytes());
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(keys.data(), buffers_[plan_.output], keys.size(),
                                            cudaMemcpyDeviceToHost, stream_));
        SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
        return kernels::digest(keys, workload_.key, 0).descents == 0;
    }

 private:
    struct Call {
        const void* function;
        alignas(16) std::array<std::byte, kernels::KernelArguments::capacity> arguments;
    };

    kernels::Plan plan_;
    Workload workload_;
    std::vector<void*> buffers_;
    std::vector<Call> calls_;
    void* input_ = nullptr;
    size_t bytes_ = 0;
    cudaStream_t stream_{};
    cudaEvent_t from_{}, to_{};
    cudaGraphExec_t graph_{};
    std::optional<kernels::cuda::GraphClock> clock_;
};
}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Times a variant's launches bare: events, and no profiler in the process."};
    std::string name;
    sortscope::Workload workload;
    sortscope::LaunchConfig config{0, {}};
    unsigned trials = 31;
    size_t offset = 0;
    app.add_option("VARIANT", name, "a planned variant, such as bitonic-b2")->required();
    app.add_option("KEYS", workload.n, "number of u32 keys")->required();
    app.add_option("--block", config.block, "threads of a block; 0: the variant's default")
        ->capture_default_str();
    app.add_option("--trials", trials, "timed runs in each mode, after two that are not")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    app.add_option(
        "--offset", offset,
        "where in one allocation the sort's memory begins, in bytes: times of few keys depend on it");
    CLI11_PARSE(app, argc, argv);
    try {
        sortscope::kernels::VariantRegistry variants;
        sortscope::kernels::simt::KernelTable host_kernels;
        sortscope::kernels::register_host_kernels(variants, host_kernels);
        const auto& variant = variants.find(name);
        config = sortscope::kernels::effective_config(variant.info, config);
        if (const auto why = sortscope::kernels::refusal(variant.info, workload, config))
            throw sortscope::Error(sortscope::ErrorKind::usage, *why);
        BareSort sort(variant, workload, config, offset);
        sort.trial_us(false);
        sort.capture();
        for (const bool as_graph : {true, false}) {
            std::vector<double> times;
            for (int i = 0; i < 2; ++i) sort.trial_us(as_graph);
            for (unsigned i = 0; i < trials; ++i) times.push_back(sort.trial_us(as_graph));
            if (variant.info.promise == sortscope::Promise::sorted && !sort.is_sorted())
                throw sortscope::Error(sortscope::ErrorKind::internal,
                                       "The output of " + name + " is not sorted.");
            std::printf("%s %.3f us, spread %.2f %%, %u trials\n", as_graph ? "graph" : "stream",
                        sortscope::median(times), 100 * sortscope::relative_spread(times), trials);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
