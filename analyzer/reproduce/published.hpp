// Published tables: facts transcribed from the source documents, as CSV.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "analyzer/reproduce/claims.hpp"
#include "analyzer/reproduce/figure.hpp"
#include "core/embedded.hpp"

namespace sortscope::analyzer::reproduce {
/// Embedded descriptions and tables. The build generates this function.
std::span<const EmbeddedFile> embedded_files();

struct PublishedTable {
    std::string name;  ///< name of the file
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;

    /// Throws Error(data).
    size_t column(std::string_view name) const;
    /// The value has no number if the field is empty or the row is missing.
    Value value(const Overlay& overlay, const Row& row) const;
};

/// Lines that begin with # are comments. Throws Error(data) "FILE, line N: ..." if a row has more or fewer
/// fields than the header, or if there is no header.
PublishedTable parse_published(std::string_view text, const std::string& name);

/// One value for each row of the figure, from a table in the figure's folder or an embedded table. Throws
/// Error(data).
std::vector<Value> published_values(const Column& column, const Figure& figure);
}
