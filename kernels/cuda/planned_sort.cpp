// GpuSort of a planned variant: its plan's buffers and launches.
#include <array>
#include <string>

#include "core/error.hpp"
#include "kernels/cuda/device_memory.hpp"
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
    PlannedSort(const Variant& variant, const Workload& workload, const LaunchConfig& config,
                const KernelTable& kernels, cudaStream_t stream)
        : PlannedSort(variant.plan(workload, config), workload, kernels, stream) {}

    PlannedSort(Plan plan, const Workload& workload, const KernelTable& kernels, cudaStream_t stream)
        : GpuSort(workload, plan.buffers.at(0).count, stream), plan_(std::move(plan)) {
        for (const auto& buffer : plan_.buffers) buffers_.emplace_back(buffer.bytes());
        std::vector<void*> bases;
        for (const auto& buffer : buffers_) bases.push_back(buffer.get());
        for (const auto& launch : plan_.launches) {
            const KernelEntry& entry = entry_of(kernels, launch.kernel);
            allow_shared_memory(entry.plain, launch.shared_bytes);
            bound_.push_back({entry.plain, launch.arguments.bound(bases)});
        }
    }

    void restore() override {
        SORTSCOPE_CUDA_CALL(
            cudaMemcpyAsync(buffers_[0].get(), input(), input_bytes(), cudaMemcpyDeviceToDevice, stream()));
    }

    void run(const LaunchHook* hook) override {
        for (std::size_t i = 0; i < bound_.size(); ++i) {
            const Launch& launch = plan_.launches[i];
            if (hook && hook->before) hook->before(launch);
            void* arguments[] = {bound_[i].arguments.data()};
            SORTSCOPE_CUDA_CALL(cudaLaunchKernel(bound_[i].function, as_dim3(launch.grid),
                                                 as_dim3(launch.block), arguments, launch.shared_bytes,
                                                 stream()));
            if (hook && hook->after) hook->after();
        }
    }

    const Plan* plan() const override { return &plan_; }

 protected:
    const void* output() override { return buffers_[plan_.output].get(); }

 private:
    struct BoundLaunch {
        const void* function;
        alignas(16) std::array<std::byte, KernelArguments::capacity> arguments;
    };

    Plan plan_;
    std::vector<DeviceMemory> buffers_;
    std::vector<BoundLaunch> bound_;
};

}  // namespace

std::unique_ptr<GpuSort> make_gpu_sort(const Variant& variant, const Workload& workload,
                                       const LaunchConfig& config, const KernelTable& kernels,
                                       cudaStream_t stream) {
    if (variant.info.kind == VariantKind::opaque)
        return make_library_sort(variant.info.name, workload, stream);
    if (variant.info.kind == VariantKind::cpu)
        throw Error(ErrorKind::internal,
                    "Variant '" + variant.info.name + "' runs on the CPU, not on a GPU.");
    return std::make_unique<PlannedSort>(variant, workload, config, kernels, stream);
}

void allow_shared_memory(const void* kernel, std::uint32_t bytes) {
    if (bytes <= 48 * 1024) return;  // always allowed
    int device = 0, most = 0;
    SORTSCOPE_CUDA_CALL(cudaGetDevice(&device));
    SORTSCOPE_CUDA_CALL(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if (bytes > static_cast<std::uint32_t>(most))
        throw Error(ErrorKind::unsupported, "A block of this launch needs " + std::to_string(bytes) +
                                                " bytes of shared memory; this GPU has " +
                                                std::to_string(most) +
                                                " for a block. Use smaller blocks, or smaller keys.");
    SORTSCOPE_CUDA_CALL(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

}  // namespace sortscope::kernels::cuda
