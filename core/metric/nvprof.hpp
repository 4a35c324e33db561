// Translates nvprof's names of metrics and events: people and scripts still use them.
#pragma once

#include <span>
#include <string_view>

namespace sortscope {
/// A name in nvprof. `metric` or `vendor` is its counterpart; both are empty without one.
struct NvprofName {
    std::string_view name;    ///< "gld_efficiency"
    std::string_view metric;  ///< metric of the catalogue: "gld_efficiency_pct"
    /// Current vendor metrics; commas separate summands. "A|B": the first that the chip has.
    std::string_view vendor;
    std::string_view sentence;  ///< difference to the counterpart, or why there is none
};

/// Sorted by name. Source: NVIDIA's Nsight Compute CLI, "nvprof Metric Comparison" and "Event Comparison". A
/// row names a vendor metric only if the catalogue has no equal metric.
std::span<const NvprofName> nvprof_names();
/// Null if absent.
const NvprofName* find_nvprof_name(std::string_view name);
}
