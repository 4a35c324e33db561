// Files that the program carries: descriptions of figures, and published tables.
#pragma once

#include <span>
#include <string_view>

namespace sortscope::analyzer::reproduce {

struct EmbeddedFile {
    std::string_view name;  ///< "mu2016.json", "claims.csv"
    std::string_view text;
};

/// In the order of CMakeLists.txt.
std::span<const EmbeddedFile> embedded_files();
/// Null where there is none of that name.
const EmbeddedFile* find_embedded(std::string_view name);

}  // namespace sortscope::analyzer::reproduce
