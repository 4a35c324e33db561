// A file's launches as the analyzer takes them.
#pragma once

#include "analyzer/breakdown.hpp"
#include "analyzer/sweep.hpp"
#include "db/reader.hpp"

namespace sortscope::cli {

/// Of case `id`; reads when asked, so `reader` must live as long.
analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id);
/// What a sweep asks of the file; the same holds.
analyzer::SweepSource sweep_source(const db::Reader& reader);

}  // namespace sortscope::cli
