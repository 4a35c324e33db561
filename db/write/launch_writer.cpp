#include "db/write/launch_writer.hpp"

#include <set>

#include "core/ranges.hpp"
#include "db/schema/schema.hpp"

namespace sortscope::db {
namespace {
/// Turns 0 (unknown, in records) into NULL.
template <class T>
std::optional<T> unless_zero(T value) {
    return value == 0 ? std::nullopt : std::optional<T>(value);
}
}  // namespace

LaunchWriter::LaunchWriter(Database& database, Interned<std::string>& strings, Interned<KernelName>& kernels)
    : database_(database),
      strings_(strings),
      kernels_(kernels),
      shapes_(database),
      origins_(database),
      sites_(database),
      launch_(database, insert_sql("launch",
                                   "id, case_id, stage, substage, label_id, shape_id, start_ns, duration_ns, "
                                   "duration_spread, duration_count, origin_id, correlation_id")),
      other_(database, insert_sql("other_counter", "launch_id", value_columns)),
      other_sum_(database, insert_sql("sum_other", "stage_sum_id", value_columns)),
      vendor_(database, insert_sql("vendor_value", "launch_id, position, name_id, value, pass")),
      site_(database, insert_sql("launch_site", "launch_id, site_id", Row<SiteCounts>::columns)),
      stage_sum_(database, insert_sql("stage_sum", "case_id", sum_columns, "others")),
      substage_sum_(database, insert_sql("substage_sum", "case_id, position", sum_columns, "value_count")),
      substage_value_(database, insert_sql("substage_value", "case_id, position", value_columns)),
      group_(database, insert_sql("launch_run", "case_id, position", Row<LaunchGroup>::columns, "origin_id")),
      pass_(database, insert_sql("case_pass", "case_id, set_name, provenance_id, pass, launches, sums")),
      totals_(database,
              "UPDATE profiled_case SET first_launch_id = ?, launch_count = ?, span_ns = ?, busy_ns = ?, "
              "pass_count = ? WHERE id = ?"),
      next_id_(database, "SELECT coalesce(max(id), 0) + 1 FROM launch") {
    for (const auto& set : metric_sets()) {
        std::string columns;
        for (const auto* metric : set.metrics) columns += fmt::format(", {}", metric->id);
        wide_.push_back({&set, Statement(database, insert_sql(counter_table(set), "launch_id" + columns)),
                         Statement(database, insert_sql(sum_table(set), "stage_sum_id" + columns))});
    }
}

void LaunchWriter::begin(CaseId id, uint64_t expected) {
    case_ = int64_t(id);
    first_id_ = *find_number(next_id_);
    count_ = 0;
    many_ = expected >= least_launches_with_groups;
    sums_ = CaseSums(many_);
    groups_ = {};
    spanner_ = {};
    for (auto& wide : wide_) {
        wide.launches = wide.sums = 0;
        wide.pass.reset();
    }
}

void LaunchWriter::add(const LaunchRecord& launch) {
    if (launch.index != count_)
        throw Contradiction("launch {} comes where launch {} is due", launch.index, count_);
    const auto row = first_id_ + count_++;
    const auto kernel = kernels_.id(std::tie(launch.kernel, launch.symbol));
    const auto shape =
        shapes_.id(LaunchShape{kernel, launch.grid, launch.block, launch.shared_bytes, launch.registers,
                               launch.local_bytes, launch.required_bytes, launch.comparators});
    const LaunchOrigin from{launch.process_id, launch.context_id, launch.stream_id};
    const int64_t origin = from == LaunchOrigin{} ? 0 : origins_.id(from);
    execute(launch_, row, case_, range::stage(launch.stage.stage), range::stage(launch.stage.substage),
            strings_.id(launch.stage.label), shape, range::ns(launch.start_ns), range::ns(launch.duration_ns),
            launch.duration_spread, unless_zero(launch.duration_count), unless_zero(origin),
            launch.correlation_id);
    store_counters(row, launch.counters, false);
    int64_t position = 0;
    for (const auto& value : launch.vendor_values)
        execute(vendor_, row, position++, strings_.id(value.name), value.value, value.pass);
    for (const auto& counts : launch.sites)
        execute(site_, row, sites_.id(counts.site), Row<SiteCounts>::fields(counts));
    try {
        sums_.add(launch, kernel);
    } catch (const SumTooGreat& error) {
        throw Contradiction("launch {}: {}", launch.index, error.what());
    }
    if (many_) groups_.add(launch.index, origin, launch.start_ns, launch.duration_ns);
    spanner_.add(launch.start_ns, launch.duration_ns);
}

void LaunchWriter::plan_route(Route& route, std::span<const CounterValue> counters, Statement Wide::*insert) {
    route = {};
    for (auto& wide : wide_) sqlite3_clear_bindings((wide.*insert).handle());
    std::set<std::pair<Wide*, int>> taken;
    for (const auto& value : counters) {
        auto& stop = route.stops.emplace_back(Route::Stop{value.id, value.provenance});
        const auto* const set = set_of(value.id, value.provenance);
        if (set == nullptr) continue;
        stop.wide = &*std::ranges::find(wide_, set, &Wide::set);
        stop.column =
            2 + int(std::ranges::find(set->metrics, value.id, &Metric::counter) - set->metrics.begin());
        if (!taken.emplace(stop.wide, stop.column).second)
            throw Contradiction("a launch has two values of '{}', {}", metric_of(value.id).id,
                                name_of(value.provenance));
        if (!contains(route.tables, stop.wide)) route.tables.push_back(stop.wide);
    }
}

void LaunchWriter::store_counters(int64_t row, std::span<const CounterValue> counters, bool sums) {
    const auto insert = sums ? &Wide::insert_sum : &Wide::insert;
    auto& route = sums ? sum_route_ : route_;
    const auto is_at = [](const Route::Stop& stop, const CounterValue& value) {
        return stop.id == value.id && stop.provenance == value.provenance;
    };
    if (!std::ranges::equal(route.stops, counters, is_at)) plan_route(route, counters, insert);
    for (size_t i = 0; i < counters.size(); ++i) {
        const auto& value = counters[i];
        auto& [id, provenance, wide, column, bound] = route.stops[i];
        if (wide == nullptr) {
            execute(sums ? other_sum_ : other_, row, value_fields(value));
            continue;
        }
        if (bound != value.value) {
            RowWriter(wide->*insert, column).write(value.value);
            bound = value.value;
        }
        if (!sums) wide->add_pass(value.pass);
    }
    for (auto* const wide : route.tables) {
        execute(wide->*insert, row);
        ++(sums ? wide->sums : wide->launches);
    }
}

void LaunchWriter::finish(const std::vector<PassRecord>& passes) {
    try {
        store_sums();
    } catch (const SumTooGreat& error) {
        throw Contradiction("its {} launches: {}", count_, error.what());
    }
    if (count_ >= least_launches_with_groups) store_groups();
    const auto first = count_ == 0 ? std::nullopt : std::optional(first_id_);
    execute(totals_, first, count_, spanner_.span(), store_passes(passes), case_);
}

void LaunchWriter::store_sums() {
    const auto& stages = sums_.stages();
    check_total(stages.sums());
    for (size_t i = 0; i < stages.sums().size(); ++i) {
        const auto& sum = stages.sums()[i];
        const auto label = strings_.id(sum.label);
        const auto others = std::ranges::count_if(sum.counters, [](const CounterValue& value) {
            return set_of(value.id, value.provenance) == nullptr;
        });
        execute(stage_sum_, case_, sum_fields(sum, stages.kernels()[i], label), others);
        store_counters(database_.getLastInsertRowid(), sum.counters, true);
    }
}

void LaunchWriter::store_groups() {
    int64_t position = 0;
    for (const auto& group : groups_.groups())
        execute(group_, case_, position++, Row<LaunchGroup>::fields(group), unless_zero(group.origin));
    const auto& substages = sums_.substages();
    for (size_t i = 0; i < substages.sums().size(); ++i) {
        const auto& sum = substages.sums()[i];
        const auto label = strings_.id(sum.label);
        execute(substage_sum_, case_, i, sum_fields(sum, substages.kernels()[i], label), sum.counters.size());
        for (const auto& value : sum.counters) execute(substage_value_, case_, i, value_fields(value));
    }
}

size_t LaunchWriter::store_passes(const std::vector<PassRecord>& passes) {
    std::map<std::pair<std::string, Provenance>, PassNumber> stored;
    for (const auto& pass : passes) {
        const auto [place, is_new] = stored.try_emplace({pass.set, pass.provenance}, pass.pass);
        if (!is_new && place->second != pass.pass) place->second = several_passes;
    }
    for (const auto& wide : wide_)
        if (wide.pass) stored[{std::string(wide.set->name), wide.set->provenance}] = *wide.pass;
    for (const auto& [key, pass] : stored) {
        const auto& [name, provenance] = key;
        const auto wide =
            std::ranges::find_if(wide_, [&, &name = name, provenance = provenance](const Wide& w) {
                return w.set->name == name && w.set->provenance == provenance;
            });
        const bool known = wide != wide_.end();
        execute(pass_, case_, name, provenance, pass, known ? wide->launches : 0, known ? wide->sums : 0);
    }
    return stored.size();
}

void LaunchWriter::forget() {
    shapes_.forget();
    origins_.forget();
    sites_.forget();
    route_ = sum_route_ = {};
}
}
