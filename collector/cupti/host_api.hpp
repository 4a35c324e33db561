// CUPTI's host side: which metrics a chip has, in how many passes, and values from counter data. Needs no GPU
// or driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "collector/cupti/cupti_api.hpp"

namespace sortscope::cupti {

/// What CUPTI says of a metric.
struct MetricProperties {
    std::string description;
    std::string unit;
    std::string hardware_unit;
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
    /// `availability` is the GPU's counter-availability image, or empty to go by the chip alone; `collector` is what will take the
    /// metrics. Throws CuptiError for a chip that CUPTI does not know or whose counters it does not offer to that collector.
    ChipMetrics(std::shared_ptr<const Api> api, std::string chip, std::vector<std::uint8_t> availability = {},
                CUpti_ProfilerType collector = CUPTI_PROFILER_TYPE_RANGE_PROFILER);
    ~ChipMetrics();
    ChipMetrics(const ChipMetrics&) = delete;
    ChipMetrics& operator=(const ChipMetrics&) = delete;

    const std::string& chip() const { return chip_; }
    /// Whether `metric`, with its roll-up ("smsp__sass_inst_executed.sum"), can be collected on this chip.
    bool has(const std::string& metric) const;
    /// Throws CuptiError for an unknown metric.
    MetricProperties properties(const std::string& metric) const;
    /// Schedules `metrics` (each of which the chip has). Throws CuptiError.
    ConfigImage schedule(std::span<const std::string> metrics) const;
    /// Values of `metrics` in range (or sample) `range` of counter data, in the order asked. A metric that cannot be
    /// evaluated is NaN and never moves the others.
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
};

}  // namespace sortscope::cupti
