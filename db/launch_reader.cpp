#include "db/launch_reader.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "db/counter_cursor.hpp"
#include "db/stage_sums.hpp"
#include "db/wide_tables.hpp"

namespace sortscope::db {
namespace {

constexpr std::int64_t most_bytes = std::int64_t{1} << 55;
constexpr std::int64_t most_stages = 1 << 30;

PassNumber pass_of(const CaseKey& key, const MetricSet& set) {
    for (const auto& pass : key.passes)
        if (pass.set == set.name && pass.provenance == set.provenance) return pass.pass;
    return several_passes;
}

bool asked_for(const LaunchQuery& query, std::string_view set) {
    return query.sets.empty() || std::ranges::find(query.sets, set) != query.sets.end();
}

/// Sets whose table has something of the case.
std::vector<const MetricSet*> sets_of(const CaseKey& key) {
    std::vector<const MetricSet*> sets;
    for (const auto& set : metric_sets()) {
        const auto is_it = [&](const PassRecord& pass) { return pass.set == set.name && pass.provenance == set.provenance; };
        if (std::ranges::any_of(key.passes, is_it)) sets.push_back(&set);
    }
    return sets;
}

void order(std::vector<CounterValue>& counters) {
    const auto key = [](const CounterValue& value) { return std::tie(value.id, value.provenance); };
    const auto before = [&](const CounterValue& a, const CounterValue& b) { return key(a) < key(b); };
    if (!std::ranges::is_sorted(counters, before)) std::ranges::sort(counters, before);
}

auto source_order(const SiteCounts& s) {
    return std::tie(s.site.file, s.site.line, s.site.column, s.site.kind, s.site.function, s.provenance);
}

void order(std::vector<SiteCounts>& sites) {
    std::ranges::sort(sites, [](const SiteCounts& a, const SiteCounts& b) { return source_order(a) < source_order(b); });
}

/// The counts of a site, in the order of the layout's columns.
template <class Counts, class Visit>
void visit_counts(Counts& s, Visit&& visit) {
    visit(s.requests, s.threads, s.bytes, s.sectors, s.lines, s.sizes[0], s.sizes[1], s.sizes[2], s.sizes[3], s.sizes_cc13[0],
          s.sizes_cc13[1], s.sizes_cc13[2], s.extra_wavefronts, s.taken_threads, s.divergent_warps);
}

void read_site(RowReader& row, std::int64_t& site, SiteCounts& counts) {
    row.read(any(site), counts.provenance);
    visit_counts(counts, [&](auto&... count) { row.read(count...); });
}

void add_counts(SiteCounts& sum, const SiteCounts& more) {
    std::array<const std::int64_t*, 15> from{};
    visit_counts(more, [&](const auto&... count) { from = {&count...}; });
    std::size_t at = 0;
    const auto add_one = [&](std::int64_t& to) {
        if (__builtin_add_overflow(to, *from[at++], &to))
            throw BadValue("the counts of table 'launch_site' add up to more than 64 bits hold");
    };
    visit_counts(sum, [&](auto&... count) { (add_one(count), ...); });
}

bool known(std::int64_t counter) {
    for (const auto* metric : counter_metrics())
        if (static_cast<std::int64_t>(metric->counter) == counter) return true;
    return false;
}

/// Values that stand one by one: a counter that this program does not know, but the file does, is left out.
void read_narrow(RowReader& row, Lookups& lookups, std::vector<CounterValue>& counters, bool old) {
    std::int64_t counter = 0;
    CounterValue value;
    row.read(any(counter), value.provenance, value.value, value.pass);
    if (!known(counter)) {
        lookups.counters.at(counter);
        return;
    }
    value.id = static_cast<CounterId>(counter);
    if (old) value.pass = pass_of_old_value(value.id, value.provenance);
    counters.push_back(value);
}

/// Everything that goes along with the launches of one stream.
struct Cursors {
    std::deque<WideCursor> wide;
    std::optional<LaunchCursor> narrow, vendor, sites;
};

}  // namespace

PassNumber pass_of_old_value(CounterId id, Provenance provenance) {
    const auto* set = set_of(id, provenance);
    if (set == nullptr) return static_cast<PassNumber>(100 + static_cast<int>(provenance));
    return static_cast<PassNumber>(set - metric_sets().data() + 1);
}

void LaunchReader::read_launch(RowReader& row, const CaseKey& key, std::uint64_t expected, LaunchRecord& l) {
    std::int64_t id = 0;
    std::int64_t case_id = 0;
    std::int64_t label = 0;
    std::optional<std::int64_t> kernel;
    std::optional<std::uint32_t> duration_count;
    int has_origin = 0;
    row.read(any(id), any(case_id), l.index);
    if (case_id != static_cast<std::int64_t>(key.id)) row.refuse(fmt::format("stands among the launches of case {}", static_cast<std::int64_t>(key.id)));
    if (l.index != expected) row.refuse(fmt::format("stands where launch {} of case {} is due", expected, case_id));
    row.read(within(l.stage.stage, 0, most_stages), within(l.stage.substage, 0, most_stages), any(label), any(kernel));
    if (!kernel) row.refuse("refers to a row of table 'launch_shape' which is not there");
    constexpr std::int64_t most_grid = 0x7fffffff;  // CUDA's own limits: 2^31-1 and 65535 blocks, 1024 threads
    row.read(within(l.grid.x, 0, most_grid), within(l.grid.y, 0, 65535), within(l.grid.z, 0, 65535), within(l.block.x, 0, 1024),
             within(l.block.y, 0, 1024), within(l.block.z, 0, 1024), within(l.shared_bytes, 0, 1 << 30), within(l.registers, 0, 1 << 16),
             within(l.local_bytes, 0, 1 << 30), within(l.bound_bytes, 0, most_bytes), within(l.comparators, 0, most_bytes), ns(l.start_ns),
             ns(l.duration_ns), l.duration_spread, duration_count, has_origin);
    if (has_origin == 0) row.refuse("refers to a row of table 'launch_origin' which is not there");
    row.read(l.process_id, l.context_id, l.stream_id, l.correlation_id);
    l.stage.label = lookups_.phrases.at(label);
    const auto& names = lookups_.kernels.at(*kernel);
    l.kernel = names.name;
    l.symbol = names.symbol;
    l.duration_count = duration_count.value_or(0);
    l.counters.clear();
    l.vendor_values.clear();
    l.sites.clear();
}

void LaunchReader::stream(const CaseKey& key, const LaunchQuery& query, const Each& each) {
    if (query.first >= key.launches || query.count == 0U) return;
    const auto count = std::min(query.count.value_or(key.launches), key.launches - query.first);
    const LaunchRange range{key.first_launch, query.first, query.first + count - 1};

    Cursors cursors;
    if (query.counters) {
        if (layout_.wide)
            for (const auto* set : sets_of(key)) {
                if (!asked_for(query, set->name)) continue;
                const auto columns = wide_columns(database_, counter_table(*set));
                if (!columns.known.empty()) cursors.wide.emplace_back(database_, *set, columns, range, pass_of(key, *set));
            }
        if (!layout_.wide || asked_for(query, "other"))
            cursors.narrow.emplace(database_, layout_.narrow, layout_.wide ? "other_counter" : "launch_counter", range);
        if (layout_.wide && asked_for(query, "vendor"))
            cursors.vendor.emplace(database_,
                                   "SELECT launch_id - ?1 AS launch_index, position, name_id, value, pass FROM vendor_value "
                                   "WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3 ORDER BY launch_id, position",
                                   "vendor_value", range);
    }
    if (query.sites) cursors.sites.emplace(database_, layout_.sites, "launch_site", range);

    Statement launches(database_, layout_.launches);
    bind_row(launches, range.key, range.first, range.last);
    LaunchRecord launch;
    auto expected = query.first;
    while (launches.step()) {
        RowReader row(launches, "launch");
        read_launch(row, key, expected++, launch);
        for (auto& wide : cursors.wide) wide.take(launch.index, launch.counters);
        if (cursors.narrow)
            cursors.narrow->rows_of(launch.index, [&](RowReader& value) { read_narrow(value, lookups_, launch.counters, !layout_.wide); });
        if (!layout_.wide && !query.sets.empty())
            std::erase_if(launch.counters, [&](const CounterValue& value) {
                const auto* set = set_of(value.id, value.provenance);
                return !asked_for(query, set == nullptr ? "other" : set->name);
            });
        order(launch.counters);
        if (cursors.vendor)
            cursors.vendor->rows_of(launch.index, [&](RowReader& value) {
                std::int64_t position = 0;
                std::int64_t name = 0;
                auto& vendor = launch.vendor_values.emplace_back();
                value.read(position, any(name), vendor.value, vendor.pass);
                vendor.name = lookups_.phrases.at(name);
            });
        if (cursors.sites) {
            cursors.sites->rows_of(launch.index, [&](RowReader& value) {
                std::int64_t site = 0;
                auto& counts = launch.sites.emplace_back();
                read_site(value, site, counts);
                counts.site = lookups_.sites.at(site);
            });
            order(launch.sites);
        }
        if (!each(launch)) return;
    }
    if (expected != query.first + count)
        throw BadValue(fmt::format("table 'launch' has {} launches of case {} from {} on where {} were stored", expected - query.first,
                                   static_cast<std::int64_t>(key.id), query.first, count));
    for (const auto& wide : cursors.wide) wide.finish();
    if (count != key.launches) return;
    for (const auto& wide : cursors.wide) {
        Statement stored(database_, "SELECT case_id, launches FROM case_pass WHERE case_id = ? AND set_name = ? AND provenance_id = ?");
        bind_row(stored, key.id, wide.set().name, wide.set().provenance);
        for_each_row(stored, "case_pass", [&](RowReader& row) {
            std::int64_t id = 0;
            std::uint64_t rows = 0;
            row.read(id, rows);
            if (rows != wide.launches())
                throw BadValue(fmt::format("table '{}' has values of {} launches of case {} where {} were stored", counter_table(wide.set()),
                                           wide.launches(), id, rows));
        });
    }
}

std::vector<LaunchSums> LaunchReader::stages(const CaseKey& key) {
    if (layout_.wide) return stored_stages(key);
    StageSums sums;
    stream(key, {}, [&](const LaunchRecord& launch) {
        sums.add(launch);
        return true;
    });
    return sums.sums();
}

std::vector<LaunchSums> LaunchReader::stored_stages(const CaseKey& key) {
    std::vector<LaunchSums> stages;
    std::vector<std::int64_t> ids;
    std::uint64_t launches = 0;
    Statement sums(database_,
                   "SELECT id, stage, substage, kernel_id, label_id, first_launch, launches, time_ns, bound_bytes, comparators "
                   "FROM stage_sum WHERE case_id = ? ORDER BY first_launch, id");
    bind_row(sums, key.id);
    for_each_row(sums, "stage_sum", [&](RowReader& row) {
        auto& sum = stages.emplace_back();
        std::int64_t kernel = 0;
        std::int64_t label = 0;
        row.read(any(ids.emplace_back()), within(sum.stage, 0, most_stages), within(sum.substage, 0, most_stages), any(kernel), any(label),
                 sum.first_launch, within(sum.launches, 1, std::numeric_limits<std::uint32_t>::max()), sum.time_ns, sum.bound_bytes,
                 sum.comparators);
        sum.kernel = lookups_.kernels.at(kernel).name;
        sum.label = lookups_.phrases.at(label);
        launches += sum.launches;
    });
    if (launches != key.launches)
        throw BadValue(fmt::format("table 'stage_sum' adds up {} launches of case {} where {} were stored", launches,
                                   static_cast<std::int64_t>(key.id), key.launches));
    if (stages.empty()) return stages;
    for (const auto* set : sets_of(key)) {
        const auto table = sum_table(*set);
        const auto columns = wide_columns(database_, table);
        if (columns.known.empty()) continue;
        Statement select(database_, fmt::format("SELECT t.stage_sum_id{} FROM {} t WHERE t.stage_sum_id = ?", wide_select(columns.known), table));
        for (std::size_t i = 0; i < stages.size(); ++i) {
            bind_row(select, ids[i]);
            for_each_row(select, table.c_str(), [&](RowReader& row) {
                row.skip();
                read_wide(row, columns.known, set->provenance, pass_of(key, *set), stages[i].counters);
            });
        }
    }
    Statement others(database_, "SELECT stage_sum_id, counter_id, provenance_id, value, pass FROM sum_other WHERE stage_sum_id = ?");
    for (std::size_t i = 0; i < stages.size(); ++i) {
        bind_row(others, ids[i]);
        for_each_row(others, "sum_other", [&](RowReader& row) {
            row.skip();
            read_narrow(row, lookups_, stages[i].counters, false);
        });
        order(stages[i].counters);
    }
    return stages;
}

std::vector<SiteCounts> LaunchReader::sites(const CaseKey& key, std::uint64_t first, std::uint64_t last) {
    std::map<std::pair<std::int64_t, Provenance>, SiteCounts> sums;
    if (key.launches > 0) {
        Statement select(database_, layout_.sites);
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
            } else {
                add_counts(place->second, counts);
            }
        });
    }
    std::vector<SiteCounts> all;
    for (auto& [site, counts] : sums) all.push_back(std::move(counts));
    order(all);
    return all;
}

std::vector<Note> LaunchReader::unknown_counters(const CaseKey& key) {
    std::map<std::string, std::uint64_t> unknown;
    if (key.launches == 0) return {};
    const LaunchRange range{key.first_launch, 0, key.launches - 1};
    const auto count_columns = [&](const std::string& table) {
        for (const auto& column : wide_columns(database_, table).unknown) {
            Statement count(database_, fmt::format("SELECT 0, count({}) FROM {} WHERE launch_id BETWEEN ?1 + ?2 AND ?1 + ?3", quoted(column),
                                                   quoted(table)));
            bind_row(count, range.key, range.first, range.last);
            for_each_row(count, table.c_str(), [&](RowReader& row) {
                std::uint64_t values = 0;
                row.skip();
                row.read(values);
                if (values > 0) unknown[column] += values;
            });
        }
    };
    if (layout_.wide) {
        for (const auto& set : metric_sets()) count_columns(counter_table(set));
        for (const auto& table : unknown_counter_tables(database_)) count_columns(table);
    }
    // Values that stand one by one know their counter by its number. They are only looked through where the file has unknown ones.
    std::map<std::int64_t, std::string> strange;
    for_each_row(database_, "SELECT id, name FROM counter", "counter", [&](RowReader& row) {
        std::int64_t id = 0;
        std::string name;
        row.read(any(id), name);
        if (!known(id)) strange.emplace(id, std::move(name));
    });
    if (!strange.empty()) {
        Statement values(database_, layout_.narrow);
        bind_row(values, range.key, range.first, range.last);
        for_each_row(values, "counter", [&](RowReader& row) {
            std::int64_t id = 0;
            row.skip();
            row.read(any(id));
            const auto found = strange.find(id);
            if (found != strange.end()) ++unknown[found->second];
        });
    }
    std::vector<Note> notes;
    for (const auto& [counter, values] : unknown)
        notes.push_back({Severity::lost, fmt::format("{} values of the counter '{}' are not shown: a newer SortScope recorded them, and this "
                                                     "one does not know the counter.",
                                                     values, counter)});
    return notes;
}

}  // namespace sortscope::db
