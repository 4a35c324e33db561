// Combines the counts of a launch's sites: their order, sums and launch counters.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"

namespace sortscope::kernels {

/// Adds `more` to the row of `sum` with its site, or appends it.
void add_site_counts(std::vector<SiteCounts>& sum, const SiteCounts& more);

/// Sorts by file, line, column and kind, so that listings do not depend on the workers.
void sort_by_source(std::vector<SiteCounts>& sites);

/// Counters of a launch from its sites, of `provenance` and `pass`.
std::vector<CounterValue> launch_counters(std::span<const SiteCounts> sites, Provenance provenance,
                                          PassNumber pass = 1);

/// A source path from "kernels/" on, the same on every machine.
std::string short_source_path(std::string_view path);

}  // namespace sortscope::kernels
