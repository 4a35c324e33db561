// A chip's metrics, their passes, and values from counter data. Needs no GPU or driver.
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

/// Metrics scheduled for collection.
struct ConfigImage {
    std::vector<std::uint8_t> bytes;
    std::size_t passes = 0;
};

/// Pointers into `names`.
std::vector<const char*> c_strings(std::span<const std::string> names);

/// The first of `alternatives` ("a|b") for which `has` is true; empty if none.
std::optional<std::string> first_alternative(std::string_view alternatives,
                                             const std::function<bool(const std::string&)>& has);

/// Such as "GH100".
std::vector<std::string> known_chips(const Api& api);

/// Such as "GH100". Throws CuptiError.
std::string chip_of_device(const Api& api, int ordinal);

class ChipMetrics {
 public:
    /// `availability`: the GPU's image; empty to go by the chip alone. Throws CuptiError if CUPTI does not
    /// know the chip or offers no counters to that `collector`.
    ChipMetrics(SharedApi api, std::string chip, std::vector<std::uint8_t> availability = {},
                CUpti_ProfilerType collector = CUPTI_PROFILER_TYPE_RANGE_PROFILER);
    ~ChipMetrics();
    ChipMetrics(const ChipMetrics&) = delete;
    ChipMetrics& operator=(const ChipMetrics&) = delete;

    const std::string& chip() const { return chip_; }
    /// `metric` has a roll-up: "smsp__sass_inst_executed.sum".
    bool has(const std::string& metric) const;
    /// Without roll-up ("smsp__sass_inst_executed"), sorted.
    std::vector<std::string> base_metrics() const;
    /// As first_alternative().
    std::optional<std::string> first_of(std::string_view alternatives) const;
    /// Names the nearest that the chip has.
    std::string unknown_metric_sentence(std::string_view alternatives) const;
    /// Throws CuptiError.
    ConfigImage schedule(std::span<const std::string> metrics) const;
    /// Values in a range or sample of counter data; NaN if CUPTI cannot evaluate one.
    std::vector<double> evaluate(std::span<const std::uint8_t> counter_data, std::size_t range,
                                 std::span<const std::string> metrics) const;

 private:
    CUpti_Profiler_Host_Object* open() const;
    void close(CUpti_Profiler_Host_Object* object) const noexcept;

    SharedApi api_;
    std::string chip_;
    std::vector<std::uint8_t> availability_;
    CUpti_ProfilerType collector_;
    CUpti_Profiler_Host_Object* object_ = nullptr;
    mutable CUpti_Profiler_Host_Object* asked_ = nullptr;  ///< for has(); never scheduled
    mutable std::map<std::string, bool> answers_;          ///< of has()
};

}  // namespace sortscope::cupti
