// A file's launches as the analyzer takes them.
#pragma once

#include "analyzer/advice/advice.hpp"
#include "analyzer/curves/sweep.hpp"
#include "analyzer/launches/breakdown.hpp"
#include "db/read/reader.hpp"

namespace sortscope::cli {

/// Of case `id`; reads when asked, so `reader` must live as long.
analyzer::LaunchSource launches_of(const db::Reader& reader, CaseId id);
/// The same for who looks at one case, with the gaps between its launches.
analyzer::LaunchSource launches_with_gaps(const db::Reader& reader, CaseId id);
/// What a sweep asks of the file; the same holds.
analyzer::SweepSource sweep_source(const db::Reader& reader);

/// What advice on case `id` is made from; the same holds. Throws as Reader::read_case().
analyzer::AdviceInput advice_input(const db::Reader& reader, CaseId id);

}  // namespace sortscope::cli
