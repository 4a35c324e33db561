// Charts and pages of `sortscope export`.
#pragma once

#include "cli/commands/commands.hpp"
#include "present/chart.hpp"
#include "present/html/page.hpp"

namespace sortscope::cli {
/// Most launches in one picture. Beyond, pictures by substage show as much.
inline constexpr uint64_t most_drawn_launches = 200'000;

struct ChartRequest {
    std::string metric = "time";  ///< for charts stages, substages, launches, kernels, matrix
    std::string across = {};      ///< for chart comparison: "variant=a,b", "device", ...
    std::string over = "block";   ///< for charts sweep, sweep-matrix
    Comparing comparing = {};
};
/// A chart of one case, or of all chosen cases.
struct NamedChart {
    std::string_view name, sentence;
    /// One of `of_case` and `of_file` is null. They throw Error(usage) for an unfit request.
    present::Chart (*of_case)(const db::Reader&, const CaseRecord&, const ChartRequest&) = nullptr;
    present::Chart (*of_file)(const analyzer::CaseFile&, const ChartRequest&) = nullptr;
};
const std::vector<NamedChart>& named_charts();
/// Finds a chart by name. Throws Error(usage) with the nearest name.
const NamedChart& named_chart(std::string_view name);

/// The chart of a case, headed by the case and its device.
present::Chart case_chart(const db::Reader& reader, CaseId id, const NamedChart& named,
                          const ChartRequest& request);

/// The page of a file: summary, throughput, sweeps, the six longest breakdowns of each device, all cases.
present::html::Page file_page(const db::Reader& reader, const std::string& file, const CaseOptions& cases,
                              const ChartRequest& request);
/// The page of a case: facts, stages, matrix, transaction sizes, timeline and source lines.
present::html::Page case_page(const db::Reader& reader, const std::string& file, CaseId id,
                              const ChartRequest& request);
}
