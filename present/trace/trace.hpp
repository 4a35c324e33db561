// A case in the Trace Event Format of chrome://tracing, Perfetto and Speedscope.
#pragma once

#include "analyzer/launches/breakdown.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::trace {
/// Empty if the case has a trace.
std::string no_trace_sentence(const CaseRecord& details, const std::optional<LaunchSpan>& span);

/// Tracks: transfers; stages, substages and launches of each stream; `metrics`. Times are in us since the
/// first activity record. Each sampled run is a separate process with its launches and series. `details`
/// needs transfers, series and sampled launches.
void write(json::Writer& out, const CaseRecord& details, const RunRecord& run, const CaseSource& source,
           std::span<const Metric* const> metrics);
}
