// Counters of each launch: CUPTI's range profiler, one range per launch, in user replay.
#pragma once

#include "collector/cupti/metrics.hpp"

namespace sortscope::cupti {
/// CUPTI counted more or fewer launches than the sort made.
class LaunchMismatch : public Error {
 public:
    using Error::Error;
};

/// Most launches to count at a time: CUPTI's time to set up counter data grows faster than their number. A
/// chunk of instrumented instructions begins cheaply, so it is smaller (docs/measurements/README.md).
size_t launches_of_chunk(const std::vector<std::string>& metrics, size_t passes);

/// Call enable() and configure(). Repeat begin_pass(), the launches, and end_pass() until it returns true.
/// Then call decode(). The profiler keeps objects that are slow to create for later cases. While enabled, it
/// slows launches on the host: a process that also measures times disables it after each case.
class RangeProfiler {
 public:
    /// Makes the primary context of GPU `ordinal` current. Throws CuptiError.
    RangeProfiler(SharedApi api, int ordinal);
    /// `context` of GPU `ordinal` must be current. Throws CuptiError.
    RangeProfiler(SharedApi api, CUcontext context, int ordinal);
    ~RangeProfiler();

    /// No effect if already enabled. Throws CuptiError.
    void enable();
    /// Also ends the current pass.
    void disable() noexcept;
    bool enabled() const { return object_ != nullptr; }

    const ChipMetrics& chip() const { return *chip_; }
    /// Passes of the present configuration.
    size_t passes() const { return config_ == nullptr ? 0 : config_->passes; }
    /// Launches to count at a time, of `launches`.
    size_t chunk(const std::vector<std::string>& metrics, size_t launches);
    /// Schedules `metrics` before configure(), without a GPU.
    void learn(const std::vector<std::string>& metrics) { configuration(metrics); }

    /// Collects `metrics` for up to `max_ranges` launches a pass. chip() must have them. Restarts profiling
    /// if metrics change or room is short.
    void configure(const std::vector<std::string>& metrics, size_t max_ranges);
    /// Pass of each metric, from 0; empty if the metric needs several passes. `launch` must launch exactly
    /// one kernel; the first call after a new configuration counts it.
    const std::vector<std::optional<size_t>>& passes_of_metrics(const std::function<void()>& launch);
    /// Each kernel until end_pass() becomes a range; the driver's copies and fills do not.
    void begin_pass();
    /// Waits for the GPU and stops counting. Returns true once all passes are collected.
    bool end_pass();
    /// Values by launch, then metric; NaN if CUPTI cannot evaluate a metric. Throws LaunchMismatch if
    /// launches were dropped or their number is not `expected`.
    std::vector<std::vector<double>> decode(size_t expected);

 private:
    struct Configuration {
        ConfigImage image;
        std::vector<std::optional<size_t>> passes_of_metrics;  ///< empty until known
    };

    Configuration& configuration(const std::vector<std::string>& metrics);
    bool serves(const std::vector<std::string>& metrics, size_t max_ranges) const;
    void make_room(size_t ranges);
    void prepare_counter_data(size_t ranges);
    /// Returns the number of ranges in the counter data.
    size_t read(size_t& dropped);
    std::vector<std::vector<double>> evaluate(size_t first, size_t count);

    SharedApi api_;
    CUcontext context_ = nullptr;
    std::unique_ptr<ChipMetrics> chip_;
    std::vector<std::unique_ptr<ChipMetrics>> evaluators_;  ///< by thread
    CUpti_RangeProfiler_Object* object_ = nullptr;
    std::map<std::vector<std::string>, Configuration> configs_;
    const ConfigImage* config_ = nullptr;  ///< points into configs_
    std::vector<std::string> metrics_;
    std::vector<uint8_t> counter_data_, pristine_;  ///< the image now, and before any count
    bool pristine_now_ = false;
    size_t capacity_ = 0;  ///< ranges that fit the image
    size_t used_ = 0;      ///< ranges in the image; capacity_ if unknown
    size_t first_ = 0;     ///< range of the first launch of this pass
    bool in_pass_ = false;
    bool in_cycle_ = false;  ///< between the first and the last pass
};
}
