// Counters that a user requests: named selections, single metrics and vendor metrics.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metric/metric.hpp"

namespace sortscope {
/// Whole sets are counted, since a set costs one pass.
struct CounterRequest {
    std::vector<std::string> sets{};    ///< of metric_sets() in their order, each once
    std::vector<std::string> vendor{};  ///< the vendor's names, each once; "A|B": the first that a chip has
    bool stalls = false;                ///< samples of stalled warps
    bool series = false;                ///< metrics over time
    bool counting = false;              ///< counters of the counting build only, such as transaction sizes

    /// The range profiler can stay enabled between both.
    bool same_configuration(const CounterRequest& other) const {
        return sets == other.sets && vendor == other.vendor;
    }
    bool empty() const { return sets.empty() && vendor.empty() && !stalls && !series && !counting; }
    friend bool operator==(const CounterRequest&, const CounterRequest&) = default;
};

/// The part of `asked` that `most` has, too; vendor metrics stay.
CounterRequest within(const CounterRequest& asked, const CounterRequest& most);

struct Selection {
    std::string_view name;
    std::string_view sentence;
    std::vector<const Metric*>
        metrics;  ///< counters, and built-in metrics computed from them, in the catalogue's order
    CounterRequest request;
};

std::span<const Selection> selections();
/// Null if absent.
const Selection* find_selection(std::string_view name);

/// Default of `collect`: the selection "sass".
const CounterRequest& default_counters();

/// "memory,stalls", "sass,dram__cycles_active.avg", and `more`. A metric is an id of the catalogue, nvprof's
/// name or the vendor's own. Throws Error(usage) with the nearest names, and if no GPU counts the metric.
CounterRequest parse_counters(std::string_view list, std::span<const std::string> more = {});

/// The catalogue's metrics in such a list, each once, in its order. Throws as parse_counters().
std::vector<const Metric*> metrics_of(std::string_view list);

/// The sets of its counters. Throws Error(usage) if it needs none (time).
CounterRequest request_of(const Metric& metric);

/// Without duplicates.
void add(CounterRequest& request, const CounterRequest& more);

/// PassRecord::set outside the catalogue's sets; also "vendor:NAME".
inline constexpr std::string_view stalls_pass = "stalls";
inline constexpr std::string_view series_pass = "series";
std::string vendor_pass(std::string_view name);

/// Sets, vendor metrics, "stalls" and "series": all are measured.
std::vector<std::string> pass_names(const CounterRequest& request);
}
