// State of a GPU backend, kept from case to case.
#pragma once

#include <utility>

#include "collector/backend.hpp"
#include "collector/cupti/activity.hpp"
#include "collector/cupti/nvml.hpp"
#include "collector/cupti/pc_sampling.hpp"
#include "collector/cupti/pm_sampling.hpp"
#include "collector/cupti/range_profiler.hpp"
#include "collector/trial_loop.hpp"
#include "kernels/cuda/device_memory.hpp"
#include "kernels/cuda/kernel_table.hpp"
#include "kernels/cuda/timing.hpp"

namespace sortscope::cupti {
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

/// A profiler, made at its first use, or the reason why it cannot be made.
template <class T>
class OnDemand {
 public:
    using Make = std::function<std::unique_ptr<T>()>;
    OnDemand(std::string why_not, Make make) : make_(std::move(make)), why_not_(std::move(why_not)) {}
    OnDemand& get_or_make() {
        if (made_ == nullptr && why_not_.empty()) {
            try {
                made_ = make_();
            } catch (const Error& error) {
                why_not_ = error.what();
            }
        }
        return *this;
    }
    explicit operator bool() const { return made_ != nullptr; }
    T& operator*() const { return *made_; }
    T* operator->() const { return made_.get(); }
    T* get() const { return made_.get(); }
    void reset() noexcept { made_.reset(); }
    /// Removes the profiler. Later cases do not try again, and report `why`.
    void give_up(const std::string& why) {
        reset();
        why_not_ = why;
    }
    const std::string& why_not() const { return why_not_; }

 private:
    Make make_;
    std::unique_ptr<T> made_;
    std::string why_not_;
};

/// CUPTI's profilers of one GPU; they exclude each other.
class Profilers {
 public:
    /// A null `api` means no profilers, because of `why_no_cupti`.
    Profilers(const SharedApi& api, int ordinal, const std::string& why_no_cupti);

    // Each function makes its profiler at the first call, and switches off profilers that exclude it.
    OnDemand<RangeProfiler>& counters();
    OnDemand<PmSampler>& series();
    OnDemand<PcSampler>& stalls();
    void switch_off() noexcept;
    /// Has the modules loaded after the first get_or_make().
    OnDemand<LoadedModules>& modules() { return modules_; }

    /// Prepares plan() and the profiler's configuration early. Enables nothing. Ignores errors of CUPTI: a
    /// case reports them later.
    void learn(const CounterRequest& request);
    /// Call counters() first.
    const CounterPlan& plan(const CounterRequest& request);

 private:
    bool counted_ = false;  ///< this process has already made a range profiler
    OnDemand<LoadedModules> modules_;
    OnDemand<RangeProfiler> counters_;
    OnDemand<PmSampler> series_;
    OnDemand<PcSampler> stalls_;
    std::optional<std::pair<CounterRequest, CounterPlan>> plan_;  ///< plan of the last request
};

class Session {
 public:
    /// Makes GPU `ordinal` current. Throws Error(environment) if it is absent. Works without CUPTI.
    explicit Session(int ordinal);

    const Device& device() const { return device_; }
    void make_current() const;  ///< on this thread
    /// Arena for small sorts. Null if SORTSCOPE_SEPARATE_ALLOCATIONS is set: a memory checker misses an
    /// access from one array to another within an allocation.
    cuda::Arena* arena() const { return arena_.get(); }
    const cuda::KernelTable& kernels() const { return kernels_; }
    /// Replaces the built-in kernels.
    void use_kernels(cuda::KernelTable kernels) { kernels_ = std::move(kernels); }
    const Stream& stream() const { return stream_; }
    const Nvml& nvml() const { return nvml_; }
    /// Samples clocks under half a second of integer additions.
    collector::ClockSamples clocks_under_load() const;
    /// Costs of events, launches and graphs. The first call measures them, once `may_launch` lets this GPU
    /// launch alone.
    const std::vector<DeviceLimit>& launch_costs(
        const std::function<void(collector::Launches)>& may_launch = {});
    /// Clock whose stamps time graphs; null if it is too coarse.
    const cuda::GraphClock* graph_clock();

    /// Enqueues a fill of flush_bytes().
    void flush_l2();
    size_t flush_bytes() const { return 2 * size_t(device_.l2_bytes); }
    /// Mangled name of the plain build of `kernel`; empty if unknown.
    const std::string& symbol_of(const std::string& kernel);

    /// Null if CUPTI cannot be used.
    const SharedApi& api() const { return api_; }
    const std::string& why_no_cupti() const { return why_no_cupti_; }
    Profilers& profilers() { return profilers_; }

 private:
    Device device_;
    std::unique_ptr<cuda::Arena> arena_;  ///< first allocation of the process on the GPU
    cuda::KernelTable kernels_;
    Stream stream_;
    Nvml nvml_;
    cuda::DeviceMemory scratch_;
    std::optional<cuda::GraphClock> graph_clock_;
    std::vector<DeviceLimit> launch_costs_;
    std::map<std::string, std::string> symbols_;
    std::string why_no_cupti_;
    SharedApi api_;  ///< after why_no_cupti_: the initialiser of api_ sets both
    Profilers profilers_;
};
}
