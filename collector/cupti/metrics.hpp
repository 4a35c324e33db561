// A chip's metrics, their passes, and values from counter data. Needs no GPU or driver.
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
/// Metrics scheduled for collection.
struct ConfigImage {
    std::vector<uint8_t> bytes;
    size_t passes = 0;
};

/// Pointers into `names`.
std::vector<const char*> c_strings(std::span<const std::string> names);

/// The first of `alternatives` ("a|b") for which `has` is true; empty if none.
std::optional<std::string> first_alternative(std::string_view alternatives,
                                             const std::function<bool(const std::string&)>& has);

/// Names of all chips that CUPTI knows, such as "GH100".
std::vector<std::string> known_chips(const Api& api);

/// Name of the GPU's chip, such as "GH100". Throws CuptiError.
std::string chip_of_device(const Api& api, int ordinal);

class ChipMetrics {
 public:
    /// `availability`: image of the counters that the GPU offers; empty: all counters of the chip. Throws
    /// CuptiError if CUPTI does not know the chip or offers no counters to `collector`.
    ChipMetrics(SharedApi api, std::string chip, std::vector<uint8_t> availability = {},
                CUpti_ProfilerType collector = CUPTI_PROFILER_TYPE_RANGE_PROFILER);
    ~ChipMetrics();
    ChipMetrics(const ChipMetrics&) = delete;
    ChipMetrics& operator=(const ChipMetrics&) = delete;

    const std::string& chip() const { return chip_; }
    /// Returns true if the chip has `metric`, named with roll-up: "smsp__sass_inst_executed.sum".
    bool has(const std::string& metric) const;
    /// Names without roll-up ("smsp__sass_inst_executed"), sorted.
    std::vector<std::string> base_metrics() const;
    /// The first of `alternatives` ("a|b") that the chip has; empty if none.
    std::optional<std::string> first_of(std::string_view alternatives) const;
    /// Sentence that the chip lacks `alternatives`, with the nearest metrics of the chip.
    std::string unknown_metric_sentence(std::string_view alternatives) const;
    /// Schedules `metrics` in passes. Throws CuptiError.
    ConfigImage schedule(std::span<const std::string> metrics) const;
    /// Values of `metrics` in a range or sample of counter data; NaN if CUPTI cannot evaluate a metric.
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
    mutable CUpti_Profiler_Host_Object* asked_ = nullptr;  ///< for has(); never scheduled
    mutable std::map<std::string, bool> answers_;          ///< of has()
};

/// Sets that a chip counts together, or vendor metrics asked for by name.
struct ChipGroup : ChipPass {
    struct Counter {
        const Metric* row;
        std::vector<size_t> inputs;  ///< indices into names, in the order of row->hardware.names
    };
    struct Vendor {
        std::string name;  ///< the chip's name of the metric
        size_t input;      ///< index into names
        std::string set;   ///< name in sets
    };
    std::vector<Counter> counters{};
    std::vector<Vendor> vendor{};
    std::vector<CounterId> missing{};           ///< counters that the chip lacks
    std::vector<std::string> missing_vendor{};  ///< vendor metrics that the chip lacks
};

struct ChipQuestions {
    std::function<bool(const std::string& metric)> has;
    std::function<size_t(std::span<const std::string> metrics)> passes;  ///< of all metrics together
};
/// Questions that `chip` answers. `chip` must outlive them.
ChipQuestions questions_to(const ChipMetrics& chip);

/// Finds the chip's metrics for `set`, or for vendor metrics `asked` by name ("A|B": the first that the chip
/// has). Does not schedule: passes is 0.
ChipGroup resolve(const MetricSet& set, const std::function<bool(const std::string&)>& has);
ChipGroup resolve(std::span<const std::string> asked, const std::function<bool(const std::string&)>& has);

/// Groups sets, cheapest first, then vendor metrics. Sets share a group if they fit one pass, but
/// instrumented instructions and hardware units never share a group. A set that needs several passes gets its
/// own group, so that the counters of every other set come from one pass. Sets that the chip lacks have no
/// metrics.
std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip);

/// Makes groups of one pass each, for programs that run once for each group. Splits sets of several passes by
/// counter. The first group's `missing` and `missing_vendor` also get the counters and metrics that need
/// several passes or that the chip lacks.
std::vector<ChipGroup> single_passes(std::vector<ChipGroup> groups, const ChipQuestions& chip);

/// Converts `groups` to data for display.
ChipPlan describe_plan(std::string chip, const std::vector<ChipGroup>& groups);

/// One launch's value of `counter`, whose inputs index `values`; empty if an input is NaN.
std::optional<int64_t> value_of(const ChipGroup::Counter& counter, std::span<const double> values);

/// One launch's value of a vendor metric; empty if it is below 0 or not finite.
std::optional<Number> value_of(const ChipGroup::Vendor& vendor, std::span<const double> values);

/// All groups of a case: the range profiler takes one configuration each time it is enabled.
struct CounterPlan {
    std::vector<std::string> metrics;  ///< each metric once
    std::vector<ChipGroup> groups;     ///< of plan_passes(); inputs index CounterPlan::metrics
};
CounterPlan one_configuration(std::vector<ChipGroup> groups);

/// The pass that all `inputs` share; empty if their passes differ.
std::optional<size_t> common_pass(std::span<const size_t> inputs,
                                  std::span<const std::optional<size_t>> passes);
}
