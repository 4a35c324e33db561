// Records as JSON: every number's unit is in its name, every value's provenance beside it. Absent values are absent.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "analyzer/breakdown.hpp"
#include "analyzer/curve.hpp"
#include "core/records.hpp"

namespace sortscope::cli {

/// Keeps keys in the order they are written, so that people find the important ones first.
using Json = nlohmann::ordered_json;

Json to_json(const Device& device);
Json to_json(const RunRecord& run);
/// What a case is and how it ended: no trials, launches, transfers or notes.
Json summary_json(const CaseRecord& record);
/// Everything in `record`, each launch and each access site of it.
Json to_json(const CaseRecord& record);
Json to_json(const analyzer::Breakdown& breakdown);
Json to_json(const analyzer::Curve& curve);
/// The units and meanings of counters and ratios, for programs that read --json without this manual.
Json units_json();

/// `json` as text, indented by two; texts that are not UTF-8 are repaired. Ends with a line end.
std::string dump(const Json& json);

}  // namespace sortscope::cli
