// Translates nvprof's names of metrics and events, which people and scripts still use.
#pragma once

#include <span>
#include <string_view>

#include "core/embedded.hpp"

namespace sortscope {

/// An nvprof name with its counterpart: `metric`, `vendor`, or neither.
struct NvprofName {
    std::string_view name;    ///< "gld_efficiency"
    std::string_view metric;  ///< id of the catalogue: "gld_efficiency_pct"
    /// The vendor's current names, separated by commas if their sum counts; "A|B": the first that a chip has
    std::string_view vendor;
    std::string_view sentence;  ///< how the two differ, or why there is no counterpart
};

/// nvprof.tsv: a name a line, after NVIDIA's comparison (Nsight Compute CLI, "nvprof Metric Comparison" and
/// "Event Comparison"). An equal metric of the catalogue replaces the vendor's. The build generates this.
std::span<const EmbeddedFile> embedded_nvprof();

/// All, by name.
std::span<const NvprofName> nvprof_names();
/// The row of `name`, or null.
const NvprofName* find_nvprof_name(std::string_view name);

}  // namespace sortscope
