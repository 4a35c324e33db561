// The source of kernels with what each of its lines costs, as a table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analyzer/source/lines.hpp"
#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// A row a line of `listing` and provenance, in order: line, heat as a bar, share, sectors, efficiency,
/// divergence, loads, stores, conflicts, samples, and the text; of lines that nothing was recorded of all but
/// number and text are left free. `spans`: these lines alone, with a rule between them and without the blanks
/// that all of them begin with; none: all. The title is the file; a note says what the bars are of, and where
/// there is no text why.
Table listing_table(const analyzer::Listing& listing, std::span<const analyzer::LineSpan> spans = {});

/// A line of source as it can be shown: tabs are blanks up to the next column that is a multiple of 4, what
/// steers is escaped.
std::string source_line(std::string_view text);

/// Line `line` of `file`, without the blanks around it, as source_line() shows it; empty where its text was
/// not kept.
std::string source_line_of(std::span<const SourceText> sources, std::string_view file, std::uint32_t line);

/// Why there is no text of `file`.
std::string no_text_sentence(std::string_view file);

/// "sectors": "sectors of global memory"; what a name of analyzer::line_orders() is, in words.
std::string_view heat_words(std::string_view heat);

}  // namespace sortscope::present
