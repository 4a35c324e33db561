// One case's sort, ready to run on a GPU as often as its trials need.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/workload.hpp"
#include "kernels/context/digest.hpp"
#include "kernels/context/plan.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/cuda/kernel_table.hpp"

namespace sortscope::kernels::cuda {

/// Called around each launch of a planned sort (for NVTX ranges); not given in time trials.
struct LaunchHook {
    std::function<void(const Launch&)> before;
    std::function<void()> after;
};

/// A sort with its memory on the current device. All work goes to stream(), and no method but those that say so waits.
class GpuSort {
 public:
    virtual ~GpuSort() = default;

    /// Copies the input to the GPU, to a place that the sort does not touch. Waits.
    virtual void upload(std::span<const std::byte> keys) = 0;
    /// Puts the input back where the sort expects it: one copy within the GPU, no kernel.
    virtual void restore() = 0;
    /// Enqueues the whole sort: kernel launches (and nothing else, for planned variants).
    virtual void run(const LaunchHook* hook = nullptr) = 0;
    /// Digest of the sorted keys, by a kernel of our own. Waits.
    virtual Digest output_digest() = 0;
    /// Copies the sorted keys to the host. Waits.
    virtual void download(std::span<std::byte> keys) = 0;
    /// The plan, or null for an opaque variant.
    virtual const Plan* plan() const = 0;
    /// Bytes of GPU memory it holds.
    virtual std::uint64_t memory_bytes() const = 0;

    cudaStream_t stream() const { return stream_; }

 protected:
    explicit GpuSort(cudaStream_t stream) : stream_(stream) {}

 private:
    cudaStream_t stream_;
};

/// Attributes of a kernel's plain build.
struct KernelAttributes {
    int registers = 0;
    std::size_t static_shared_bytes = 0;
    int binary_version = 0;  ///< 90 for sm_90
};

/// Makes the sort of a case that refusal() has let through, on the current device. Throws Error(unsupported) where the
/// GPU's memory is too small (naming both sizes) or a block needs more shared memory than the device has.
std::unique_ptr<GpuSort> make_gpu_sort(const Variant& variant, const Workload& workload, const LaunchConfig& config,
                                       const KernelTable& kernels, cudaStream_t stream);

/// Attributes of the kernel called `kernel` (a kernel_id) on the current device.
KernelAttributes kernel_attributes(const KernelTable& kernels, const std::string& kernel);

/// What the counting build of a plan saw.
struct CountingRun {
    std::vector<std::vector<SiteCounts>> launches;  ///< Provenance::counted; a site has its line and column, no file
    Digest output;                                  ///< of the keys it sorted, to be checked like any sort's
};

/// Runs the counting build of every launch of `plan` once over `keys`. Waits. Throws Error(unsupported) where memory is too
/// small.
CountingRun run_counting(const Plan& plan, const Workload& workload, std::span<const std::byte> keys, const KernelTable& kernels,
                         cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
