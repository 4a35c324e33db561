// SQL of a user on a SortScope file: reading, and nothing but reading.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
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
/// NULL, a whole number, a fraction, a text (of whatever bytes), bytes. Texts and bytes are valid until the
/// next row.
using QueryValue = std::variant<std::monostate, std::int64_t, double, std::string_view, QueryBlob>;

/// Where a result goes: the names of its columns (each different: a second "n" is "n_2"), then one row after
/// the other.
struct QuerySink {
    std::function<void(const std::vector<std::string>&)> columns;
    std::function<void(const std::vector<QueryValue>&)> row;
};

/// Thrown where a query was ended: by `stop`, or because it took longer than it may.
struct QueryEnded : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A file that is asked questions. One thread at a time.
class Query {
 public:
    /// Opens as a Reader does, and throws as one.
    explicit Query(const std::filesystem::path& path,
                   std::chrono::milliseconds wait = std::chrono::seconds(2));
    ~Query();
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    /// How long a query may take at most, and what ends it sooner once it gives true.
    struct Limits {
        std::chrono::milliseconds time{0};  ///< 0: as long as it takes
        std::function<bool()> stop{};
    };
    /// Runs one SELECT (or VALUES, WITH ..., EXPLAIN, a PRAGMA that asks). A row is held at a time, and what
    /// must be sorted is sorted in a temporary file, so that memory does not grow with the result. Throws
    /// Error(usage) with SQLite's message on bad SQL and the place in it, or that it would change something
    /// (ATTACH, CREATE, UPDATE, PRAGMAs that set, load_extension(), ...); QueryEnded; Error(data) where the
    /// file is damaged.
    void run(const std::string& sql, const QuerySink& sink, const Limits& limits);

 private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sortscope::db
