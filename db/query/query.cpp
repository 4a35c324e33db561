#include "db/query/query.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <boost/algorithm/string/predicate.hpp>

#include <mutex>
#include <set>

#include "core/printable.hpp"
#include "core/text.hpp"
#include "db/schema/connection.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {
using std::string_view;
using Clock = std::chrono::steady_clock;

constexpr sqlite3_int64 most_memory_bytes = 1 << 30;
constexpr int longest_sql_bytes = 1 << 20;
constexpr int most_value_bytes = 64 << 20;  // all stored values are shorter
/// Steps of SQLite's virtual machine between two calls of look(), about 10 us.
constexpr int steps_between_looks = 5000;

/// A refused action.
struct QueryDeed {
    const char* what;
    const char* remedy;
};

struct QueryWatch {
    std::optional<QueryDeed> refused{};
    std::optional<Clock::time_point> end{};
    std::function<bool()> stop{};
};

string_view sqlite_text(const char* text) { return text == nullptr ? string_view() : string_view(text); }

/// PRAGMAs that only read, with or without a value.
constexpr auto asking = std::to_array<string_view>(
    {"table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
     "foreign_key_check", "integrity_check", "quick_check", "database_list", "collation_list",
     "function_list", "pragma_list", "module_list", "compile_options"});
/// PRAGMAs that only read if they have no value.
constexpr auto asking_alone =
    std::to_array<string_view>({"user_version", "application_id", "schema_version", "page_size", "page_count",
                                "freelist_count", "encoding", "journal_mode", "data_version"});
constexpr auto forbidden_functions = std::to_array<string_view>(
    {"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit", "sqlite_rename_table"});
/// Virtual tables that can write or show other statements.
constexpr auto forbidden_tables = std::to_array<string_view>({"sqlite_stmt", "sqlite_dbpage"});

template <class List>
bool contains(const List& list, string_view word) {
    return std::ranges::any_of(list, [&](string_view each) { return boost::iequals(each, word); });
}

QueryDeed deed(int action) {
    constexpr const char* changes = "'sortscope annotate', 'delete' and 'merge' change files.";
    constexpr const char* one_file = "'sortscope merge' brings several files into one.";
    constexpr const char* own = "Leave it out: each query sees the file as it is at one moment.";
    constexpr const char* needless = "The files have those that they need.";
    constexpr std::pair<int, QueryDeed> deeds[] = {
        {SQLITE_ATTACH, {"attaches another file", one_file}},
        {SQLITE_DETACH, {"detaches a file", one_file}},
        {SQLITE_INSERT, {"inserts rows", changes}},
        {SQLITE_UPDATE, {"changes rows", changes}},
        {SQLITE_DELETE, {"deletes rows", changes}},
        {SQLITE_PRAGMA, {"changes a setting", "Leave it out."}},
        {SQLITE_TRANSACTION, {"begins or ends a transaction", own}},
        {SQLITE_SAVEPOINT, {"begins or ends a transaction", own}},
        {SQLITE_FUNCTION, {"calls a function that reaches beyond the file", "Leave it out."}},
        {SQLITE_READ,
         {"reads a table that is not of the file", "'sortscope query --schema' lists the views there are."}},
        {SQLITE_ANALYZE, {"rebuilds indexes", needless}},
        {SQLITE_REINDEX, {"rebuilds indexes", needless}}};
    for (const auto& [forbidden, words] : deeds)
        if (forbidden == action) return words;
    return {"makes, changes or drops tables", "Name what it makes by WITH, or in a subquery."};
}

bool is_allowed(int action, string_view first, const char* second) {
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_RECURSIVE:
            return true;
        // The first use of a virtual table updates sqlite_master. SQLite refuses other updates.
        case SQLITE_UPDATE:
            return first == "sqlite_master";
        case SQLITE_READ:
            return !contains(forbidden_tables, first);
        case SQLITE_FUNCTION:
            return !contains(forbidden_functions, sqlite_text(second));
        case SQLITE_PRAGMA:
            return contains(asking, first) || (second == nullptr && contains(asking_alone, first));
        default:
            return false;
    }
}

int authorize(void* data, int action, const char* name, const char* second, const char*, const char*) {
    auto& watch = *static_cast<QueryWatch*>(data);
    const auto first = sqlite_text(name);
    if (is_allowed(action, first, second)) return SQLITE_OK;
    const bool of_tables = (action == SQLITE_INSERT || action == SQLITE_DELETE) &&
                           (first == "sqlite_master" || first == "sqlite_temp_master");
    if (!watch.refused) watch.refused = deed(of_tables ? SQLITE_CREATE_TABLE : action);
    return SQLITE_DENY;
}

int look(void* data) {
    const auto& watch = *static_cast<const QueryWatch*>(data);
    if (watch.stop && watch.stop()) return 1;
    return watch.end && Clock::now() >= *watch.end ? 1 : 0;
}

/// Restricts statements to reading the file's own tables and views. `watch` receives the refused action and
/// must outlive the connection.
void restrict(sqlite3* handle, QueryWatch& watch) {
    // Views run no unsafe functions: trusted_schema is off.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, longest_sql_bytes);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, most_value_bytes);
    sqlite3_set_authorizer(handle, authorize, &watch);
    sqlite3_progress_handler(handle, steps_between_looks, look, &watch);
}

/// The line of `sql` around byte `offset`, shortened, with a mark below that byte.
std::string marked(string_view sql, size_t offset) {
    constexpr size_t round = 60;
    const auto is_continuation = [&](size_t at) { return (unsigned(sql[at]) & 0xC0U) == 0x80U; };
    offset = std::min(offset, sql.size());
    auto begin = sql.substr(0, offset).rfind('\n') + 1;  // npos + 1 is 0
    auto end = std::min(sql.find('\n', offset), sql.size());
    const auto line_number = 1 + std::ranges::count(sql.substr(0, begin), '\n');
    begin = std::max(begin, std::max(offset, round) - round);
    while (begin < offset && is_continuation(begin)) ++begin;
    end = std::min(end, offset + round);
    while (end < sql.size() && is_continuation(end)) ++end;
    // Count columns, not bytes: escaped and wide characters would shift the mark.
    const auto before = printable(sql.substr(begin, offset - begin));
    size_t columns = 0;
    for (string_view rest = before; !rest.empty(); ++columns)
        rest.remove_prefix(first_character(rest).bytes.size());
    return fmt::format("\n  {}\n  {}^ {}byte {}", before + printable(sql.substr(offset, end - offset)),
                       std::string(columns, ' '),
                       line_number > 1 ? fmt::format("line {}, ", line_number) : std::string(), offset);
}

QueryValue value_at(sqlite3_stmt* statement, int column) {
    const auto bytes = [&](const void* first) {
        return string_view(first == nullptr ? "" : static_cast<const char*>(first),
                           size_t(sqlite3_column_bytes(statement, column)));
    };
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER:
            return int64_t{sqlite3_column_int64(statement, column)};
        case SQLITE_FLOAT:
            return sqlite3_column_double(statement, column);
        case SQLITE_TEXT:
            return bytes(sqlite3_column_text(statement, column));
        case SQLITE_BLOB:
            return QueryBlob{bytes(sqlite3_column_blob(statement, column))};
        default:
            return {};
    }
}

std::vector<std::string> column_names(sqlite3_stmt* statement) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const std::string name(sqlite_text(sqlite3_column_name(statement, i)));
        auto own = name;
        for (int number = 2; !taken.insert(own).second; ++number) own = fmt::format("{}_{}", name, number);
        names.push_back(own);
    }
    return names;
}

/// Limits SQLite's memory while a query is open, for all readers of the process.
class MemoryLimit {
 public:
    MemoryLimit() {
        const std::lock_guard lock(mutex);
        if (open++ == 0) sqlite3_hard_heap_limit64(most_memory_bytes);
    }
    ~MemoryLimit() {
        const std::lock_guard lock(mutex);
        if (--open == 0) sqlite3_hard_heap_limit64(0);
    }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
    static inline std::mutex mutex;
    static inline int open = 0;
};
}  // namespace

struct Query::Impl {
    explicit Impl(const std::filesystem::path& file) : path(file), database(open_for_reading(file)) {
        database.exec("PRAGMA temp_store = FILE");  // sorted rows may exceed memory
        // Replace foreign views: they may give wrong values or never end.
        database.exec("PRAGMA query_only = OFF");  // the connection stays read-only
        for (const auto& [name, sql] : fixed_views())
            if (stored_sql(database, name) != sql)
                database.exec("CREATE TEMP" + sql.substr(sql.find(" VIEW")));
        database.exec("PRAGMA query_only = ON");
        restrict(database.getHandle(), watch);
    }

    /// Suggests a table, view or column for an unknown name; else empty.
    std::string nearest(const std::string& message) {
        const auto word = message.substr(message.rfind(' ') + 1);
        const bool table = message.starts_with("no such table");
        if (!table && !message.starts_with("no such column")) return {};
        const auto plain = word.substr(word.rfind('.') + 1);
        try {
            if (!table) {
                const auto owners = read_texts(
                    database,
                    "SELECT group_concat(m.name, ', ') FROM sqlite_master m, pragma_table_info(m.name) c "
                    "WHERE m.type = 'view' AND c.name = ? GROUP BY c.name",
                    plain);
                if (!owners.empty()) return " It is a column of " + owners.front() + ".";
            }
            const auto names =
                read_texts(database, table ? "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
                                           : "SELECT DISTINCT c.name FROM sqlite_master m, "
                                             "pragma_table_info(m.name) c WHERE m.type = 'view'");
            return nearest_sentence(plain, {names.begin(), names.end()});
        } catch (const std::runtime_error&) {
            return {};
        }
    }

    [[noreturn]] void refuse(const std::string& sql, const std::string& message, int offset) {
        const auto hint = nearest(message);
        throw failure(ErrorKind::usage,
                      "The SQL cannot be run: {}.{}{}\n  'sortscope query {} --schema' lists the views and "
                      "their columns.",
                      message, hint, offset < 0 ? std::string() : marked(sql, size_t(offset)),
                      shell_word(path.string()));
    }

    [[noreturn]] void fail(const std::string& sql, int code) {
        auto* const handle = database.getHandle();
        const std::string message = sqlite3_errmsg(handle);
        const int offset = sqlite3_error_offset(handle);
        if (watch.refused)
            throw failure(ErrorKind::usage, "Queries only read: this one {}. {}", watch.refused->what,
                          watch.refused->remedy);
        switch (code & 0xFF) {
            case SQLITE_INTERRUPT:
                if (watch.end && Clock::now() >= *watch.end)
                    throw QueryEnded("The query took longer than it may (--timeout) and was ended.");
                throw QueryEnded("The query was interrupted.");
            case SQLITE_ERROR:
            case SQLITE_TOOBIG:
            case SQLITE_MISMATCH:
            case SQLITE_RANGE:
            case SQLITE_READONLY:
                refuse(sql, message, offset);
            case SQLITE_NOMEM:
                refuse(sql, "it needs more than 1 GiB of memory", -1);
            default:
                throw SQLite::Exception(handle, code);
        }
    }

    void run(const std::string& sql, const QuerySink& sink) {
        sqlite3_stmt* prepared = nullptr;
        const char* tail = nullptr;
        if (sql.find('\0') != std::string::npos)
            refuse(sql, "it holds a character of number 0", int(sql.find('\0')));
        const int code =
            sqlite3_prepare_v2(database.getHandle(), sql.data(), int(sql.size() + 1), &prepared, &tail);
        const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(prepared, sqlite3_finalize);
        if (code != SQLITE_OK) fail(sql, code);
        if (!statement) throw Error(ErrorKind::usage, "There is no SQL to run: it is empty.");
        const auto rest = string_view(sql).substr(size_t(tail - sql.data()));
        sqlite3_stmt* another = nullptr;
        const int after =
            sqlite3_prepare_v2(database.getHandle(), rest.data(), int(rest.size() + 1), &another, nullptr);
        sqlite3_finalize(another);
        if (after != SQLITE_OK || another != nullptr) {  // more than blanks and comments
            const auto at =
                sql.size() - rest.size() + std::min(rest.find_first_not_of(" \t\r\n\f;"), rest.size());
            throw Error(ErrorKind::usage,
                        "A query is one statement, and here another one follows:" + marked(sql, at));
        }
        if (sqlite3_stmt_readonly(prepared) == 0)
            throw Error(ErrorKind::usage, "Queries only read: this one would change something.");
        if (sqlite3_bind_parameter_count(prepared) > 0) {
            // An unbound placeholder would be NULL and find nothing.
            const std::string name(sqlite_text(sqlite3_bind_parameter_name(prepared, 1)));
            refuse(sql,
                   fmt::format("'{}' is a placeholder, and there is no value to put in its place. Write the "
                               "value itself",
                               name.empty() ? "?" : name),
                   -1);
        }
        const auto names = column_names(prepared);
        sink.columns(names);
        std::vector<QueryValue> row(names.size());
        while (true) {
            const int step = sqlite3_step(prepared);
            if (step == SQLITE_DONE) return;
            if (step != SQLITE_ROW) fail(sql, step);
            for (size_t i = 0; i < row.size(); ++i) row[i] = value_at(prepared, int(i));
            sink.row(row);
        }
    }

    std::filesystem::path path;
    MemoryLimit memory;
    QueryWatch watch;
    Database database;  ///< last: closes before `watch` ends
};

Query::Query(const std::filesystem::path& path)
    : impl_(guarded(path, "Opening the file for reading failed",
                    [&] { return std::make_shared<Impl>(path); })) {}

void Query::run(const std::string& sql, const QuerySink& sink, const Limits& limits) {
    if (sql.size() > size_t(longest_sql_bytes))
        throw failure(ErrorKind::usage, "SQL of {} bytes is too long: it may have {}.", sql.size(),
                      longest_sql_bytes);
    const auto end = limits.time.count() > 0 ? std::optional(Clock::now() + limits.time) : std::nullopt;
    impl_->watch = {.end = end, .stop = limits.stop};
    guarded(impl_->path, "The query failed", [&] { impl_->run(sql, sink); });
}
}
