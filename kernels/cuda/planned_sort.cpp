// GpuSort of a planned variant: the plan's buffers and launches, as they stand.
#include <array>
#include <string>

#include "core/error.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/digest.hpp"
#include "kernels/cuda/gpu_sort.hpp"
#include "kernels/cuda/library_sort.hpp"

namespace sortscope::kernels::cuda {
namespace {

const KernelEntry& entry_of(const KernelTable& kernels, const std::string& kernel) {
    const auto found = kernels.find(kernel);
    if (found == kernels.end())
        throw Error(ErrorKind::internal, "There is no device build of kernel " + kernel + ".");
    return found->second;
}

dim3 as_dim3(const Dim3& extents) { return {extents.x, extents.y, extents.z}; }

class PlannedSort final : public GpuSort {
 public:
    PlannedSort(const Variant& variant, const Workload& workload, const LaunchConfig& config, const KernelTable& kernels,
                cudaStream_t stream)
        : GpuSort(stream), plan_(variant.plan(workload, config)), workload_(workload), input_(workload.bytes()) {
        for (const auto& buffer : plan_.buffers) buffers_.emplace_back(buffer.bytes());
        std::vector<void*> bases;
        for (const auto& buffer : buffers_) bases.push_back(buffer.get());
        for (const auto& launch : plan_.launches) {
            const KernelEntry& entry = entry_of(kernels, launch.kernel);
            if (launch.shared_bytes > 48 * 1024)
                SORTSCOPE_CUDA_CALL(cudaFuncSetAttribute(entry.plain, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                         static_cast<int>(launch.shared_bytes)));
            bound_.push_back({entry.plain, launch.arguments.bound(bases)});
        }
    }

    void upload(std::span<const std::byte> keys) override {
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(input_.get(), keys.data(), keys.size(), cudaMemcpyHostToDevice, stream()));
        SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
    }

    void restore() override {
        SORTSCOPE_CUDA_CALL(
            cudaMemcpyAsync(buffers_[0].get(), input_.get(), input_.bytes(), cudaMemcpyDeviceToDevice, stream()));
    }

    void run(const LaunchHook* hook) override {
        for (std::size_t i = 0; i < bound_.size(); ++i) {
            const Launch& launch = plan_.launches[i];
            if (hook && hook->before) hook->before(launch);
            void* arguments[] = {bound_[i].arguments.data()};
            SORTSCOPE_CUDA_CALL(cudaLaunchKernel(bound_[i].function, as_dim3(launch.grid), as_dim3(launch.block), arguments,
                                                 launch.shared_bytes, stream()));
            if (hook && hook->after) hook->after();
        }
    }

    Digest output_digest() override { return device_digest(buffers_[plan_.output].get(), workload_.n, workload_.key, stream()); }

    void download(std::span<std::byte> keys) override {
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(keys.data(), buffers_[plan_.output].get(), keys.size(), cudaMemcpyDeviceToHost, stream()));
        SORTSCOPE_CUDA_CALL(cudaStreamSynchronize(stream()));
    }

    const Plan* plan() const override { return &plan_; }
    std::uint64_t memory_bytes() const override { return plan_.buffer_bytes() + input_.bytes(); }

 private:
    struct BoundLaunch {
        const void* function;
        alignas(16) std::array<std::byte, KernelArguments::capacity> arguments;
    };

    Plan plan_;
    Workload workload_;
    DeviceMemory input_;
    std::vector<DeviceMemory> buffers_;
    std::vector<BoundLaunch> bound_;
};

}  // namespace

std::unique_ptr<GpuSort> make_gpu_sort(const Variant& variant, const Workload& workload, const LaunchConfig& config,
                                       const KernelTable& kernels, cudaStream_t stream) {
    if (variant.info.kind == VariantKind::opaque) return make_library_sort(variant.info.name, workload, stream);
    if (variant.info.kind == VariantKind::cpu)
        throw Error(ErrorKind::internal, "Variant '" + variant.info.name + "' runs on the CPU, not on a GPU.");
    return std::make_unique<PlannedSort>(variant, workload, config, kernels, stream);
}

KernelAttributes kernel_attributes(const KernelTable& kernels, const std::string& kernel) {
    cudaFuncAttributes attributes{};
    SORTSCOPE_CUDA_CALL(cudaFuncGetAttributes(&attributes, entry_of(kernels, kernel).plain));
    return {attributes.numRegs, attributes.sharedSizeBytes, attributes.binaryVersion};
}

}  // namespace sortscope::kernels::cuda
