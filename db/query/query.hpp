// Runs a user's SQL on a SortScope file, read-only. Describes the file's views.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sortscope::db {
struct QueryBlob {
    std::string_view bytes;
    friend bool operator==(const QueryBlob&, const QueryBlob&) = default;
};
/// NULL, INTEGER, REAL, TEXT (of any bytes) or BLOB. Valid until the next row.
using QueryValue = std::variant<std::monostate, int64_t, double, std::string_view, QueryBlob>;

/// Receives the column names (a second "n" becomes "n_2"), then each row.
struct QuerySink {
    std::function<void(const std::vector<std::string>&)> columns;
    std::function<void(const std::vector<QueryValue>&)> row;
};

/// Thrown if `stop` or the time limit ended a query.
struct QueryEnded : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Runs SQL on one file, for one thread at a time.
class Query {
 public:
    /// Throws as Reader.
    explicit Query(const std::filesystem::path& path);
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    struct Limits {
        std::chrono::milliseconds time{0};  ///< 0: no limit
        std::function<bool()> stop{};       ///< true ends the query
    };
    /// Runs one SELECT, VALUES, WITH, EXPLAIN or reading PRAGMA. Sorts in a temporary file. Throws
    /// Error(usage) with the place for bad SQL, and for changes (ATTACH, CREATE, load_extension(), ...).
    /// Throws QueryEnded, and Error(data) if the file is damaged.
    void run(const std::string& sql, const QuerySink& sink, const Limits& limits);

 private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

// Texts of views come from comments in their SQL, and from the catalogue of metrics.

struct ViewColumn {
    std::string name;
    std::string unit;  ///< "ns", "bytes", "sectors"; empty if none
    std::string sentence;
};

struct ViewText {
    std::string name;
    std::string sentence;  ///< describes one row
    std::vector<ViewColumn> columns;
};

/// Sorted by name. Without `path`, describes this program's schema. Throws as Reader.
std::vector<ViewText> view_texts(const std::optional<std::filesystem::path>& path);
}
