// What a GPU backend keeps from case to case.
#pragma once

#include <cuda_runtime.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/cupti/activity.hpp"
#include "collector/cupti/nvml.hpp"
#include "collector/cupti/nvtx.hpp"
#include "collector/cupti/profilers.hpp"
#include "collector/trial_clocks.hpp"
#include "core/workload.hpp"
#include "kernels/cuda/arena.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/graph_clock.hpp"
#include "kernels/cuda/kernel_table.hpp"

namespace sortscope::cupti {

/// A stream of its own.
class Stream {
 public:
    Stream();
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    cudaStream_t get() const { return stream_; }
    void wait() const;

 private:
    cudaStream_t stream_ = nullptr;
};

/// One GPU, ready for cases.
class Session {
 public:
    /// Makes GPU `ordinal` current. Throws Error(environment) where there is none. Without CUPTI it works,
    /// and why_no_activities() says why not.
    explicit Session(int ordinal);

    const Device& device() const { return device_; }
    /// Makes the GPU current on this thread.
    void make_current() const;

    /// Where sorts of few keys take their memory; null where SORTSCOPE_SEPARATE_ALLOCATIONS is set, for
    /// memory checkers, which see what is out of bounds of an allocation, not of a part of one.
    kernels::cuda::Arena* arena() const { return arena_.get(); }
    const kernels::cuda::KernelTable& kernels() const { return kernels_; }
    const Stream& stream() const { return stream_; }
    const NvtxDomain& nvtx() const { return nvtx_; }
    /// Why the GPU's clocks are held down now; nothing where they are not.
    std::optional<std::string> slowdown() const { return nvml_.slowdown(device_.uuid); }
    /// The GPU's clocks now; nothing where they cannot be had.
    Clocks clocks() const { return nvml_.clocks(device_.uuid); }
    /// The GPU's clocks while it adds integers for half a second.
    collector::ClockSamples clocks_under_load() const;
    /// What events, launches and graphs themselves cost here, measured at the first call.
    const std::vector<DeviceLimit>& launch_costs();

    /// By whose stamps graphs are timed; null where the GPU's clock is too coarse for it.
    const kernels::cuda::GraphClock* graph_clock();

    /// Enqueues a fill of flush_bytes(), twice the L2 cache's size.
    void flush_l2();
    std::size_t flush_bytes() const { return 2 * static_cast<std::size_t>(device_.l2_bytes); }
    /// Mangled name of the plain build of `kernel`; empty where it cannot be had.
    const std::string& symbol_of(const std::string& kernel);

    /// libcupti, or null.
    const std::shared_ptr<const Api>& api() const { return api_; }
    const std::string& why_no_activities() const { return why_no_cupti_; }
    /// Its profilers.
    Profilers& profilers() { return *profilers_; }

 private:
    Device device_;
    std::unique_ptr<kernels::cuda::Arena> arena_;  ///< the process's first allocation on the GPU
    kernels::cuda::KernelTable kernels_;
    Stream stream_;
    Nvml nvml_;
    NvtxDomain nvtx_;
    kernels::cuda::DeviceMemory scratch_;
    std::optional<kernels::cuda::GraphClock> graph_clock_;  ///< since it was asked for
    std::vector<DeviceLimit> launch_costs_;
    std::map<std::string, std::string> symbols_;
    std::shared_ptr<const Api> api_;
    std::string why_no_cupti_;
    std::unique_ptr<Profilers> profilers_;
};

}  // namespace sortscope::cupti
