// Counters that a user requests: named selections, single metrics and vendor metrics.
#pragma once

#include "core/metric/metric.hpp"

namespace sortscope {
/// Counters to count. A set costs one pass, so whole sets are requested.
struct CounterRequest {
    std::vector<std::string> sets{};    ///< names in metric_sets(), in that order, each once
    std::vector<std::string> vendor{};  ///< vendor metrics, each once; "A|B": the first that the chip has
    bool stalls = false;                ///< samples of stalled warps
    bool series = false;                ///< metrics over time
    bool counting = false;              ///< counters that need the counting build (transaction sizes)

    /// True if the range profiler can stay enabled between `*this` and `other`.
    bool same_configuration(const CounterRequest& other) const {
        return sets == other.sets && vendor == other.vendor;
    }
    bool empty() const { return sets.empty() && vendor.empty() && !stalls && !series && !counting; }
    friend bool operator==(const CounterRequest&, const CounterRequest&) = default;
};

/// Intersection of `requested` and `most`; keeps all vendor metrics of `requested`.
CounterRequest within(const CounterRequest& requested, const CounterRequest& most);

struct Selection {
    std::string_view name;
    std::string_view sentence;
    std::vector<const Metric*>
        metrics;  ///< counters and metrics computed from them, in the catalogue's order
    CounterRequest request;
};

std::span<const Selection> selections();
/// Null if absent.
const Selection* find_selection(std::string_view name);

/// The selection "sass".
const CounterRequest& default_counters();

/// Parses "memory,stalls" or "sass,dram__cycles_active.avg", and adds the metrics in `more`. Accepts
/// catalogue ids, nvprof names and vendor names. Throws Error(usage) for a metric that no GPU counts, and for
/// an unknown name, with the nearest names.
CounterRequest parse_counters(std::string_view list, std::span<const std::string> more = {});

/// Catalogue metrics in a list for parse_counters(), in the catalogue's order. Throws like parse_counters().
std::vector<const Metric*> metrics_of(std::string_view list);

/// Requests the sets of the metric's counters. Throws Error(usage) for a metric without counters (time).
CounterRequest request_of(const Metric& metric);

/// Adds `more` without duplicates.
void add(CounterRequest& request, const CounterRequest& more);

/// Values of PassRecord::set other than metric sets; vendor_pass() gives "vendor:NAME".
inline constexpr std::string_view stalls_pass = "stalls";
inline constexpr std::string_view series_pass = "series";
std::string vendor_pass(std::string_view name);

/// Names of the measured passes: sets, vendor metrics, "stalls" and "series".
std::vector<std::string> pass_names(const CounterRequest& request);
}
