#include "db/write/launch_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "core/metric/metric.hpp"
#include "db/schema/wide_tables.hpp"

namespace sortscope::db {
namespace {

std::string insert_sql(const std::string& table, const char* key, const MetricSet& set) {
    std::string columns = key;
    std::string marks = "?";
    for (const auto* metric : set.metrics) {
        columns += fmt::format(", {}", metric->id);
        marks += ", ?";
    }
    return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, columns, marks);
}

/// Zero stands for "unknown" in records, and NULL in the file.
template <class T>
std::optional<T> unless_zero(T value) {
    return value == 0 ? std::nullopt : std::optional<T>(value);
}

}  // namespace

LaunchWriter::LaunchWriter(SQLite::Database& database, InternedNames& strings)
    : database_(database),
      strings_(strings),
      kernels_(database, "kernel", {"name", "symbol"}),
      shapes_(database, "launch_shape",
              {"kernel_id", "grid_x", "required_bytes", "comparators", "grid_y", "grid_z", "block_x",
               "block_y", "block_z", "shared_bytes", "registers", "local_bytes"}),
      origins_(database, "launch_origin", {"process_id", "context_id", "stream_id"}),
      sites_(database, "site", {"file", "line", "col", "kind_id", "function"}),
      launch_(database,
              "INSERT INTO launch (start_ns, duration_ns, correlation_id, stage, substage, label_id, "
              "shape_id, case_id, "
              "duration_spread, duration_count, origin_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      other_(database,
             "INSERT INTO other_counter (launch_id, counter_id, provenance_id, value, pass) VALUES (?, ?, ?, "
             "?, ?)"),
      other_sum_(database,
                 "INSERT INTO sum_other (stage_sum_id, counter_id, provenance_id, value, pass) VALUES (?, ?, "
                 "?, ?, ?)"),
      vendor_(database,
              "INSERT INTO vendor_value (launch_id, position, name_id, value, pass) VALUES (?, ?, ?, ?, ?)"),
      site_(database,
            "INSERT INTO launch_site (launch_id, site_id, provenance_id, requests, threads, bytes, sectors, "
            "lines, transactions_32b, "
            "transactions_64b, transactions_96b, transactions_128b, cc13_transactions_32b, "
            "cc13_transactions_64b, "
            "cc13_transactions_128b, extra_wavefronts, taken_threads, divergent_warps) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      stage_sum_(database,
                 "INSERT INTO stage_sum (case_id, stage, substage, kernel_id, label_id, first_launch, "
                 "launches, time_ns, required_bytes, "
                 "comparators, others) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      pass_(database,
            "INSERT INTO case_pass (case_id, set_name, provenance_id, pass, launches, sums) VALUES (?, ?, ?, "
            "?, ?, ?)"),
      totals_(database,
              "UPDATE profiled_case SET first_launch_id = ?, launch_count = ?, span_ns = ?, busy_ns = ?, "
              "pass_count = ? WHERE id = ?"),
      next_id_(database, "SELECT coalesce(max(id), 0) + 1 FROM launch"),
      levels_(database, strings) {
    for (const auto& set : metric_sets()) {
        const auto number = static_cast<int>(wide_.size());
        wide_.push_back({&set, Statement(database, insert_sql(counter_table(set), "launch_id", set)),
                         Statement(database, insert_sql(sum_table(set), "stage_sum_id", set))});
        for (std::size_t i = 0; i < set.metrics.size(); ++i) {
            const auto counter = static_cast<std::size_t>(set.metrics[i]->counter);
            if (slots_.size() <= counter) slots_.resize(counter + 1);
            slots_[counter][static_cast<std::size_t>(set.provenance)] = {number, static_cast<int>(i) + 2};
        }
    }
}

void LaunchWriter::begin(CaseId id, std::uint64_t expected) {
    case_ = static_cast<std::int64_t>(id);
    const ResetAtEnd reset(next_id_);
    next_id_.step();
    first_id_ = sqlite3_column_int64(next_id_.handle(), 0);
    count_ = 0;
    spanner_ = {};
    levels_.begin(id, expected);
    sums_.begin(levels_.wanted());
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
    const auto kernel = kernel_id(launch);
    const auto origin = origin_id(launch);
    store_row(row, launch, kernel, origin);
    store_counters(row, launch.counters, false);
    std::int64_t position = 0;
    for (const auto& value : launch.vendor_values)
        execute(vendor_, row, position++, strings_.id(value.name), value.value, value.pass);
    for (const auto& s : launch.sites)
        execute(site_, row, site_id(s.site), s.provenance, s.requests, s.threads, s.bytes, s.sectors, s.lines,
                s.sizes[0], s.sizes[1], s.sizes[2], s.sizes[3], s.sizes_cc13[0], s.sizes_cc13[1],
                s.sizes_cc13[2], s.extra_wavefronts, s.taken_threads, s.divergent_warps);
    try {
        sums_.add(launch, kernel);
    } catch (const SumTooGreat& error) {
        throw Contradiction(fmt::format("launch {}: {}", launch.index, error.what()));
    }
    levels_.add(launch, origin);
    spanner_.add(launch.start_ns, launch.duration_ns);
}

void LaunchWriter::store_row(std::int64_t row, const LaunchRecord& launch, std::int64_t kernel,
                             std::optional<std::int64_t> origin) {
    const ResetAtEnd reset(launch_);
    RowWriter writer(launch_);
    writer.write(range::ns(launch.start_ns), range::ns(launch.duration_ns), launch.correlation_id,
                 range::stage(launch.stage.stage), range::stage(launch.stage.substage),
                 strings_.id(launch.stage.label), shape_id(launch, kernel));
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

LaunchWriter::Slot LaunchWriter::slot(const CounterValue& value) const {
    const auto counter = static_cast<std::size_t>(value.id);
    const auto provenance = static_cast<std::size_t>(value.provenance);
    if (counter >= slots_.size() || provenance >= slots_[counter].size()) return {};
    return slots_[counter][provenance];
}

void LaunchWriter::plan_route(Route& route, std::span<const CounterValue> counters, Statement Wide::*insert) {
    route.stops.clear();
    route.tables.clear();
    for (auto& wide : wide_) sqlite3_clear_bindings((wide.*insert).handle());
    std::set<std::pair<int, int>> taken;
    for (const auto& value : counters) {
        const auto where = slot(value);
        auto& stop = route.stops.emplace_back();
        stop.id = value.id;
        stop.provenance = value.provenance;
        if (where.set < 0) continue;
        if (!taken.emplace(where.set, where.column).second) {
            route.stops.clear();
            throw Contradiction(fmt::format("a launch has two values of '{}', {}", metric_of(value.id).id,
                                            name_of(value.provenance)));
        }
        stop.wide = &wide_[static_cast<std::size_t>(where.set)];
        stop.column = where.column;
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
            execute(sums ? other_sum_ : other_, row, value.id, value.provenance, value.value, value.pass);
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
        if (last == row - 1 && last != 0)
            bind(statement, 1, std::nullopt);
        else
            bind(statement, 1, row);
        statement.step();
        check_row(row);
        last = row;
        ++(sums ? wide->sums : wide->launches);
    }
}

void LaunchWriter::finish(const std::vector<PassRecord>& passes) {
    store_sums();
    levels_.finish(sums_.substages());
    const auto stored = store_passes(passes);
    const auto first = count_ == 0 ? std::nullopt : std::optional(first_id_);
    if (const auto span = spanner_.span())
        execute(totals_, first, count_, range::ns(span->span_ns), range::ns(span->busy_ns), stored, case_);
    else
        execute(totals_, first, count_, std::nullopt, std::nullopt, stored, case_);
}

CaseSums::Sums LaunchWriter::stages() {
    try {
        const auto stages = sums_.stages();
        check_total(stages.sums);
        return stages;
    } catch (const SumTooGreat& error) {
        throw Contradiction(fmt::format("its {} launches: {}", count_, error.what()));
    }
}

void LaunchWriter::store_sums() {
    const auto stages = this->stages();
    for (std::size_t i = 0; i < stages.sums.size(); ++i) {
        const auto& sum = stages.sums[i];
        const auto others = std::ranges::count_if(
            sum.counters, [&](const CounterValue& value) { return slot(value).set < 0; });
        execute(stage_sum_, case_, range::stage(sum.stage), range::stage(sum.substage), stages.kernels[i],
                strings_.id(sum.label), sum.first_launch, range::launches(sum.launches), sum.time_ns,
                sum.required_bytes, sum.comparators, others);
        store_counters(database_.getLastInsertRowid(), sum.counters, true);
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

std::int64_t LaunchWriter::kernel_id(const LaunchRecord& launch) {
    // Mostly that of the launch before.
    if (last_kernel_ != nullptr && last_kernel_->first.first == launch.kernel &&
        last_kernel_->first.second == launch.symbol)
        return last_kernel_->second;
    const auto [place, is_new] = known_kernels_.try_emplace({launch.kernel, launch.symbol}, 0);
    if (is_new) place->second = kernels_.id(launch.kernel, launch.symbol);
    last_kernel_ = &*place;
    return place->second;
}

std::int64_t LaunchWriter::shape_id(const LaunchRecord& launch, std::int64_t kernel) {
    const Shape shape{kernel,           launch.grid,        launch.block,          launch.shared_bytes,
                      launch.registers, launch.local_bytes, launch.required_bytes, launch.comparators};
    if (last_shape_ && last_shape_->first == shape) return last_shape_->second;
    const auto found = known_shapes_.find(shape);
    if (found != known_shapes_.end()) {
        last_shape_ = {shape, found->second};
        return found->second;
    }
    using namespace range;
    const auto id =
        shapes_.id(shape.kernel, grid_x(shape.grid.x), bytes(shape.required_bytes), bytes(shape.comparators),
                   grid_yz(shape.grid.y), grid_yz(shape.grid.z), block_extent(shape.block.x),
                   block_extent(shape.block.y), block_extent(shape.block.z), small_bytes(shape.shared_bytes),
                   registers(shape.registers), small_bytes(shape.local_bytes));
    return known_shapes_.emplace(shape, id).first->second;
}

std::optional<std::int64_t> LaunchWriter::origin_id(const LaunchRecord& launch) {
    const Origin origin{launch.process_id, launch.context_id, launch.stream_id};
    if (origin == Origin{}) return std::nullopt;
    if (last_origin_ && last_origin_->first == origin) return last_origin_->second;
    const auto [place, is_new] = known_origins_.try_emplace(origin, 0);
    if (is_new) place->second = origins_.id(origin[0], origin[1], origin[2]);
    last_origin_ = *place;
    return place->second;
}

std::int64_t LaunchWriter::site_id(const Site& site) {
    const auto found = known_sites_.find(site);
    if (found != known_sites_.end()) return found->second;
    const auto id = sites_.id(site.file, site.line, site.column, site.kind, site.function);
    known_sites_.emplace(site, id);
    return id;
}

void LaunchWriter::forget() {
    known_kernels_.clear();
    last_kernel_ = nullptr;
    known_shapes_.clear();
    last_shape_.reset();
    known_origins_.clear();
    last_origin_.reset();
    bound_.reset();
    known_sites_.clear();
    route_ = {};
    sum_route_ = {};
}

}  // namespace sortscope::db
