// Published tables: facts transcribed from the source documents, as CSV.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "analyzer/reproduce/claims.hpp"
#include "analyzer/reproduce/figure.hpp"
#include "core/embedded.hpp"

namespace sortscope::analyzer::reproduce {
/// Descriptions and tables that the program carries. The build makes this function.
std::span<const EmbeddedFile> embedded_files();

struct PublishedTable {
    std::string name;  ///< of the file
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;

    /// Throws Error(data).
    size_t column(std::string_view name) const;
    /// Without a number if the field is empty or the row is missing.
    Value value(const Overlay& overlay, const Row& row) const;
};

/// Lines that begin with # are comments. Throws Error(data) "FILE, line N: ..." for a row with other fields
/// than the header, and for a file without a header.
PublishedTable parse_published(std::string_view text, const std::string& name);

/// One for each row of the figure, from a table in its folder or else in the program. Throws Error(data).
std::vector<Value> published_values(const Column& column, const Figure& figure);
}
