// A file's cases as the analyzer compares them.
#pragma once

#include <optional>
#include <string>

#include "analyzer/timing/compare.hpp"
#include "cli/options/filter.hpp"
#include "db/read/reader.hpp"

namespace sortscope::cli {

/// The cases that `options` choose, and what is known of the whole file. Reads trials when asked, so `reader`
/// must live as long.
analyzer::CaseFile case_file(const db::Reader& reader, const std::string& name, const CaseOptions& options);

/// "2%", "0.02" or "2 %" as a part; at most 10 (1000 %). Throws Error(usage) that names `option`.
double parse_part(const std::string& text, const std::string& option);

/// "graph", "stream" or "host"; nothing for an empty text. Throws Error(usage).
std::optional<TimeMode> parse_time_mode(const std::string& text);

}  // namespace sortscope::cli
