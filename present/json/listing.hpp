// The source of kernels with what each of its lines costs, as JSON.
#pragma once

#include <span>

#include "analyzer/source/lines.hpp"
#include "present/json/writer.hpp"

namespace sortscope::present::json {

/// The file and its lines (`spans`: these only) with text, heat and counts.
void write_listing(Writer& out, const analyzer::Listing& listing,
                   std::span<const analyzer::LineSpan> spans = {});

}  // namespace sortscope::present::json
