// Source of kernels: access sites, and the cost of each line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analyzer/source/lines.hpp"
#include "present/table.hpp"

namespace sortscope::present {
/// One row a site and provenance, in the order given.
Table sites_table(std::span<const SiteCounts> sites, std::optional<uint32_t> launch = std::nullopt);

std::string no_sites_sentence();

/// `by_name`: file names without folders if distinct.
Table line_table(std::span<const analyzer::LineCounts> lines, bool by_name = false);

/// One row a line and provenance. `spans`: only these lines, with a rule between them.
Table listing_table(const analyzer::Listing& listing, std::span<const analyzer::LineSpan> spans = {});

/// Tabs become 4 columns, control characters escapes.
std::string source_line(std::string_view text);

/// Trimmed; empty without its text.
std::string source_line_of(std::span<const SourceText> sources, std::string_view file, uint32_t line);

std::string no_text_sentence(std::string_view file);
}
