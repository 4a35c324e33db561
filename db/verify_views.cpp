#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "db/finding_rows.hpp"
#include "db/schema.hpp"
#include "db/statement.hpp"
#include "db/verify_rows.hpp"

namespace sortscope::db {
namespace {

/// One space wherever there are several, or lines, so that a view is held against what it does.
std::string without_comments(std::string_view sql) {
    std::string text;
    for (std::size_t at = 0; at < sql.size(); ++at) {
        if (sql.substr(at).starts_with("--")) at = std::min(sql.find('\n', at), sql.size());
        const bool is_space = at >= sql.size() || sql[at] == ' ' || sql[at] == '\n';
        if (!is_space) text += sql[at];
        else if (!text.empty() && text.back() != ' ') text += ' ';
    }
    return text;
}

}  // namespace

void check_views(SQLite::Database& database, std::vector<Finding>& findings) {
    const auto views_of = [](SQLite::Database& from) {
        std::map<std::string, std::string> views;
        Statement select(from, "SELECT name, sql FROM sqlite_master WHERE type = 'view'");
        while (select.step()) views.emplace(cell_text(select.handle(), 0), without_comments(cell_text(select.handle(), 1)));
        return views;
    };
    SQLite::Database ours(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    for (const auto& file : schema_files())
        if (file.version == newest_version() && file.name.ends_with("_views.sql")) ours.exec(std::string(file.sql));
    const auto found = views_of(database);
    for (const auto& [name, sql] : views_of(ours)) {
        const auto view = found.find(name);
        if (view != found.end() && view->second == sql) continue;
        findings.push_back({"view", name, std::nullopt, std::nullopt,
                            view == found.end() ? fmt::format("The file lacks the view '{}'.", name)
                                                : fmt::format("The view '{}' is not as SortScope makes it: it may show other values than were recorded.", name),
                            "Trust the other commands, which read the tables alone, or merge the file into a new one, which has views of its own"});
    }
}

}  // namespace sortscope::db
