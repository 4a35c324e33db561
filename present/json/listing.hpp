// The source of kernels with what each of its lines costs, as JSON.
#pragma once

#include <span>

#include "analyzer/source/lines.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// An object: the file, whether its text was kept, what heat is of, and its lines (`spans`: these alone;
/// none: all), each with its text, its heat and the counts of each provenance as write_line() has them.
void write_listing(Writer& out, const analyzer::Listing& listing,
                   std::span<const analyzer::LineSpan> spans = {});

}  // namespace sortscope::present::json
