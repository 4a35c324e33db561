#include "db/read/launch_reader.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "core/metric/sums.hpp"
#include "db/read/counter_cursor.hpp"
#include "db/rows/lod.hpp"
#include "db/rows/sums.hpp"
#include "db/schema/wide_tables.hpp"

namespace sortscope::db {
// Rows of launches ?2 to ?3 of the case whose first launch is ?1.
const char* const select_narrow =
    "SELECT launch_id - ?1 AS launch_index, counter_id, provenance_id, value, pass FROM other_counter "
    "WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY launch_id, counter_id, provenance_id";

namespace {

constexpr auto select_sites =
    "SELECT launch_id - ?1 AS launch_index, site_id, provenance_id, requests, threads, bytes, sectors, "
    "lines, "
    "transactions_32b, transactions_64b, transactions_96b, transactions_128b, cc13_transactions_32b, "
    "cc13_transactions_64b, cc13_transactions_128b, extra_wavefronts, taken_threads, divergent_warps "
    "FROM launch_site WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY launch_id";

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

}  // namespace

/// Everything that goes along with the launches of one stream.
struct LaunchReader::Cursors {
    std::deque<WideCursor> wide;
    std::vector<std::uint64_t> stored;  ///< launches that have values in each
    std::optional<LaunchCursor> narrow, vendor, sites;

    void start(const LaunchRange& range) {
        for (auto& one : wide) one.start(range);
        for (auto* one : {&narrow, &vendor, &sites})
            if (*one) (*one)->start(range);
    }
};

std::vector<TakenSet> sets_of(const CaseKey& key) {
    std::vector<TakenSet> sets;
    for (const auto& set : metric_sets()) {
        const auto is_it = [&](const PassRecord& pass) {
            return pass.set == set.name && pass.provenance == set.provenance;
        };
        const auto pass = std::ranges::find_if(key.passes, is_it);
        if (pass != key.passes.end()) sets.push_back({&set, &*pass});
    }
    return sets;
}

void order(std::vector<CounterValue>& counters) {
    const auto key = [](const CounterValue& value) { return std::tie(value.id, value.provenance); };
    const auto before = [&](const CounterValue& a, const CounterValue& b) { return key(a) < key(b); };
    if (!std::ranges::is_sorted(counters, before)) std::ranges::sort(counters, before);
}

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

void LaunchReader::read_launch(RowReader& row, const CaseKey& key, std::uint64_t expected, LaunchRecord& l) {
    std::int64_t id = 0;
    std::int64_t case_id = 0;
    std::int64_t label = 0;
    std::optional<std::int64_t> kernel;
    std::optional<std::uint32_t> duration_count;
    int has_origin = 0;
    row.read(range::any(id), range::any(case_id), l.index);
    if (case_id != static_cast<std::int64_t>(key.id))
        row.refuse(fmt::format("stands among the launches of case {}", static_cast<std::int64_t>(key.id)));
    if (l.index != expected)
        row.refuse(fmt::format("stands where launch {} of case {} is due", expected, case_id));
    row.read(range::stage(l.stage.stage), range::stage(l.stage.substage), range::any(label),
             range::any(kernel));
    if (!kernel) row.refuse("refers to a row of table 'launch_shape' which is not there");
    row.read(range::grid_x(l.grid.x), range::grid_yz(l.grid.y), range::grid_yz(l.grid.z),
             range::block_extent(l.block.x), range::block_extent(l.block.y), range::block_extent(l.block.z),
             range::small_bytes(l.shared_bytes), range::registers(l.registers),
             range::small_bytes(l.local_bytes), range::bytes(l.required_bytes), range::bytes(l.comparators),
             range::ns(l.start_ns), range::ns(l.duration_ns), l.duration_spread, duration_count, has_origin);
    if (has_origin == 0) row.refuse("refers to a row of table 'launch_origin' which is not there");
    row.read(l.process_id, l.context_id, l.stream_id, l.correlation_id);
    l.stage.label = lookups_.strings.at(label);
    const auto& names = lookups_.kernels.at(*kernel);
    l.kernel = names.name;
    l.symbol = names.symbol;
    l.duration_count = duration_count.value_or(0);
    l.counters.clear();
    l.vendor_values.clear();
    l.sites.clear();
}

void LaunchReader::refuse_missing(const CaseKey& key, std::uint64_t first, std::uint64_t count,
                                  std::uint64_t found) const {
    throw BadValue(fmt::format("table 'launch' has {} launches of case {} from {} on where {} were stored",
                               found, static_cast<std::int64_t>(key.id), first, count));
}

void LaunchReader::stream(const CaseKey& key, const LaunchQuery& query, const Each& each) {
    const auto ranges = ranges_of(key, query);
    if (ranges.empty()) return;

    Cursors cursors;
    if (query.counters) {
        for (const auto& [set, pass] : sets_of(key)) {
            if (!asked_for(query, set->name)) continue;
            const auto columns = wide_columns(database_, counter_table(*set));
            if (columns.known.empty()) continue;
            cursors.wide.emplace_back(database_, *set, columns, pass->pass);
            cursors.stored.push_back(pass->launches);
        }
        if (asked_for(query, "other")) cursors.narrow.emplace(database_, select_narrow, "other_counter");
        if (asked_for(query, "vendor"))
            cursors.vendor.emplace(
                database_,
                "SELECT launch_id - ?1 AS launch_index, position, name_id, value, pass FROM vendor_value "
                "WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY launch_id, position",
                "vendor_value");
    }
    if (query.sites) cursors.sites.emplace(database_, select_sites, "launch_site");

    Statement launches(
        database_,
        "SELECT l.id, l.case_id, l.id - ?1 AS launch_index, l.stage, l.substage, l.label_id, s.kernel_id, "
        "s.grid_x, s.grid_y, s.grid_z, s.block_x, s.block_y, s.block_z, s.shared_bytes, s.registers, "
        "s.local_bytes, s.required_bytes, s.comparators, l.start_ns, l.duration_ns, l.duration_spread, "
        "l.duration_count, l.origin_id IS NULL OR o.id IS NOT NULL AS origin_id, o.process_id, o.context_id, "
        "o.stream_id, l.correlation_id FROM launch l LEFT JOIN launch_shape s ON s.id = l.shape_id "
        "LEFT JOIN launch_origin o ON o.id = l.origin_id WHERE l.id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY "
        "l.id");
    LaunchRecord launch;
    for (const auto& range : ranges) {
        cursors.start(range);
        bind_row(launches, range.key, range.first, range.last);
        auto expected = range.first;
        while (launches.step()) {
            RowReader row(launches, "launch");
            read_launch(row, key, expected++, launch);
            read_beside(cursors, launch);
            if (!each(launch)) return;
        }
        if (const auto count = range.last - range.first + 1; expected != range.first + count)
            refuse_missing(key, range.first, count, expected - range.first);
        for (const auto& wide : cursors.wide) wide.finish();
    }
    if (ranges.front().last - ranges.front().first + 1 != key.launches) return;
    for (std::size_t i = 0; i < cursors.wide.size(); ++i)
        if (const auto& wide = cursors.wide[i]; wide.launches() != cursors.stored[i])
            throw BadValue(fmt::format("table '{}' has values of {} launches of case {} where {} were stored",
                                       counter_table(wide.set()), wide.launches(),
                                       static_cast<std::int64_t>(key.id), cursors.stored[i]));
}

void LaunchReader::read_beside(Cursors& cursors, LaunchRecord& launch) {
    for (auto& wide : cursors.wide) wide.take(launch.index, launch.counters);
    if (cursors.narrow)
        cursors.narrow->rows_of(launch.index,
                                [&](RowReader& value) { read_narrow(value, lookups_, launch.counters); });
    order(launch.counters);
    if (cursors.vendor)
        cursors.vendor->rows_of(launch.index, [&](RowReader& value) {
            std::int64_t position = 0;
            std::int64_t name = 0;
            auto& vendor = launch.vendor_values.emplace_back();
            value.read(position, range::any(name), vendor.value, vendor.pass);
            vendor.name = lookups_.strings.at(name);
        });
    if (cursors.sites) {
        cursors.sites->rows_of(launch.index, [&](RowReader& value) {
            std::int64_t site = 0;
            auto& counts = launch.sites.emplace_back();
            read_site(value, site, counts);
            counts.site = lookups_.sites.at(site);
        });
        order_by_source(launch.sites);
    }
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
            row.refuse(fmt::format("stands where launch {} of case {} is due", expected,
                                   static_cast<std::int64_t>(key.id)));
        ++expected;
        if (!each(time)) return;
    }
    if (expected != range.last + 1)
        refuse_missing(key, range.first, range.last - range.first + 1, expected - range.first);
}

std::optional<std::vector<LaunchSums>> LaunchReader::substages(const CaseKey& key,
                                                               const std::function<bool()>& go_on) {
    if (key.launches >= least_launches_with_runs)
        if (auto stored = read_substage_sums(database_, lookups_, key)) return stored;
    bool stopped = false;
    StageSums sums(StageSums::By::substage);
    stream(key, {}, [&](const LaunchRecord& launch) {
        add_to(sums, launch, key);
        stopped = launch.index % 4096 == 0 && go_on && !go_on();
        return !stopped;
    });
    return stopped ? std::nullopt : std::optional(sums.take());
}

std::vector<LaunchSums> LaunchReader::stages(const CaseKey& key) {
    std::vector<LaunchSums> stages;
    std::vector<std::int64_t> ids;
    std::vector<std::uint64_t> others;  ///< rows of sum_other of each
    std::uint64_t launches = 0;
    Statement sums(database_,
                   "SELECT id, stage, substage, kernel_id, label_id, first_launch, launches, time_ns, "
                   "required_bytes, comparators, "
                   "others FROM stage_sum WHERE case_id = ? ORDER BY first_launch, id");
    bind_row(sums, key.id);
    for_each_row(sums, "stage_sum", [&](RowReader& row) {
        auto& sum = stages.emplace_back();
        std::int64_t kernel = 0;
        std::int64_t label = 0;
        row.read(range::any(ids.emplace_back()), range::stage(sum.stage), range::stage(sum.substage),
                 range::any(kernel), range::any(label), sum.first_launch, range::launches(sum.launches),
                 sum.time_ns, sum.required_bytes, sum.comparators, others.emplace_back());
        sum.kernel = lookups_.kernels.at(kernel).name;
        sum.label = lookups_.strings.at(label);
        launches += sum.launches;
    });
    if (launches != key.launches)
        throw BadValue(fmt::format("table 'stage_sum' adds up {} launches of case {} where {} were stored",
                                   launches, static_cast<std::int64_t>(key.id), key.launches));
    if (stages.empty()) return stages;
    for (const auto& [set, pass] : sets_of(key)) {
        const auto table = sum_table(*set);
        const auto columns = wide_columns(database_, table);
        if (columns.known.empty()) continue;
        std::uint64_t found = 0;
        Statement select(database_, fmt::format("SELECT t.stage_sum_id{} FROM {} t WHERE t.stage_sum_id = ?",
                                                wide_select(columns.known), table));
        for (std::size_t i = 0; i < stages.size(); ++i) {
            bind_row(select, ids[i]);
            for_each_row(select, table.c_str(), [&, set = set, pass = pass](RowReader& row) {
                row.skip();
                read_wide(row, columns.known, set->provenance, pass->pass, stages[i].counters);
                ++found;
            });
        }
        if (found != pass->sums)
            throw BadValue(fmt::format("table '{}' has {} rows of case {} where {} were stored", table, found,
                                       static_cast<std::int64_t>(key.id), pass->sums));
    }
    Statement narrow(
        database_,
        "SELECT stage_sum_id, counter_id, provenance_id, value, pass FROM sum_other WHERE stage_sum_id = ?");
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

namespace {

auto source_order(const SiteCounts& s) {
    return std::tie(s.site.file, s.site.line, s.site.column, s.site.kind, s.site.function, s.provenance);
}

/// The counts of a site, in the order of the layout's columns.
template <class Counts, class Visit>
void visit_counts(Counts& s, Visit&& visit) {
    visit(s.requests, s.threads, s.bytes, s.sectors, s.lines, s.sizes[0], s.sizes[1], s.sizes[2], s.sizes[3],
          s.sizes_cc13[0], s.sizes_cc13[1], s.sizes_cc13[2], s.extra_wavefronts, s.taken_threads,
          s.divergent_warps);
}

}  // namespace

void order_by_source(std::vector<SiteCounts>& sites) {
    std::ranges::sort(
        sites, [](const SiteCounts& a, const SiteCounts& b) { return source_order(a) < source_order(b); });
}

void read_site(RowReader& row, std::int64_t& site, SiteCounts& counts) {
    row.read(range::any(site), counts.provenance);
    visit_counts(counts, [&](auto&... count) { row.read(count...); });
}

std::vector<SiteCounts> LaunchReader::sites(const CaseKey& key, std::uint64_t first, std::uint64_t last) {
    std::map<std::pair<std::int64_t, Provenance>, SiteCounts> sums;
    if (key.launches > 0) {
        Statement select(database_, select_sites);
        bind_row(select, key.first_launch, first, last);
        for_each_row(select, "launch_site", [&](RowReader& row) {
            std::int64_t site = 0;
            SiteCounts counts;
            row.skip();
            read_site(row, site, counts);
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

bool is_known_counter(std::int64_t counter) {
    for (const auto* metric : counter_metrics())
        if (static_cast<std::int64_t>(metric->counter) == counter) return true;
    return false;
}

std::vector<Note> LaunchReader::unknown_counters(const CaseKey& key) {
    std::map<std::string, std::uint64_t> unknown;
    if (key.launches == 0) return {};
    const LaunchRange range{key.first_launch, 0, key.launches - 1};
    const auto count_columns = [&](const std::string& table) {
        for (const auto& column : wide_columns(database_, table).unknown) {
            Statement count(
                database_,
                fmt::format("SELECT 0, count({}) FROM {} WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3",
                            quoted(column), quoted(table)));
            bind_row(count, range.key, range.first, range.last);
            for_each_row(count, table.c_str(), [&](RowReader& row) {
                std::uint64_t values = 0;
                row.skip();
                row.read(values);
                if (values > 0) unknown[column] += values;
            });
        }
    };
    for (const auto& set : metric_sets()) count_columns(counter_table(set));
    for (const auto& table : unknown_counter_tables(database_)) count_columns(table);
    // Values that stand one by one know their counter by its number. They are only looked through where the
    // file has unknown ones.
    std::map<std::int64_t, std::string> strange;
    for_each_row(database_, "SELECT id, name FROM counter", "counter", [&](RowReader& row) {
        std::int64_t id = 0;
        std::string name;
        row.read(range::any(id), name);
        if (!is_known_counter(id)) strange.emplace(id, std::move(name));
    });
    if (!strange.empty()) {
        Statement values(database_, select_narrow);
        bind_row(values, range.key, range.first, range.last);
        for_each_row(values, "counter", [&](RowReader& row) {
            std::int64_t id = 0;
            row.skip();
            row.read(range::any(id));
            const auto found = strange.find(id);
            if (found != strange.end()) ++unknown[found->second];
        });
    }
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
