// What a user's SQL may do: read the file, for as long as it may take. The file itself is opened for reading
// alone besides.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

struct sqlite3;

namespace sortscope::db {

inline constexpr int longest_sql_bytes = 1 << 20;

/// What an action that is refused would have done, and what does it instead.
struct QueryDeed {
    const char* what;
    const char* remedy;
};

/// What a statement is held to while it runs.
struct QueryWatch {
    std::optional<QueryDeed> refused;  ///< what the statement would have done
    std::optional<std::chrono::steady_clock::time_point> end;
    const std::function<bool()>* stop = nullptr;  ///< ends it once it gives true
};

/// Lets statements of the connection read the file's own tables and views, and nothing else: no other files,
/// no changes, no settings, no functions that reach beyond the file. What is refused is written to `watch`,
/// which must outlive the connection.
void stand_around(sqlite3* handle, QueryWatch& watch);

/// A text of SQLite's, empty where there is none.
std::string_view sqlite_text(const char* text);

}  // namespace sortscope::db
