// One case's sort on a GPU, run as often as its trials need.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/workload.hpp"
#include "kernels/context/digest.hpp"
#include "kernels/context/plan.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/graph.hpp"
#include "kernels/cuda/kernel_table.hpp"

namespace sortscope::kernels::cuda {
/// Called around each launch of a planned sort (for NVTX ranges); never in time trials.
struct LaunchHook {
    std::function<void(const Launch&)> before;
    std::function<void()> after;
};

/// Memory is on the current device. All work goes to stream(); a method waits only if its comment says so.
class GpuSort {
 public:
    virtual ~GpuSort() = default;

    /// Copies the input to GPU memory that the sort never writes, and pads the copy. Waits. Throws
    /// Error(unsupported) if padding could mix with the keys.
    virtual void upload(std::span<const std::byte> keys);
    /// Generates the input in GPU memory, as make_keys() does. Waits.
    void generate();
    /// Downloads the input without padding. Waits.
    void download_input(std::span<std::byte> keys);
    /// The padded input, as Plan::buffers[0] holds it before the first launch.
    const void* input() const { return input_.get(); }

    /// Copies the input to the sort's buffers, within the GPU and without a kernel.
    virtual void restore() = 0;
    /// Enqueues one sort. Planned variants enqueue kernel launches only.
    virtual void run(const LaunchHook* hook = nullptr) = 0;
    /// Captures the launches of run(), between stamps of `clock` if given. Call run() once before, so that
    /// all memory is allocated. Restores the input. Waits. Throws Error(unsupported) if CUDA cannot capture
    /// the launches.
    std::unique_ptr<Graph> capture(const GraphClock* clock = nullptr);
    void run(const Graph& graph);
    /// Downloads the sorted keys without padding. Waits.
    virtual void download(std::span<std::byte> keys);
    /// Digests of the input and of the sorted keys, without padding. A kernel computes them, in runs of `run`
    /// keys (0: one run). Both functions wait.
    Digest input_digest(uint64_t run);
    Digest output_digest(uint64_t run);
    /// Plan of the sort; null for an opaque variant.
    virtual const Plan* plan() const = 0;
    bool padded() const { return count_ != workload_.n; }

    cudaStream_t stream() const { return stream_; }
    const Workload& workload() const { return workload_; }

 protected:
    /// `count`: number of keys, with padding.
    GpuSort(Workload workload, uint64_t count, cudaStream_t stream);

    /// Relaxed: libraries may query the driver during capture.
    virtual cudaStreamCaptureMode capture_mode() const { return cudaStreamCaptureModeRelaxed; }
    /// Called after a graph replayed run(): updates host state, such as the result buffer.
    virtual void replayed() {}
    /// Returns the sorted keys or records, in GPU memory. May enqueue work.
    virtual const void* output() = 0;
    /// Called after input() changed, to rebuild copies in other layouts.
    virtual void input_changed() {}
    /// Called before input() is read. A sort that uploads in another layout then updates writable_input().
    virtual void prepare_input() {}

    /// Enqueues a copy.
    void copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) const {
        SORTSCOPE_CUDA_CALL(cudaMemcpyAsync(to, from, bytes, kind, stream_));
    }
    void* writable_input() const { return input_.get(); }
    uint64_t input_bytes() const { return input_.bytes(); }

 private:
    void pad(std::span<const std::byte> keys);

    Workload workload_;
    uint64_t count_;
    cudaStream_t stream_;
    DeviceMemory input_;
};

/// Makes the sort of a case on the current device. Call refusal() first. Throws Error(unsupported) if GPU
/// memory is too small or a block needs more shared memory than the device has.
std::unique_ptr<GpuSort> make_gpu_sort(const Variant& variant, const Workload& workload,
                                       const LaunchConfig& config, const KernelTable& kernels,
                                       cudaStream_t stream);

/// Makes an opaque sort. Throws Error(internal) if there is no library sort `name` for the key type.
std::unique_ptr<GpuSort> make_library_sort(std::string_view name, const Workload& workload,
                                           cudaStream_t stream);

/// The buffers of a plan in GPU memory.
struct PlanBuffers {
    explicit PlanBuffers(const Plan& plan);
    std::vector<DeviceMemory> memory;
    std::vector<void*> bases;
};

/// Finds the `build` of a launch's kernel and allows it the launch's dynamic shared memory. Throws
/// Error(unsupported) if the device lacks that memory.
const void* kernel_of(const KernelTable& kernels, const Launch& launch, const void* KernelEntry::*build);

/// Enqueues a launch of `function`.
void launch_kernel(const void* function, const Launch& launch, void** arguments, cudaStream_t stream);

/// Result of run_counting().
struct CountingRun {
    /// Counts by site (Provenance::counted), in source order; a site's function is its kernel
    std::vector<std::vector<SiteCounts>> launches;
    Digest output;  ///< of the sorted keys, to verify them
};

/// Runs the counting build of the sort's plan once. `run`: keys in a run of the digest; 0: one run. Calls
/// `before_launches` once the input is in place. Waits. Throws Error(unsupported) if memory is too small.
CountingRun run_counting(const GpuSort& sort, uint64_t run, const KernelTable& kernels,
                         const std::function<void()>& before_launches);
}
