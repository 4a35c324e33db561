#include "db/read/launch_reader.hpp"

#include <numeric>
#include <ranges>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/ranges.h>

#include "core/ranges.hpp"
#include "db/schema/schema.hpp"

namespace sortscope::db {
namespace {
struct LaunchRange {
    int64_t key = 0;
    uint64_t first = 0, last = 0;
};

/// Selects the launch index and `columns`. ?1: id of the case's first launch; ?2, ?3: first and last index.
std::string select_of_launches(const std::string& table, const std::string& columns, const char* order = "") {
    return fmt::format(
        "SELECT launch_id - ?1 AS launch_index, {} FROM {} WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER "
        "BY launch_id{}",
        columns, table, order);
}

std::string select_sites() {
    return select_of_launches("launch_site", fmt::format("site_id, {}", Row<SiteCounts>::columns));
}

std::string names_of(const std::vector<const Metric*>& metrics) {
    return fmt::format("{}", fmt::join(metrics | std::views::transform(&Metric::id), ", "));
}

/// Reads rows of a table in step with launches. The first column is the launch index.
class LaunchCursor {
 public:
    using Take = std::function<void(RowReader&, LaunchRecord&)>;
    /// `stored`: number of launches with rows, if known.
    LaunchCursor(Database& database, std::string table, const std::string& sql, Take take,
                 std::optional<uint64_t> stored)
        : statement_(database, sql), table_(std::move(table)), take_(std::move(take)), stored_(stored) {}

    void start(const LaunchRange& range) {
        bind_row(statement_, range.key, range.first, range.last);
        next();
    }
    /// Throws BadValue if a row of an earlier launch is left over.
    void add_to(LaunchRecord& launch) {
        while (row_ && index_ <= launch.index) {
            if (index_ < launch.index) refuse_stray();
            take_(*row_, launch);
            ++rows_;
            next();
        }
    }
    /// Throws BadValue if a row is left or, for a `whole` case, missing. Needs a known `stored`.
    void finish(CaseId id, bool whole) const {
        if (stored_ && row_) refuse_stray();
        if (stored_ && whole) expect_rows(table_.c_str(), id, *stored_, rows_, "launches");
    }

 private:
    void next() {
        row_.reset();
        if (!statement_.step()) return;
        row_.emplace(statement_, table_.c_str());
        row_->read(index_);
    }
    [[noreturn]] void refuse_stray() const {
        throw BadValue("table '{}' has a row for launch {} of a case, which is not there, or has it twice",
                       table_, index_);
    }

    Statement statement_;
    std::string table_;
    Take take_;
    std::optional<uint64_t> stored_;
    std::optional<RowReader> row_;
    uint32_t index_ = 0;
    uint64_t rows_ = 0;
};

void read_wide(RowReader& row, const std::vector<const Metric*>& metrics, Provenance provenance,
               PassNumber pass, std::vector<CounterValue>& values) {
    for (const auto* metric : metrics) {
        std::optional<Number> value;
        row.read(value);
        if (value) values.push_back({metric->counter, provenance, *value, pass});
    }
}

/// The metric sets of a case, with their passes.
std::vector<std::pair<const MetricSet*, const StoredPass*>> sets_of(const CaseKey& key) {
    std::vector<std::pair<const MetricSet*, const StoredPass*>> sets;
    for (const auto& set : metric_sets())
        for (const auto& pass : key.passes)
            if (pass.set == set.name && pass.provenance == set.provenance) sets.emplace_back(&set, &pass);
    return sets;
}

bool is_known_counter(int64_t counter) {
    return std::ranges::any_of(counter_metrics(),
                               [&](const Metric* metric) { return int64_t(metric->counter) == counter; });
}

void order_by_source(std::vector<SiteCounts>& sites) {
    std::ranges::sort(sites, {}, [](const SiteCounts& s) {
        return std::tie(s.site.file, s.site.line, s.site.column, s.site.kind, s.site.function, s.provenance);
    });
}

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

void check_index(const RowReader& row, const CaseKey& key, uint64_t expected, uint32_t index) {
    if (index != expected) row.refuse(fmt::format("is where launch {} of case {} is due", expected, key.id));
}

void order(std::vector<CounterValue>& counters) {
    const auto key = [](const CounterValue& value) { return std::tie(value.id, value.provenance); };
    if (!std::ranges::is_sorted(counters, {}, key)) std::ranges::sort(counters, {}, key);
}
}  // namespace

void LaunchReader::read_narrow(RowReader& row, std::vector<CounterValue>& counters) {
    int64_t counter = 0;
    CounterValue value;
    row.read(range::any(counter), value.provenance, value.value, value.pass);
    value.id = static_cast<CounterId>(counter);
    if (is_known_counter(counter))
        counters.push_back(value);
    else
        lookups_.counters.at(counter);
}

void LaunchReader::read_launch(RowReader& row, const CaseKey& key, uint64_t expected, LaunchRecord& l) {
    int64_t id = 0;
    CaseId case_id{};
    std::optional<int64_t> kernel;
    std::optional<uint32_t> duration_count;
    int has_origin = 0;
    row.read(range::any(id), range::any(case_id), l.index);
    if (case_id != key.id) row.refuse(fmt::format("is among the launches of case {}", key.id));
    check_index(row, key, expected, l.index);
    row.read(range::stage(l.stage.stage), range::stage(l.stage.substage),
             Reference{lookups_.strings, l.stage.label}, range::any(kernel));
    if (!kernel) row.refuse("refers to a row of table 'launch_shape' which is not there");
    row.read(shape_fields(l), range::ns(l.start_ns), range::ns(l.duration_ns), l.duration_spread,
             duration_count, has_origin);
    if (has_origin == 0) row.refuse("refers to a row of table 'launch_origin' which is not there");
    row.read(Row<LaunchOrigin>::fields(l), l.correlation_id);
    std::tie(l.kernel, l.symbol) = lookups_.kernels.at(*kernel);
    l.duration_count = duration_count.value_or(0);
    l.counters.clear();
    l.vendor_values.clear();
    l.sites.clear();
}

void LaunchReader::stream(const CaseKey& key, const LaunchQuery& query, const CaseSource::EachLaunch& each) {
    const auto ranges = ranges_of(key, query);
    if (ranges.empty()) return;
    std::vector<LaunchCursor> cursors;
    const auto add = [&](const std::string& table, const std::string& sql, LaunchCursor::Take take,
                         std::optional<uint64_t> stored = {}) {
        cursors.emplace_back(database_, table, sql, std::move(take), stored);
    };
    const auto wants = [&](std::string_view set) {
        return query.counters && (query.sets.empty() || contains(query.sets, set));
    };
    for (const auto& [set, pass] : sets_of(key)) {
        const auto table = counter_table(*set);
        const auto columns = wants(set->name) ? wide_columns(database_, table) : std::vector<const Metric*>();
        if (columns.empty()) continue;
        add(
            table, select_of_launches(table, names_of(columns)),
            [=, provenance = set->provenance, number = pass->pass](RowReader& row, LaunchRecord& launch) {
                read_wide(row, columns, provenance, number, launch.counters);
            },
            pass->launches);
    }
    if (wants("other"))
        add("other_counter",
            select_of_launches("other_counter", value_columns, ", counter_id, provenance_id"),
            [this](RowReader& row, LaunchRecord& launch) { read_narrow(row, launch.counters); });
    if (wants("vendor"))
        add("vendor_value",
            select_of_launches("vendor_value", "position, name_id, value, pass", ", position"),
            [this](RowReader& row, LaunchRecord& launch) {
                int64_t position = 0;
                auto& vendor = launch.vendor_values.emplace_back();
                row.read(position, Reference{lookups_.strings, vendor.name}, vendor.value, vendor.pass);
            });
    if (query.sites)
        add("launch_site", select_sites(), [this](RowReader& row, LaunchRecord& launch) {
            auto& counts = launch.sites.emplace_back();
            row.read(Reference{lookups_.sites, counts.site}, Row<SiteCounts>::fields(counts));
        });

    Statement launches(
        database_,
        fmt::format("SELECT l.id, l.case_id, l.id - ?1 AS launch_index, l.stage, l.substage, l.label_id, "
                    "s.kernel_id, {}, l.start_ns, l.duration_ns, l.duration_spread, l.duration_count, "
                    "l.origin_id IS NULL OR o.id IS NOT NULL AS origin_id, {}, l.correlation_id FROM launch "
                    "l LEFT JOIN launch_shape s ON s.id = l.shape_id LEFT JOIN launch_origin o ON o.id = "
                    "l.origin_id WHERE l.id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY l.id",
                    shape_columns, Row<LaunchOrigin>::columns));
    LaunchRecord launch;
    for (const auto& [first_launch, first, last] : ranges) {
        for (auto& cursor : cursors) cursor.start({first_launch, first, last});
        bind_row(launches, first_launch, first, last);
        auto expected = first;
        while (launches.step()) {
            RowReader row(launches, "launch");
            read_launch(row, key, expected++, launch);
            for (auto& cursor : cursors) cursor.add_to(launch);
            order(launch.counters);
            order_by_source(launch.sites);
            if (!each(launch)) return;
        }
        expect_rows("launch", key.id, last - first + 1, expected - first, "launches");
        for (const auto& cursor : cursors) cursor.finish(key.id, last - first + 1 == key.launches);
    }
}

void LaunchReader::times(const CaseKey& key, uint64_t first, std::optional<uint64_t> count,
                         const std::function<bool(const LaunchTime&)>& each) {
    const auto ranges = ranges_of(key, {.first = first, .count = count});
    if (ranges.empty()) return;
    const auto last = ranges.front().last;
    Statement times(database_,
                    "SELECT l.id - ?1 AS launch_index, ifnull(l.origin_id, 0) AS origin_id, l.start_ns, "
                    "l.duration_ns FROM launch l WHERE l.id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY l.id",
                    key.first_launch, first, last);
    LaunchTime time;
    auto expected = first;
    while (times.step()) {
        RowReader row(times, "launch");
        row.read(time.index, range::any(time.origin), range::ns(time.start_ns), range::ns(time.duration_ns));
        check_index(row, key, expected++, time.index);
        if (!each(time)) return;
    }
    expect_rows("launch", key.id, last - first + 1, expected - first, "launches");
}

std::vector<LaunchGroup> LaunchReader::groups(const CaseKey& key) {
    std::vector<LaunchGroup> groups;
    uint64_t launches = 0;
    Statement select(
        database_,
        fmt::format(
            "SELECT position, ifnull(origin_id, 0), {} FROM launch_run WHERE case_id = ? ORDER BY position",
            Row<LaunchGroup>::columns),
        key.id);
    for_each_row(select, "launch_run", [&](RowReader& row) {
        size_t position = 0;
        LaunchGroup group;
        row.read(position, range::any(group.origin), Row<LaunchGroup>::fields(group));
        const bool within = group.first <= group.longest && group.longest <= group.last &&
                            group.last < key.launches && group.launches > 0 &&
                            group.launches <= group.last - group.first + 1 && group.start_ns <= group.end_ns;
        const bool of_one_stretch = group.last / launches_a_group == group.first / launches_a_group;
        // Callers find a stretch as launch index / launches_a_group. So a stretch must have all its launches
        // before the next one starts.
        const uint64_t next_stretch =
            groups.empty() ? 0 : (groups.back().first / launches_a_group + 1ULL) * launches_a_group;
        const bool follows = group.first < next_stretch
                                 ? groups.back().first < group.first
                                 : group.first == next_stretch && launches == next_stretch;
        if (!within || !of_one_stretch || !follows || position != groups.size())
            row.refuse("is of a group that cannot be one of the launches");
        launches += group.launches;
        groups.push_back(group);
    });
    if (!groups.empty()) expect_rows("launch_run", key.id, key.launches, launches, "launches");
    return groups;
}

/// Rows of a table of sums, with ids or positions. `values`: how many values another table has for each.
struct LaunchReader::StoredSums {
    std::vector<LaunchSums> sums;
    std::vector<int64_t> ids;
    std::vector<uint64_t> values;
};

LaunchReader::StoredSums LaunchReader::read_sums(const CaseKey& key, const char* table, const char* id,
                                                 const char* values, const char* order) {
    StoredSums stored;
    uint64_t launches = 0;
    Statement select(database_,
                     fmt::format("SELECT {}, {}, {} FROM {} WHERE case_id = ? ORDER BY {}", id, sum_columns,
                                 values, table, order),
                     key.id);
    for_each_row(select, table, [&](RowReader& row) {
        auto& sum = stored.sums.emplace_back();
        int64_t kernel = 0, label = 0;
        row.read(range::any(stored.ids.emplace_back()), sum_fields(sum, kernel, label),
                 stored.values.emplace_back());
        sum.kernel = std::get<0>(lookups_.kernels.at(kernel));
        sum.label = lookups_.strings.at(label);
        launches += sum.launches;
    });
    if (!stored.sums.empty()) expect_rows(table, key.id, key.launches, launches, "launches");
    return stored;
}

std::optional<std::vector<LaunchSums>> LaunchReader::stored_substages(const CaseKey& key) {
    auto stored = read_sums(key, "substage_sum", "position", "value_count", "position");
    auto& sums = stored.sums;
    auto& values = stored.values;
    if (sums.empty()) return std::nullopt;
    for (size_t i = 0; i < sums.size(); ++i)
        if (stored.ids[i] != int64_t(i))
            throw BadValue("table 'substage_sum' has position {} of case {} where {} is due", stored.ids[i],
                           key.id, i);
    Statement select_values(database_,
                            fmt::format("SELECT position, {} FROM substage_value WHERE case_id = ? ORDER BY "
                                        "position, counter_id, provenance_id",
                                        value_columns),
                            key.id);
    for_each_row(select_values, "substage_value", [&](RowReader& row) {
        size_t position = 0;
        row.read(position);
        if (position >= sums.size() || values[position]-- == 0)
            row.refuse("is of a sum that has no such value");
        read_narrow(row, sums[position].counters);
    });
    for (const auto lacking : values) expect_rows("substage_value", key.id, lacking, 0);
    for (auto& sum : sums) order(sum.counters);
    return std::move(sums);
}

std::optional<std::vector<LaunchSums>> LaunchReader::substages(const CaseKey& key,
                                                               const std::function<bool()>& go_on) {
    try {
        if (auto stored = stored_substages(key)) return stored;
    } catch (const Fault&) {
        // verify() reports the damage.
    }
    bool stopped = false;
    StageSums sums(StageSums::By::substage);
    stream(key, {}, [&](const LaunchRecord& launch) {
        sums.add(launch);
        stopped = launch.index % 4096 == 0 && go_on && !go_on();
        return !stopped;
    });
    return stopped ? std::nullopt : std::optional(sums.sums());
}

std::vector<LaunchSums> LaunchReader::stages(const CaseKey& key) {
    auto stored = read_sums(key, "stage_sum", "id", "others", "first_launch, id");
    auto& stages = stored.sums;
    if (stages.empty()) expect_rows("stage_sum", key.id, key.launches, 0, "launches");
    /// Calls `take` with the rows of a table of sums; returns the number of rows for each sum.
    const auto read = [&](const std::string& table, const std::string& columns, auto&& take) {
        Statement select(
            database_, fmt::format("SELECT stage_sum_id, {} FROM {} WHERE stage_sum_id = ?", columns, table));
        std::vector<uint64_t> found(stages.size());
        for (size_t i = 0; i < stages.size(); ++i) {
            bind_row(select, stored.ids[i]);
            for_each_row(select, table.c_str(), [&](RowReader& row) {
                row.skip();
                take(row, stages[i].counters);
                ++found[i];
            });
        }
        return found;
    };
    for (const auto& [set, pass] : sets_of(key)) {
        const auto table = sum_table(*set);
        const auto columns = wide_columns(database_, table);
        if (columns.empty()) continue;
        const auto found =
            read(table, names_of(columns), [&, set = set, pass = pass](RowReader& row, auto& to) {
                read_wide(row, columns, set->provenance, pass->pass, to);
            });
        expect_rows(table.c_str(), key.id, pass->sums, std::reduce(found.begin(), found.end()));
    }
    if (read("sum_other", value_columns, [&](RowReader& row, auto& to) { read_narrow(row, to); }) !=
        stored.values)
        throw BadValue("table 'sum_other' has not the rows of case {} that were stored", key.id);
    for (auto& stage : stages) order(stage.counters);
    check_total(stages);
    return std::move(stages);
}

std::vector<SiteCounts> LaunchReader::sites(const CaseKey& key, uint64_t first, uint64_t last) {
    std::map<std::pair<int64_t, Provenance>, SiteCounts> sums;
    Statement select(database_, select_sites(), key.first_launch, first, last);
    for_each_row(select, "launch_site", [&](RowReader& row) {
        int64_t site = 0;
        SiteCounts counts;
        row.skip();
        row.read(range::any(site), Row<SiteCounts>::fields(counts));
        const auto [place, is_new] = sums.try_emplace({site, counts.provenance}, counts);
        if (is_new)
            place->second.site = lookups_.sites.at(site);
        else
            add(place->second, counts);
    });
    std::vector<SiteCounts> all;
    for (auto& [site, counts] : sums) all.push_back(std::move(counts));
    order_by_source(all);
    return all;
}

std::vector<Note> LaunchReader::unknown_counters(const CaseKey& key) {
    if (key.launches == 0) return {};
    std::map<std::string, int64_t> unknown;
    const auto count = [&](const std::string& counter, const std::string& table, const std::string& column,
                           const std::string& condition) {
        // Unsigned: a damaged first_launch must not overflow.
        const auto last = uint64_t(key.first_launch) + key.launches - 1;
        const auto found = find_number(
            Statement(database_, fmt::format("SELECT count({}) FROM {} WHERE launch_id BETWEEN ? AND ?{}",
                                             column, quoted(table), condition)),
            key.first_launch, int64_t(last));
        if (found > 0) unknown[counter] += *found;
    };
    for (const auto& [table, column] : db::unknown_counters(database_))
        count(column, table, quoted(column), "");
    for_each_row(Statement(database_, "SELECT id, name FROM counter"), "counter", [&](RowReader& row) {
        int64_t id = 0;
        std::string name;
        row.read(range::any(id), name);
        if (!is_known_counter(id))
            count(name, "other_counter", "counter_id", fmt::format(" AND counter_id = {}", id));
    });
    std::vector<Note> notes;
    for (const auto& [counter, values] : unknown)
        notes.push_back(
            {Severity::lost, fmt::format("{} values of the counter '{}' are not shown: a newer SortScope "
                                         "recorded them, and this one does not know the counter.",
                                         values, counter)});
    return notes;
}
}
