// A chip's metrics, passes and counter values. Needs no GPU or driver.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>

#include "collector/cupti/cupti_api.hpp"
#include "core/metric/cost.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"

namespace sortscope::cupti {
/// Metrics scheduled in passes.
struct ConfigImage {
    std::vector<uint8_t> bytes;
    size_t passes = 0;
};

/// Pointers into `names`.
std::vector<const char*> c_strings(std::span<const std::string> names);

/// The first of `alternatives` ("a|b") for which `has` is true.
std::optional<std::string> first_alternative(std::string_view alternatives,
                                             const std::function<bool(const std::string&)>& has);

/// Names of all chips that CUPTI knows, such as "GH100".
std::vector<std::string> known_chips(const Api& api);

/// Name of the GPU's chip, such as "GH100". Throws CuptiError.
std::string chip_of_device(const Api& api, int ordinal);

class ChipMetrics {
 public:
    /// `availability`: image of the counters that the GPU offers; empty: all counters of the chip. Throws
    /// CuptiError for an unknown chip, or if CUPTI has no counters for `collector`.
    ChipMetrics(SharedApi api, std::string chip, std::vector<uint8_t> availability = {},
                CUpti_ProfilerType collector = CUPTI_PROFILER_TYPE_RANGE_PROFILER);
    ~ChipMetrics();
    ChipMetrics(const ChipMetrics&) = delete;
    ChipMetrics& operator=(const ChipMetrics&) = delete;

    const std::string& chip() const { return chip_; }
    /// `metric` has a roll-up: "smsp__sass_inst_executed.sum".
    bool has(const std::string& metric) const;
    /// Names without roll-up ("smsp__sass_inst_executed"), sorted.
    std::vector<std::string> base_metrics() const;
    /// The first of `alternatives` ("a|b") that the chip has.
    std::optional<std::string> first_of(std::string_view alternatives) const;
    /// Says that the chip lacks `alternatives`, and names its nearest metrics.
    std::string unknown_metric_sentence(std::string_view alternatives) const;
    /// Schedules `metrics` in passes. Throws CuptiError.
    ConfigImage schedule(std::span<const std::string> metrics) const;
    /// Values of `metrics` in one range or sample; NaN if CUPTI cannot evaluate a metric.
    std::vector<double> evaluate(std::span<const uint8_t> counter_data, size_t range,
                                 std::span<const std::string> metrics) const;

 private:
    CUpti_Profiler_Host_Object* open() const;
    void close(CUpti_Profiler_Host_Object* object) const noexcept;

    SharedApi api_;
    std::string chip_;
    std::vector<uint8_t> availability_;
    CUpti_ProfilerType collector_;
    CUpti_Profiler_Host_Object* object_ = nullptr;
    mutable CUpti_Profiler_Host_Object* asked_ = nullptr;  ///< host object of has(); never schedules
    mutable std::map<std::string, bool> answers_;          ///< results of has()
};

/// Sets that a chip counts together, or requested vendor metrics.
struct ChipGroup : ChipPass {
    struct Counter {
        const Metric* row;
        std::vector<size_t> inputs;  ///< indices into ChipGroup::names, in the order of row->hardware.names
    };
    struct Vendor {
        std::string name;  ///< the chip's name of the metric
        size_t input;      ///< index into ChipGroup::names
        std::string set;   ///< one of ChipGroup::sets
    };
    std::vector<Counter> counters{};
    std::vector<Vendor> vendor{};
    std::vector<CounterId> missing{};           ///< counters that the chip lacks
    std::vector<std::string> missing_vendor{};  ///< vendor metrics that the chip lacks
};

struct ChipQuestions {
    std::function<bool(const std::string& metric)> has;
    std::function<size_t(std::span<const std::string> metrics)> passes;  ///< passes of all `metrics` together
};
/// `chip` must outlive the result.
ChipQuestions questions_to(const ChipMetrics& chip);

/// Finds the chip's metrics for `set`, or for the vendor metrics `asked` ("A|B": the first that the chip
/// has). `passes` stays 0.
ChipGroup resolve(const MetricSet& set, const std::function<bool(const std::string&)>& has);
ChipGroup resolve(std::span<const std::string> asked, const std::function<bool(const std::string&)>& has);

/// Groups sets, cheapest first, then vendor metrics. Sets that fit one pass together share a group;
/// instrumented instructions and hardware units never share. A set of several passes gets its own group, so
/// each other set comes from one pass. A set has no metrics if the chip lacks it.
std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip);

/// Makes groups of one pass, for programs that run once for each group. Splits sets of several passes by
/// counter. The first group's `missing` and `missing_vendor` also list what needs several passes or is
/// absent.
std::vector<ChipGroup> single_passes(std::vector<ChipGroup> groups, const ChipQuestions& chip);

/// For display.
ChipPlan describe_plan(std::string chip, const std::vector<ChipGroup>& groups);

/// Value of `counter` for one launch; its inputs index `values`. Empty if an input is NaN.
std::optional<int64_t> value_of(const ChipGroup::Counter& counter, std::span<const double> values);

/// Value of a vendor metric for one launch; empty if negative or not finite.
std::optional<Number> value_of(const ChipGroup::Vendor& vendor, std::span<const double> values);

/// All groups of a case in one configuration: the range profiler accepts one each time it is enabled.
struct CounterPlan {
    std::vector<std::string> metrics;  ///< each metric once
    std::vector<ChipGroup> groups;     ///< from plan_passes(); inputs index CounterPlan::metrics
};
CounterPlan one_configuration(std::vector<ChipGroup> groups);

/// The pass shared by all `inputs`; empty if they have several.
std::optional<size_t> common_pass(std::span<const size_t> inputs,
                                  std::span<const std::optional<size_t>> passes);
}
