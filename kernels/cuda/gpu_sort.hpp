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
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/graph.hpp"
#include "kernels/cuda/kernel_table.hpp"

namespace sortscope::kernels::cuda {

/// Called around each launch of a planned sort (for NVTX ranges); not given in time trials.
struct LaunchHook {
    std::function<void(const Launch&)> before;
    std::function<void()> after;
};

/// A sort with its memory on the current device. All work goes to stream(), and no method but those that say
/// so waits.
class GpuSort {
 public:
    virtual ~GpuSort() = default;

    /// Copies the input to the GPU, to a place that the sort does not touch, and pads it. Waits. Throws
    /// Error(unsupported) where padding could be mixed up with it.
    virtual void upload(std::span<const std::byte> keys);
    /// Generates the input there instead: the same keys as make_keys(). Waits.
    void generate();
    /// Copies the input, without padding, to the host. Waits.
    void download_input(std::span<std::byte> keys);
    /// The input, padded: Plan::buffers[0] before the first launch.
    const void* input() const { return input_.get(); }

    /// Puts the input back where the sort expects it: copies within the GPU, no kernel.
    virtual void restore() = 0;
    /// Enqueues the whole sort: kernel launches (and nothing else, for planned variants).
    virtual void run(const LaunchHook* hook = nullptr) = 0;
    /// The launches of run() as a graph, between stamps of `clock` where there is one. The sort must have run
    /// once: all the memory that it wants is taken then. Restores the input. Waits. Throws Error(unsupported)
    /// with the reason where it cannot be captured.
    std::unique_ptr<Graph> capture(const GraphClock* clock = nullptr);
    /// run(), by a graph that capture() made of this sort.
    void run(const Graph& graph);
    /// Copies the sorted keys, without padding, to the host. Waits.
    virtual void download(std::span<std::byte> keys);
    /// Digests of input and output, without padding, in runs of `run` keys; by a kernel of our own. Wait.
    Digest input_digest(std::uint64_t run);
    Digest output_digest(std::uint64_t run);
    /// The plan, or null for an opaque variant.
    virtual const Plan* plan() const = 0;

    cudaStream_t stream() const { return stream_; }
    const Workload& workload() const { return workload_; }

 protected:
    /// `count` is the workload's number of keys, or the number that they are padded to.
    GpuSort(Workload workload, std::uint64_t count, cudaStream_t stream);

    /// A graph did what run() does: what run() would have left on the host is to be brought about (which
    /// buffer holds the result).
    virtual void replayed() {}
    /// GPU memory with the sorted keys; may enqueue work that puts them there.
    virtual const void* output() = 0;
    /// The input is a new one: what a sort keeps of it in another shape is made anew.
    virtual void input_changed() {}
    /// Called before input() is read: a sort that takes uploads in another shape writes them to
    /// writable_input() here.
    virtual void prepare_input() {}

    void* writable_input() const { return input_.get(); }
    std::uint64_t input_bytes() const { return input_.bytes(); }

 private:
    void pad(std::span<const std::byte> keys);

    Workload workload_;
    std::uint64_t count_;
    cudaStream_t stream_;
    DeviceMemory input_;
};

/// Makes the sort of a case that refusal() has let through, on the current device. Throws Error(unsupported)
/// where the GPU's memory is too small (naming both sizes) or a block needs more shared memory than the
/// device has.
std::unique_ptr<GpuSort> make_gpu_sort(const Variant& variant, const Workload& workload,
                                       const LaunchConfig& config, const KernelTable& kernels,
                                       cudaStream_t stream);

/// Lets blocks of `kernel` have `bytes` of dynamic shared memory. Throws Error(unsupported) where the device
/// has less.
void allow_shared_memory(const void* kernel, std::uint32_t bytes);

/// What the counting build of a plan saw.
struct CountingRun {
    std::vector<std::vector<SiteCounts>>
        launches;   ///< Provenance::counted, in order of the source; a site's function is its kernel
    Digest output;  ///< of the keys it sorted, to be checked like any sort's
};

/// Runs the counting build of every launch of `sort`'s plan once over its input; the output's digest is taken
/// in runs of `run` keys. `before_launches` is called when the input stands in its place. Waits. Throws
/// Error(unsupported) where memory is too small.
CountingRun run_counting(const GpuSort& sort, std::uint64_t run, const KernelTable& kernels,
                         const std::function<void()>& before_launches);

}  // namespace sortscope::kernels::cuda
