// A case in the Trace Event Format that chrome://tracing, Perfetto and Speedscope open (Google, "Trace Event
// Format", JSON object form).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "analyzer/launches/breakdown.hpp"
#include "core/metric/metric.hpp"
#include "core/records.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::trace {

/// Why a case has no trace, in a sentence: its launches have no times. Empty where it has one.
std::string no_trace_sentence(const CaseRecord& details, const std::optional<LaunchSpan>& span);

/// One process, named after the case. Its tracks: transfers; for each stream slices of stages, in them
/// substages, in them launches; a counter track for each of `metrics` (its value holds until the next launch)
/// and for each series over time. `ts` and `dur` are microseconds (fractions to 1 ns) since the case's first
/// activity record, as the format wants; everything else has its unit in its name. Launches are written as
/// they come from `source`; a launch's args have what `show --json` has of it but its sites. `details`: with
/// transfers and series.
void write(json::Writer& out, const CaseRecord& details, const RunRecord& run, const CaseSource& source,
           std::span<const Metric* const> metrics);

}  // namespace sortscope::present::trace
