#include "present/tables/records.hpp"

#include "analyzer/curves/curve.hpp"
#include "core/times.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {
MetricInput input_of(const CaseRecord& record, const LaunchRecord& launch) {
    return {.counters = launch.counters,
            .time_ns = launch.duration_ns,
            .data_bytes = record.bytes(),
            .required_bytes = launch.required_bytes,
            .launches = 1};
}

/// `mode` none selects the headline's time.
auto of_time(auto get, TimeMode mode = TimeMode::none) {
    return [=](const CaseRecord& record) {
        const auto* headline = record.time ? &*record.time : nullptr;
        const auto* time = mode != TimeMode::none ? time_in(record, mode) : headline;
        return time != nullptr ? cell_of(std::invoke(get, *time)) : Cell{};
    };
}

auto of_input(auto get) {
    return [get](const CaseRecord& record) {
        return record.input ? cell_of(std::invoke(get, *record.input)) : Cell{};
    };
}

Fields<CaseRecord> name_fields() {
    return {{"case_id", &CaseRecord::id},
            {"variant", &CaseRecord::subject, &Subject::name},
            {"key", [](const auto& one) { return one.axes.text("key"); }},
            {"n", &CaseRecord::keys, nonzero}};
}

template <class T>
Table records_of(const CaseRecord& record, const Fields<T>& fields, const auto& rows) {
    Table table;
    std::vector<Cell> names;
    add_columns(table.columns, name_fields());
    add_columns(table.columns, fields);
    add_cells(names, name_fields(), record);
    for (const T& row : rows) {
        auto cells = names;
        add_cells(cells, fields, row);
        table.row(std::move(cells));
    }
    return table;
}
}  // namespace

Table case_records(std::span<const CaseRecord> cases) {
    Fields<CaseRecord> fields{
        {"case_id", &CaseRecord::id},
        {"run_id", &CaseRecord::run},
        {"variant", [](const auto& one) { return one.is_program() ? "" : one.subject.name; }},
        {"parameters", &CaseRecord::axes, parameters_text},
        {"key", [](const auto& one) { return one.axes.text("key"); }},
        {"n", &CaseRecord::keys, nonzero},
        {"input", of_input(&SortInput::distribution)},
        {"entropy_bits", of_input([](const auto& input) { return nonzero(input.entropy_bits); })},
        {"seed", of_input(&SortInput::seed)},
        {"input_file", of_input(&SortInput::file)},
        {"block_threads", &CaseRecord::block, nonzero},
        {"backend", &CaseRecord::backend},
        {"device", &CaseRecord::device, &Device::name},
        {"device_uuid", &CaseRecord::device, &Device::uuid},
        {"compute_capability", &CaseRecord::device, &Device::compute_capability},
        {"cache_state", &CaseRecord::cache_state},
        {"status", &CaseRecord::status},
        {"message", &CaseRecord::message},
        {"padded", &CaseRecord::padded},
        {"bound_bytes", &CaseRecord::required_bytes, nonzero},
        {"time_mode", of_time(&TimeSummary::mode)},
        {"median_ns", of_time(&TimeSummary::median_ns)},
        {"min_ns", of_time(&TimeSummary::min_ns)},
        {"max_ns", of_time(&TimeSummary::max_ns)},
        {"spread_ratio", of_time(spread_of)},
        {"time_trials", of_time(&TimeSummary::count)},
        {"rounds", of_time([](const auto& time) { return time.rounds.size(); })},
        {"rate_mkeys_per_s", analyzer::rate_mkeys_per_s}};
    for (const auto mode : {TimeMode::graph, TimeMode::stream, TimeMode::host}) {
        const std::string name(name_of(mode));
        fields.emplace_back(plain_column(name + "_median_ns"), of_time(&TimeSummary::median_ns, mode));
        fields.emplace_back(plain_column(name + "_spread_ratio"), of_time(spread_of, mode));
    }
    const auto of_span = [](int64_t LaunchSpan::*value) {
        return [value](const CaseRecord& one) {
            return one.launch_span ? cell_of((*one.launch_span).*value) : Cell{};
        };
    };
    fields.emplace_back("launches", &CaseRecord::launch_count);
    fields.emplace_back("span_ns", of_span(&LaunchSpan::span_ns));
    fields.emplace_back("busy_ns", of_span(&LaunchSpan::busy_ns));
    fields.emplace_back("program", [](const auto& one) { return one.is_program() ? one.subject.name : ""; });
    return table_of(fields, cases);
}

Table trial_records(const CaseRecord& record, std::span<const TrialRecord> trials) {
    return records_of<TrialRecord>(record,
                                   {{"kind", &TrialRecord::kind},
                                    {"trial_index", &TrialRecord::index},
                                    {"round", &TrialRecord::round},
                                    {"time_mode", &TrialRecord::time_mode, mode_cell},
                                    {"duration_ns", &TrialRecord::duration_ns},
                                    {"verified", &TrialRecord::verified},
                                    {"accepted", &TrialRecord::accepted},
                                    {"note", &TrialRecord::note},
                                    {"sm_clock_mhz", &TrialRecord::sm_clock_mhz},
                                    {"memory_clock_mhz", &TrialRecord::memory_clock_mhz}},
                                   trials);
}

Table series_records(const CaseRecord& record, std::span<const SeriesRecord> series) {
    using Value = std::pair<const SeriesRecord*, size_t>;
    std::vector<Value> values;
    for (const auto& one : series)
        for (size_t i = 0; i < one.values.size(); ++i) values.emplace_back(&one, i);
    return records_of<Value>(record,
                             {{"metric", [](const auto& value) { return value.first->metric; }},
                              {"unit", [](const auto& value) { return value.first->unit; }},
                              {"provenance", [](const auto& value) { return value.first->provenance; }},
                              {"time_mode", [](const auto& value) { return value.first->time_mode; }},
                              {"start_ns",
                               [](const auto& value) {
                                   return value.first->start_ns +
                                          int64_t(value.second) * value.first->interval_ns;
                               }},
                              {"interval_ns", [](const auto& value) { return value.first->interval_ns; }},
                              {"value", [](const auto& value) { return value.first->values[value.second]; }}},
                             values);
}

namespace {
const Fields<LaunchRecord>& launch_fields() {
    static const Fields<LaunchRecord> fields{{"launch_index", &LaunchRecord::index},
                                             {"stage", &LaunchRecord::stage, &Stage::stage},
                                             {"substage", &LaunchRecord::stage, &Stage::substage},
                                             {"label", &LaunchRecord::stage, &Stage::label},
                                             {"kernel", &LaunchRecord::kernel},
                                             {"grid_x", &LaunchRecord::grid, &Dim3::x},
                                             {"grid_y", &LaunchRecord::grid, &Dim3::y},
                                             {"grid_z", &LaunchRecord::grid, &Dim3::z},
                                             {"block_x", &LaunchRecord::block, &Dim3::x},
                                             {"block_y", &LaunchRecord::block, &Dim3::y},
                                             {"block_z", &LaunchRecord::block, &Dim3::z},
                                             {"shared_bytes", &LaunchRecord::shared_bytes},
                                             {"registers_per_thread", &LaunchRecord::registers, nonzero},
                                             {"local_bytes_per_thread", &LaunchRecord::local_bytes, nonzero},
                                             {"bound_bytes", &LaunchRecord::required_bytes, nonzero},
                                             {"comparators", &LaunchRecord::comparators, nonzero},
                                             {"start_ns", &LaunchRecord::start_ns},
                                             {"duration_ns", &LaunchRecord::duration_ns},
                                             {"spread_ratio", &LaunchRecord::duration_spread},
                                             {"stream", &LaunchRecord::stream_id}};
    return fields;
}
}  // namespace

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
    add_columns(table.columns, name_fields());
    add_columns(table.columns, launch_fields());
    for (const auto& counted : metrics_) {
        auto id = std::string(counted.first->id);
        if (counted.second != Provenance::measured) id += "_" + std::string(name_of(counted.second));
        table.columns.push_back(plain_column(id));
    }
    for (const auto& name : vendor_) table.columns.push_back(plain_column(name));
    return table;
}

Row LaunchRecords::row(const CaseRecord& record, const LaunchRecord& launch) const {
    Row row;
    add_cells(row.cells, name_fields(), record);
    add_cells(row.cells, launch_fields(), launch);
    const auto first = row.cells.size();
    row.cells.resize(first + metrics_.size() + vendor_.size());
    const auto input = input_of(record, launch);
    size_t at = first;
    for (const auto& [metric, provenance] : metrics_) {
        if (const auto value = evaluate(*metric, input, provenance)) row.cells[at].number = value->value;
        ++at;
    }
    for (const auto& name : vendor_) {
        const auto value = std::ranges::find(launch.vendor_values, name, &VendorValue::name);
        if (value != launch.vendor_values.end()) row.cells[at].number = value->value;
        ++at;
    }
    return row;
}
}
