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

/// Of the chosen cases: summary, throughput, sweeps, breakdowns of the cases that stand for each variant on
/// each device (the six that took longest), and all cases.
present::html::Page file_page(const db::Reader& reader, const std::string& file,
                              const std::vector<CaseRecord>& cases, const ChartRequest& request);

/// Of one case: its facts, stages, matrix, transaction sizes, timeline, source lines.
present::html::Page case_page(const db::Reader& reader, const std::string& file, CaseId id,
                              const ChartRequest& request);

/// What `sortscope advise` says of case `id`, which has launches, with the source of the lines that it names;
/// `lines` are those of the case.
present::html::Section advice_section(const db::Reader& reader, CaseId id,
                                      const std::vector<analyzer::LineCounts>& lines);

/// Its headlines alone, for a page of many cases; nothing of a case without launches.
void add_advice(present::html::Section& section, const db::Reader& reader, const CaseRecord& record);

}  // namespace sortscope::cli
