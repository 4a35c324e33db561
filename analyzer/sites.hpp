// Figures of access sites: what a source line's counts come to.
#pragma once

#include <optional>

#include "core/records.hpp"

namespace sortscope::analyzer {

/// Ratios of one site's counts; nothing where the site is of another kind or nothing was executed.
struct SiteFigures {
    std::optional<double> bytes_per_request;
    std::optional<double> efficiency_pct;  ///< 100 * bytes / (32 * sectors)
    std::optional<double> taken_pct;       ///< 100 * taken_threads / threads
    std::optional<double> divergent_pct;   ///< 100 * divergent_warps / requests
};
SiteFigures figures_of(const SiteCounts& counts);

bool is_global(SiteKind kind);
bool is_shared(SiteKind kind);

}  // namespace sortscope::analyzer
