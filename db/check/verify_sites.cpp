#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/metric/metric.hpp"
#include "db/check/finding_rows.hpp"
#include "db/check/verify_rows.hpp"
#include "db/schema/vocabulary.hpp"
#include "db/schema/wide_tables.hpp"

namespace sortscope::db {
namespace {

/// A counter of a launch that software counted, and what it is the sum of: a column of the launch's sites of
/// one kind (kernels/context/site_counts).
struct SummedSites {
    const char* counter;
    SiteKind kind;
    const char* column;
};

constexpr SummedSites summed_sites[] = {{"gld_requests", SiteKind::global_load, "requests"},
                                        {"gst_requests", SiteKind::global_store, "requests"},
                                        {"gld_threads", SiteKind::global_load, "threads"},
                                        {"gst_threads", SiteKind::global_store, "threads"},
                                        {"gld_bytes", SiteKind::global_load, "bytes"},
                                        {"gst_bytes", SiteKind::global_store, "bytes"},
                                        {"gld_sectors", SiteKind::global_load, "sectors"},
                                        {"gst_sectors", SiteKind::global_store, "sectors"},
                                        {"gld_tags", SiteKind::global_load, "lines"},
                                        {"gst_tags", SiteKind::global_store, "lines"},
                                        {"gld_32b", SiteKind::global_load, "transactions_32b"},
                                        {"gld_64b", SiteKind::global_load, "transactions_64b"},
                                        {"gld_96b", SiteKind::global_load, "transactions_96b"},
                                        {"gld_128b", SiteKind::global_load, "transactions_128b"},
                                        {"gst_32b", SiteKind::global_store, "transactions_32b"},
                                        {"gst_64b", SiteKind::global_store, "transactions_64b"},
                                        {"gst_96b", SiteKind::global_store, "transactions_96b"},
                                        {"gst_128b", SiteKind::global_store, "transactions_128b"},
                                        {"gld_32b_cc13", SiteKind::global_load, "cc13_transactions_32b"},
                                        {"gld_64b_cc13", SiteKind::global_load, "cc13_transactions_64b"},
                                        {"gld_128b_cc13", SiteKind::global_load, "cc13_transactions_128b"},
                                        {"gst_32b_cc13", SiteKind::global_store, "cc13_transactions_32b"},
                                        {"gst_64b_cc13", SiteKind::global_store, "cc13_transactions_64b"},
                                        {"gst_128b_cc13", SiteKind::global_store, "cc13_transactions_128b"},
                                        {"branches", SiteKind::branch, "requests"},
                                        {"divergent_branches", SiteKind::branch, "divergent_warps"},
                                        {"barriers", SiteKind::barrier, "requests"},
                                        {"shared_ld_requests", SiteKind::shared_load, "requests"},
                                        {"shared_st_requests", SiteKind::shared_store, "requests"},
                                        {"shared_ld_conflicts", SiteKind::shared_load, "extra_wavefronts"},
                                        {"shared_st_conflicts", SiteKind::shared_store, "extra_wavefronts"}};

/// Of launches that have sites counted with `set`: its counters are the sums of these.
void check_sites_of(FindingRows& rows, SQLite::Database& database, const MetricSet& set) {
    const auto columns = wide_columns(database, counter_table(set)).known;
    std::vector<std::string> sums, differs, words;
    for (const auto& one : summed_sites) {
        if (std::ranges::find(columns, one.counter, &Metric::id) == columns.end()) continue;
        sums.push_back(fmt::format("sum(CASE WHEN k.kind_id = {} THEN s.{} ELSE 0 END) AS {}",
                                   static_cast<int>(one.kind), one.column, one.counter));
        differs.push_back(fmt::format("t.{0} <> g.{0}", one.counter));
        words.push_back(
            fmt::format("WHEN t.{0} <> g.{0} THEN 'The launch has {0} ' || t.{0} || ', and its sites ' || "
                        "g.{0} || ' together.'",
                        one.counter));
    }
    if (sums.empty()) return;
    rows.find("sites", "launch_site",
              fmt::format(
                  "SELECT t.launch_id, l.case_id, CASE {} END FROM (SELECT s.launch_id, {} FROM launch_site "
                  "s JOIN site k ON k.id = s.site_id WHERE s.provenance_id = {} GROUP BY s.launch_id) g "
                  "JOIN {} t ON t.launch_id = g.launch_id LEFT JOIN launch l ON l.id = t.launch_id WHERE {}",
                  fmt::join(words, " "), fmt::join(sums, ", "), static_cast<int>(set.provenance),
                  counter_table(set), fmt::join(differs, " OR ")),
              "Delete the case and record it again.");
}

/// A case whose launches have sites counted with `set` has them of each: without any, the set's counters are
/// 0.
void check_launches_without_sites(FindingRows& rows, SQLite::Database& database, const MetricSet& set) {
    std::vector<std::string> counted, words;
    for (const auto* metric : wide_columns(database, counter_table(set)).known) {
        counted.push_back(fmt::format("t.{} <> 0", metric->id));
        words.push_back(
            fmt::format("WHEN t.{0} <> 0 THEN 'The launch has {0} ' || t.{0} || ' ({1}), but no counts by "
                        "site, which other launches of the case have.'",
                        metric->id, name_of(set.provenance)));
    }
    if (counted.empty()) return;
    rows.find("missing", "launch_site",
              fmt::format("SELECT t.launch_id, l.case_id, CASE {} END FROM {} t JOIN launch l ON l.id = "
                          "t.launch_id WHERE ({}) AND NOT EXISTS "
                          "(SELECT 1 FROM launch_site s WHERE s.launch_id = t.launch_id AND s.provenance_id "
                          "= {}) AND l.case_id IN "
                          "(SELECT m.case_id FROM launch_site s JOIN launch m ON m.id = s.launch_id WHERE "
                          "s.provenance_id = {})",
                          fmt::join(words, " "), counter_table(set), fmt::join(counted, " OR "),
                          static_cast<int>(set.provenance), static_cast<int>(set.provenance)),
              "Delete the case and record it again.");
}

/// Counts that do not belong to the site's kind are 0.
void check_kinds(FindingRows& rows) {
    using enum SiteKind;
    struct Belonging {
        std::string kinds;
        std::vector<const char*> columns;
    };
    const Belonging belongings[] = {
        {numbers_of({shared_load, shared_store}), {"extra_wavefronts"}},
        {numbers_of({branch}), {"taken_threads", "divergent_warps"}},
        {numbers_of({global_load, global_store, global_atomic}),
         {"sectors", "lines", "transactions_32b", "transactions_64b", "transactions_96b", "transactions_128b",
          "cc13_transactions_32b", "cc13_transactions_64b", "cc13_transactions_128b"}}};
    std::vector<std::string> odd;
    for (const auto& [kinds, columns] : belongings)
        for (const auto* column : columns)
            odd.push_back(fmt::format("(s.{} <> 0 AND t.kind_id NOT IN ({}))", column, kinds));
    rows.find(
        "sites", "launch_site",
        fmt::format("SELECT s.launch_id, l.case_id, 'Site ' || s.site_id || ' has counts that sites of its "
                    "kind do not have: ' || k.name || '.' FROM launch_site s JOIN site t ON t.id = s.site_id "
                    "JOIN site_kind k ON k.id = t.kind_id LEFT JOIN launch l ON l.id = s.launch_id WHERE {}",
                    fmt::join(odd, " OR ")),
        "Delete the case and record it again.");
}

/// Hardware tells nothing by site.
void check_site_provenance(FindingRows& rows) {
    rows.find("sites", "launch_site",
              fmt::format("SELECT s.launch_id, l.case_id, 'Site ' || s.site_id || ' is said to be ' || "
                          "coalesce(quote(p.name), 'of unknown provenance') || ', and sites are counted by "
                          "software or modelled.' "
                          "FROM launch_site s LEFT JOIN provenance p ON p.id = s.provenance_id LEFT JOIN "
                          "launch l ON l.id = s.launch_id WHERE s.provenance_id NOT IN ({}, {})",
                          static_cast<int>(Provenance::counted), static_cast<int>(Provenance::modelled)),
              "Delete the case and record it again.");
}

/// Numbers stand for words; whoever reads the file without this program goes by those in it.
void check_named(FindingRows& rows, SQLite::Database& database) {
    for (const auto& table : vocabulary())
        for (const auto& stored : stored_rows(database, table)) {
            const auto known = std::ranges::find(table.rows, stored.id, &VocabularyRow::id);
            if (known == table.rows.end() || (known->name == stored.name && known->unit == stored.unit))
                continue;
            rows.add("words", std::string(table.table), stored.id,
                     known->name != stored.name
                         ? fmt::format("It is called '{}', and stands for '{}'.", stored.name, known->name)
                         : fmt::format("The unit of '{}' is '{}' there, and should be '{}'.", stored.name,
                                       stored.unit, known->unit),
                     "What writes to the file next (sortscope annotate) words it as it should be.");
        }
}

}  // namespace

std::string numbers_of(std::initializer_list<SiteKind> kinds) {
    std::string numbers;
    for (const auto kind : kinds)
        numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", static_cast<int>(kind));
    return numbers;
}

void check_sites_and_words(SQLite::Database& database, std::vector<Finding>& findings) {
    FindingRows rows(database, findings);
    for (const auto& set : metric_sets())
        if (set.provenance == Provenance::modelled || set.provenance == Provenance::counted) {
            check_sites_of(rows, database, set);
            check_launches_without_sites(rows, database, set);
        }
    check_kinds(rows);
    check_site_provenance(rows);
    check_named(rows, database);
}

}  // namespace sortscope::db
