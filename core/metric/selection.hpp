// Counters that a user requests: named selections, single metrics and vendor metrics.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metric/metric.hpp"

namespace sortscope {

/// Counters of a case. Whole sets are counted, since a set costs one pass; so the names of its sets say what
/// a case has.
struct CounterRequest {
    /// MetricSet::name of measured sets, each once, in the order of metric_sets()
    std::vector<std::string> sets{};
    /// The vendor's own names, each once; "A|B": the first that a chip has
    std::vector<std::string> vendor{};
    bool stalls = false;    ///< samples of stalled warps
    bool series = false;    ///< metrics over time
    bool counting = false;  ///< counters of the counting build only, such as transaction sizes

    /// Whether the range profiler can stay enabled between both.
    bool same_configuration(const CounterRequest& other) const {
        return sets == other.sets && vendor == other.vendor;
    }
    bool empty() const { return sets.empty() && vendor.empty() && !stalls && !series && !counting; }
    friend bool operator==(const CounterRequest&, const CounterRequest&) = default;
};

/// The part of `asked` that `most` has too; vendor metrics stay.
CounterRequest within(const CounterRequest& asked, const CounterRequest& most);

/// A named selection.
struct Selection {
    std::string_view name;
    std::string_view sentence;
    /// Its counters and the built-in metrics computed from them, in the catalogue's order
    std::vector<const Metric*> metrics;
    CounterRequest request;
};

/// none, time, sass (the default of `collect`), memory, divergence, occupancy, instructions, stalls, full,
/// all.
std::span<const Selection> selections();
/// The selection called `name`, or null.
const Selection* find_selection(std::string_view name);

/// The default of `collect`: the selection "sass".
const CounterRequest& default_counters();

/// Parses selections and metrics separated by commas ("memory,stalls", "sass,dram__cycles_active.avg") and
/// `more`. A metric is an id of the catalogue, nvprof's name or the vendor's own. Throws Error(usage) with
/// the nearest names, and if no GPU counts the metric (time, interpreter-only metrics).
CounterRequest parse_counters(std::string_view list, std::span<const std::string> more = {});

/// The catalogue's metrics in such a list, each once, in the catalogue's order, without vendor metrics.
/// Throws as parse_counters().
std::vector<const Metric*> metrics_of(std::string_view list);

/// The request for one metric: the sets of its counters. Throws Error(usage) if it needs none (time).
CounterRequest request_of(const Metric& metric);

/// Adds `more` to `request`, without duplicates.
void add(CounterRequest& request, const CounterRequest& more);

/// PassRecord::set of requests outside the catalogue's sets: "stalls", "series", and "vendor:NAME".
inline constexpr std::string_view stalls_pass = "stalls";
inline constexpr std::string_view series_pass = "series";
std::string vendor_pass(std::string_view name);

/// All pass names of `request`: sets, vendor metrics, "stalls" and "series". All are measured.
std::vector<std::string> pass_names(const CounterRequest& request);

}  // namespace sortscope
