// What the views of a file are, in words: their own comments, those of the tables they show, and the
// catalogue of metrics.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sortscope::db {

struct ViewColumn {
    std::string name;
    std::string unit;      ///< "ns", "bytes", "sectors"; empty for texts, numbers of rows and plain counts
    std::string sentence;  ///< may be empty
};

struct ViewText {
    std::string name;
    std::string sentence;  ///< what one row of it is
    std::vector<ViewColumn> columns;
};

/// The views of a file, by name. Nothing: those of the schema that this program writes. Throws as Reader.
std::vector<ViewText> view_texts(const std::optional<std::filesystem::path>& path);

}  // namespace sortscope::db
