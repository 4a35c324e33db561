#include "kernels/cuda/gpu_sort.hpp"

#include "kernels/context/keys.hpp"
#include "kernels/context/sort_call.hpp"
#include "kernels/cuda/device_keys.hpp"

namespace sortscope::kernels::cuda {
namespace {
/// Sort of a planned variant: the plan's buffers and launches.
class PlannedSort final : public GpuSort {
 public:
    PlannedSort(Plan plan, const Workload& workload, const KernelTable& kernels, cudaStream_t stream)
        : GpuSort(workload, plan.buffers.at(0).count, stream), plan_(std::move(plan)), buffers_(plan_) {
        for (const auto& launch : plan_.launches)
            bound_.push_back(
                {kernel_of(kernels, launch, &KernelEntry::plain), launch.arguments.bound(buffers_.bases)});
    }

    void restore() override { copy(buffers_.bases[0], input(), input_bytes(), cudaMemcpyDeviceToDevice); }

    void run(const LaunchHook* hook) override {
        for (size_t i = 0; i < bound_.size(); ++i) {
            const Launch& launch = plan_.launches[i];
            if (hook && hook->before) hook->before(launch);
            void* arguments[] = {bound_[i].arguments.data()};
            launch_kernel(bound_[i].function, launch, arguments, stream());
            if (hook && hook->after) hook->after();
        }
    }

    const Plan* plan() const override { return &plan_; }

 protected:
    const void* output() override { return buffers_.bases[plan_.output]; }

 private:
    struct BoundLaunch {
        const void* function;
        alignas(16) std::array<std::byte, KernelArguments::capacity> arguments;
    };

    Plan plan_;
    PlanBuffers buffers_;
    std::vector<BoundLaunch> bound_;
};

/// Sort of a plug-in's opaque variant.
class PluginSort final : public GpuSort {
 public:
    PluginSort(const Variant& variant, const Workload& workload, LaunchConfig config, cudaStream_t stream)
        : GpuSort(workload, padded_size(variant.info, workload.n), stream),
          sort_(variant.sort),
          config_(std::move(config)),
          keys_(input_bytes()) {}

    void restore() override { copy(keys_.get(), input(), input_bytes(), cudaMemcpyDeviceToDevice); }

    void run(const LaunchHook*) override {
        size_t requests = 0;
        const auto scratch = [&](size_t bytes) {
            if (requests == scratch_.size()) scratch_.emplace_back();
            auto& memory = scratch_[requests++];
            if (memory.bytes() < bytes) {
                memory = {};  // free first: old and new memory might not fit together
                memory = DeviceMemory(bytes);
            }
            return memory.get();
        };
        const auto key = workload().key;
        sort_({key, keys_.get(), input_bytes() / key_bytes(key), stream(), config_, scratch});
    }

    const Plan* plan() const override { return nullptr; }

 protected:
    const void* output() override { return keys_.get(); }
    /// Makes CUDA refuse allocations during capture, as replays of the graph would not repeat them.
    cudaStreamCaptureMode capture_mode() const override { return cudaStreamCaptureModeThreadLocal; }

 private:
    void (*sort_)(const SortCall&);
    LaunchConfig config_;
    DeviceMemory keys_;
    std::vector<DeviceMemory> scratch_;
};
}  // namespace

GpuSort::GpuSort(Workload workload, uint64_t count, cudaStream_t stream)
    : workload_(std::move(workload)),
      count_(count),
      stream_(stream),
      input_(count * key_bytes(workload_.key)) {}

void GpuSort::upload(std::span<const std::byte> keys) {
    copy(input_.get(), keys.data(), keys.size(), cudaMemcpyHostToDevice);
    pad(keys);
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    input_changed();
}

void GpuSort::generate() {
    generate_keys(input_.get(), workload_.key, recipe_of(workload_), stream_);
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    if (count_ != workload_.n) {
        std::vector<std::byte> keys(has_value(workload_.key) ? workload_.bytes()
                                                             : 0);  // only records can mix with padding
        download_input(keys);
        pad(keys);
        SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    }
    input_changed();
}

void GpuSort::pad(std::span<const std::byte> keys) {
    if (count_ == workload_.n) return;
    const auto missing =
        padding(keys, workload_.key, keys.size() / key_bytes(workload_.key) + count_ - workload_.n);
    copy(input_.as<std::byte>() + workload_.bytes(), missing.data(), missing.size(), cudaMemcpyHostToDevice);
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));  // `missing` must live until the copy ends
}

std::unique_ptr<Graph> GpuSort::capture(const GraphClock* clock) {
    restore();
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
    return std::make_unique<Graph>(
        stream_, [this] { run(); }, clock, capture_mode());
}

void GpuSort::run(const Graph& graph) {
    graph.launch(stream_);
    replayed();
}

void GpuSort::download_input(std::span<std::byte> keys) {
    prepare_input();
    copy(keys.data(), input_.get(), keys.size(), cudaMemcpyDeviceToHost);
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
}

void GpuSort::download(std::span<std::byte> keys) {
    copy(keys.data(), output(), keys.size(), cudaMemcpyDeviceToHost);
    SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream_));
}

Digest GpuSort::input_digest(uint64_t run) {
    prepare_input();
    return device_digest(input_.get(), workload_.n, workload_.key, run, stream_);
}
Digest GpuSort::output_digest(uint64_t run) {
    return device_digest(output(), workload_.n, workload_.key, run, stream_);
}

std::unique_ptr<GpuSort> make_gpu_sort(const Variant& variant, const Workload& workload,
                                       const LaunchConfig& config, const KernelTable& kernels,
                                       cudaStream_t stream) {
    if (variant.sort != nullptr) return std::make_unique<PluginSort>(variant, workload, config, stream);
    if (variant.info.kind == VariantKind::opaque)
        return make_library_sort(variant.info.name, workload, stream);
    if (variant.info.kind == VariantKind::cpu)
        throw Error(ErrorKind::internal,
                    "Variant '" + variant.info.name + "' runs on the CPU, not on a GPU.");
    return std::make_unique<PlannedSort>(variant.plan(workload, config), workload, kernels, stream);
}

PlanBuffers::PlanBuffers(const Plan& plan) {
    for (const auto& buffer : plan.buffers) bases.push_back(memory.emplace_back(buffer.bytes()).get());
}

const void* kernel_of(const KernelTable& kernels, const Launch& launch, const void* KernelEntry::*build) {
    const auto found = kernels.find(launch.kernel);
    if (found == kernels.end())
        throw Error(ErrorKind::internal, "There is no device build of kernel " + launch.kernel + ".");
    const void* const kernel = found->second.*build;
    const auto bytes = launch.shared_bytes;
    if (bytes <= 48 * 1024) return kernel;  // always allowed
    int device = 0, most = 0;
    SORTSCOPE_CUDA_CALL(cudaGetDevice(&device));
    SORTSCOPE_CUDA_CALL(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (bytes > uint32_t(most))
        throw Error(ErrorKind::unsupported, "A block of this launch needs " + std::to_string(bytes) +
                                                " bytes of shared memory; this GPU has " +
                                                std::to_string(most) +
                                                " for a block. Use smaller blocks, or smaller keys.");
    SORTSCOPE_CUDA_CALL(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
    return kernel;
}

void launch_kernel(const void* function, const Launch& launch, void** arguments, cudaStream_t stream) {
    const auto as_dim3 = [](const Dim3& extents) { return dim3(extents.x, extents.y, extents.z); };
    SORTSCOPE_CUDA_CALL(cudaLaunchKernel(function, as_dim3(launch.grid), as_dim3(launch.block), arguments,
                                         launch.shared_bytes, stream));
}
}
