// Combines the counts of a launch's sites: adds rows, sorts them, sums up launch counters.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"
#include "kernels/context/source_path.hpp"

namespace sortscope::kernels {
/// Adds `more` to the row of `sum` with equal site and provenance, or appends `more`.
void add_site_counts(std::vector<SiteCounts>& sum, const SiteCounts& more);

/// Sorts by file, line, column, kind and function, so that the order does not depend on the workers.
void sort_by_source(std::vector<SiteCounts>& sites);

std::vector<CounterValue> launch_counters(std::span<const SiteCounts> sites, Provenance provenance,
                                          PassNumber pass = 1);
}
