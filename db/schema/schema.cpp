#include "db/schema/schema.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "db/check/finding_rows.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

using std::string_view;

constexpr std::array always{string_view("provenance"),   string_view("key_type"),
                            string_view("distribution"), string_view("backend"),
                            string_view("trial_kind"),   string_view("case_status"),
                            string_view("site_kind"),    string_view("transfer_kind"),
                            string_view("severity"),     string_view("counter"),
                            string_view("variant"),      string_view("kernel"),
                            string_view("phrase"),       string_view("site"),
                            string_view("host"),         string_view("device"),
                            string_view("run"),          string_view("run_note"),
                            string_view("sort_case"),    string_view("case_parameter"),
                            string_view("case_note"),    string_view("trial"),
                            string_view("transfer"),     string_view("launch"),
                            string_view("launch_site")};
constexpr std::array before_3{string_view("launch_counter")};
constexpr std::array from_3{
    string_view("time_mode"),     string_view("launch_shape"), string_view("launch_origin"),
    string_view("condition"),     string_view("series"),       string_view("case_pass"),
    string_view("other_counter"), string_view("vendor_value"), string_view("stage_sum"),
    string_view("sum_other"),     string_view("other_time"),   string_view("time_round"),
    string_view("device_limit"),  string_view("instruction"),  string_view("stall")};
/// Schema files whose tables a writer adds where they are lacking: they make what is not there, and nothing
/// else.
constexpr std::array later_files{string_view("003_annotations.sql"), string_view("003_levels.sql"),
                                 string_view("003_sources.sql")};
/// All tables of those.
constexpr std::array added_to_3{
    string_view("run_annotation"), string_view("run_tag"),      string_view("case_annotation"),
    string_view("case_tag"),       string_view("source_text"),  string_view("case_source"),
    string_view("launch_run"),     string_view("substage_sum"), string_view("substage_value")};

bool lacks_tables(SQLite::Database& database) {
    return std::ranges::any_of(added_to_3,
                               [&](const auto table) { return !database.tableExists(std::string(table)); });
}

void add_lacking_tables(SQLite::Database& database) {
    if (!lacks_tables(database)) return;
    for (const auto name : later_files)
        database.exec(std::string(std::ranges::find(schema_files(), name, &SchemaFile::name)->sql));
}

/// Of a row of `condition`: no parameter has a name with a space in it. A text with neither, which nobody of
/// ours wrote, is left as it is.
constexpr auto old_spelling = "instr(parameters, ' ') > 0 AND instr(parameters, '=') = 0";

bool has_old_spelling(SQLite::Database& database) {
    Statement select(database, fmt::format("SELECT 1 FROM condition WHERE {} LIMIT 1", old_spelling));
    return select.step();
}

void mark(SQLite::Database& database, int version) {
    database.exec(fmt::format("PRAGMA application_id = {}", application_id));
    database.exec(fmt::format("PRAGMA user_version = {}", version));
}

}  // namespace

std::span<const SchemaFile> schema_files() {
    static const auto files = [] {
        std::vector<SchemaFile> numbered;
        for (const auto& file : embedded_schema()) {
            int version = 0;
            std::from_chars(file.name.data(), file.name.data() + file.name.find('_'), version);
            numbered.push_back({version, file.name, file.text});
        }
        return numbered;
    }();
    return files;
}

int newest_version() { return schema_files().back().version; }

FileIdentity identify(SQLite::Database& database) {
    FileIdentity found;
    found.application = database.execAndGet("PRAGMA application_id").getInt();
    found.version = database.execAndGet("PRAGMA user_version").getInt();
    found.empty = found.application == 0 && found.version == 0 &&
                  database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    return found;
}

std::vector<string_view> required_tables(int version) {
    std::vector<string_view> tables(always.begin(), always.end());
    if (version < 3)
        tables.insert(tables.end(), before_3.begin(), before_3.end());
    else
        tables.insert(tables.end(), from_3.begin(), from_3.end());
    return tables;
}

void check_tables(SQLite::Database& database, int version) {
    std::map<std::string, bool, std::less<>> plain;  // name -> whether it is an ordinary table
    for_each_row(
        database, "SELECT 0, type, name, coalesce(rootpage, 0) FROM sqlite_master", "sqlite_master",
        [&](RowReader& row) {
            std::string type;
            std::string name;
            std::int64_t page = 0;
            row.skip();
            row.read(type, name, range::any(page));
            if (type == "trigger")
                throw BadValue(fmt::format("it has a trigger, '{}', and SortScope writes none", name));
            if (type == "table" || type == "view") plain[name] = type == "table" && page > 0;
        });
    auto tables = required_tables(version);
    std::vector<std::string> wide;
    for (const auto name : added_to_3)
        if (version >= 3 && plain.contains(name)) tables.push_back(name);
    if (version >= 3)
        for (const auto& set : metric_sets()) {
            for (const auto& name : {counter_table(set), sum_table(set)})
                if (plain.contains(name))
                    wide.push_back(name);  // a writer adds those that the catalogue of its day had not
        }
    for (const auto& name : wide) tables.emplace_back(name);
    for (const auto table : tables) {
        const auto found = plain.find(table);
        if (found == plain.end()) throw BadValue(fmt::format("it lacks the table '{}'", table));
        if (!found->second)
            throw BadValue(
                fmt::format("'{}' is not a table in it, but something that runs SQL of its own", table));
    }
}

void create_schema(SQLite::Database& database) {
    for (const auto& file : schema_files())
        if (file.version == newest_version()) database.exec(std::string(file.sql));
    complete_wide_tables(database);
    renew_generated_views(database);
    mark(database, newest_version());
}

std::string spelt_parameters(string_view column) {
    return fmt::format("replace(replace(replace({}, ', ', ','), ' ', '='), ',', ', ')", column);
}

namespace {

/// A file that an older program wrote into afterwards may have both spellings of one condition: its cases are
/// of one row then.
void respell(SQLite::Database& database) {
    database.exec(fmt::format("UPDATE OR IGNORE condition SET parameters = {} WHERE {}",
                              spelt_parameters("parameters"), old_spelling));
    if (!has_old_spelling(database)) return;
    database.exec(fmt::format(
        "UPDATE sort_case SET condition_id = coalesce((SELECT t.id FROM condition d JOIN condition t USING "
        "(variant, n, block, key_id, distribution_id, seed, entropy_bits, content, "
        "device_key, device, backend_id, cache_state, time_mode_id) WHERE d.id = sort_case.condition_id AND "
        "t.parameters = {}), condition_id) "
        "WHERE condition_id IN (SELECT id FROM condition WHERE {})",
        spelt_parameters("d.parameters"), old_spelling));
    database.exec(
        fmt::format("DELETE FROM condition WHERE {} AND id NOT IN (SELECT condition_id FROM sort_case WHERE "
                    "condition_id IS NOT NULL)",
                    old_spelling));
}

}  // namespace

void update_schema(SQLite::Database& database) {
    if (wide_tables_are_complete(database) && generated_views_are_current(database) &&
        fixed_views_are_current(database) && !lacks_tables(database) && !has_old_spelling(database))
        return;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    add_lacking_tables(database);
    if (has_old_spelling(database)) respell(database);
    const bool grown = complete_wide_tables(database);
    renew_fixed_views(database);
    if (grown || !generated_views_are_current(database)) renew_generated_views(database);
    transaction.commit();
}

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
