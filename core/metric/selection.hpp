// What a user asks to have counted: named selections, single metrics, vendors' metrics; and what that comes
// to.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/metric/metric.hpp"

namespace sortscope {

/// What to count of a case beside its times. Counters of the catalogue are taken by whole sets: those of a
/// set cost one pass together, and what a file holds is then told by its sets alone.
struct CounterRequest {
    std::vector<std::string>
        sets{};  ///< MetricSet::name of measured sets, each once, in the order of metric_sets()
    std::vector<std::string> vendor{};  ///< a vendor's metrics by their own names, each once; "A|B": the
                                        ///< first that a chip has counts
    bool stalls = false;                ///< samples of stalled warps
    bool series = false;                ///< metrics over time
    bool counting = false;              ///< what only the counting build counts, such as transaction sizes

    /// Whether a range profiler counts the same for both, so that it can stay on between them.
    bool same_configuration(const CounterRequest& other) const {
        return sets == other.sets && vendor == other.vendor;
    }
    bool empty() const { return sets.empty() && vendor.empty() && !stalls && !series && !counting; }
    friend bool operator==(const CounterRequest&, const CounterRequest&) = default;
};

/// Of what `asked` names, that which `most` has as well; a vendor's metrics stay.
CounterRequest within(const CounterRequest& asked, const CounterRequest& most);

/// A selection that has a name.
struct Selection {
    std::string_view name;
    std::string_view sentence;
    std::vector<const Metric*>
        metrics;  ///< its counters and what the catalogue itself computes of these, in its order
    CounterRequest request;
};

/// none, time, sass (what `collect` takes where nothing is said), memory, divergence, occupancy,
/// instructions, stalls, full, all.
std::span<const Selection> selections();
/// The selection called `name`, or null.
const Selection* find_selection(std::string_view name);

/// What `collect` takes where nothing is said: the selection "sass".
const CounterRequest& default_counters();

/// Selections and metrics separated by commas ("memory,stalls", "sass,dram__cycles_active.avg"), put
/// together; `more` are further ones. A metric is given by its id in the catalogue, by nvprof's name or by
/// the vendor's own. Throws Error(usage) that names the nearest where there is no such selection or metric,
/// and where nothing counts it on a GPU (time, what the interpreter alone models).
CounterRequest parse_counters(std::string_view list, std::span<const std::string> more = {});

/// The metrics of the catalogue that such a list names: those of its selections, and single ones, each once,
/// in the order of the catalogue. A vendor's metrics are not among them. Throws as parse_counters().
std::vector<const Metric*> metrics_of(std::string_view list);

/// The request that one metric of the catalogue makes: the sets of the counters that it is, or is computed
/// of. Throws Error(usage) where it needs none (time).
CounterRequest request_of(const Metric& metric);

/// Adds `more` to `request`; what both ask for is asked for once.
void add(CounterRequest& request, const CounterRequest& more);

/// How passes of what is no set of the catalogue are called in PassRecord::set, so that a file tells that
/// they were asked for: "stalls", "series", and "vendor:NAME" of a vendor's metric.
inline constexpr std::string_view stalls_pass = "stalls";
inline constexpr std::string_view series_pass = "series";
std::string vendor_pass(std::string_view name);

/// Every pass name that `request` stands for: its sets, its vendor's metrics, "stalls" and "series". All are
/// measured.
std::vector<std::string> pass_names(const CounterRequest& request);

}  // namespace sortscope
