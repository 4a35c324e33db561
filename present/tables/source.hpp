// Source of kernels: access sites, and the cost of each line.
#pragma once

#include "analyzer/source/lines.hpp"
#include "present/table.hpp"

namespace sortscope::present {
Table sites_table(std::span<const SiteCounts> sites, std::optional<uint32_t> launch = std::nullopt);

std::string no_sites_sentence();

/// `by_name` omits folders of files if the names stay distinct.
Table line_table(std::span<const analyzer::LineCounts> lines, bool by_name = false);

/// One row for each line and provenance. `spans` selects lines and separates them by a rule.
Table listing_table(const analyzer::Listing& listing, std::span<const analyzer::LineSpan> spans = {});

/// Expands tabs to 4 columns and escapes control characters.
std::string source_line(std::string_view text);

/// The trimmed text of a line; empty if the file lacks it.
std::string source_line_of(std::span<const SourceText> sources, std::string_view file, uint32_t line);

std::string no_text_sentence(std::string_view file);
}
