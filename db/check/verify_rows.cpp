#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include "core/metric/metric.hpp"
#include "db/check/findings.hpp"
#include "db/schema/schema.hpp"
#include "db/schema/vocabulary.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

/// A command is no mark of an import: any path may hold the word.
constexpr auto lists =
    "WITH imported AS (SELECT c.id FROM profiled_case c WHERE EXISTS (SELECT 1 FROM run_note n WHERE "
    "n.run_id = "
    "c.run_id AND n.text GLOB 'Imported from *') OR EXISTS (SELECT 1 FROM case_note n WHERE n.case_id = c.id "
    "AND "
    "n.text GLOB 'Imported from *')), ours AS (SELECT c.* FROM profiled_case c JOIN case_status s ON s.id = "
    "c.status_id JOIN subject u ON u.id = c.subject_id WHERE s.name = 'ok' AND u.kind = 1 AND c.id NOT IN "
    "(SELECT id FROM imported))\n";

std::string cell_text(sqlite3_stmt* statement, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return text == nullptr ? "nothing" : text;
}

std::optional<std::int64_t> cell_number(sqlite3_stmt* statement, int column) {
    if (sqlite3_column_type(statement, column) != SQLITE_INTEGER) return std::nullopt;
    return sqlite3_column_int64(statement, column);
}

class RowCheck {
 public:
    RowCheck(SQLite::Database& database, Findings& findings) : database_(database), findings_(findings) {}

    void run() {
        check_integrity();
        check_references();
        for (const auto& file : embedded_checks()) check_queries(file.text);
        check_row_counts();
        for (const auto& set : metric_sets()) check_set(set);
        check_names();
        check_views();
    }

 private:
    /// A finding for each row of `sql`: number of the row, case, sentence.
    void find(const std::string& check, const std::string& table, const std::string& sql) {
        try {
            Statement statement(database_, lists + sql);
            for (std::size_t count = 0; count <= most_findings && statement.step(); ++count)
                findings_.add(check, table, cell_number(statement.handle(), 0),
                              cell_number(statement.handle(), 1), cell_text(statement.handle(), 2));
        } catch (const SQLite::Exception& exception) {
            findings_.add(check, table, std::nullopt, std::nullopt,
                          fmt::format("It cannot be checked: {}.", exception.what()));
        }
    }

    void check_integrity() {
        Statement integrity(database_, fmt::format("PRAGMA integrity_check({})", most_findings));
        while (integrity.step())
            if (const auto text = cell_text(integrity.handle(), 0); text != "ok")
                findings_.add("integrity", "", std::nullopt, std::nullopt, "SQLite finds: " + text + ".",
                              "Take the file from a copy, or save what can be read: sqlite3 FILE .recover");
    }

    void check_references() {
        Statement references(database_, "PRAGMA foreign_key_check");
        for (std::size_t count = 0; count < 10 * most_findings && references.step(); ++count)
            findings_.add("reference", cell_text(references.handle(), 0), cell_number(references.handle(), 1),
                          std::nullopt,
                          fmt::format("It refers to a row of table '{}' that is not there.",
                                      cell_text(references.handle(), 2)));
    }

    /// "-- check table", comments, a query, ";".
    void check_queries(std::string_view text) {
        for (auto at = text.find("\n\n-- "); at != std::string_view::npos;
             at = text.find("\n\n-- ", at + 1)) {
            const auto head = text.substr(at + 5, text.find('\n', at + 2) - at - 5);
            const auto sql = text.substr(at, text.find(";\n", at) - at);
            const auto space = head.find(' ');
            find(std::string(head.substr(0, space)), std::string(head.substr(space + 1)), std::string(sql));
        }
    }

    void check_row_counts() {
        constexpr std::pair<const char*, const char*> counts[] = {
            {"case_note", "note_count"},        {"trial", "trial_count"},     {"transfer", "transfer_count"},
            {"series", "series_count"},         {"stall", "stall_count"},     {"case_pass", "pass_count"},
            {"other_time", "other_time_count"}, {"time_round", "round_count"}};
        for (const auto& [table, count] : counts)
            find("rows", table,
                 fmt::format("SELECT NULL, id, 'It has ' || found || ' rows of the case, where ' || {1} || ' "
                             "were stored.' FROM (SELECT c.id, c.{1}, (SELECT count(*) FROM {0} t WHERE "
                             "t.case_id = c.id) AS found FROM profiled_case c) WHERE found <> {1}",
                             table, count));
    }

    /// A set's values are of launches whose case names the set, and the sums of their sites.
    void check_set(const MetricSet& set) {
        const auto table = counter_table(set);
        const auto columns = wide_columns(database_, table).known;
        if (columns.empty()) return;
        find("passes", table,
             fmt::format(
                 "SELECT NULL, o.case_id, 'It has values of ' || o.found || ' launches of the case, but "
                 "no pass of the case took the set.' FROM (SELECT l.case_id, count(*) AS found FROM {} t "
                 "JOIN launch l ON l.id = t.launch_id GROUP BY l.case_id) o WHERE NOT EXISTS (SELECT 1 "
                 "FROM case_pass p WHERE p.case_id = o.case_id AND p.set_name = '{}')",
                 table, set.name));
        if (set.provenance != Provenance::modelled && set.provenance != Provenance::counted) return;
        check_sums_of_sites(set, columns);
        // A case whose launches have sites counted with the set has them of each, or its counters are 0.
        std::vector<std::string> counted;
        for (const auto* metric : columns) counted.push_back(fmt::format("coalesce(t.{}, 0)", metric->id));
        find("missing", "launch_site",
             fmt::format(
                 "SELECT t.launch_id, l.case_id, 'The launch has {2} counters, but no counts by site, "
                 "which other launches of the case have.' FROM {0} t JOIN launch l ON l.id = t.launch_id "
                 "WHERE max({1}, 0) > 0 AND NOT EXISTS (SELECT 1 FROM launch_site s WHERE s.launch_id = "
                 "t.launch_id AND s.provenance_id = {3}) AND l.case_id IN (SELECT m.case_id FROM "
                 "launch_site s JOIN launch m ON m.id = s.launch_id WHERE s.provenance_id = {3})",
                 table, fmt::join(counted, ", "), name_of(set.provenance), static_cast<int>(set.provenance)));
    }

    /// Counters that software counts, with the kind of site and the column that they add up
    /// (kernels/context/site_counts).
    static std::vector<std::array<std::string, 3>> summed_sites() {
        std::vector<std::array<std::string, 3>> sums{
            {"branches", "branch", "requests"},
            {"divergent_branches", "branch", "divergent_warps"},
            {"barriers", "barrier", "requests"},
            {"shared_ld_requests", "shared_load", "requests"},
            {"shared_st_requests", "shared_store", "requests"},
            {"shared_ld_conflicts", "shared_load", "extra_wavefronts"},
            {"shared_st_conflicts", "shared_store", "extra_wavefronts"}};
        constexpr std::pair<const char*, const char*> of_memory[] = {{"requests", "requests"},
                                                                     {"threads", "threads"},
                                                                     {"bytes", "bytes"},
                                                                     {"sectors", "sectors"},
                                                                     {"tags", "lines"},
                                                                     {"32b", "transactions_32b"},
                                                                     {"64b", "transactions_64b"},
                                                                     {"96b", "transactions_96b"},
                                                                     {"128b", "transactions_128b"},
                                                                     {"32b_cc13", "cc13_transactions_32b"},
                                                                     {"64b_cc13", "cc13_transactions_64b"},
                                                                     {"128b_cc13", "cc13_transactions_128b"}};
        for (const auto& [suffix, column] : of_memory) {
            sums.push_back({std::string("gld_") + suffix, "global_load", column});
            sums.push_back({std::string("gst_") + suffix, "global_store", column});
        }
        return sums;
    }

    void check_sums_of_sites(const MetricSet& set, const std::vector<const Metric*>& columns) {
        std::vector<std::string> sums, differs, words;
        for (const auto& [counter, kind, column] : summed_sites()) {
            if (std::ranges::find(columns, counter, &Metric::id) == columns.end()) continue;
            sums.push_back(
                fmt::format("total(CASE WHEN k.name = '{}' THEN s.{} END) AS {}", kind, column, counter));
            differs.push_back(fmt::format("t.{0} <> g.{0}", counter));
            words.push_back(
                fmt::format("WHEN {0} THEN 'The launch has {1} ' || t.{1} || ', and its sites ' || "
                            "CAST(g.{1} AS INTEGER) || ' together.'",
                            differs.back(), counter));
        }
        if (sums.empty()) return;
        find("sites", "launch_site",
             fmt::format(
                 "SELECT t.launch_id, l.case_id, CASE {} END FROM (SELECT s.launch_id, {} FROM launch_site "
                 "s JOIN site i ON i.id = s.site_id JOIN site_kind k ON k.id = i.kind_id WHERE "
                 "s.provenance_id = {} GROUP BY s.launch_id) g JOIN {} t ON t.launch_id = g.launch_id "
                 "LEFT JOIN launch l ON l.id = t.launch_id WHERE {}",
                 fmt::join(words, " "), fmt::join(sums, ", "), static_cast<int>(set.provenance),
                 counter_table(set), fmt::join(differs, " OR ")));
    }

    /// Who reads the file without this program goes by the names in it.
    void check_names() {
        for (const auto& table : vocabulary())
            for (const auto& stored : stored_rows(database_, table)) {
                const auto known = std::ranges::find(table.rows, stored.id, &VocabularyRow::id);
                if (known == table.rows.end() || (known->name == stored.name && known->unit == stored.unit))
                    continue;
                findings_.add("words", std::string(table.table), stored.id, std::nullopt,
                              fmt::format("It is '{}' ('{}'), and should be '{}' ('{}').", stored.name,
                                          stored.unit, known->name, known->unit),
                              "The next program that writes to the file (sortscope annotate) corrects it.");
            }
    }

    void check_views() {
        for (const auto& [name, sql] : fixed_views()) {
            const auto stored = stored_sql(database_, name);
            if (stored == sql) continue;
            findings_.add(
                "view", name, std::nullopt, std::nullopt,
                stored.empty() ? fmt::format("The file lacks the view '{}'.", name)
                               : fmt::format("The view '{}' is not SortScope's: it may show other "
                                             "values than were recorded.",
                                             name),
                "Trust the other commands, which read tables alone, or merge the file into a new one.");
        }
    }

    SQLite::Database& database_;
    Findings& findings_;
};

}  // namespace

void check_rows(SQLite::Database& database, Findings& findings) { RowCheck(database, findings).run(); }

}  // namespace sortscope::db
