#include "db/read/launch_reader.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/sums.hpp"
#include "db/rows/sums.hpp"
#include "db/schema/wide_tables.hpp"

namespace sortscope::db {
namespace {

/// A range of the launches of a case, as queries take it.
struct LaunchRange {
    std::int64_t key = 0;
    std::uint64_t first = 0, last = 0;
};

/// Selects `columns` of the rows of launches ?2 to ?3 of the case with first launch ?1, after the index
/// of the launch.
std::string select_of_launches(const std::string& table, const std::string& columns, const char* order = "") {
    return fmt::format(
        "SELECT launch_id - ?1 AS launch_index, {} FROM {} WHERE launch_id BETWEEN ?1 + ?2 AND "
        "?1 + ?3 ORDER BY launch_id{}",
        columns, table, order);
}

std::string select_narrow() {
    return select_of_launches("other_counter", value_columns, ", counter_id, provenance_id");
}
std::string select_sites() {
    return select_of_launches("launch_site", fmt::format("site_id, {}", Row<SiteCounts>::columns));
}

/// Names of these columns: "a, b".
std::string names_of(const std::vector<const Metric*>& metrics) {
    std::vector<std::string_view> names;
    for (const auto* metric : metrics) names.push_back(metric->id);
    return fmt::format("{}", fmt::join(names, ", "));
}

/// Walks over the rows of a table in step with the launches: their first column is the index of a launch of
/// the case, ascending.
class LaunchCursor {
 public:
    LaunchCursor(SQLite::Database& database, std::string table, const std::string& sql)
        : statement_(database, sql), table_(std::move(table)) {}

    /// Goes to the rows of `range`, from its first on.
    void start(const LaunchRange& range) {
        bind_row(statement_, range.key, range.first, range.last);
        next();
    }

    /// Calls `take` with each row of launch `index`, after its index. Throws BadValue where a row before it
    /// was left over.
    template <class Take>
    void rows_of(std::uint32_t index, Take&& take) {
        while (row_ && index_ <= index) {
            if (index_ < index) refuse_stray();
            take(*row_);
            ++rows_;
            next();
        }
    }
    /// Throws BadValue where there are rows beyond the last launch.
    void finish() const {
        if (row_) refuse_stray();
    }
    /// Rows that were taken.
    std::uint64_t rows() const { return rows_; }
    const std::string& table() const { return table_; }

 private:
    void next() {
        row_.reset();
        if (!statement_.step()) return;
        row_.emplace(statement_, table_.c_str());
        row_->read(index_);
    }
    [[noreturn]] void refuse_stray() const {
        throw BadValue(
            fmt::format("table '{}' has a row for launch {} of a case, which is not there, or has it twice",
                        table_, index_));
    }

    Statement statement_;
    std::string table_;
    std::optional<RowReader> row_;
    std::uint32_t index_ = 0;
    std::uint64_t rows_ = 0;
};

/// Reads the values of columns `metrics` of the current row; NULL is absent.
void read_wide(RowReader& row, const std::vector<const Metric*>& metrics, Provenance provenance,
               PassNumber pass, std::vector<CounterValue>& values) {
    for (const auto* metric : metrics) {
        if (row.is_null()) {
            row.skip();
            continue;
        }
        Number value;
        row.read(value);
        values.push_back({metric->counter, provenance, value, pass});
    }
}

/// A metric set that was taken of a case.
struct TakenSet {
    const MetricSet* set;
    const StoredPass* pass;
};

std::vector<TakenSet> sets_of(const CaseKey& key) {
    std::vector<TakenSet> sets;
    for (const auto& set : metric_sets())
        for (const auto& pass : key.passes)
            if (pass.set == set.name && pass.provenance == set.provenance) sets.push_back({&set, &pass});
    return sets;
}

bool asked_for(const LaunchQuery& query, std::string_view set) {
    return query.sets.empty() || std::ranges::find(query.sets, set) != query.sets.end();
}

void add_to(StageSums& sums, const LaunchRecord& launch, const CaseKey& key) {
    try {
        sums.add(launch);
    } catch (const SumTooGreat&) {
        throw BadValue(fmt::format("the launches of case {} add up to more than 64 bits hold",
                                   static_cast<std::int64_t>(key.id)));
    }
}

void check(const std::vector<LaunchSums>& stages, const CaseKey& key) {
    try {
        check_total(stages);
    } catch (const SumTooGreat&) {
        throw BadValue(fmt::format(
            "the stages of case {} (tables 'stage_sum', 'sum_...') add up to more than 64 bits hold",
            static_cast<std::int64_t>(key.id)));
    }
}

/// Whether the catalogue has a counter of that number.
bool is_known_counter(std::int64_t counter) {
    return std::ranges::any_of(counter_metrics(), [&](const Metric* metric) {
        return static_cast<std::int64_t>(metric->counter) == counter;
    });
}

void order_by_source(std::vector<SiteCounts>& sites) {
    std::ranges::sort(sites, {}, [](const SiteCounts& s) {
        return std::tie(s.site.file, s.site.line, s.site.column, s.site.kind, s.site.function, s.provenance);
    });
}

/// What `query` asks for, as ranges of launches without a gap.
std::vector<LaunchRange> ranges_of(const CaseKey& key, const LaunchQuery& query) {
    std::vector<LaunchRange> ranges;
    for (const auto index : query.only) {
        if (index >= key.launches) continue;
        if (!ranges.empty() && ranges.back().last + 1 == index)
            ranges.back().last = index;
        else
            ranges.push_back({key.first_launch, index, index});
    }
    if (!query.only.empty() || query.first >= key.launches || query.count == 0U) return ranges;
    const auto count = std::min(query.count.value_or(key.launches), key.launches - query.first);
    ranges.push_back({key.first_launch, query.first, query.first + count - 1});
    return ranges;
}

/// Values of one launch or sum: by number of the counter, then by provenance.
void order(std::vector<CounterValue>& counters) {
    const auto key = [](const CounterValue& value) { return std::tie(value.id, value.provenance); };
    const auto before = [&](const CounterValue& a, const CounterValue& b) { return key(a) < key(b); };
    if (!std::ranges::is_sorted(counters, before)) std::ranges::sort(counters, before);
}

/// Takes value_columns of the current row. A counter that this program does not know, but the file does, is
/// left out.
void read_narrow(RowReader& row, Lookups& lookups, std::vector<CounterValue>& counters) {
    std::int64_t counter = 0;
    CounterValue value;
    row.read(range::any(counter), value.provenance, value.value, value.pass);
    if (!is_known_counter(counter)) {
        lookups.counters.at(counter);
        return;
    }
    value.id = static_cast<CounterId>(counter);
    counters.push_back(value);
}

[[noreturn]] void refuse_missing(const CaseKey& key, std::uint64_t first, std::uint64_t count,
                                 std::uint64_t found) {
    throw BadValue(fmt::format("table 'launch' has {} launches of case {} from {} on where {} were stored",
                               found, static_cast<std::int64_t>(key.id), first, count));
}

}  // namespace

void LaunchReader::read_launch(RowReader& row, const CaseKey& key, std::uint64_t expected, LaunchRecord& l) {
    std::int64_t id = 0;
    std::int64_t case_id = 0;
    std::int64_t label = 0;
    std::optional<std::int64_t> kernel;
    std::optional<std::uint32_t> duration_count;
    int has_origin = 0;
    row.read(range::any(id), range::any(case_id), l.index);
    if (case_id != static_cast<std::int64_t>(key.id))
        row.refuse(fmt::format("is among the launches of case {}", static_cast<std::int64_t>(key.id)));
    if (l.index != expected)
        row.refuse(fmt::format("is where launch {} of case {} is due", expected, case_id));
    row.read(range::stage(l.stage.stage), range::stage(l.stage.substage), range::any(label),
             range::any(kernel));
    if (!kernel) row.refuse("refers to a row of table 'launch_shape' which is not there");
    row.read(shape_fields(l), range::ns(l.start_ns), range::ns(l.duration_ns), l.duration_spread,
             duration_count, has_origin);
    if (has_origin == 0) row.refuse("refers to a row of table 'launch_origin' which is not there");
    row.read(Row<LaunchOrigin>::fields(l), l.correlation_id);
    l.stage.label = lookups_.strings.at(label);
    const auto& names = lookups_.kernels.at(*kernel);
    l.kernel = names.name;
    l.symbol = names.symbol;
    l.duration_count = duration_count.value_or(0);
    l.counters.clear();
    l.vendor_values.clear();
    l.sites.clear();
}

void LaunchReader::stream(const CaseKey& key, const LaunchQuery& query, const Each& each) {
    const auto ranges = ranges_of(key, query);
    if (ranges.empty()) return;

    // Rows that belong to launches, each kind with what it adds to a launch.
    struct Beside {
        LaunchCursor cursor;
        std::function<void(RowReader&, LaunchRecord&)> take;
        std::optional<std::uint64_t> stored;  ///< rows of the whole case, if that is known
    };
    std::vector<Beside> besides;
    const auto add = [&](const std::string& table, const std::string& sql, auto take,
                         std::optional<std::uint64_t> stored = {}) {
        besides.push_back({LaunchCursor(database_, table, sql), std::move(take), stored});
    };
    if (query.counters) {
        for (const auto& [set, pass] : sets_of(key)) {
            if (!asked_for(query, set->name)) continue;
            const auto table = counter_table(*set);
            auto columns = wide_columns(database_, table);
            if (columns.empty()) continue;
            const auto sql = select_of_launches(table, names_of(columns));
            add(
                table, sql,
                [columns = std::move(columns), provenance = set->provenance, number = pass->pass](
                    RowReader& row, LaunchRecord& launch) {
                    read_wide(row, columns, provenance, number, launch.counters);
                },
                pass->launches);
        }
        if (asked_for(query, "other"))
            add("other_counter", select_narrow(), [this](RowReader& row, LaunchRecord& launch) {
                read_narrow(row, lookups_, launch.counters);
            });
        if (asked_for(query, "vendor"))
            add("vendor_value",
                select_of_launches("vendor_value", "position, name_id, value, pass", ", position"),
                [this](RowReader& row, LaunchRecord& launch) {
                    std::int64_t position = 0;
                    std::int64_t name = 0;
                    auto& vendor = launch.vendor_values.emplace_back();
                    row.read(position, range::any(name), vendor.value, vendor.pass);
                    vendor.name = lookups_.strings.at(name);
                });
    }
    if (query.sites)
        add("launch_site", select_sites(), [this](RowReader& row, LaunchRecord& launch) {
            std::int64_t site = 0;
            auto& counts = launch.sites.emplace_back();
            row.read(range::any(site), Row<SiteCounts>::fields(counts));
            counts.site = lookups_.sites.at(site);
        });

    Statement launches(
        database_,
        fmt::format(
            "SELECT l.id, l.case_id, l.id - ?1 AS launch_index, l.stage, l.substage, l.label_id, "
            "s.kernel_id, "
            "{}, l.start_ns, l.duration_ns, l.duration_spread, l.duration_count, l.origin_id IS NULL OR o.id "
            "IS NOT NULL AS origin_id, {}, l.correlation_id FROM launch l LEFT JOIN launch_shape s ON s.id = "
            "l.shape_id LEFT JOIN launch_origin o ON o.id = l.origin_id WHERE l.id BETWEEN ?1 + ?2 AND ?1 + "
            "?3 ORDER BY l.id",
            shape_columns, Row<LaunchOrigin>::columns));
    LaunchRecord launch;
    for (const auto& range : ranges) {
        for (auto& beside : besides) beside.cursor.start(range);
        bind_row(launches, range.key, range.first, range.last);
        auto expected = range.first;
        while (launches.step()) {
            RowReader row(launches, "launch");
            read_launch(row, key, expected++, launch);
            for (auto& beside : besides)
                beside.cursor.rows_of(launch.index, [&](RowReader& more) { beside.take(more, launch); });
            order(launch.counters);
            order_by_source(launch.sites);
            if (!each(launch)) return;
        }
        if (const auto count = range.last - range.first + 1; expected != range.first + count)
            refuse_missing(key, range.first, count, expected - range.first);
        for (const auto& beside : besides)
            if (beside.stored) beside.cursor.finish();
    }
    if (ranges.front().last - ranges.front().first + 1 != key.launches) return;
    for (const auto& [cursor, take, stored] : besides)
        if (stored && cursor.rows() != *stored)
            throw BadValue(fmt::format("table '{}' has values of {} launches of case {} where {} were stored",
                                       cursor.table(), cursor.rows(), static_cast<std::int64_t>(key.id),
                                       *stored));
}

void LaunchReader::times(const CaseKey& key, std::uint64_t first, std::optional<std::uint64_t> count,
                         const std::function<bool(const LaunchTime&)>& each) {
    const LaunchQuery query{.first = first, .count = count};
    const auto ranges = ranges_of(key, query);
    if (ranges.empty()) return;
    const auto& range = ranges.front();
    Statement times(
        database_,
        "SELECT l.id - ?1 AS launch_index, ifnull(l.origin_id, 0) AS origin_id, l.start_ns, l.duration_ns "
        "FROM launch l WHERE l.id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY l.id");
    bind_row(times, range.key, range.first, range.last);
    LaunchTime time;
    auto expected = range.first;
    while (times.step()) {
        RowReader row(times, "launch");
        row.read(time.index, range::any(time.origin), range::ns(time.start_ns), range::ns(time.duration_ns));
        if (time.index != expected)
            row.refuse(fmt::format("is where launch {} of case {} is due", expected,
                                   static_cast<std::int64_t>(key.id)));
        ++expected;
        if (!each(time)) return;
    }
    if (expected != range.last + 1)
        refuse_missing(key, range.first, range.last - range.first + 1, expected - range.first);
}

std::vector<LaunchRun> LaunchReader::runs(const CaseKey& key) {
    std::vector<LaunchRun> runs;
    std::uint64_t launches = 0;
    Statement select(database_,
                     "SELECT position, ifnull(origin_id, 0), first_launch, last_launch, launches, "
                     "longest_launch, longest_ns, start_ns, end_ns FROM launch_run "
                     "WHERE case_id = ? ORDER BY position");
    bind_row(select, key.id);
    for_each_row(select, "launch_run", [&](RowReader& row) {
        std::size_t position = 0;
        LaunchRun run;
        row.read(position, range::any(run.origin), run.first, run.last, run.launches, run.longest,
                 range::ns(run.longest_ns), range::ns(run.start_ns), run.end_ns);
        const bool within = run.first <= run.longest && run.longest <= run.last && run.last < key.launches &&
                            run.launches > 0 && run.launches <= run.last - run.first + 1 &&
                            run.start_ns <= run.end_ns;
        const bool of_one_stretch = run.last / launches_a_run == run.first / launches_a_run;
        // Who looks a launch up divides its index by the length of a stretch: none may be left out, nor
        // have another number of launches.
        const std::uint64_t next_stretch =
            runs.empty() ? 0 : (runs.back().first / launches_a_run + std::uint64_t{1}) * launches_a_run;
        const bool follows = run.first < next_stretch ? runs.back().first < run.first
                                                      : run.first == next_stretch && launches == next_stretch;
        if (!within || !of_one_stretch || !follows || position != runs.size())
            row.refuse("is of a run that cannot be one of the launches");
        launches += run.launches;
        runs.push_back(run);
    });
    if (!runs.empty()) expect_rows("launch_run", key.id, key.launches, launches);
    return runs;
}

void LaunchReader::read_sum(RowReader& row, LaunchSums& sum) {
    std::int64_t kernel = 0;
    std::int64_t label = 0;
    row.read(sum_fields(sum, kernel, label));
    sum.kernel = lookups_.kernels.at(kernel).name;
    sum.label = lookups_.strings.at(label);
}

std::optional<std::vector<LaunchSums>> LaunchReader::stored_substages(const CaseKey& key) {
    std::vector<LaunchSums> sums;
    std::vector<std::size_t> values;  ///< rows of substage_value that each still lacks
    std::uint64_t launches = 0;
    Statement select(database_,
                     fmt::format("SELECT position, {}, value_count FROM substage_sum WHERE case_id = ? "
                                 "ORDER BY position",
                                 sum_columns));
    bind_row(select, key.id);
    for_each_row(select, "substage_sum", [&](RowReader& row) {
        auto& sum = sums.emplace_back();
        std::size_t position = 0;
        row.read(position);
        if (position + 1 != sums.size()) row.refuse("does not follow the row before it");
        read_sum(row, sum);
        row.read(values.emplace_back());
        launches += sum.launches;
    });
    if (sums.empty()) return std::nullopt;
    expect_rows("substage_sum", key.id, key.launches, launches);
    Statement narrow(database_,
                     fmt::format("SELECT position, {} FROM substage_value WHERE case_id = ? ORDER BY "
                                 "position, counter_id, provenance_id",
                                 value_columns));
    bind_row(narrow, key.id);
    for_each_row(narrow, "substage_value", [&](RowReader& row) {
        std::size_t position = 0;
        row.read(position);
        if (position >= sums.size() || values[position]-- == 0)
            row.refuse("is of a sum that has no such value");
        read_narrow(row, lookups_, sums[position].counters);
    });
    for (const auto lacking : values) expect_rows("substage_value", key.id, lacking, 0);
    for (auto& sum : sums) order(sum.counters);
    return sums;
}

std::optional<std::vector<LaunchSums>> LaunchReader::substages(const CaseKey& key,
                                                               const std::function<bool()>& go_on) {
    if (key.launches >= least_launches_with_runs)
        if (auto stored = stored_substages(key)) return stored;
    bool stopped = false;
    StageSums sums(StageSums::By::substage);
    stream(key, {}, [&](const LaunchRecord& launch) {
        add_to(sums, launch, key);
        stopped = launch.index % 4096 == 0 && go_on && !go_on();
        return !stopped;
    });
    return stopped ? std::nullopt : std::optional(sums.sums());
}

std::vector<LaunchSums> LaunchReader::stages(const CaseKey& key) {
    std::vector<LaunchSums> stages;
    std::vector<std::int64_t> ids;
    std::vector<std::uint64_t> others;  ///< rows of sum_other of each
    std::uint64_t launches = 0;
    Statement sums(database_, fmt::format("SELECT id, {}, others FROM stage_sum WHERE case_id = ? ORDER BY "
                                          "first_launch, id",
                                          sum_columns));
    bind_row(sums, key.id);
    for_each_row(sums, "stage_sum", [&](RowReader& row) {
        auto& sum = stages.emplace_back();
        row.read(range::any(ids.emplace_back()));
        read_sum(row, sum);
        row.read(others.emplace_back());
        launches += sum.launches;
    });
    if (launches != key.launches)
        throw BadValue(fmt::format("table 'stage_sum' adds up {} launches of case {} where {} were stored",
                                   launches, static_cast<std::int64_t>(key.id), key.launches));
    if (stages.empty()) return stages;
    for (const auto& [set, pass] : sets_of(key)) {
        const auto table = sum_table(*set);
        const auto columns = wide_columns(database_, table);
        if (columns.empty()) continue;
        std::uint64_t found = 0;
        Statement select(database_, fmt::format("SELECT stage_sum_id, {} FROM {} WHERE stage_sum_id = ?",
                                                names_of(columns), table));
        for (std::size_t i = 0; i < stages.size(); ++i) {
            bind_row(select, ids[i]);
            for_each_row(select, table.c_str(), [&, set = set, pass = pass](RowReader& row) {
                row.skip();
                read_wide(row, columns, set->provenance, pass->pass, stages[i].counters);
                ++found;
            });
        }
        if (found != pass->sums)
            throw BadValue(fmt::format("table '{}' has {} rows of case {} where {} were stored", table, found,
                                       static_cast<std::int64_t>(key.id), pass->sums));
    }
    Statement narrow(database_, fmt::format("SELECT stage_sum_id, {} FROM sum_other WHERE stage_sum_id = ?",
                                            value_columns));
    for (std::size_t i = 0; i < stages.size(); ++i) {
        std::uint64_t found = 0;
        bind_row(narrow, ids[i]);
        for_each_row(narrow, "sum_other", [&](RowReader& row) {
            row.skip();
            read_narrow(row, lookups_, stages[i].counters);
            ++found;
        });
        if (found != others[i])
            throw BadValue(fmt::format(
                "table 'sum_other' has {} rows of row {} of table 'stage_sum' where {} were stored", found,
                ids[i], others[i]));
        order(stages[i].counters);
    }
    check(stages, key);
    return stages;
}

std::vector<SiteCounts> LaunchReader::sites(const CaseKey& key, std::uint64_t first, std::uint64_t last) {
    std::map<std::pair<std::int64_t, Provenance>, SiteCounts> sums;
    if (key.launches > 0) {
        Statement select(database_, select_sites());
        bind_row(select, key.first_launch, first, last);
        for_each_row(select, "launch_site", [&](RowReader& row) {
            std::int64_t site = 0;
            SiteCounts counts;
            row.skip();
            row.read(range::any(site), Row<SiteCounts>::fields(counts));
            const auto [place, is_new] = sums.try_emplace({site, counts.provenance});
            if (is_new) {
                place->second = std::move(counts);
                place->second.site = lookups_.sites.at(site);
                return;
            }
            try {
                add(place->second, counts);
            } catch (const Error&) {
                throw BadValue("the counts of table 'launch_site' add up to more than 64 bits hold");
            }
        });
    }
    std::vector<SiteCounts> all;
    for (auto& [site, counts] : sums) all.push_back(std::move(counts));
    order_by_source(all);
    return all;
}

std::vector<Note> LaunchReader::unknown_counters(const CaseKey& key) {
    std::map<std::string, std::uint64_t> unknown;
    if (key.launches == 0) return {};
    const auto count = [&](const std::string& counter, const std::string& table, const std::string& column,
                           const std::string& condition) {
        Statement values(database_, fmt::format("SELECT count({}) FROM {} WHERE launch_id BETWEEN ? AND ?{}",
                                                column, quoted(table), condition));
        // Unsigned: a damaged first_launch may be as large as it likes.
        bind_row(values, key.first_launch,
                 static_cast<std::int64_t>(static_cast<std::uint64_t>(key.first_launch) + key.launches - 1));
        for_each_row(values, table.c_str(), [&](RowReader& row) {
            std::uint64_t found = 0;
            row.read(found);
            if (found > 0) unknown[counter] += found;
        });
    };
    for (const auto& [table, column] : db::unknown_counters(database_))
        count(column, table, quoted(column), "");
    // Values that are stored one by one know their counter by its number.
    for_each_row(database_, "SELECT id, name FROM counter", "counter", [&](RowReader& row) {
        std::int64_t id = 0;
        std::string name;
        row.read(range::any(id), name);
        if (!is_known_counter(id))
            count(name, "other_counter", "counter_id", fmt::format(" AND counter_id = {}", id));
    });
    std::vector<Note> notes;
    for (const auto& [counter, values] : unknown)
        notes.push_back(
            {Severity::lost,
             fmt::format(
                 "{} values of the counter '{}' are not shown: a newer SortScope recorded them, and this "
                 "one does not know the counter.",
                 values, counter)});
    return notes;
}

}  // namespace sortscope::db
