// Published tables: facts transcribed from the source documents, as CSV.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "analyzer/reproduce/figure.hpp"
#include "core/embedded.hpp"

namespace sortscope::analyzer::reproduce {

/// Descriptions of figures and published tables that the program carries. The build makes this function.
std::span<const EmbeddedFile> embedded_files();

struct PublishedTable {
    std::string name;  ///< of the file
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;

    /// Throws Error(data) with the names there are.
    std::size_t column(std::string_view name) const;
    /// Nothing where the field is empty, or where there is no such row.
    std::optional<double> value(const Overlay& overlay, const Row& row) const;
};

/// Lines that begin with # are comments. Throws Error(data) "FILE, line N: ..." for a row of another number
/// of fields than the header, and for a file without a header.
PublishedTable parse_published(std::string_view text, const std::string& name);

/// The values that `column` was published with, one for each row of its figure. Its table is beside a user's
/// description, or else one that the program carries. Throws Error(data).
std::vector<std::optional<double>> published_values(const Column& column, const Figure& figure);

}  // namespace sortscope::analyzer::reproduce
