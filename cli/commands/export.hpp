// Shared by the files of `sortscope export`: charts by name, and the page.
#pragma once

#include "cli/commands/commands.hpp"
#include "cli/options/filter.hpp"
#include "present/chart.hpp"
#include "present/html/page.hpp"

namespace sortscope::cli {
/// Pictures of more launches are no clearer than pictures of substages.
inline constexpr uint64_t most_drawn_launches = 200'000;

struct ChartRequest {
    std::string metric = "time";  ///< of stages, substages, launches, kernels and matrix
    std::string across = {};      ///< of comparison: "variant=a,b", "device", ...
    std::string over = "block";   ///< of sweep and sweep-matrix
    double min_effect = analyzer::default_min_effect;
    std::optional<TimeMode> time_mode = {};
};
/// A chart of one case, or of all that are chosen.
struct NamedChart {
    std::string_view name, sentence;
    /// Charts of a file have no `of_case`. Both throw Error(usage) if the request does not fit.
    present::Chart (*of_case)(const db::Reader&, const CaseRecord&, const ChartRequest&) = nullptr;
    present::Chart (*of_file)(const analyzer::CaseFile&, const ChartRequest&) = nullptr;
};
const std::vector<NamedChart>& named_charts();
/// Finds a chart by name. Throws Error(usage) with the nearest name.
const NamedChart& named_chart(std::string_view name);

/// The chart of a case, with the case and its device above it.
present::Chart case_chart(const db::Reader& reader, CaseId id, const NamedChart& named,
                          const ChartRequest& request);

/// The page of a file: summary, throughput, sweeps, the six longest breakdowns of each device, all cases.
present::html::Page file_page(const db::Reader& reader, const std::string& file, const CaseOptions& cases,
                              const ChartRequest& request);
/// The page of a case: facts, stages, matrix, transaction sizes, timeline and source lines.
present::html::Page case_page(const db::Reader& reader, const std::string& file, CaseId id,
                              const ChartRequest& request);
}
