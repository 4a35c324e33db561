#include "db/sqlite/query_sandbox.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>

namespace sortscope::db {
namespace {

using std::string_view;

/// Virtual machine steps between two looks at the clock: some ten microseconds.
constexpr int steps_between_looks = 5000;
constexpr int most_value_bytes = 64 << 20;  // of one value: all that is stored is shorter

/// PRAGMAs that say something, and set nothing where they are given a table's name.
constexpr auto asking = std::to_array<string_view>(
    {"table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
     "foreign_key_check", "integrity_check", "quick_check", "database_list", "collation_list",
     "function_list", "pragma_list", "module_list", "compile_options"});
/// Those that only say something as long as they are given nothing.
constexpr auto asking_alone =
    std::to_array<string_view>({"user_version", "application_id", "schema_version", "page_size", "page_count",
                                "freelist_count", "encoding", "journal_mode", "data_version"});
/// Functions that reach beyond the file, or hand out what is in memory.
constexpr auto forbidden_functions = std::to_array<string_view>(
    {"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit", "sqlite_rename_table"});
/// Virtual tables that write, or show what other statements do.
constexpr auto forbidden_tables = std::to_array<string_view>({"sqlite_stmt", "sqlite_dbpage"});

template <class List>
bool contains(const List& list, string_view word) {
    return std::ranges::any_of(list, [&](string_view each) {
        return sqlite3_strnicmp(each.data(), word.data(), static_cast<int>(each.size())) == 0 &&
               each.size() == word.size();
    });
}

QueryDeed deed(int action) {
    constexpr const char* changes = "'sortscope annotate', 'delete' and 'merge' change files.";
    constexpr const char* one_file = "'sortscope merge' brings several files into one.";
    constexpr const char* no_tables = "Name what it makes by WITH, or in a subquery.";
    constexpr const char* own = "Leave it out: each query sees the file as it is at one moment.";
    switch (action) {
        case SQLITE_ATTACH:
            return {"attaches another file", one_file};
        case SQLITE_DETACH:
            return {"detaches a file", one_file};
        case SQLITE_INSERT:
            return {"inserts rows", changes};
        case SQLITE_UPDATE:
            return {"changes rows", changes};
        case SQLITE_DELETE:
            return {"deletes rows", changes};
        case SQLITE_PRAGMA:
            return {"changes a setting", "Leave it out."};
        case SQLITE_TRANSACTION:
        case SQLITE_SAVEPOINT:
            return {"begins or ends a transaction", own};
        case SQLITE_FUNCTION:
            return {"calls a function that reaches beyond the file", "Leave it out."};
        case SQLITE_READ:
            return {"reads a table that is not of the file",
                    "'sortscope query --schema' lists the views there are."};
        case SQLITE_ANALYZE:
        case SQLITE_REINDEX:
            return {"rebuilds indexes", "The files have those that they need."};
        default:
            return {"makes, changes or drops tables", no_tables};
    }
}

int authorize(void* data, int action, const char* first, const char* second, const char*, const char*) {
    auto& watch = *static_cast<QueryWatch*>(data);
    const bool allowed = [&] {
        switch (action) {
            case SQLITE_SELECT:
            case SQLITE_RECURSIVE:
                return true;
            // Virtual tables say so of themselves when they are first named; the file is opened for reading
            // alone, and SQLite refuses all others.
            case SQLITE_UPDATE:
                return sqlite_text(first) == "sqlite_master";
            case SQLITE_READ:
                return !contains(forbidden_tables, sqlite_text(first));
            case SQLITE_FUNCTION:
                return !contains(forbidden_functions, sqlite_text(second));
            case SQLITE_PRAGMA:
                return contains(asking, sqlite_text(first)) ||
                       (second == nullptr && contains(asking_alone, sqlite_text(first)));
            default:
                return false;
        }
    }();
    if (allowed) return SQLITE_OK;
    const bool of_tables =
        (action == SQLITE_INSERT || action == SQLITE_DELETE) &&
        (sqlite_text(first) == "sqlite_master" || sqlite_text(first) == "sqlite_temp_master");
    if (!watch.refused) watch.refused = deed(of_tables ? SQLITE_CREATE_TABLE : action);
    return SQLITE_DENY;
}

int look(void* data) {
    const auto& watch = *static_cast<const QueryWatch*>(data);
    if (watch.stop != nullptr && *watch.stop && (*watch.stop)()) return 1;
    return watch.end && std::chrono::steady_clock::now() >= *watch.end ? 1 : 0;
}

}  // namespace

string_view sqlite_text(const char* text) { return text == nullptr ? string_view() : string_view(text); }

void stand_around(sqlite3* handle, QueryWatch& watch) {
    // The file's own views may be asked; what they call is checked like all else (trusted_schema is off).
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, longest_sql_bytes);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, most_value_bytes);
    sqlite3_set_authorizer(handle, authorize, &watch);
    sqlite3_progress_handler(handle, steps_between_looks, look, &watch);
}

}  // namespace sortscope::db
