#include "db/fixed_views.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <array>
#include <utility>

#include "db/finding_rows.hpp"
#include "db/schema.hpp"
#include "db/statement.hpp"

namespace sortscope::db {
namespace {

/// What views of schema 3 say now, and what they said before: a single trial had a spread of 0.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> earlier_parts{
    {{"CASE WHEN c.time_count > 1 THEN c.time_spread END AS spread_ratio", "c.time_spread AS spread_ratio"},
     {"CASE WHEN t.trial_count > 1 THEN t.spread END", "t.spread"},
     {"CASE WHEN r.trial_count > 1 THEN r.spread END", "r.spread"}}};
constexpr std::array<const char*, 2> views_that_changed{"cases", "case_times"};

/// One blank wherever there are several, or lines, and no comments, so that a view is held against what it
/// does. Texts in quotes stay as they are.
std::string without_comments(std::string_view sql) {
    std::string text;
    char quote = 0;
    for (std::size_t at = 0; at < sql.size(); ++at) {
        if (quote != 0) {
            text += sql[at];
            if (sql[at] == quote) quote = 0;
            continue;
        }
        if (sql.substr(at).starts_with("--")) at = std::min(sql.find('\n', at), sql.size());
        const bool is_space = at >= sql.size() || sql[at] == ' ' || sql[at] == '\n';
        if (is_space) {
            if (!text.empty() && text.back() != ' ') text += ' ';
            continue;
        }
        if (sql[at] == '\'' || sql[at] == '"') quote = sql[at];
        text += sql[at];
    }
    return text;
}

std::string sql_of(SQLite::Database& database, const char* name) {
    Statement select(database, "SELECT sql FROM sqlite_master WHERE type = 'view' AND name = ?");
    bind_row(select, std::string(name));
    return select.step() ? cell_text(select.handle(), 0) : std::string();
}

}  // namespace

std::map<std::string, std::string> views_of(SQLite::Database& database) {
    std::map<std::string, std::string> views;
    Statement select(database, "SELECT name, sql FROM sqlite_master WHERE type = 'view'");
    while (select.step()) views.emplace(cell_text(select.handle(), 0), cell_text(select.handle(), 1));
    return views;
}

const std::map<std::string, std::string>& fixed_views() {
    static const auto views = [] {
        SQLite::Database ours(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        for (const auto& file : schema_files())
            if (file.version == newest_version() && file.name.ends_with("_views.sql"))
                ours.exec(std::string(file.sql));
        return views_of(ours);
    }();
    return views;
}

bool same_view(std::string_view one, std::string_view other) {
    return without_comments(one) == without_comments(other);
}

bool is_earlier_view(std::string_view stored, std::string_view ours) {
    auto text = without_comments(ours);
    bool changes = false;
    for (const auto& [now, before] : earlier_parts)
        if (const auto at = text.find(now); at != std::string::npos)
            text.replace(at, now.size(), before), changes = true;
    return changes && without_comments(stored) == text;
}

bool fixed_views_are_current(SQLite::Database& database) {
    return std::ranges::none_of(views_that_changed, [&](const char* name) {
        return is_earlier_view(sql_of(database, name), fixed_views().at(name));
    });
}

void renew_fixed_views(SQLite::Database& database) {
    for (const char* name : views_that_changed) {
        const auto& ours = fixed_views().at(name);
        if (!is_earlier_view(sql_of(database, name), ours)) continue;
        database.exec(std::string("DROP VIEW ") + name);
        database.exec(ours);
    }
}

}  // namespace sortscope::db
