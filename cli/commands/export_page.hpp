// The page of `sortscope export --format html`.
#pragma once

#include <string>
#include <vector>

#include "analyzer/source/lines.hpp"
#include "cli/commands/export.hpp"
#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "present/html/page.hpp"

namespace sortscope::cli {

/// Summary, throughput, sweeps, the six longest breakdowns of each device, and all cases.
present::html::Page file_page(const db::Reader& reader, const std::string& file,
                              const std::vector<CaseRecord>& cases, const ChartRequest& request);

/// Facts, stages, matrix, transaction sizes, timeline and source lines of a case.
present::html::Page case_page(const db::Reader& reader, const std::string& file, CaseId id,
                              const ChartRequest& request);

/// The advice on case `id`, with the source of its lines.
present::html::Section advice_section(const db::Reader& reader, CaseId id,
                                      const std::vector<analyzer::LineCounts>& lines);

/// Adds the headlines alone; nothing for a case without launches.
void add_advice(present::html::Section& section, const db::Reader& reader, const CaseRecord& record);

}  // namespace sortscope::cli
