// The hardware metrics behind each counter, and their passes on a chip.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/metric/cost.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"

namespace sortscope::cupti {

class ChipMetrics;

/// Sets that a chip counts together, or vendor metrics asked for by name.
struct ChipGroup : ChipPass {
    struct Counter {
        const Metric* row;
        std::vector<std::size_t> inputs;  ///< indices into names, in the order of row->hardware.names
    };
    struct Vendor {
        std::string name;   ///< the chip's
        std::size_t input;  ///< index into names
        std::string set;    ///< of sets
    };
    std::vector<Counter> counters{};
    std::vector<Vendor> vendor{};
    std::vector<CounterId> missing{};           ///< on the chip
    std::vector<std::string> missing_vendor{};  ///< on the chip
};

struct ChipQuestions {
    std::function<bool(const std::string& metric)> has;
    std::function<std::size_t(std::span<const std::string> metrics)> passes;  ///< of all together
};
/// Answered by `chip`, which must outlive them.
ChipQuestions questions_to(const ChipMetrics& chip);

/// `set`, or vendor metrics `asked` by name ("A|B": the first that the chip has). Not scheduled: passes is 0.
ChipGroup resolve(const MetricSet& set, const std::function<bool(const std::string&)>& has);
ChipGroup resolve(std::span<const std::string> asked, const std::function<bool(const std::string&)>& has);

/// A group for each set, cheapest first, then one for vendor metrics. Sets of instrumented instructions share
/// a group if they fit one pass, and so do those of the chip's units. A set of several passes stays alone, so
/// that others keep their ratios. Sets that the chip lacks have no metrics.
std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip);

/// The same as data for display.
ChipPlan describe_plan(std::string chip, const std::vector<ChipGroup>& groups);

/// One launch's value from `values`, which the inputs index; empty if it needs a NaN.
std::optional<std::int64_t> value_of(const ChipGroup::Counter& counter, std::span<const double> values);

/// Likewise; empty if it is below 0 or not finite.
std::optional<Number> value_of(const ChipGroup::Vendor& vendor, std::span<const double> values);

/// All groups of a case: the range profiler takes one configuration each time it is enabled.
struct CounterPlan {
    std::vector<std::string> metrics;  ///< each once
    std::vector<ChipGroup> groups;     ///< of plan_passes(); inputs index CounterPlan::metrics
};
CounterPlan one_configuration(std::vector<ChipGroup> groups);

/// The pass that all `inputs` share; empty if none.
std::optional<std::size_t> common_pass(std::span<const std::size_t> inputs,
                                       std::span<const std::optional<std::size_t>> passes);

}  // namespace sortscope::cupti
