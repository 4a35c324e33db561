#include "db/check/verify.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/ranges.h>

#include "core/metric/selection.hpp"
#include "core/printable.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "db/read/launch_reader.hpp"
#include "db/rows/sums.hpp"
#include "db/schema/connection.hpp"
#include "db/schema/schema.hpp"

namespace sortscope::db {
namespace {
/// Limit for one check and table. One more defect then reports that there are others.
constexpr size_t most_defects = 20;

class Defects {
 public:
    /// `remedy`: null if the case or the file must be recorded again.
    void add(const std::string& check, const std::string& table, std::string sentence,
             std::optional<int64_t> row = {}, std::optional<int64_t> in_case = {},
             const char* remedy = nullptr) {
        if (remedy == nullptr)
            remedy = in_case ? "Delete the case and record it again."
                             : "Take the file from a copy, or record it again.";
        const auto count = check == "reading" ? 0 : ++counts_[{check, table}];
        if (count > most_defects + 1) return;
        if (count > most_defects) {
            row = in_case = std::nullopt;
            sentence = "There are more of these than are named here.";
        }
        all.push_back({check, table, row, in_case, std::move(sentence), remedy});
    }

    std::vector<Defect> all;

 private:
    std::map<std::pair<std::string, std::string>, size_t> counts_;
};

std::string cell_text(sqlite3_stmt* statement, int column) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
    return text == nullptr ? "nothing" : text;
}

std::optional<int64_t> cell_number(sqlite3_stmt* statement, int column) {
    if (sqlite3_column_type(statement, column) != SQLITE_INTEGER) return std::nullopt;
    return sqlite3_column_int64(statement, column);
}

/// SQL function is_utf8(text): 1 or 0.
void is_utf8(sqlite3_context* context, int, sqlite3_value** values) {
    const auto* bytes = static_cast<const char*>(sqlite3_value_blob(values[0]));
    std::string_view rest(bytes, size_t(sqlite3_value_bytes(values[0])));
    bool valid = true;
    for (; valid && !rest.empty(); rest.remove_prefix(first_character(rest).bytes.size()))
        valid = first_character(rest).valid;
    sqlite3_result_int(context, valid ? 1 : 0);
}

/// SQL condition for impossible values of a column of type INTEGER, REAL or TEXT.
std::string never_holds(const std::string& type, const std::string& column) {
    // Seeds and row ids may have any sign. Other integers are below 2^62.
    const bool any_sign = column == "seed" || column == "id" || column.ends_with("_id");
    if (type == "TEXT")
        return fmt::format("(typeof({0}) NOT IN ('text', 'null') OR NOT is_utf8(ifnull({0}, '')))", column);
    if (type == "REAL")
        return fmt::format("(typeof({0}) NOT IN ('real', 'integer', 'null') OR abs({0}) > 1e300)", column);
    return fmt::format("(typeof({0}) NOT IN ('integer', 'null'){1})", column,
                       any_sign ? "" : fmt::format(" OR {0} < 0 OR {0} >> 62 > 0", column));
}

class RowCheck {
 public:
    RowCheck(Database& database, Defects& defects) : database_(database), defects_(defects) {}

    void run() {
        const bool sound = check_integrity();
        try {
            check_references();
            check_columns();
            for (const auto& file : embedded_checks()) check_queries(file.text);
            check_names();
        } catch (const BadValue&) {
            // check_columns() reports the column.
        } catch (const SQLite::Exception&) {
            if (sound) throw;  // else check_integrity() reports the damage
        }
        check_views();
    }

 private:
    /// Adds a defect for each row of `sql` (row id, case, sentence).
    void find(const std::string& check, const std::string& table, const std::string& sql) {
        try {
            Statement statement(database_, lists_ + sql);
            for (size_t count = 0; count <= most_defects && statement.step(); ++count)
                defects_.add(check, table, cell_text(statement.handle(), 2),
                             cell_number(statement.handle(), 0), cell_number(statement.handle(), 1));
        } catch (const SQLite::Exception& exception) {
            defects_.add(check, table, fmt::format("It cannot be checked: {}.", exception.what()));
        }
    }

    /// Adds the damage that SQLite finds in `table`, or in the whole file.
    void find_damage(const std::string& table) {
        const auto add = [&](const std::string& text) {
            defects_.add("integrity", table, "SQLite finds: " + text + ".", {}, {},
                         "Take the file from a copy, or save what can be read: sqlite3 FILE .recover");
        };
        const auto part = table.empty() ? std::to_string(most_defects) : quoted(table);
        try {
            Statement integrity(database_, fmt::format("PRAGMA integrity_check({})", part));
            while (integrity.step())
                if (const auto text = cell_text(integrity.handle(), 0); text != "ok") add(text);
        } catch (const SQLite::Exception& exception) {
            add(exception.what());
        }
    }

    /// Returns whether SQLite finds no damage. Names the damaged tables.
    bool check_integrity() {
        Defects whole;
        RowCheck(database_, whole).find_damage("");
        if (whole.all.empty()) return true;
        for_each_row(Statement(database_, "SELECT name FROM sqlite_master WHERE type = 'table'"),
                     "sqlite_master", [&](RowReader& row) {
                         std::string table;
                         row.read(table);
                         find_damage(table);
                     });
        if (defects_.all.empty()) defects_.all = std::move(whole.all);
        return false;
    }

    void check_references() {
        Statement references(database_, "PRAGMA foreign_key_check");
        for (size_t count = 0; count < 10 * most_defects && references.step(); ++count)
            defects_.add("reference", cell_text(references.handle(), 0),
                         fmt::format("It refers to a row of table '{}' that is not there.",
                                     cell_text(references.handle(), 2)),
                         cell_number(references.handle(), 1));
    }

    /// Checks that each column holds values of its type.
    void check_columns() {
        database_.createFunction("is_utf8", 1, true, nullptr, is_utf8);
        std::vector<std::string> tables;
        for (const auto& [name, sql] : fixed_tables()) tables.push_back(name);
        for (const auto& set : metric_sets())
            tables.insert(tables.end(), {counter_table(set), sum_table(set)});
        for (const auto& table : tables) {
            std::string words, any;
            bool has_row = false, has_case = false;
            for_each_row(Statement(database_, "SELECT name, type FROM pragma_table_info(?)", table),
                         table.c_str(), [&](RowReader& row) {
                             std::string column, type;
                             row.read(column, type);
                             has_row = has_row || column == "id";
                             has_case = has_case || column == "case_id";
                             if (type != "TEXT" && type != "REAL" && type != "INTEGER") return;
                             const auto wrong = never_holds(type, column);
                             words += fmt::format(
                                 " WHEN {0} THEN 'Column ''{1}'' holds ' || substr(quote({1}), 1, 60) || '.'",
                                 wrong, column);
                             any += (any.empty() ? "" : " OR ") + wrong;
                         });
            if (!any.empty())
                find("column", table,
                     fmt::format(" SELECT {}, {}, CASE{} END FROM {} WHERE {}", has_row ? "id" : "NULL",
                                 table == "profiled_case" ? "id"
                                 : has_case               ? "case_id"
                                                          : "NULL",
                                 words, quoted(table), any));
        }
    }

    /// Runs checks.sql: first lists of cases, then checks. Each has "-- check table", comments, a query, ";".
    void check_queries(std::string_view text) {
        constexpr std::array children{"case_note", "trial",      "transfer",   "series",        "stall",
                                      "case_pass", "other_time", "time_round", "sampled_launch"};
        auto at = text.find("\n\n-- ");
        for (lists_ = text.substr(0, at); at != std::string_view::npos; at = text.find("\n\n-- ", at + 1)) {
            const auto head = text.substr(at + 5, text.find('\n', at + 2) - at - 5);
            const std::string check(head.substr(0, head.find(' '))), table(head.substr(check.size() + 1));
            const std::string sql(text.substr(at, text.find(";\n", at) - at));
            if (sql.find("{count}") != std::string::npos)
                for (const std::string child : children) {
                    const bool prefixed = child.starts_with("case_") || child.starts_with("time_");
                    const auto count = child.substr(prefixed ? 5 : 0) + "_count";
                    find(check, child,
                         fmt::format(fmt::runtime(sql), fmt::arg("table", child), fmt::arg("count", count)));
                }
            else if (sql.find("{set}") != std::string::npos)
                for (const auto& set : metric_sets()) find_in_set(check, table, sql, set);
            else
                find(check, table, sql);
        }
    }

    struct SummedSite {
        std::string counter, kind, column;
    };
    /// Counters, with the kind and column of the sites that kernels/context/site_counts adds up.
    static std::vector<SummedSite> summed_sites() {
        std::vector<SummedSite> sums{{"branches", "branch", "requests"},
                                     {"divergent_branches", "branch", "divergent_warps"},
                                     {"barriers", "barrier", "requests"},
                                     {"shared_ld_requests", "shared_load", "requests"},
                                     {"shared_st_requests", "shared_store", "requests"},
                                     {"shared_ld_conflicts", "shared_load", "extra_wavefronts"},
                                     {"shared_st_conflicts", "shared_store", "extra_wavefronts"}};
        for (const std::string same : {"requests", "threads", "bytes", "sectors", "tags", "32b", "64b", "96b",
                                       "128b", "32b_cc13", "64b_cc13", "128b_cc13"}) {
            const auto size = same.substr(0, same.find('_'));
            const auto column = same == "tags"            ? "lines"
                                : same.ends_with("_cc13") ? "cc13_transactions_" + size
                                : same.ends_with("b")     ? "transactions_" + size
                                                          : same;
            sums.push_back({"gld_" + same, "global_load", column});
            sums.push_back({"gst_" + same, "global_store", column});
        }
        return sums;
    }

    /// `table`: "{table}" means the counter table of the set.
    void find_in_set(const std::string& check, const std::string& table, const std::string& sql,
                     const MetricSet& set) {
        const auto columns = wide_columns(database_, counter_table(set));
        std::vector<std::string> counted, sums, differs, words;
        for (const auto* metric : columns) counted.push_back(fmt::format("coalesce(t.{}, 0)", metric->id));
        for (const auto& [counter, kind, column] : summed_sites()) {
            if (!contains(columns, counter, &Metric::id)) continue;
            sums.push_back(
                fmt::format("total(CASE WHEN k.name = '{}' THEN s.{} END) AS {}", kind, column, counter));
            differs.push_back(fmt::format("t.{0} <> g.{0}", counter));
            words.push_back(
                fmt::format("WHEN {0} THEN 'The launch has {1} ' || t.{1} || ', and its sites ' || "
                            "CAST(g.{1} AS INTEGER) || ' together.'",
                            differs.back(), counter));
        }
        const bool has_sites =
            set.provenance == Provenance::modelled || set.provenance == Provenance::counted;
        if (columns.empty() || (table == "launch_site" && (!has_sites || sums.empty()))) return;
        using fmt::arg;
        const auto name = counter_table(set);
        find(
            check, table == "{table}" ? name : table,
            fmt::format(fmt::runtime(sql), arg("table", name), arg("set", set.name),
                        arg("provenance", name_of(set.provenance)), arg("provenance_id", int(set.provenance)),
                        arg("counted", fmt::join(counted, ", ")), arg("sums", fmt::join(sums, ", ")),
                        arg("differs", fmt::join(differs, " OR ")), arg("words", fmt::join(words, " "))));
    }

    void check_names() {
        const auto ours = vocabulary();
        for (const auto& stored : stored_vocabulary(database_)) {
            const auto known = std::ranges::find_if(ours, [&](const VocabularyRow& row) {
                return row.table == stored.table && row.id == stored.id;
            });
            if (known == ours.end() || (known->name == stored.name && known->unit == stored.unit)) continue;
            defects_.add("words", stored.table,
                         fmt::format("It is '{}' ('{}'), and should be '{}' ('{}').", stored.name,
                                     stored.unit, known->name, known->unit),
                         stored.id, {},
                         "The next program that writes to the file (sortscope annotate) corrects it.");
        }
    }

    void check_views() {
        for (const auto& [name, sql] : fixed_views()) {
            const auto stored = stored_sql(database_, name);
            if (stored == sql) continue;
            defects_.add(
                "view", name,
                stored.empty()
                    ? fmt::format("The file lacks the view '{}'.", name)
                    : fmt::format(
                          "The view '{}' is not SortScope's: it may show other values than were recorded.",
                          name),
                {}, {},
                "Trust the other commands, which read tables alone, or merge the file into a new one.");
        }
    }

    Database& database_;
    Defects& defects_;
    std::string lists_;
};

bool differ(double a, double b) { return !(std::abs(a - b) <= 1e-9 * std::max(std::abs(a), 1.0)); }

std::string describe(const LaunchSums& sum) {
    return fmt::format(
        "stage {}, substage {}, '{}' of '{}', {} from launch {} on, {}, bytes {}, comparators {}", sum.stage,
        sum.substage, sum.label, sum.kernel, plural(sum.launches, "launch"), sum.first_launch,
        sum.time_ns ? std::to_string(*sum.time_ns) + " ns" : std::string("without time"), sum.required_bytes,
        sum.comparators);
}

std::string describe(const RoundTime& time) {
    return fmt::format("{} ns, spread {:.6g}, of {}", time.median_ns, time.spread,
                       plural(time.count, "trial"));
}

std::string describe(const TimeSummary& time) {
    return fmt::format("{} ns, {} to {} ns, spread {:.6g}, of {}", time.median_ns, time.min_ns, time.max_ns,
                       time.spread, plural(time.count, "accepted trial"));
}

/// Names a counter that differs or is missing on one side; else empty.
std::string_view odd_counter(const std::vector<CounterValue>& made, const std::vector<CounterValue>& stored) {
    for (size_t i = 0; i < std::max(made.size(), stored.size()); ++i) {
        if (i >= made.size()) return metric_of(stored[i].id).id;
        if (i >= stored.size() || made[i].id != stored[i].id || made[i].provenance != stored[i].provenance ||
            differ(made[i].value.as_double(), stored[i].value.as_double()))
            return metric_of(i < stored.size() ? std::min(made[i].id, stored[i].id) : made[i].id).id;
    }
    return {};
}

class CaseCheck {
 public:
    using EachLaunch = std::function<void(const LaunchRecord&)>;

    CaseCheck(Contents& file, const StoredCase& stored, Defects& defects, const EachLaunch& each)
        : file_(file), stored_(stored), defects_(defects), each_(each) {}

    void run() {
        if (record_.status == CaseStatus::ok && record_.trials.empty() && !record_.time)
            add("trials", "trial", "The case is finished, but has no trial.");
        if (record_.message.empty() && record_.status != CaseStatus::ok)
            add("message", "profiled_case", "The case ended as '{}', and does not say why.",
                name_of(record_.status));
        if (record_.time) check_time(*record_.time, "profiled_case", record_.time_mode);
        for (const auto& time : record_.other_times) check_time(time, "other_time", time.mode);
        for (const auto& pass : record_.passes) check_pass(pass);
        check_launches();
    }

 private:
    template <class... T>
    void add(const char* check, const std::string& table, fmt::format_string<T...> sentence, T&&... values) {
        defects_.add(check, table, fmt::format(sentence, std::forward<T>(values)...), {},
                     int64_t(record_.id));
    }

    void check_pass(const PassRecord& pass) {
        const auto* set = find_or_null(metric_sets(), pass.set, &MetricSet::name);
        const bool other =
            pass.set == stalls_pass || pass.set == series_pass || pass.set.starts_with("vendor");
        if (set == nullptr && !other)
            add("passes", "case_pass", "It took a set '{}', which there is not.", pass.set);
        if (set != nullptr && set->provenance != pass.provenance)
            add("passes", "case_pass", "The set '{}' is {} there, and should be {}.", pass.set,
                name_of(pass.provenance), name_of(set->provenance));
    }

    template <class Time>
    void expect(const char* table, const Time* made, const Time& stored) {
        const auto trials = made != nullptr ? describe(*made) : "none";
        if (trials != describe(stored))
            add("time", table, "Its trials have {}; stored is {}.", trials, describe(stored));
    }

    void check_time(const TimeSummary& time, const char* table, TimeMode mode) {
        if (time.min_ns == 0 || time.median_ns == 0)
            add("zero", table, "It has a time of zero: {}.", describe(time));
        if (time.min_ns > time.median_ns || time.median_ns > time.max_ns)
            add("time", table, "Its times are out of order: {}.", describe(time));
        if (time.count == 0) add("time", table, "It has a time of no trial.");
        if (record_.trials.empty()) return;  // imports may have summaries only
        const auto made = summarize_times(record_.trials, mode);
        expect(table, made ? &*made : nullptr, time);
        uint32_t of_rounds = 0;
        for (const auto& round : time.rounds) {
            of_rounds += round.count;
            if (!made) continue;
            expect("time_round", find_or_null(made->rounds, round.round, &RoundTime::round), round);
        }
        if (!time.rounds.empty() && of_rounds != time.count)
            add("time", "time_round", "Its rounds have {} together, and the case {}.",
                plural(of_rounds, "trial"), time.count);
    }

    void check_launches() {
        const auto& key = stored_.key;
        const bool many = key.launches >= least_launches_with_groups;
        CaseSums sums(many);
        LaunchGroups groups;
        LaunchSpanner spanner;
        file_.launches.stream(key, {.sites = true}, [&](const LaunchRecord& launch) {
            each_(launch);
            sums.add(launch);
            check_bounds(launch);
            return true;
        });
        file_.launches.times(key, 0, {}, [&](const LaunchTime& time) {
            spanner.add(time.start_ns, time.duration_ns);
            if (many) groups.add(time.index, time.origin, time.start_ns, time.duration_ns);
            return true;
        });
        check_span(spanner.span());
        check_stages(sums.stages().sums(), file_.launches.stages(key));
        if (!many) return;
        check_level("launch_run", [&] {
            const auto stored = file_.launches.groups(key);
            return stored.empty() || stored == groups.groups();
        });
        check_level("substage_sum", [&] {
            const auto stored = file_.launches.stored_substages(key);
            return !stored || *stored == sums.substages().sums();
        });
    }

    template <class IsMade>
    void check_level(const char* table, IsMade&& is_made_of_launches) {
        try {
            if (!is_made_of_launches()) add("levels", table, "Its rows are not those of the launches.");
        } catch (const Fault& exception) {
            add("levels", table, "Its rows are damaged: {}.", exception.what());
        }
    }

    void check_bounds(const LaunchRecord& launch) {
        const auto broken = broken_bound(launch.counters, record_.device.cc_major);
        if (!broken) return;
        const auto* set = set_of(broken->part.id, broken->part.provenance);
        add(broken->check, set == nullptr ? "other_counter" : counter_table(*set), "Launch {} {}.",
            launch.index, broken->sentence);
    }

    void check_span(const std::optional<LaunchSpan>& made) {
        const auto& stored = record_.launch_span;
        if (made && stored && (made->span_ns != stored->span_ns || made->busy_ns != stored->busy_ns))
            add("launches", "profiled_case", "Its launches ran in {} ns of {} ns; stored are {} of {} ns.",
                made->busy_ns, made->span_ns, stored->busy_ns, stored->span_ns);
    }

    void check_stages(const std::vector<LaunchSums>& made, const std::vector<LaunchSums>& stored) {
        for (size_t i = 0; i < std::max(made.size(), stored.size()); ++i) {
            const auto launches = i < made.size() ? describe(made[i]) : "none";
            const auto sums = i < stored.size() ? describe(stored[i]) : "none";
            if (launches != sums) {
                add("sums", "stage_sum", "By its launches, sum {} is {}; stored is {}.", i + 1, launches,
                    sums);
                return;  // a wrong launch shifts all later sums
            }
            if (const auto counter = odd_counter(made[i].counters, stored[i].counters); !counter.empty()) {
                add("sums", "stage_sum", "Its {} of stage {} ({}) is not that of the launches.", counter,
                    made[i].stage, made[i].kernel);
                return;
            }
        }
    }

    Contents& file_;
    const StoredCase& stored_;
    const CaseRecord& record_ = stored_.record;
    Defects& defects_;
    const EachLaunch& each_;
};

void check_reading(Database& database, const std::filesystem::path& path, Verification& result,
                   Defects& defects) {
    const auto attempt = [&](auto&& work, std::optional<int64_t> in_case = {}) {
        try {
            guarded(path, "Reading the file failed", work);
        } catch (const Error& error) {
            defects.add("reading", "", error.what(), {}, in_case);
        }
    };
    Contents file(database);
    attempt([&] {
        auto [runs, cases, damage] = listing_of(file.cases);
        result.runs = runs.size();
        const auto sentences = damage.sentences();
        for (size_t i = 0; i < sentences.size(); ++i) {
            const auto before = damage.runs.size() + damage.limits.size();
            defects.add("reading", "", "Damaged: " + sentences[i] + ".", {},
                        i < before ? std::nullopt : std::optional(int64_t(damage.cases[i - before].id)),
                        i < damage.runs.size() ? "Delete the run and record it again." : nullptr);
        }
        result.cases = cases.size();
        for (auto& stored : cases) {
            result.launches += stored.key.launches;
            attempt(
                [&] {
                    file.cases.read_parts(stored);
                    CaseCheck(file, stored, defects, [](const LaunchRecord&) {}).run();
                    stored.record = {};
                },
                int64_t(stored.key.id));
        }
    });
}

using enum CounterId;

// `part` is at most `times` * `whole`, or `times` without a `whole`.
struct CounterBound {
    CounterId part;
    int times;
    CounterId whole;
    const char* sentence;
};

// A request moves at most a sector of 32 bytes for each thread of a warp.
constexpr CounterBound bounds[] = {
    {gld_bytes, 32, gld_sectors, "loaded more bytes than its sectors hold: an efficiency above 100 %"},
    {gst_bytes, 32, gst_sectors, "stored more bytes than its sectors hold: an efficiency above 100 %"},
    {gld_sectors, 32, gld_requests, "loaded more than 32 sectors a request"},
    {gst_sectors, 32, gst_requests, "stored more than 32 sectors a request"},
    {gld_threads, 32, gld_requests, "loaded by more than 32 threads a request"},
    {gst_threads, 32, gst_requests, "stored by more than 32 threads a request"},
    {divergent_branches, 1, branches, "has more divergent branches than branches"},
    {branch_targets_threads_uniform, 1, branch_targets_threads,
     "has more uniform branch targets than branch targets"},
    {active_thread_instructions, 32, warp_instructions, "has more than 32 threads a warp instruction"},
    {thread_instructions, 32, warp_instructions, "has more than 32 threads a warp instruction"},
    {l1_hit_sectors, 1, l1_sectors, "finds more sectors in L1 than it asks for"},
    {l1_ld_hit_sectors, 1, l1_ld_sectors, "hits L1 more often than it asks"},
    {l2_hits, 1, l2_lookups, "hits L2 more often than it asks"},
    {warps_active_ppm, 1'000'000, none, "has an occupancy above 100 %"},
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
            const bool counts_sectors = part.id == gld_sectors || part.id == gst_sectors;
            // For one word, compute capabilities 1.2 and 1.3 move a segment of 128 bytes, and 2.x a line of
            // 128 bytes (CUDA C Programming Guide).
            const int segments = counts_sectors && (cc_major == 1 || cc_major == 2) ? 4 : 1;
            if (part.value.as_double() <= bound.times * segments * most) continue;
            return BrokenBound{
                counts_sectors ? "sectors" : "efficiency", part,
                fmt::format("{} ({} {}{})", bound.sentence, metric_of(bound.part).id, part.value.as_double(),
                            bound.whole == none ? std::string()
                                                : fmt::format(", {} {}", metric_of(bound.whole).id, most))};
        }
    return std::nullopt;
}

std::vector<Defect> row_defects(Database& database) {
    Defects defects;
    RowCheck(database, defects).run();
    return defects.all;
}

std::vector<Defect> case_defects(Contents& file, const StoredCase& stored,
                                 const std::function<void(const LaunchRecord&)>& each) {
    Defects defects;
    CaseCheck(file, stored, defects, each).run();
    return defects.all;
}

Verification verify(const std::filesystem::path& path) {
    Verification result{.schema = schema_version};
    Defects defects;
    auto database = open_for_reading(path);
    guarded(path, "Checking the file failed", [&] {
        SQLite::Transaction one_state(database);
        RowCheck(database, defects).run();
        check_reading(database, path, result, defects);
    });
    result.defects = std::move(defects.all);
    return result;
}
}
