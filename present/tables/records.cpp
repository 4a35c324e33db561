#include "present/tables/records.hpp"

#include <algorithm>

#include "analyzer/curves/curve.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {

Column plain(const std::string& id) { return make_column(id, id, id).in(id.ends_with("_ns") ? "ns" : ""); }

Cell whole(std::uint64_t value) { return count_cell(static_cast<std::int64_t>(value)); }
Cell known(std::uint64_t value) { return value == 0 ? Cell{} : whole(value); }
Cell number(std::optional<double> value) { return fixed_cell(value, 3); }
template <class T>
Cell maybe(const std::optional<T>& value) {
    return value ? count_cell(static_cast<std::int64_t>(*value)) : Cell{};
}
Cell id_of(CaseId id) { return count_cell(static_cast<std::int64_t>(id)); }

MetricInput input_of(const CaseRecord& record, const LaunchRecord& launch) {
    return {.counters = launch.counters,
            .time_ns = launch.duration_ns,
            .data_bytes = record.bytes(),
            .required_bytes = launch.required_bytes,
            .launches = 1};
}

constexpr TimeMode modes[] = {TimeMode::graph, TimeMode::stream, TimeMode::host};

}  // namespace

Table case_records(std::span<const CaseRecord> cases) {
    Table table;
    for (const char* id : {"case_id",         "run_id",        "variant",
                           "parameters",      "key",           "n",
                           "distribution",    "entropy_bits",  "seed",
                           "input_file",      "block_threads", "backend",
                           "device",          "device_uuid",   "compute_capability",
                           "cache_state",     "status",        "message",
                           "padded",          "bound_bytes",   "time_mode",
                           "median_ns",       "min_ns",        "max_ns",
                           "spread_ratio",    "time_trials",   "rounds",
                           "rate_mkeys_per_s"})
        table.columns.push_back(plain(id));
    for (const auto mode : modes)
        for (const char* what : {"_median_ns", "_spread_ratio"})
            table.columns.push_back(plain(std::string(name_of(mode)) + what));
    for (const char* id : {"launches", "span_ns", "busy_ns", "program"}) table.columns.push_back(plain(id));
    for (const auto& record : cases) {
        const auto& time = record.time;
        const auto input = record.input.value_or(SortInput{});
        const auto of_time = [&](auto value) {
            return time ? count_cell(static_cast<std::int64_t>(value(*time)), Provenance::measured) : Cell{};
        };
        std::vector<Cell> cells{id_of(record.id),
                                count_cell(static_cast<std::int64_t>(record.run)),
                                text_cell(record.is_program() ? "" : record.subject.name),
                                text_cell(parameters_text(record.axes)),
                                text_cell(record.axes.text("key")),
                                known(record.keys()),
                                record.input ? text_cell(name_of(input.distribution)) : Cell{},
                                known(input.entropy_bits),
                                record.input ? whole(input.seed) : Cell{},
                                text_cell(input.file),
                                known(record.block()),
                                text_cell(name_of(record.backend)),
                                text_cell(record.device.name),
                                text_cell(record.device.uuid),
                                text_cell(record.device.compute_capability()),
                                text_cell(record.cache_state),
                                text_cell(name_of(record.status)),
                                text_cell(record.message),
                                whole(record.padded ? 1 : 0),
                                known(record.required_bytes),
                                text_cell(time ? name_of(time->mode) : std::string_view{}),
                                of_time([](const auto& t) { return t.median_ns; }),
                                of_time([](const auto& t) { return t.min_ns; }),
                                of_time([](const auto& t) { return t.max_ns; }),
                                time ? number(spread_of(*time)) : Cell{},
                                of_time([](const auto& t) { return t.count; }),
                                of_time([](const auto& t) { return t.rounds.size(); }),
                                number(analyzer::rate_mkeys_per_s(record))};
        for (const auto mode : modes) {
            const auto* found = time_in(record, mode);
            cells.push_back(found != nullptr ? count_cell(found->median_ns, Provenance::measured) : Cell{});
            cells.push_back(found != nullptr ? number(spread_of(*found)) : Cell{});
        }
        cells.push_back(whole(record.launch_count));
        cells.push_back(record.launch_span ? count_cell(record.launch_span->span_ns) : Cell{});
        cells.push_back(record.launch_span ? count_cell(record.launch_span->busy_ns) : Cell{});
        cells.push_back(text_cell(record.is_program() ? record.subject.name : ""));
        table.row(std::move(cells));
    }
    return table;
}

Table trial_records(const CaseRecord& record, std::span<const TrialRecord> trials) {
    Table table;
    for (const char* id : {"case_id", "variant", "key", "n", "kind", "trial_index", "round", "time_mode",
                           "duration_ns", "verified", "accepted", "note", "sm_clock_mhz", "memory_clock_mhz"})
        table.columns.push_back(plain(id));
    for (const auto& trial : trials)
        table.row({id_of(record.id), text_cell(record.subject.name), text_cell(record.axes.text("key")),
                   known(record.keys()), text_cell(name_of(trial.kind)), whole(trial.index),
                   whole(trial.round),
                   trial.time_mode == TimeMode::none ? Cell{} : text_cell(name_of(trial.time_mode)),
                   maybe(trial.duration_ns), whole(trial.verified ? 1 : 0), whole(trial.accepted ? 1 : 0),
                   text_cell(trial.note), maybe(trial.sm_clock_mhz), maybe(trial.memory_clock_mhz)});
    return table;
}

Table series_records(const CaseRecord& record, std::span<const SeriesRecord> series) {
    Table table;
    for (const char* id : {"case_id", "variant", "key", "n", "metric", "unit", "provenance", "start_ns",
                           "interval_ns", "value"})
        table.columns.push_back(plain(id));
    for (const auto& one : series)
        for (std::size_t i = 0; i < one.values.size(); ++i)
            table.row({id_of(record.id), text_cell(record.subject.name), text_cell(record.axes.text("key")),
                       known(record.keys()), text_cell(one.metric), text_cell(one.unit),
                       text_cell(name_of(one.provenance)),
                       count_cell(one.start_ns + static_cast<std::int64_t>(i) * one.interval_ns),
                       count_cell(one.interval_ns), number(one.values[i])});
    return table;
}

bool LaunchRecords::in_order(const Counted& a, const Counted& b) {
    const auto place = [](const Metric* metric) {
        return std::ranges::find(metric_catalogue(), metric) - metric_catalogue().begin();
    };
    return a.first == b.first ? a.second < b.second : place(a.first) < place(b.first);
}

void LaunchRecords::look_at(const CaseRecord& record, const LaunchRecord& launch) {
    for (const auto& value : launch.vendor_values) vendor_.insert(value.name);
    for (const auto& value : launch.counters) metrics_.insert({&metric_of(value.id), value.provenance});
    // A ratio may be undecided in one launch and known in the next.
    const auto input = input_of(record, launch);
    for (const auto* metric : computed_metrics())
        for (const auto provenance : provenance_order())
            if (!metrics_.contains({metric, provenance}) && evaluate(*metric, input, provenance))
                metrics_.insert({metric, provenance});
}

Table LaunchRecords::table() const {
    Table table;
    for (const char* id : {"case_id",
                           "variant",
                           "key",
                           "n",
                           "launch_index",
                           "stage",
                           "substage",
                           "label",
                           "kernel",
                           "grid_x",
                           "grid_y",
                           "grid_z",
                           "block_x",
                           "block_y",
                           "block_z",
                           "shared_bytes",
                           "registers_per_thread",
                           "local_bytes_per_thread",
                           "bound_bytes",
                           "comparators",
                           "start_ns",
                           "duration_ns",
                           "spread_ratio",
                           "stream"})
        table.columns.push_back(plain(id));
    for (const auto& counted : metrics_) {
        auto id = std::string(counted.first->id);
        if (counted.second != Provenance::measured) id += "_" + std::string(name_of(counted.second));
        table.columns.push_back(plain(id));
    }
    for (const auto& name : vendor_) table.columns.push_back(plain(name));
    return table;
}

Row LaunchRecords::row(const CaseRecord& record, const LaunchRecord& launch) const {
    Row row;
    row.cells = {id_of(record.id),
                 text_cell(record.subject.name),
                 text_cell(record.axes.text("key")),
                 known(record.keys()),
                 whole(launch.index),
                 whole(static_cast<std::uint64_t>(launch.stage.stage)),
                 whole(static_cast<std::uint64_t>(launch.stage.substage)),
                 text_cell(launch.stage.label),
                 text_cell(launch.kernel),
                 whole(launch.grid.x),
                 whole(launch.grid.y),
                 whole(launch.grid.z),
                 whole(launch.block.x),
                 whole(launch.block.y),
                 whole(launch.block.z),
                 whole(launch.shared_bytes),
                 known(launch.registers),
                 known(launch.local_bytes),
                 known(launch.required_bytes),
                 known(launch.comparators),
                 maybe(launch.start_ns),
                 maybe(launch.duration_ns),
                 number(launch.duration_spread),
                 maybe(launch.stream_id)};
    const auto first = row.cells.size();
    row.cells.resize(first + metrics_.size() + vendor_.size());
    const auto input = input_of(record, launch);
    std::size_t at = first;
    for (const auto& [metric, provenance] : metrics_) {
        if (const auto value = evaluate(*metric, input, provenance))
            row.cells[at] = Cell{{}, value->value, std::nullopt, 0};
        ++at;
    }
    for (const auto& name : vendor_) {
        const auto value = std::ranges::find(launch.vendor_values, name, &VendorValue::name);
        if (value != launch.vendor_values.end()) row.cells[at] = Cell{{}, value->value, std::nullopt, 0};
        ++at;
    }
    return row;
}

}  // namespace sortscope::present
