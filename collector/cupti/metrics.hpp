// The hardware metrics behind each counter, and their passes on a chip.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metric/cost.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"
#include "core/records.hpp"

namespace sortscope::cupti {

class ChipMetrics;

/// One counter and its metrics. Names that differ between chips are alternatives, separated by '|'.
struct CounterSource {
    CounterId id;
    HardwareRule rule;
    std::vector<std::string> metrics;
};

/// A set of the catalogue, or the vendor's metrics asked for by name.
struct MetricGroup {
    std::string name;  ///< the set's, or "vendor"
    PassClass pass = PassClass::none;
    std::vector<CounterSource> counters;
    std::vector<std::string> vendor;  ///< names as asked for, with alternatives
};

/// A group for each set of `request`, cheapest first, then one for its vendor metrics.
std::vector<MetricGroup> groups_of(const CounterRequest& request);

/// Groups that a chip counts together.
struct ChipGroup {
    struct Counter {
        CounterSource source;
        std::vector<std::size_t> inputs;  ///< indices into metrics, in the order of source.metrics
    };
    struct Vendor {
        std::string name;   ///< as asked for
        std::size_t input;  ///< index into metrics, which has the chip's own name
    };
    std::string name;                  ///< "sass", "memory and l2"
    std::vector<std::string> sets;     ///< PassRecord::set: names of sets, and "vendor:NAME" of each metric
    std::vector<std::string> metrics;  ///< each once, all known to the chip
    std::vector<Counter> counters;
    std::vector<Vendor> vendor;
    std::vector<CounterId> missing;           ///< counters that the chip lacks
    std::vector<std::string> missing_vendor;  ///< names asked for that the chip lacks
    std::size_t passes = 0;                   ///< of its metrics; 0 if not scheduled
    PassClass pass = PassClass::none;         ///< the dearest among its groups
};

struct ChipQuestions {
    std::function<bool(const std::string& metric)> has;
    std::function<std::size_t(std::span<const std::string> metrics)> passes;  ///< of all together
};
/// Answered by `chip`, which must outlive them.
ChipQuestions questions_to(const ChipMetrics& chip);

/// `group` on the chip that `has` those metrics.
ChipGroup resolve(const MetricGroup& group, const std::function<bool(const std::string&)>& has);

/// The passes of a request on a chip. Groups of instrumented instructions share a pass if they fit, and so do
/// those of the chip's units. A group of several passes stays alone, so that others keep their ratios. Groups
/// that the chip lacks have no metrics.
std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip);

/// The same as data for display.
ChipPlan describe_plan(std::string chip, const std::vector<ChipGroup>& groups);

/// The value of one launch from `values`, which the inputs index; empty if it needs a NaN.
std::optional<std::int64_t> value_of(const ChipGroup::Counter& counter, std::span<const double> values);

/// Likewise; empty if it is below 0 or not finite.
std::optional<Number> value_of(const ChipGroup::Vendor& vendor, std::span<const double> values);

/// All passes of a case as one configuration, for the range profiler takes one each time it is enabled.
struct CounterPlan {
    std::vector<std::string> metrics;  ///< each once
    std::vector<ChipGroup> groups;     ///< of plan_passes(); inputs index CounterPlan::metrics
};
CounterPlan one_configuration(std::vector<ChipGroup> groups);

/// The pass that all `inputs` share, by `passes` of each metric; empty if they share none.
std::optional<std::size_t> common_pass(std::span<const std::size_t> inputs,
                                       std::span<const std::optional<std::size_t>> passes);

}  // namespace sortscope::cupti
