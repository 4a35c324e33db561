// Which hardware metrics each counter of the catalogue is taken from, as data.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collector/backend.hpp"
#include "core/metric/metric.hpp"

namespace sortscope::cupti {

/// One counter and its metrics. Names that differ between chips are separated by '|': the first that a chip
/// has counts.
struct CounterSource {
    CounterId id;
    HardwareRule rule;
    std::vector<std::string_view> metrics;
    std::string_view sentence;  ///< what the hardware counts, where it needs saying
};

/// Metrics that are collected together. Counters of one group come from one run of the sort wherever CUPTI
/// schedules the group in one pass, so ratios within a group never mix runs.
struct MetricGroup {
    std::string_view name;
    std::string_view sentence;
    std::vector<CounterSource> counters;
};

/// All groups, the cheapest first.
const std::vector<MetricGroup>& metric_groups();

using collector::CounterSet;

/// The groups of `set`: none, the group "sass", or all of them.
std::vector<const MetricGroup*> groups_of(CounterSet set);

/// A group as one chip has it.
struct ChipGroup {
    struct Counter {
        CounterSource source;
        std::vector<std::size_t> inputs;  ///< indices into metrics, in the order of source.metrics
    };
    std::string name;
    std::vector<std::string> metrics;  ///< each once, all known to the chip
    std::vector<Counter> counters;
    std::vector<CounterId> missing;  ///< counters of the group that this chip does not have
};

/// `group` for the chip that `has` answers for.
ChipGroup resolve(const MetricGroup& group, const std::function<bool(const std::string&)>& has);

/// Counters of one launch from `values`, which are in the order of group.metrics. A value that is not a
/// number leaves out the counters that need it and no others. Throws Error(internal) where the number of
/// values is wrong.
std::vector<CounterValue> measured_counters(const ChipGroup& group, std::span<const double> values);

}  // namespace sortscope::cupti
