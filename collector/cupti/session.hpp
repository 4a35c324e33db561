// What a GPU backend keeps from case to case.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include "collector/cupti/activity.hpp"
#include "collector/cupti/line_table.hpp"
#include "collector/cupti/metrics.hpp"
#include "collector/cupti/nvml.hpp"
#include "collector/cupti/nvtx.hpp"
#include "collector/cupti/pc_sampling.hpp"
#include "collector/cupti/pm_sampling.hpp"
#include "collector/cupti/range_profiler.hpp"
#include "collector/trial_loop.hpp"
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

class Profilers {
 public:
    /// Without `api` there are none, and `why_no_cupti` says why.
    Profilers(std::shared_ptr<const Api> api, int ordinal, std::string why_no_cupti);
    Profilers(const Profilers&) = delete;
    Profilers& operator=(const Profilers&) = delete;

    /// Each is made at its first call; null where it cannot be had, and then the sentence beside it says why.
    /// Making one switches off those that it excludes.
    RangeProfiler* counters();
    PmSampler* series();
    PcSampler* stalls();
    const std::string& why_no_counters() const { return why_no_counters_; }
    const std::string& why_no_series() const { return why_no_series_; }
    const std::string& why_no_stalls() const { return why_no_stalls_; }
    /// Says that it cannot be had on this machine, so that later cases do not try.
    void give_up_counters(const std::string& why);
    void give_up_series(const std::string& why);
    void give_up_stalls(const std::string& why);
    /// Switches all of them off: times may be measured again, and what went wrong with one is forgotten.
    void switch_off() noexcept;

    /// Keeps the machine code of modules that are loaded from now on, for the lines of stall samples.
    void watch_modules();
    /// Null where they are not watched; then why_no_lines() says why.
    const LoadedModules* modules() const { return modules_.get(); }
    const std::string& why_no_lines() const { return why_no_lines_; }

    /// Learns of `request` all that no kernel need run for: the vendor's names on this chip, passes, the
    /// profiler's configuration. Nothing is enabled. What goes wrong is said when it is asked for again.
    void learn(const CounterRequest& request);
    /// What `request` comes to on this GPU; to be asked where counters() is not null.
    const CounterPlan& plan(const CounterRequest& request);

 private:
    std::shared_ptr<const Api> api_;
    int ordinal_;
    std::string why_no_counters_, why_no_series_, why_no_stalls_, why_no_lines_;
    std::unique_ptr<LoadedModules> modules_;
    bool counted_ = false;  ///< launches were counted in this process
    std::unique_ptr<RangeProfiler> counters_;
    std::unique_ptr<PmSampler> series_;
    std::unique_ptr<PcSampler> stalls_;
    std::optional<std::pair<CounterRequest, CounterPlan>>
        plan_;  ///< of the last request, which is mostly the next
};

}  // namespace sortscope::cupti
