// Source of kernels: access sites, and the cost of each line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analyzer/source/lines.hpp"
#include "core/records.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// One row a site and provenance, in the order given.
Table sites_table(std::span<const SiteCounts> sites, std::optional<std::uint32_t> launch = std::nullopt);

std::string no_sites_sentence();

/// One row a source line. `by_name`: file names without folders where they are distinct.
Table line_table(std::span<const analyzer::LineCounts> lines, bool by_name = false);

/// One row a line and provenance: heat, share, counts and the text. `spans`: show these lines only, with a
/// rule between them.
Table listing_table(const analyzer::Listing& listing, std::span<const analyzer::LineSpan> spans = {});

/// A source line for display: tabs expanded to 4 columns, control characters escaped.
std::string source_line(std::string_view text);

/// Line `line` of `file`, trimmed; empty without its text.
std::string source_line_of(std::span<const SourceText> sources, std::string_view file, std::uint32_t line);

/// Why the text of `file` is absent.
std::string no_text_sentence(std::string_view file);

}  // namespace sortscope::present
