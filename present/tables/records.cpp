#include "present/tables/records.hpp"

#include "analyzer/curves/curve.hpp"
#include "core/times.hpp"
#include "present/cells.hpp"

namespace sortscope::present {
namespace {
Fields<CaseRecord> name_fields() {
    return {{"case_id", &CaseRecord::id},
            {"variant", &CaseRecord::subject, &Subject::name},
            {"key", [](const auto& one) { return one.axes.text("key"); }},
            {"n", &CaseRecord::keys, nonzero}};
}

template <class T>
Table records_of(const CaseRecord& record, const Fields<T>& fields, const auto& rows) {
    Table table;
    add_columns(table.columns, name_fields());
    add_columns(table.columns, fields);
    const auto names = cells_of(name_fields(), record);
    for (const T& row : rows) table.row(cells_of(fields, row, names));
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
        {"input", &CaseRecord::input, &SortInput::distribution},
        {"entropy_bits", &CaseRecord::input, &SortInput::entropy_bits, nonzero},
        {"seed", &CaseRecord::input, &SortInput::seed},
        {"input_file", &CaseRecord::input, &SortInput::file},
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
        {"time_mode", &CaseRecord::time, &TimeSummary::mode},
        {"median_ns", &CaseRecord::time, &TimeSummary::median_ns},
        {"min_ns", &CaseRecord::time, &TimeSummary::min_ns},
        {"max_ns", &CaseRecord::time, &TimeSummary::max_ns},
        {"spread_ratio", &CaseRecord::time, spread_of},
        {"time_trials", &CaseRecord::time, &TimeSummary::count},
        {"rounds", &CaseRecord::time, &TimeSummary::rounds, [](const auto& rounds) { return rounds.size(); }},
        {"rate_mkeys_per_s", analyzer::rate_mkeys_per_s}};
    for (const auto mode : {TimeMode::graph, TimeMode::stream, TimeMode::host}) {
        const std::string name(name_of(mode));
        const auto time = [mode](const CaseRecord& record) { return time_in(record, mode); };
        fields.emplace_back(plain_column(name + "_median_ns"), time, &TimeSummary::median_ns);
        fields.emplace_back(plain_column(name + "_spread_ratio"), time, spread_of);
    }
    append(fields, {{"launches", &CaseRecord::launch_count},
                    {"span_ns", &CaseRecord::launch_span, &LaunchSpan::span_ns},
                    {"busy_ns", &CaseRecord::launch_span, &LaunchSpan::busy_ns},
                    {"program", [](const auto& one) { return one.is_program() ? one.subject.name : ""; }}});
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
    struct Value {
        const SeriesRecord* of;
        size_t at;
    };
    std::vector<Value> values;
    for (const auto& one : series)
        for (size_t i = 0; i < one.values.size(); ++i) values.push_back({&one, i});
    return records_of<Value>(
        record,
        {{"metric", &Value::of, &SeriesRecord::metric},
         {"unit", &Value::of, &SeriesRecord::unit},
         {"provenance", &Value::of, &SeriesRecord::provenance},
         {"time_mode", &Value::of, &SeriesRecord::time_mode},
         {"start_ns",
          [](const auto& value) { return value.of->start_ns + int64_t(value.at) * value.of->interval_ns; }},
         {"interval_ns", &Value::of, &SeriesRecord::interval_ns},
         {"value", [](const auto& value) { return value.of->values[value.at]; }}},
        values);
}

namespace {
const Fields<LaunchRecord>& launch_fields() {
    using Launch = LaunchRecord;
    static const Fields<Launch> fields{{"launch_index", &Launch::index},
                                       {"stage", &Launch::stage, &Stage::stage},
                                       {"substage", &Launch::stage, &Stage::substage},
                                       {"label", &Launch::stage, &Stage::label},
                                       {"kernel", &Launch::kernel},
                                       {"grid_x", &Launch::grid, &Dim3::x},
                                       {"grid_y", &Launch::grid, &Dim3::y},
                                       {"grid_z", &Launch::grid, &Dim3::z},
                                       {"block_x", &Launch::block, &Dim3::x},
                                       {"block_y", &Launch::block, &Dim3::y},
                                       {"block_z", &Launch::block, &Dim3::z},
                                       {"shared_bytes", &Launch::shared_bytes},
                                       {"registers_per_thread", &Launch::registers, nonzero},
                                       {"local_bytes_per_thread", &Launch::local_bytes, nonzero},
                                       {"bound_bytes", &Launch::required_bytes, nonzero},
                                       {"comparators", &Launch::comparators, nonzero},
                                       {"start_ns", &Launch::start_ns},
                                       {"duration_ns", &Launch::duration_ns},
                                       {"spread_ratio", &Launch::duration_spread},
                                       {"stream", &Launch::stream_id}};
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
    // A ratio may be absent in one launch and present in the next.
    const auto input = input_of(launch, record.bytes());
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
    Row row{.cells = cells_of(launch_fields(), launch, cells_of(name_fields(), record))};
    const auto input = input_of(launch, record.bytes());
    for (const auto& [metric, provenance] : metrics_) {
        auto& cell = row.cells.emplace_back();
        if (const auto value = evaluate(*metric, input, provenance)) cell.number = value->value;
    }
    for (const auto& name : vendor_) {
        auto& cell = row.cells.emplace_back();
        if (const auto* value = find_or_null(launch.vendor_values, name, &VendorValue::name))
            cell.number = value->value;
    }
    return row;
}
}
