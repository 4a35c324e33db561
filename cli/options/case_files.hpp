// A file's cases as the analyzer compares them.
#pragma once

#include <optional>
#include <string>

#include "analyzer/advice/advice.hpp"
#include "analyzer/curves/sweep.hpp"
#include "analyzer/launches/breakdown.hpp"
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

/// Of case `id`; reads when asked, so `reader` must live as long.
analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id);
/// The same for who looks at one case, with the gaps between its launches.
analyzer::LaunchSource launches_with_gaps(const db::Reader& reader, CaseId id);
/// What a sweep asks of the file; the same holds.
analyzer::SweepSource sweep_source(const db::Reader& reader);

/// What advice on case `id` is made from; the same holds. Throws as Reader::read_case().
analyzer::AdviceInput advice_input(const db::Reader& reader, CaseId id);

}  // namespace sortscope::cli
