// Published tables: facts transcribed from the source documents, as CSV.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/reproduce/figure.hpp"

namespace sortscope::analyzer::reproduce {

struct PublishedTable {
    std::string name;  ///< of the file
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;

    /// Throws Error(data) with the names there are.
    std::size_t column(std::string_view name) const;
};

/// Lines that begin with # are comments. Throws Error(data) "FILE, line N: ..." for a row of another number
/// of fields than the header, and for a file without a header.
PublishedTable parse_published(std::string_view text, const std::string& name);

/// The table called `csv`: one beside a user's description (`folder`) first, then those that the program
/// carries. Throws Error(data).
PublishedTable published_table(const std::string& csv, const std::string& folder);

/// The value that `overlay` has for `row`: nothing where its field is empty, or where it has no such row.
std::optional<double> published_value(const PublishedTable& table, const Overlay& overlay, const Row& row);

}  // namespace sortscope::analyzer::reproduce
