// Advice as parts of a page.
#pragma once

#include <vector>

#include "analyzer/source/lines.hpp"
#include "core/records.hpp"
#include "db/read/reader.hpp"
#include "present/html/page.hpp"

namespace sortscope::cli {

/// What `sortscope advise` says of case `id`, which has launches, with the source of the lines that it names;
/// `lines` are those of the case.
present::html::Section advice_section(const db::Reader& reader, CaseId id,
                                      const std::vector<analyzer::LineCounts>& lines);

/// Its headlines alone, for a page of many cases; nothing of a case without launches.
void add_advice(present::html::Section& section, const db::Reader& reader, const CaseRecord& record);

}  // namespace sortscope::cli
