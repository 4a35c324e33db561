// Counters of every launch: CUPTI's range profiler with one range per launch, in user replay.
#pragma once

#include "collector/cupti/metrics.hpp"

namespace sortscope::cupti {
/// CUPTI counted other launches than the sort made.
class LaunchMismatch : public Error {
 public:
    using Error::Error;
};

/// Most launches to count at a time. CUPTI's time to set up counter data grows faster than their number.
/// Instrumented instructions get smaller chunks than metrics of hardware units, since beginning such a chunk
/// costs less (docs/measurements/README.md).
size_t launches_of_chunk(const std::vector<std::string>& metrics, size_t passes);

/// From case to case, keeps the objects that are slow to make. An enabled profiler makes launches cost the
/// host more, so a process that also measures times disables it after each case. Call enable() and
/// configure(). Repeat begin_pass(), the launches and end_pass() until end_pass() returns true. Then call
/// decode().
class RangeProfiler {
 public:
    /// Makes the primary context of GPU `ordinal` current. Throws CuptiError.
    RangeProfiler(SharedApi api, int ordinal);
    /// Uses `context` of GPU `ordinal`, which must be current. Throws CuptiError.
    RangeProfiler(SharedApi api, CUcontext context, int ordinal);
    ~RangeProfiler();

    /// Does nothing if enabled. Throws CuptiError.
    void enable();
    /// Ends the current pass, if any, then disables profiling.
    void disable() noexcept;
    bool enabled() const { return object_ != nullptr; }

    const ChipMetrics& chip() const { return *chip_; }
    /// Passes of the present configuration.
    size_t passes() const { return config_ == nullptr ? 0 : config_->passes; }
    /// Number of `launches` to count at a time.
    size_t chunk(const std::vector<std::string>& metrics, size_t launches);
    /// Schedules `metrics` ahead of configure(), without the GPU.
    void learn(const std::vector<std::string>& metrics) { configuration(metrics); }

    /// Collects `metrics`, which chip() must have, for up to `max_ranges` launches a pass. Restarts profiling
    /// unless the present configuration has the same metrics and room.
    void configure(const std::vector<std::string>& metrics, size_t max_ranges);
    /// The pass of each configured metric, from 0; empty if the metric needs several passes. The first call
    /// for a configuration counts `launch`, which must launch exactly one kernel.
    const std::vector<std::optional<size_t>>& passes_of_metrics(const std::function<void()>& launch);
    /// Begins a pass. Each kernel until end_pass() is a range; the driver's copies and fills are no ranges.
    void begin_pass();
    /// Waits for the GPU and stops counting. Returns true once all passes are collected.
    bool end_pass();
    /// Values by launch, then metric (NaN if CUPTI cannot evaluate it). Throws LaunchMismatch unless exactly
    /// `expected` launches were counted and none was dropped.
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
    /// Decodes into the counter data; returns the number of its ranges.
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
    std::vector<uint8_t> counter_data_, pristine_;  ///< the image now, and before any counting
    bool pristine_now_ = false;
    size_t capacity_ = 0;  ///< ranges that fit the image
    size_t used_ = 0;      ///< ranges in the image, capacity_ if unknown
    size_t first_ = 0;     ///< range of the first launch of this pass
    bool in_pass_ = false;
    bool in_cycle_ = false;  ///< between the first and the last pass
};
}
