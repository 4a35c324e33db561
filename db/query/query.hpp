// A user's SQL on a SortScope file, for reading only, and the texts of its views.
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
/// NULL, a whole number, a fraction, a text (of any bytes), bytes. Valid until the next row.
using QueryValue = std::variant<std::monostate, int64_t, double, std::string_view, QueryBlob>;

/// Receives the names of columns (a second "n" is "n_2"), then each row.
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
    /// Opens and throws as a Reader.
    explicit Query(const std::filesystem::path& path,
                   std::chrono::milliseconds wait = std::chrono::seconds(2));
    ~Query();
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    struct Limits {
        std::chrono::milliseconds time{0};  ///< 0: no limit
        std::function<bool()> stop{};       ///< ends the query once it returns true
    };
    /// Runs one SELECT, VALUES, WITH, EXPLAIN or reading PRAGMA. Memory does not grow with the result: it
    /// sorts in a temporary file. Throws Error(usage) with SQLite's message and the place in bad SQL, or for
    /// a change (ATTACH, CREATE, load_extension(), ...); QueryEnded; Error(data) if the file is damaged.
    void run(const std::string& sql, const QuerySink& sink, const Limits& limits);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The texts come from comments of views and tables, and from the catalogue of metrics.

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

/// The views of a file, or of this program's schema, by name. Throws as Reader.
std::vector<ViewText> view_texts(const std::optional<std::filesystem::path>& path);
}
