// What is made of the counts of a launch's sites, whoever counted: their order, their sum, the launch's
// counters.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/records.hpp"

namespace sortscope::kernels {

/// Adds `more` to the row of `sum` with the same site (found or appended).
void add_site_counts(std::vector<SiteCounts>& sum, const SiteCounts& more);

/// Sorts by file, line, column, kind: the order of every listing, independent of which worker met a site
/// first.
void sort_by_source(std::vector<SiteCounts>& sites);

/// A launch's counters from its sites: requests, sectors, lines, sizes, branches, shared memory, of
/// `provenance`, all of the run `pass`.
std::vector<CounterValue> launch_counters(std::span<const SiteCounts> sites, Provenance provenance,
                                          PassNumber pass = 1);

/// The part of a source path from "kernels/" on: the same on every machine.
std::string short_source_path(std::string_view path);

}  // namespace sortscope::kernels
