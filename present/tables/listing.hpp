// Source of kernels with the cost of each line.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analyzer/source/lines.hpp"
#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a line and provenance: heat, share, counts and the text. `spans`: show these lines only, with a
/// rule between them.
Table listing_table(const analyzer::Listing& listing, std::span<const analyzer::LineSpan> spans = {});

/// A source line for display: tabs expanded to 4 columns, control characters escaped.
std::string source_line(std::string_view text);

/// Line `line` of `file`, trimmed; empty without its text.
std::string source_line_of(std::span<const SourceText> sources, std::string_view file, std::uint32_t line);

/// Why the text of `file` is absent.
std::string no_text_sentence(std::string_view file);

/// "sectors" -> "sectors of global memory".
std::string_view heat_words(std::string_view heat);

}  // namespace sortscope::present
