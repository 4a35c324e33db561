// Counters of every kernel launch: CUPTI's range profiler with one range a launch, in user replay.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
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

/// Most launches of `metrics`, which take so many passes, that are counted at a time: a longer sort is taken
/// in portions. The time to set up an image of counter data grows faster than the number of its ranges; and
/// where instrumented instructions are counted, every second stop takes as long as all ranges that there is
/// room for (docs/measurements/README.md). Units of the chip are counted in as few portions as that allows,
/// since beginning one costs more there.
std::size_t launches_of_portion(const std::vector<std::string>& metrics, std::size_t passes);

/// One GPU's range profiler. What is slow is kept from case to case: metric names, schedules, the image of
/// counter data and, as long as it stays enabled, the driver's own set-up. While it is enabled launches cost
/// the host more, so a process that measures times disables it after each case.
///
///     profiler.enable();
///     profiler.configure(metrics, launches);
///     do {
///         restore_input();          // outside the pass
///         profiler.begin_pass();
///         run_whole_sort();         // each kernel launch is one range
///     } while (!profiler.end_pass());
///     auto rows = profiler.decode(launches);
///     profiler.disable();           // or configure() for the next sort
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
    bool enabled() const { return object_ != nullptr; }

    /// The GPU's metrics.
    const ChipMetrics& chip() const { return *chip_; }
    /// Passes the present configuration takes.
    std::size_t passes() const { return config_ == nullptr ? 0 : config_->passes; }
    /// How many of a sort's `launches` are counted at a time where `metrics` are.
    std::size_t portion(const std::vector<std::string>& metrics, std::size_t launches);
    /// Works out the configuration of `metrics`, which takes no GPU, ahead of configure().
    void learn(const std::vector<std::string>& metrics) { configuration(metrics); }

    /// Collect `metrics` (all of which chip() has) for up to `max_ranges` launches a pass. Enables if need
    /// be. The present configuration serves again where it is of the same metrics and has room; for another
    /// one profiling is ended and begun again.
    void configure(const std::vector<std::string>& metrics, std::size_t max_ranges);
    /// In which pass of the present configuration, from 0, each of its metrics is counted, in their order;
    /// nothing for one that takes counters of several passes. Found out, the first time, by counting what
    /// `launch` launches (one kernel of any kind) pass by pass.
    const std::vector<std::optional<std::size_t>>& passes_of_metrics(const std::function<void()>& launch);
    /// Starts counting. Kernels launched until end_pass() are ranges; copies and fills by the driver are not.
    void begin_pass();
    /// Waits for the GPU and stops counting; true when every pass has been collected.
    bool end_pass();
    /// Values by launch in launch order, each in the order of the configured metrics (NaN where one could not
    /// be evaluated). Throws LaunchMismatch unless exactly `expected` launches were counted and none was
    /// dropped.
    std::vector<std::vector<double>> decode(std::size_t expected);

 private:
    struct Configuration {
        ConfigImage image;
        std::vector<std::optional<std::size_t>> passes_of_metrics;  ///< empty until found out
    };

    Configuration& configuration(const std::vector<std::string>& metrics);
    bool serves(const std::vector<std::string>& metrics, std::size_t max_ranges) const;
    void make_room(std::size_t ranges);
    void prepare_counter_data(std::size_t ranges);
    CUptiResult set_config(std::size_t max_ranges);
    /// Reads what was counted into the counter data; returns how many ranges stand there now.
    std::size_t read(std::size_t& dropped);
    std::vector<std::vector<double>> evaluate(std::size_t first, std::size_t count);

    std::shared_ptr<const Api> api_;
    Driver driver_;
    CUcontext context_ = nullptr;
    std::unique_ptr<ChipMetrics> chip_;
    std::vector<std::unique_ptr<ChipMetrics>> evaluators_;  ///< one a thread
    CUpti_RangeProfiler_Object* object_ = nullptr;
    std::map<std::vector<std::string>, Configuration> configs_;
    const ConfigImage* config_ = nullptr;  ///< of configs_, whose nodes stay where they are
    std::vector<std::string> metrics_;
    std::vector<std::uint8_t> counter_data_,
        pristine_;  ///< the image, and how it was before anything was counted
    bool pristine_now_ = false;
    std::size_t capacity_ = 0;  ///< ranges that it has room for
    std::size_t used_ = 0;      ///< ranges that stand in it, or capacity_ where that is not known
    std::size_t first_ = 0;     ///< range of the first launch that is being counted
    bool in_pass_ = false;
    bool in_cycle_ = false;  ///< passes were begun, but not all collected
};

/// The counter-availability image of the current context: which of the chip's counters this GPU, driver and
/// user may use. Throws CuptiError.
std::vector<std::uint8_t> counter_availability(const Api& api, CUcontext context);

}  // namespace sortscope::cupti
