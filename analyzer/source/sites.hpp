// The source lines that have a part in a finding of advice.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/advice/rules.hpp"
#include "core/records.hpp"

namespace sortscope::analyzer {

/// Stall samples of one kernel, whatever it is called: activity records and samples know a kernel by its
/// symbol.
bool is_sample_of(const StallRecord& stall, const LaunchRecord& shape);

/// The lines that have most of `fault`, at most three: by the counts of the first of `launches`, those of the
/// most trusted provenance; where there are none, by samples of stalled warps.
std::vector<AdviceSite> sites_of(Fault fault, const AdvisedLaunches& launches, const AdviceInput& input);

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
