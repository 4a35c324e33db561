#include "db/write/launch_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "db/schema/wide_tables.hpp"

namespace sortscope::db {
namespace {

/// Zero stands for "unknown" in records, and NULL in the file.
template <class T>
std::optional<T> unless_zero(T value) {
    return value == 0 ? std::nullopt : std::optional<T>(value);
}

}  // namespace

LaunchWriter::LaunchWriter(SQLite::Database& database, InternedNames& strings, Interned<KernelName>& kernels)
    : database_(database),
      strings_(strings),
      kernels_(kernels),
      shapes_(database),
      origins_(database),
      sites_(database),
      launch_(database, insert_sql("launch",
                                   "start_ns, duration_ns, correlation_id, stage, substage, label_id, "
                                   "shape_id, case_id, duration_spread, duration_count, origin_id")),
      other_(database, insert_sql("other_counter", fmt::format("launch_id, {}", value_columns))),
      other_sum_(database, insert_sql("sum_other", fmt::format("stage_sum_id, {}", value_columns))),
      vendor_(database, insert_sql("vendor_value", "launch_id, position, name_id, value, pass")),
      site_(database,
            insert_sql("launch_site", fmt::format("launch_id, site_id, {}", Row<SiteCounts>::columns))),
      stage_sum_(database, insert_sql("stage_sum", fmt::format("case_id, {}, others", sum_columns))),
      substage_sum_(database, insert_sql("substage_sum",
                                         fmt::format("case_id, position, {}, value_count", sum_columns))),
      substage_value_(database,
                      insert_sql("substage_value", fmt::format("case_id, position, {}", value_columns))),
      run_(database, insert_sql("launch_run",
                                "case_id, position, first_launch, last_launch, launches, longest_launch, "
                                "longest_ns, start_ns, end_ns, origin_id")),
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

void LaunchWriter::begin(CaseId id, std::uint64_t expected) {
    case_ = static_cast<std::int64_t>(id);
    const ResetAtEnd reset(next_id_);
    next_id_.step();
    first_id_ = sqlite3_column_int64(next_id_.handle(), 0);
    count_ = 0;
    spanner_ = {};
    many_ = expected >= least_launches_with_runs;
    runs_.clear();
    sums_.begin(many_);
    for (auto& wide : wide_) {
        wide.launches = wide.sums = 0;
        wide.last_launch = wide.last_sum = 0;
        wide.pass.reset();
    }
}

void LaunchWriter::add(const LaunchRecord& launch) {
    if (launch.index != count_)
        throw Contradiction(fmt::format("launch {} comes where launch {} is due", launch.index, count_));
    const auto row = first_id_ + count_++;
    if (last_kernel_.name != launch.kernel || last_kernel_.symbol != launch.symbol)
        last_kernel_ = {launch.kernel, launch.symbol};
    const auto kernel = kernels_.id(last_kernel_);
    const LaunchOrigin from{launch.process_id, launch.context_id, launch.stream_id};
    const auto origin = from == LaunchOrigin{} ? std::nullopt : std::optional(origins_.id(from));
    store_row(row, launch, kernel, origin);
    store_counters(row, launch.counters, false);
    std::int64_t position = 0;
    for (const auto& value : launch.vendor_values)
        execute(vendor_, row, position++, strings_.id(value.name), value.value, value.pass);
    for (const auto& counts : launch.sites)
        execute(site_, row, sites_.id(counts.site), Row<SiteCounts>::fields(counts));
    try {
        sums_.add(launch, kernel);
    } catch (const SumTooGreat& error) {
        throw Contradiction(fmt::format("launch {}: {}", launch.index, error.what()));
    }
    if (many_) runs_.add(launch.index, origin.value_or(0), launch.start_ns, launch.duration_ns);
    spanner_.add(launch.start_ns, launch.duration_ns);
}

void LaunchWriter::store_row(std::int64_t row, const LaunchRecord& launch, std::int64_t kernel,
                             std::optional<std::int64_t> origin) {
    const LaunchShape shape{kernel,           launch.grid,        launch.block,          launch.shared_bytes,
                            launch.registers, launch.local_bytes, launch.required_bytes, launch.comparators};
    const ResetAtEnd reset(launch_);
    RowWriter writer(launch_);
    writer.write(range::ns(launch.start_ns), range::ns(launch.duration_ns), launch.correlation_id,
                 range::stage(launch.stage.stage), range::stage(launch.stage.substage),
                 strings_.id(launch.stage.label), shapes_.id(shape));
    // The rest is mostly that of the launch before, and bound already.
    const Repeated repeated{case_, launch.duration_spread, unless_zero(launch.duration_count), origin};
    if (bound_ != repeated) {
        bound_.reset();
        writer.write(repeated.case_id, repeated.duration_spread, repeated.duration_count, repeated.origin);
        bound_ = repeated;
    }
    launch_.step();
    check_row(row);
}

void LaunchWriter::check_row(std::int64_t row) const {
    if (const auto stored = database_.getLastInsertRowid(); stored != row)
        throw Contradiction(fmt::format("what is due as row {} became row {}", row, stored));
}

void LaunchWriter::plan_route(Route& route, std::span<const CounterValue> counters, Statement Wide::*insert) {
    route.stops.clear();
    route.tables.clear();
    for (auto& wide : wide_) sqlite3_clear_bindings((wide.*insert).handle());
    std::set<std::pair<Wide*, int>> taken;
    for (const auto& value : counters) {
        auto& stop = route.stops.emplace_back();
        stop.id = value.id;
        stop.provenance = value.provenance;
        const auto* const set = set_of(value.id, value.provenance);
        if (set == nullptr) continue;
        stop.wide = &*std::ranges::find(wide_, set, &Wide::set);
        stop.column = 2 + static_cast<int>(std::ranges::find(set->metrics, value.id, &Metric::counter) -
                                           set->metrics.begin());
        if (!taken.emplace(stop.wide, stop.column).second) {
            route.stops.clear();
            throw Contradiction(fmt::format("a launch has two values of '{}', {}", metric_of(value.id).id,
                                            name_of(value.provenance)));
        }
        if (std::ranges::find(route.tables, stop.wide) == route.tables.end())
            route.tables.push_back(stop.wide);
    }
}

void LaunchWriter::store_counters(std::int64_t row, std::span<const CounterValue> counters, bool sums) {
    const auto insert = sums ? &Wide::insert_sum : &Wide::insert;
    auto& route = sums ? sum_route_ : route_;
    if (route.stops.size() != counters.size()) plan_route(route, counters, insert);
    const auto bind_value = [&](Route::Stop& stop, const Number& value) {
        if (stop.is_bound && value.is_whole() && value.rounded() == stop.bound) return;
        stop.is_bound = false;
        RowWriter(stop.wide->*insert, stop.column).write(value);
        stop.is_bound = value.is_whole();
        if (stop.is_bound) stop.bound = value.rounded();
    };
    for (std::size_t i = 0; i < counters.size(); ++i) {
        const auto& value = counters[i];
        if (route.stops[i].id != value.id || route.stops[i].provenance != value.provenance) {
            plan_route(route, counters, insert);
            for (std::size_t before = 0; before < i; ++before)
                if (auto& stop = route.stops[before]; stop.wide != nullptr)
                    bind_value(stop, counters[before].value);
        }
        auto& stop = route.stops[i];
        if (stop.wide == nullptr) {
            execute(sums ? other_sum_ : other_, row, value_fields(value));
            continue;
        }
        bind_value(stop, value.value);
        if (!sums) stop.wide->add_pass(value.pass);
    }
    for (auto* const wide : route.tables) {
        auto& statement = wide->*insert;
        const ResetAtEnd reset(statement);
        auto& last = sums ? wide->last_sum : wide->last_launch;
        // The row behind the last one gets its number from SQLite, which then need not look whether the
        // number is taken.
        RowWriter(statement).write(last == row - 1 && last != 0 ? std::nullopt : std::optional(row));
        statement.step();
        check_row(row);
        last = row;
        ++(sums ? wide->sums : wide->launches);
    }
}

void LaunchWriter::finish(const std::vector<PassRecord>& passes) {
    try {
        store_sums();
    } catch (const SumTooGreat& error) {
        throw Contradiction(fmt::format("its {} launches: {}", count_, error.what()));
    }
    if (count_ >= least_launches_with_runs) store_runs();
    const auto stored = store_passes(passes);
    const auto first = count_ == 0 ? std::nullopt : std::optional(first_id_);
    execute(totals_, first, count_, spanner_.span(), stored, case_);
}

void LaunchWriter::store_sums() {
    const auto& stages = sums_.stages();
    check_total(stages.sums());
    for (std::size_t i = 0; i < stages.sums().size(); ++i) {
        const auto& sum = stages.sums()[i];
        const auto label = strings_.id(sum.label);
        const auto others = std::ranges::count_if(sum.counters, [](const CounterValue& value) {
            return set_of(value.id, value.provenance) == nullptr;
        });
        execute(stage_sum_, case_, sum_fields(sum, stages.kernels()[i], label), others);
        store_counters(database_.getLastInsertRowid(), sum.counters, true);
    }
}

void LaunchWriter::store_runs() {
    for (std::size_t i = 0; i < runs_.runs().size(); ++i) {
        const auto& run = runs_.runs()[i];
        execute(run_, case_, i, run.first, run.last, run.launches, run.longest, range::ns(run.longest_ns),
                range::ns(run.start_ns), run.end_ns,
                run.origin == 0 ? std::nullopt : std::optional(run.origin));
    }
    const auto& substages = sums_.substages();
    for (std::size_t i = 0; i < substages.sums().size(); ++i) {
        const auto& sum = substages.sums()[i];
        const auto label = strings_.id(sum.label);
        execute(substage_sum_, case_, i, sum_fields(sum, substages.kernels()[i], label), sum.counters.size());
        for (const auto& value : sum.counters) execute(substage_value_, case_, i, value_fields(value));
    }
}

std::size_t LaunchWriter::store_passes(std::vector<PassRecord> passes) {
    for (const auto& wide : wide_) {
        if (wide.launches == 0) continue;
        const auto told = [&](const PassRecord& pass) {
            return pass.set == wide.set->name && pass.provenance == wide.set->provenance;
        };
        const auto kept = std::ranges::find_if(passes, told);
        if (kept == passes.end())
            passes.push_back({std::string(wide.set->name), wide.set->provenance, *wide.pass});
        else
            kept->pass = *wide.pass;
    }
    std::map<std::pair<std::string, Provenance>, PassNumber> stored;
    for (const auto& pass : passes) {
        const auto [place, is_new] = stored.try_emplace({pass.set, pass.provenance}, pass.pass);
        if (!is_new && place->second != pass.pass) place->second = several_passes;
    }
    for (const auto& [key, pass] : stored) {
        const auto wide = std::ranges::find_if(wide_, [&, key = key](const Wide& w) {
            return w.set->name == key.first && w.set->provenance == key.second;
        });
        const bool known = wide != wide_.end();
        execute(pass_, case_, key.first, key.second, pass, known ? wide->launches : 0,
                known ? wide->sums : 0);
    }
    return stored.size();
}

void LaunchWriter::forget() {
    shapes_.forget();
    origins_.forget();
    sites_.forget();
    bound_.reset();
    route_ = {};
    sum_route_ = {};
}

}  // namespace sortscope::db
