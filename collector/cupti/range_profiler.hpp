// Counters of every kernel launch: CUPTI's range profiler with one range a launch, in user replay.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "collector/cupti/checked.hpp"
#include "collector/cupti/host_api.hpp"

namespace sortscope::cupti {

/// The launches counted are not the launches made, so counters cannot be given to launches.
class LaunchMismatch : public Error {
 public:
    using Error::Error;
};

/// One GPU's range profiler. Kept over many cases, because metric names, schedules and the process's first
/// pass are what is slow; enabled only while counters are taken, so that no time is ever measured under it.
///
///     profiler.enable();
///     profiler.configure(group.metrics, launches);
///     do {
///         restore_input();          // outside the pass
///         profiler.begin_pass();
///         run_whole_sort();         // each kernel launch is one range
///     } while (!profiler.end_pass());
///     auto rows = profiler.decode(launches);
///     profiler.disable();
class RangeProfiler {
 public:
    /// For the primary context of GPU `ordinal`, which becomes current. Throws CuptiError.
    RangeProfiler(std::shared_ptr<const Api> api, int ordinal);
    ~RangeProfiler();
    RangeProfiler(const RangeProfiler&) = delete;
    RangeProfiler& operator=(const RangeProfiler&) = delete;

    /// Starts profiling of the context; nothing where that is done already. Throws CuptiError, with the
    /// remedy where there is one (permission, another profiler, virtual GPU).
    void enable();
    /// Ends a pass that is under way, and profiling.
    void disable() noexcept;

    /// The GPU's metrics.
    const ChipMetrics& chip() const { return *chip_; }
    /// Passes the present configuration takes.
    std::size_t passes() const { return config_ == nullptr ? 0 : config_->passes; }

    /// Collect `metrics` (all of which chip() has) for up to `max_ranges` launches a pass. Enables if need
    /// be.
    void configure(const std::vector<std::string>& metrics, std::size_t max_ranges);
    /// Starts counting. Kernels launched until end_pass() are ranges; copies and fills by the driver are not.
    void begin_pass();
    /// Waits for the GPU and stops counting; true when every pass has been collected.
    bool end_pass();
    /// Values by launch in launch order, each in the order of the configured metrics (NaN where one could not
    /// be evaluated). Throws LaunchMismatch unless exactly `expected` launches were counted and none was
    /// dropped.
    std::vector<std::vector<double>> decode(std::size_t expected);

 private:
    void prepare_counter_data(std::size_t max_ranges);
    CUptiResult set_config(std::size_t max_ranges);

    std::shared_ptr<const Api> api_;
    Driver driver_;
    CUcontext context_ = nullptr;
    std::unique_ptr<ChipMetrics> chip_;
    CUpti_RangeProfiler_Object* object_ = nullptr;
    std::map<std::vector<std::string>, ConfigImage> configs_;
    const ConfigImage* config_ = nullptr;  ///< of configs_, whose nodes stay where they are
    std::vector<std::string> metrics_;
    std::vector<std::uint8_t> counter_data_;
    bool in_pass_ = false;
};

/// The counter-availability image of the current context: which of the chip's counters this GPU, driver and
/// user may use. Throws CuptiError.
std::vector<std::uint8_t> counter_availability(const Api& api, CUcontext context);

}  // namespace sortscope::cupti
