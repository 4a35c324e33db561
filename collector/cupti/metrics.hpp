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

/// `group` on the chip that `has` those metrics.
ChipGroup resolve(const MetricGroup& group, const std::function<bool(const std::string&)>& has);

/// The passes of a request on a chip. Groups of instrumented instructions share a pass if they fit, and so do
/// those of the chip's units. A group of several passes stays alone, so that others keep their ratios. Groups
/// that the chip lacks have no metrics.
std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip);

/// The same as data for display.
ChipPlan describe_plan(std::string chip, const std::vector<ChipGroup>& groups);

/// Counters of one launch from `values`, in the order of group.metrics. A NaN leaves out the counters that
/// need it.
std::vector<CounterValue> measured_counters(const ChipGroup& group, std::span<const double> values);

/// The vendor's metrics of one launch, likewise, without those below 0 or not finite.
std::vector<VendorValue> vendor_values(const ChipGroup& group, std::span<const double> values);

/// Why hardware values may give no counter, as half a sentence: "instructions that move 64 or 128 bits a
/// thread ..."; empty if they always do.
std::string_view why_undecided(HardwareRule rule);

/// All passes of a case as one configuration, for the range profiler takes one each time it is enabled.
struct CounterPlan {
    struct Part {
        ChipGroup group;
        std::vector<std::size_t> columns;  ///< index of each of group.metrics in CounterPlan::metrics
    };
    std::vector<std::string> metrics;  ///< each once
    std::vector<Part> parts;           ///< in the order of plan_passes()
};
CounterPlan one_configuration(std::vector<ChipGroup> groups);

/// The `columns` of one launch's `values`.
std::vector<double> pick(std::span<const double> values, std::span<const std::size_t> columns);

/// The pass that all `columns` share, by `passes` of each; empty if they share none.
std::optional<std::size_t> common_pass(std::span<const std::size_t> columns,
                                       std::span<const std::optional<std::size_t>> passes);

}  // namespace sortscope::cupti
