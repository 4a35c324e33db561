// Translates nvprof's names of metrics and events, which people and scripts still use.
#pragma once

#include <span>
#include <string_view>

namespace sortscope {
/// A name of nvprof. Its counterpart is `metric`, `vendor`, or neither.
struct NvprofName {
    std::string_view name;    ///< "gld_efficiency"
    std::string_view metric;  ///< metric of the catalogue: "gld_efficiency_pct"
    /// Current vendor metrics; commas separate summands. "A|B": the first that the chip has.
    std::string_view vendor;
    std::string_view sentence;  ///< difference to the counterpart, or why there is none
};

/// Rows of nvprof.tsv, after NVIDIA's tables (Nsight Compute CLI, "nvprof Metric Comparison" and "Event
/// Comparison"), sorted by name. If the catalogue has an equal metric, the row names that metric, not the
/// vendor's.
std::span<const NvprofName> nvprof_names();
/// Null if absent.
const NvprofName* find_nvprof_name(std::string_view name);
}
