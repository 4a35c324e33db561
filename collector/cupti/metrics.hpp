// Which hardware metrics each counter of the catalogue is taken from, as data, and how they are put into
// passes.
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

/// One counter and its metrics. Names that differ between chips are separated by '|': the first that a chip
/// has counts.
struct CounterSource {
    CounterId id;
    HardwareRule rule;
    std::vector<std::string_view> metrics;
    std::string_view sentence;  ///< what the hardware counts, where it needs saying
};

/// What is taken together where a chip can count it in one pass: a set of the catalogue, or vendors' metrics
/// asked for by name.
struct MetricGroup {
    std::string name;  ///< of the set; "vendor"
    PassClass pass = PassClass::none;
    std::vector<CounterSource> counters;
    std::vector<std::string> vendor;  ///< names with alternatives, as they were asked for
};

/// A group for each set of `request`, the cheapest first, then one for its vendor's metrics.
std::vector<MetricGroup> groups_of(const CounterRequest& request);

/// Groups that one chip takes together.
struct ChipGroup {
    struct Counter {
        CounterSource source;
        std::vector<std::size_t> inputs;  ///< indices into metrics, in the order of source.metrics
    };
    struct Vendor {
        std::string name;   ///< as it was asked for
        std::size_t input;  ///< index into metrics, where the chip's own name stands
    };
    std::string name;                  ///< of its groups: "sass", "memory and l2"
    std::vector<std::string> sets;     ///< what its pass is recorded as (pass_names()): names of sets, and
                                       ///< "vendor:NAME" of each metric
    std::vector<std::string> metrics;  ///< each once, all known to the chip
    std::vector<Counter> counters;
    std::vector<Vendor> vendor;
    std::vector<CounterId> missing;           ///< counters that this chip does not have
    std::vector<std::string> missing_vendor;  ///< names asked for that this chip does not have
    std::size_t passes = 0;                   ///< that its metrics take; 0 where it was not scheduled
    PassClass pass = PassClass::none;         ///< the dearest class among them
};

/// What is asked of a chip.
struct ChipQuestions {
    std::function<bool(const std::string& metric)> has;
    std::function<std::size_t(std::span<const std::string> metrics)> passes;  ///< that these take together
};

/// `group` for the chip that `has` answers for.
ChipGroup resolve(const MetricGroup& group, const std::function<bool(const std::string&)>& has);

/// The passes of a request on a chip: groups of instrumented instructions, and those of the chip's units, are
/// put together as long as they take one pass. A group that takes several passes by itself stays alone, so
/// that it makes no ratio of others impossible. Groups of which the chip has nothing are among them, with no
/// metrics.
std::vector<ChipGroup> plan_passes(const CounterRequest& request, const ChipQuestions& chip);

/// The same in words that others can read.
ChipPlan describe_plan(std::string chip, const std::vector<ChipGroup>& groups);

/// Counters of one launch from `values`, which are in the order of group.metrics. A value that is not a
/// number leaves out the counters that need it and no others. Throws Error(internal) where the number of
/// values is wrong.
std::vector<CounterValue> measured_counters(const ChipGroup& group, std::span<const double> values);

/// The vendor's metrics of one launch, likewise, under the names that they were asked for by (the chip's own,
/// where there were alternatives). One that is not a finite number from 0 on is left out.
std::vector<VendorValue> vendor_values(const ChipGroup& group, std::span<const double> values);

/// Why a launch whose hardware values are there has no value of a counter, as half a sentence: "instructions
/// that move 64 or 128 bits a thread ..."; empty where there is no reason but the hardware's value itself.
std::string_view why_undecided(HardwareRule rule);

/// All passes of a case as one configuration: the range profiler takes one each time it is switched on.
struct CounterPlan {
    struct Part {
        ChipGroup group;
        std::vector<std::size_t> columns;  ///< where each of group.metrics stands in CounterPlan::metrics
    };
    std::vector<std::string> metrics;  ///< each once
    std::vector<Part> parts;           ///< of plan_passes(), in its order
};
CounterPlan one_configuration(std::vector<ChipGroup> groups);

/// The values of one launch, in the order of CounterPlan::metrics, that `columns` name.
std::vector<double> pick(std::span<const double> values, std::span<const std::size_t> columns);

/// The pass that all of `columns` are of; nothing where they are not of one, or one is of several. `passes`
/// is by column.
std::optional<std::size_t> common_pass(std::span<const std::size_t> columns,
                                       std::span<const std::optional<std::size_t>> passes);

}  // namespace sortscope::cupti
