// `sortscope export`: a file's records charts and pages for other programs and for people without this one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/filter.hpp"
#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "present/chart.hpp"
#include "present/json/writer.hpp"

namespace sortscope::cli {

enum class ExportFormat { csv, json, trace, svg, png, pdf, html };
/// By its name, or from the ending of `file` where `name` is empty. Throws Error(usage) that lists them.
ExportFormat parse_export_format(const std::string& name, const std::string& file);

/// What CSV and JSON hold.
enum class ExportRecords { cases, launches, trials, series };
std::vector<ExportRecords> parse_export_records(const std::string& list);

/// CSV of one kind of records, launches streamed through twice. `cases`: at summary detail.
void write_csv(const db::Reader& reader, const std::vector<CaseRecord>& cases, ExportRecords what,
               const std::function<void(std::string_view)>& out);

/// {"file": .., "runs": [..], "cases": [{.., "trials": [..], "launches": [..], "series": [..]}, ..],
/// "legend": ..}: each list where it is asked for.
void write_json(present::json::Writer& out, const db::Reader& reader, const std::string& file,
                const std::vector<CaseRecord>& cases, const std::vector<ExportRecords>& what);

/// Of more launches a picture by launch shows nothing that substages do not.
inline constexpr std::uint64_t most_drawn_launches = 200'000;

/// What a chart is made of.
struct ChartRequest {
    std::string name;             ///< "stages", "matrix", "timeline", ...; see chart_names()
    std::string metric = "time";  ///< of stages, substages, launches, kernels and matrix
    std::string across;           ///< of compare: "variant=a,b", "device", ...
    std::string over = "block";   ///< of sweep and sweep-matrix
    double min_effect = 0.02;
    std::optional<TimeMode> time_mode;
};
struct ChartName {
    std::string_view name;
    bool of_case = false;  ///< of one case; else of all that are chosen
    std::string_view sentence;
};
const std::vector<ChartName>& chart_names();
/// Throws Error(usage) with the nearest.
const ChartName& chart_name(const std::string& name);

/// The chart of a case, or of the chosen cases of `file`. What it says of conditions is in it. Throws
/// Error(usage) where the request does not fit.
present::Chart case_chart(const db::Reader& reader, CaseId id, const ChartRequest& request);
present::Chart file_chart(const db::Reader& reader, const std::string& file, const CaseOptions& cases,
                          const ChartRequest& request);

}  // namespace sortscope::cli
