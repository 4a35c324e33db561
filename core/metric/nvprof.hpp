// Translates nvprof's names of metrics and events, which people and scripts still use.
#pragma once

#include <span>
#include <string_view>

#include "core/embedded.hpp"

namespace sortscope {
/// Its counterpart is `metric`, `vendor`, or neither.
struct NvprofName {
    std::string_view name;    ///< "gld_efficiency"
    std::string_view metric;  ///< of the catalogue: "gld_efficiency_pct"
    std::string_view
        vendor;  ///< current names, separated by commas if their sum counts; "A|B": the first that a chip has
    std::string_view sentence;  ///< difference of the two, or why there is no counterpart
};

/// nvprof.tsv, after NVIDIA's comparison (Nsight Compute CLI, "nvprof Metric Comparison" and "Event
/// Comparison"); the build embeds it. An equal metric of the catalogue replaces the vendor's.
std::span<const EmbeddedFile> embedded_nvprof();

/// Sorted by name.
std::span<const NvprofName> nvprof_names();
/// Null if absent.
const NvprofName* find_nvprof_name(std::string_view name);
}
