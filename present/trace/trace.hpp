// A case in the Trace Event Format of chrome://tracing, Perfetto and Speedscope.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "analyzer/launches/breakdown.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::trace {
/// Empty if it has one.
std::string no_trace_sentence(const CaseRecord& details, const std::optional<LaunchSpan>& span);

/// Tracks: transfers; stages, substages and launches of each stream; `metrics`. Times are in us since the
/// first activity record. Sampled runs are processes of their own, with their launches and series.
/// `details`: with transfers, series and sampled launches.
void write(json::Writer& out, const CaseRecord& details, const RunRecord& run, const CaseSource& source,
           std::span<const Metric* const> metrics);
}
