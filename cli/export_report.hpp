// The page of `sortscope export --format html`.
#pragma once

#include <string>
#include <vector>

#include "cli/export.hpp"
#include "present/html/page.hpp"

namespace sortscope::cli {

/// Of the chosen cases: summary, throughput, sweeps, breakdowns of the cases that stand for each variant on
/// each device (the six that took longest), and all cases.
present::html::Page file_page(const db::Reader& reader, const std::string& file,
                              const std::vector<CaseRecord>& cases, const ChartRequest& request);

/// Of one case: its facts, stages, matrix, transaction sizes, timeline, source lines.
present::html::Page case_page(const db::Reader& reader, const std::string& file, CaseId id,
                              const ChartRequest& request);

}  // namespace sortscope::cli
