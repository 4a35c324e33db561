// CUPTI's host side: which metrics a chip has, in how many passes, and values from counter data. Needs no GPU
// or driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collector/cupti/cupti_api.hpp"

namespace sortscope::cupti {

/// What CUPTI says of a metric.
struct MetricProperties {
    std::string description;
    std::string unit;
};

/// Metrics scheduled for collection.
struct ConfigImage {
    std::vector<std::uint8_t> bytes;
    std::size_t passes = 0;
};

/// The chips that this libcupti knows, such as "GH100".
std::vector<std::string> known_chips(const Api& api);

/// The chip of GPU `ordinal`, such as "GH100". Throws CuptiError.
std::string chip_of_device(const Api& api, int ordinal);

/// One chip's metrics.
class ChipMetrics {
 public:
    /// `availability` is the GPU's counter-availability image, or empty to go by the chip alone; `collector`
    /// is what will take the metrics. Throws CuptiError for a chip that CUPTI does not know or whose counters
    /// it does not offer to that collector.
    ChipMetrics(std::shared_ptr<const Api> api, std::string chip, std::vector<std::uint8_t> availability = {},
                CUpti_ProfilerType collector = CUPTI_PROFILER_TYPE_RANGE_PROFILER);
    ~ChipMetrics();
    ChipMetrics(const ChipMetrics&) = delete;
    ChipMetrics& operator=(const ChipMetrics&) = delete;

    const std::string& chip() const { return chip_; }
    /// Whether `metric`, with its roll-up ("smsp__sass_inst_executed.sum"), can be collected on this chip.
    bool has(const std::string& metric) const;
    /// The names without roll-up of all metrics of the chip ("smsp__sass_inst_executed"), in order of the
    /// alphabet.
    std::vector<std::string> base_metrics() const;
    /// Which of `alternatives` (separated by '|') the chip has: the first; nothing where it has none.
    std::optional<std::string> first_of(std::string_view alternatives) const;
    /// Why the chip has none of `alternatives`, as a sentence with the nearest names that it has.
    std::string unknown_metric_sentence(std::string_view alternatives) const;
    /// Throws CuptiError for an unknown metric.
    MetricProperties properties(const std::string& metric) const;
    /// Schedules `metrics` (each of which the chip has). Throws CuptiError.
    ConfigImage schedule(std::span<const std::string> metrics) const;
    /// Values of `metrics` in range (or sample) `range` of counter data, in the order asked. A metric that
    /// cannot be evaluated is NaN and never moves the others.
    std::vector<double> evaluate(std::span<const std::uint8_t> counter_data, std::size_t range,
                                 std::span<const std::string> metrics) const;

 private:
    CUpti_Profiler_Host_Object* open() const;
    void close(CUpti_Profiler_Host_Object* object) const noexcept;

    std::shared_ptr<const Api> api_;
    std::string chip_;
    std::vector<std::uint8_t> availability_;
    CUpti_ProfilerType collector_;
    CUpti_Profiler_Host_Object* object_ = nullptr;
    mutable CUpti_Profiler_Host_Object* asked_ =
        nullptr;  ///< gathers what has() is asked for; never scheduled
    mutable std::map<std::string, bool, std::less<>> answers_;  ///< of has()
};

}  // namespace sortscope::cupti
