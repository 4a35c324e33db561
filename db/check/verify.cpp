#include "db/check/verify.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/selection.hpp"
#include "core/metric/sums.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/read/reader.hpp"
#include "db/rows/sums.hpp"
#include "db/schema/schema.hpp"
#include "db/schema/wide_tables.hpp"
#include "db/sqlite/connection.hpp"
#include "db/sqlite/errors.hpp"
#include "db/sqlite/statement.hpp"

namespace sortscope::db {
namespace {

/// Findings named for each check and table; a sentence says that there are more.
constexpr std::size_t most_findings = 20;

class Findings {
 public:
    explicit Findings(std::vector<Finding>& findings) : findings_(findings) {}

    /// `remedy`: null for the usual one, to record the case or the file again.
    void add(const std::string& check, const std::string& table, std::optional<std::int64_t> row,
             std::optional<std::int64_t> in_case, std::string sentence, const char* remedy = nullptr) {
        if (remedy == nullptr)
            remedy = in_case ? "Delete the case and record it again."
                             : "Take the file from a copy, or record it again.";
        const auto count = check == "reading" ? 0 : ++counts_[{check, table}];
        if (count > most_findings + 1) return;
        if (count > most_findings) {
            row = in_case = std::nullopt;
            sentence = "There are more of these than are named here.";
        }
        findings_.push_back({check, table, row, in_case, std::move(sentence), remedy});
    }
    /// A finding about a case.
    void add(const std::string& check, const std::string& table, CaseId id, std::string sentence) {
        add(check, table, std::nullopt, static_cast<std::int64_t>(id), std::move(sentence));
    }

 private:
    std::vector<Finding>& findings_;
    std::map<std::pair<std::string, std::string>, std::size_t> counts_;
};

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

    /// A set's values are of launches of cases that name the set, and the sums of their sites.
    void check_set(const MetricSet& set) {
        const auto table = counter_table(set);
        const auto columns = wide_columns(database_, table);
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
        // If one launch of a case has sites counted with the set, each has, or its counters are 0.
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
        const auto ours = vocabulary();
        for (const auto& stored : stored_vocabulary(database_)) {
            const auto known = std::ranges::find_if(ours, [&](const VocabularyRow& row) {
                return row.table == stored.table && row.id == stored.id;
            });
            if (known == ours.end() || (known->name == stored.name && known->unit == stored.unit)) continue;
            findings_.add("words", stored.table, stored.id, std::nullopt,
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

bool differ(double a, double b) { return !(std::abs(a - b) <= 1e-9 * std::max(std::abs(a), 1.0)); }

std::string describe(const LaunchSums& sum) {
    return fmt::format(
        "stage {}, substage {}, '{}' of '{}', {} from launch {} on, {}, bytes {}, comparators {}", sum.stage,
        sum.substage, sum.label, sum.kernel, plural(sum.launches, "launch"), sum.first_launch,
        sum.time_ns ? std::to_string(*sum.time_ns) + " ns" : std::string("without time"), sum.required_bytes,
        sum.comparators);
}

/// A counter of one of both that the other lacks, or has otherwise; empty: none.
std::string_view odd_counter(const std::vector<CounterValue>& made, const std::vector<CounterValue>& stored) {
    for (std::size_t i = 0; i < std::max(made.size(), stored.size()); ++i) {
        if (i >= made.size()) return metric_of(stored[i].id).id;
        if (i >= stored.size() || made[i].id != stored[i].id || made[i].provenance != stored[i].provenance ||
            differ(made[i].value.as_double(), stored[i].value.as_double()))
            return metric_of(i < stored.size() ? std::min(made[i].id, stored[i].id) : made[i].id).id;
    }
    return {};
}

class CaseCheck {
 public:
    CaseCheck(const Reader& reader, CaseRecord record, Findings& findings)
        : reader_(reader), record_(std::move(record)), findings_(findings) {}

    void run() {
        if (record_.status == CaseStatus::ok && record_.trials.empty() && !record_.time)
            add("trials", "trial", "The case is finished, but has no trial.");
        if (record_.message.empty() && record_.status != CaseStatus::ok)
            add("message", "profiled_case",
                fmt::format("The case ended as '{}', and does not say why.", name_of(record_.status)));
        if (record_.time) check_time(*record_.time, "profiled_case", record_.time_mode);
        for (const auto& time : record_.other_times) check_time(time, "other_time", time.mode);
        for (const auto& pass : record_.passes) check_pass(pass);
        reader_.series(record_.id);
        reader_.stalls(record_.id);
        reader_.sources(record_.id);
        check_launches();
    }

 private:
    void add(const char* check, const std::string& table, std::string sentence) {
        findings_.add(check, table, record_.id, std::move(sentence));
    }

    void check_pass(const PassRecord& pass) {
        const auto set = std::ranges::find(metric_sets(), pass.set, &MetricSet::name);
        const bool other =
            pass.set == stalls_pass || pass.set == series_pass || pass.set.starts_with("vendor");
        if (set == metric_sets().end() && !other)
            add("passes", "case_pass", fmt::format("It took a set '{}', which there is not.", pass.set));
        if (set != metric_sets().end() && set->provenance != pass.provenance)
            add("passes", "case_pass",
                fmt::format("The set '{}' is {} there, and should be {}.", pass.set, name_of(pass.provenance),
                            name_of(set->provenance)));
    }

    /// Median, spread and rounds are those of the trials.
    void check_time(const TimeSummary& time, const char* table, TimeMode mode) {
        const auto words = fmt::format("median {} ns, {} to {} ns", time.median_ns, time.min_ns, time.max_ns);
        if (time.min_ns == 0 || time.median_ns == 0)
            add("zero", table, "It has a time of zero: " + words + ".");
        if (time.min_ns > time.median_ns || time.median_ns > time.max_ns)
            add("time", table, "Its times are out of order: " + words + ".");
        if (time.count == 0) add("time", table, "It has a time of no trial.");
        if (record_.trials.empty()) return;  // summaries alone, as imports have them
        const auto made = summarize_times(record_.trials, mode);
        if (!made || made->count != time.count)
            add("time", table,
                fmt::format("Its time is of {}, and there are {}.", plural(time.count, "accepted time trial"),
                            made ? made->count : 0));
        else if (made->min_ns != time.min_ns || made->max_ns != time.max_ns ||
                 made->median_ns != time.median_ns || differ(time.spread, made->spread))
            add("time", table,
                fmt::format(
                    "Its trials have a median of {} ns, {} to {} ns and spread {:.6g}; stored are {} ns, "
                    "{} to {} ns and {:.6g}.",
                    made->median_ns, made->min_ns, made->max_ns, made->spread, time.median_ns, time.min_ns,
                    time.max_ns, time.spread));
        std::uint32_t of_rounds = 0;
        for (const auto& round : time.rounds) {
            of_rounds += round.count;
            if (!made) continue;
            const auto same = std::ranges::find(made->rounds, round.round, &RoundTime::round);
            if (same == made->rounds.end())
                add("time", "time_round", fmt::format("There is no trial of its round {}.", round.round));
            else if (same->median_ns != round.median_ns || same->count != round.count ||
                     differ(same->spread, round.spread))
                add("time", "time_round",
                    fmt::format(
                        "The {} of its round {} have a median of {} ns and spread {:.6g}; stored are {}, "
                        "{} ns and {:.6g}.",
                        plural(same->count, "trial"), round.round, same->median_ns, same->spread, round.count,
                        round.median_ns, round.spread));
        }
        if (!time.rounds.empty() && of_rounds != time.count)
            add("time", "time_round",
                fmt::format("Its rounds have {} together, and the case {}.", plural(of_rounds, "trial"),
                            time.count));
    }

    void check_launches() {
        const bool many = record_.launch_count >= least_launches_with_runs;
        StageSums stages;
        StageSums substages(StageSums::By::substage);
        LaunchRuns runs;
        LaunchSpanner spanner;
        reader_.launches(record_.id, {.sites = true}, [&](const LaunchRecord& launch) {
            stages.add(launch);
            if (many) substages.add(launch);
            check_bounds(launch);
            return true;
        });
        reader_.launch_times(record_.id, [&](const LaunchTime& time) {
            spanner.add(time.start_ns, time.duration_ns);
            if (many) runs.add(time.index, time.origin, time.start_ns, time.duration_ns);
            return true;
        });
        check_span(spanner.span());
        check_stages(stages.sums(), reader_.stages(record_.id));
        if (!many) return;
        if (const auto stored = reader_.launch_runs(record_.id); !stored.empty() && stored != runs.runs())
            add("levels", "launch_run", "Its runs of launches are not those of the launches.");
        if (const auto stored = reader_.substages(record_.id); stored && *stored != substages.sums())
            add("levels", "substage_sum", "Its sums by substage are not those of the launches.");
    }

    void check_bounds(const LaunchRecord& launch) {
        const auto broken = broken_bound(launch.counters, record_.device.cc_major);
        if (!broken) return;
        const auto* set = set_of(broken->part.id, broken->part.provenance);
        add(broken->bound->check, set == nullptr ? "other_counter" : counter_table(*set),
            fmt::format("Launch {} {}.", launch.index, broken->sentence));
    }

    void check_span(const std::optional<LaunchSpan>& made) {
        const auto& stored = record_.launch_span;
        if (made && stored && (made->span_ns != stored->span_ns || made->busy_ns != stored->busy_ns))
            add("launches", "profiled_case",
                fmt::format("Its launches ran in {} ns of {} ns; stored are {} of {} ns.", made->busy_ns,
                            made->span_ns, stored->busy_ns, stored->span_ns));
    }

    void check_stages(const std::vector<LaunchSums>& made, const std::vector<LaunchSums>& stored) {
        for (std::size_t i = 0; i < std::max(made.size(), stored.size()); ++i) {
            const auto launches = i < made.size() ? describe(made[i]) : "none";
            const auto sums = i < stored.size() ? describe(stored[i]) : "none";
            if (launches != sums) {
                add("sums", "stage_sum",
                    fmt::format("By its launches, sum {} is {}; stored is {}.", i + 1, launches, sums));
                return;  // one that is wrong moves all behind it
            }
            if (const auto counter = odd_counter(made[i].counters, stored[i].counters); !counter.empty()) {
                add("sums", "stage_sum",
                    fmt::format("Its {} of stage {} ({}) is not that of the launches.", counter,
                                made[i].stage, made[i].kernel));
                return;
            }
        }
    }

    const Reader& reader_;
    CaseRecord record_;
    Findings& findings_;
};

/// Analyses divide by what a device reaches: it must be a number that a device could have.
void check_limits(const Reader& reader, RunId run, Findings& findings) {
    for (const auto& device : reader.limits(run))
        for (const auto& limit : device.limits)
            if (limit.unit.ends_with("/s") && limit.value < 1)
                findings.add(
                    "limit", "device_limit", std::nullopt, std::nullopt,
                    fmt::format("The {} of {} in run {} is {:g} {}, which cannot be.", limit.name,
                                device.device.name, static_cast<std::int64_t>(run), limit.value, limit.unit));
}

/// Reads everything as those who show it do.
void check_reading(const std::filesystem::path& path, Verification& result, Findings& findings) {
    const auto attempt = [&](std::optional<std::int64_t> in_case, auto&& work) {
        try {
            work();
        } catch (const Error& error) {
            findings.add("reading", "", std::nullopt, in_case, error.what());
        }
    };
    attempt(std::nullopt, [&] {
        const Reader reader(path);
        const auto runs = reader.runs();
        result.runs = runs.size();
        for (const auto& run : runs) attempt(std::nullopt, [&] { check_limits(reader, run.id, findings); });
        const auto cases = reader.cases();
        result.cases = cases.size();
        for (const auto& listed : cases) {
            result.launches += listed.launch_count;
            attempt(static_cast<std::int64_t>(listed.id),
                    [&] { CaseCheck(reader, reader.read_case(listed.id, Detail::details), findings).run(); });
        }
    });
}

using enum CounterId;

// A request moves a sector of 32 bytes for each thread of a warp at most. Before compute capability 3.0 it
// moves whole segments (1.2, 1.3) or lines (2.x) of 128 bytes for a thread that touches but a word (CUDA C
// Programming Guide, compute capabilities 1.x and 2.x).
constexpr CounterBound bounds[] = {
    {gld_bytes, 32, 32, gld_sectors, "efficiency",
     "loaded more bytes than its sectors hold: an efficiency above 100 %"},
    {gst_bytes, 32, 32, gst_sectors, "efficiency",
     "stored more bytes than its sectors hold: an efficiency above 100 %"},
    {gld_sectors, 32, 128, gld_requests, "sectors", "loaded more than 32 sectors a request"},
    {gst_sectors, 32, 128, gst_requests, "sectors", "stored more than 32 sectors a request"},
    {gld_threads, 32, 32, gld_requests, "efficiency", "loaded by more than 32 threads a request"},
    {gst_threads, 32, 32, gst_requests, "efficiency", "stored by more than 32 threads a request"},
    {divergent_branches, 1, 1, branches, "efficiency", "has more divergent branches than branches"},
    {branch_targets_threads_uniform, 1, 1, branch_targets_threads, "efficiency",
     "has more uniform branch targets than branch targets"},
    {active_thread_instructions, 32, 32, warp_instructions, "efficiency",
     "has more than 32 threads a warp instruction"},
    {thread_instructions, 32, 32, warp_instructions, "efficiency",
     "has more than 32 threads a warp instruction"},
    {l1_hit_sectors, 1, 1, l1_sectors, "efficiency", "finds more sectors in L1 than it asks for"},
    {l1_ld_hit_sectors, 1, 1, l1_ld_sectors, "efficiency", "hits L1 more often than it asks"},
    {l2_hits, 1, 1, l2_lookups, "efficiency", "hits L2 more often than it asks"},
    {warps_active_ppm, 1'000'000, 1'000'000, none, "efficiency", "has an occupancy above 100 %"},
};

}  // namespace

std::optional<BrokenBound> broken_bound(std::span<const CounterValue> counters, int cc_major) {
    for (const auto& bound : bounds)
        for (const auto& part : counters) {
            if (part.id != bound.part) continue;
            const auto whole = std::ranges::find_if(counters, [&](const CounterValue& value) {
                return value.id == bound.whole && value.provenance == part.provenance &&
                       value.pass == part.pass;
            });
            if (bound.whole != none && whole == counters.end()) continue;
            const auto most = bound.whole == none ? 1.0 : whole->value.as_double();
            const int times = cc_major == 1 || cc_major == 2 ? bound.times_before_3 : bound.times;
            if (part.value.as_double() <= times * most) continue;
            return BrokenBound{
                &bound, part,
                fmt::format("{} ({} {}{})", bound.sentence, metric_of(bound.part).id, part.value.as_double(),
                            bound.whole == none ? std::string()
                                                : fmt::format(", {} {}", metric_of(bound.whole).id, most))};
        }
    return std::nullopt;
}

std::vector<Finding> row_findings(SQLite::Database& database) {
    std::vector<Finding> found;
    Findings findings(found);
    RowCheck(database, findings).run();
    return found;
}

Verification verify(const std::filesystem::path& path) {
    Verification result;
    result.schema = schema_version;
    auto database = open_for_reading(path, std::chrono::seconds(2));
    guarded(path, "Checking the file failed", [&] {
        SQLite::Transaction one_state(database);
        result.findings = row_findings(database);
    });
    Findings findings(result.findings);
    check_reading(path, result, findings);
    return result;
}

}  // namespace sortscope::db
