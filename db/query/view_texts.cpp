#include "core/ranges.hpp"
#include "db/query/query.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/algorithm/string.hpp>

#include "db/schema/connection.hpp"
#include "db/schema/schema.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {
using std::string_view;

std::vector<std::string> lines_of(string_view text) {
    std::vector<std::string> lines;
    boost::split(lines, text, boost::is_any_of("\n"));
    for (auto& line : lines) boost::trim(line);
    return lines;
}

void append(std::string& text, string_view more) { text += (text.empty() ? "" : " ") + std::string(more); }

std::string first_name(const std::string& text) {
    return text.substr(0, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"));
}

/// Reads "-- text" on the view, then "-- column: text".
ViewText view_comments(string_view sql, const std::vector<std::string>& columns) {
    ViewText view;
    std::map<std::string, std::string, std::less<>> texts;
    std::string* open = &view.sentence;
    for (const auto& line : lines_of(sql)) {
        if (!line.starts_with("--")) continue;
        auto text = boost::trim_copy(line.substr(2));
        const auto name = first_name(text);
        if (text.substr(name.size()).starts_with(": ") && contains(columns, name)) {
            open = &texts[name];
            text.erase(0, name.size() + 2);
        }
        append(*open, text);
    }
    for (const auto& column : columns) view.columns.push_back({column, {}, texts[column]});
    return view;
}

/// Reads "name TYPE, -- text", continued by lines "-- text", or "name TYPE /* unit: text */".
std::map<std::string, ViewColumn, std::less<>> column_comments(string_view sql) {
    std::map<std::string, ViewColumn, std::less<>> columns;
    std::string last;
    for (const auto& line : lines_of(sql)) {
        if (line.starts_with("--")) {
            if (!last.empty()) append(columns[last].sentence, boost::trim_copy(line.substr(2)));
            continue;
        }
        last = first_name(line);
        if (last.empty()) continue;
        auto& column = columns[last];
        if (const auto begin = line.find("/* "); begin != string_view::npos) {
            const auto text = line.substr(begin + 3, line.find(" */", begin) - begin - 3);
            const auto colon = std::min(text.find(": "), text.size());
            column.unit = text.substr(0, colon);
            column.sentence = text.substr(std::min(colon + 2, text.size()));
        } else if (const auto dashes = line.find("-- "); dashes != string_view::npos) {
            column.sentence = boost::trim_copy(line.substr(dashes + 3));
        }
    }
    return columns;
}

std::string unit_of(string_view name) {
    constexpr std::pair<string_view, string_view> ends[] = {{"_mkeys_per_s", "Mkey/s"},
                                                            {"_ns", "ns"},
                                                            {"_bytes", "bytes"},
                                                            {"_khz", "kHz"},
                                                            {"_mhz", "MHz"},
                                                            {"_bytes_per_thread", "bytes"},
                                                            {"_bits", "bits"},
                                                            {"_ratio", "ratio"},
                                                            {"_threads", "threads"},
                                                            {"_pct", "%"},
                                                            {"_per_thread", "per thread"}};
    for (const auto& [end, unit] : ends)
        if (name.ends_with(end)) return std::string(unit);
    return {};
}

using TableComments = std::map<std::string, std::map<std::string, ViewColumn, std::less<>>>;

/// Adds a missing sentence and unit from the catalogue or the table's comments.
void complete(ViewColumn& column, sqlite3_stmt* select, int i, TableComments& tables) {
    const auto* metric = find_metric(column.name);
    const auto* const table = sqlite3_column_table_name(select, i);
    const auto* const origin = sqlite3_column_origin_name(select, i);
    if (metric != nullptr && column.sentence.empty()) column.sentence = metric->sentence;
    column.unit = metric != nullptr ? std::string(metric->unit) : unit_of(column.name);
    if (table == nullptr || origin == nullptr) return;
    const auto& of_table = tables[table][origin];
    if (column.sentence.empty()) column.sentence = of_table.sentence;
    if (column.unit.empty()) column.unit = of_table.unit;
}

std::vector<ViewText> texts_of(Database& database) {
    TableComments tables;
    std::vector<ViewText> texts;
    Statement select(database,
                     "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE type IN ('table', "
                     "'view') ORDER BY type, name");
    for_each_row(select, "sqlite_master", [&](RowReader& row) {
        std::string type, name, sql;
        row.read(type, name, sql);
        if (type == "table") {
            tables[name] = column_comments(sql);
            return;
        }
        const Statement all(database, fmt::format("SELECT * FROM {}", db::quoted(name)));
        std::vector<std::string> columns;
        for (int i = 0; i < sqlite3_column_count(all.handle()); ++i)
            columns.emplace_back(sqlite3_column_name(all.handle(), i));
        auto& text = texts.emplace_back(view_comments(sql, columns));
        text.name = name;
        for (size_t i = 0; i < columns.size(); ++i) complete(text.columns[i], all.handle(), int(i), tables);
    });
    return texts;
}
}  // namespace

std::vector<ViewText> view_texts(const std::optional<std::filesystem::path>& path) {
    if (!path) {
        Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        create_schema(database);
        return texts_of(database);
    }
    auto database = open_for_reading(*path);
    return guarded(*path, "Reading the views failed", [&] {
        sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_ENABLE_VIEW, 1, nullptr);
        return texts_of(database);
    });
}
}
