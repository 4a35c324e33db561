#include "cli/json.hpp"

#include <string_view>

namespace sortscope::cli {
namespace {

template <class E>
std::string text(E value) {
    return std::string(name_of(value));
}

/// {"measured": {"gld_sectors": 1, ...}, "modelled": {...}}
Json counters_json(std::span<const CounterValue> counters) {
    Json out = Json::object();
    for (const auto provenance : analyzer::provenances(counters)) {
        auto& values = out[text(provenance)];
        for (const auto& value : counters)
            if (value.provenance == provenance) values[std::string(counter_info(value.id).name)] = value.value;
    }
    return out;
}

/// The same shape for ratios.
Json derived_json(const analyzer::Derived& derived, std::span<const CounterValue> counters) {
    Json out = Json::object();
    for (const auto& info : analyzer::derived_catalogue()) {
        const auto& value = derived.*info.member;
        const auto provenance = analyzer::provenance_of(info.member, counters);
        if (value && provenance) out[text(*provenance)][std::string(info.name)] = *value;
    }
    return out;
}

Json to_json(const Dim3& extent) { return Json::array({extent.x, extent.y, extent.z}); }

Json to_json(const SiteCounts& counts) {
    Json out{{"kind", text(counts.site.kind)},
             {"file", counts.site.file},
             {"line", counts.site.line},
             {"column", counts.site.column},
             {"function", counts.site.function},
             {"provenance", text(counts.provenance)},
             {"requests", counts.requests},
             {"threads", counts.threads}};
    switch (counts.site.kind) {
        case SiteKind::global_load:
        case SiteKind::global_store:
        case SiteKind::global_atomic:
            out["bytes"] = counts.bytes;
            out["sectors"] = counts.sectors;
            out["lines_128b"] = counts.tags;
            out["transactions"] = {{"32_bytes", counts.sizes[0]},
                                   {"64_bytes", counts.sizes[1]},
                                   {"96_bytes", counts.sizes[2]},
                                   {"128_bytes", counts.sizes[3]}};
            out["transactions_cc13"] = {{"32_bytes", counts.sizes_cc13[0]},
                                        {"64_bytes", counts.sizes_cc13[1]},
                                        {"128_bytes", counts.sizes_cc13[2]}};
            break;
        case SiteKind::shared_load:
        case SiteKind::shared_store:
            out["bytes"] = counts.bytes;
            out["conflict_wavefronts"] = counts.conflicts;
            break;
        case SiteKind::branch:
            out["taken_threads"] = counts.taken;
            out["divergent_warps"] = counts.divergent;
            break;
        case SiteKind::barrier:
        case SiteKind::warp_collective: break;
    }
    return out;
}

Json to_json(const LaunchRecord& launch, std::uint64_t data_bytes) {
    Json out{{"index", launch.index},
             {"stage", launch.stage.stage},
             {"substage", launch.stage.substage},
             {"label", launch.stage.label},
             {"kernel", launch.kernel},
             {"grid_blocks", to_json(launch.grid)},
             {"block_threads", to_json(launch.block)},
             {"shared_bytes", launch.shared_bytes}};
    if (launch.registers != 0) out["registers_per_thread"] = launch.registers;
    if (launch.bound_bytes != 0) out["bound_bytes"] = launch.bound_bytes;
    if (launch.start_ns || launch.duration_ns) {
        Json time{{"provenance", text(Provenance::measured)}};
        if (launch.start_ns) time["start_ns"] = *launch.start_ns;
        if (launch.duration_ns) time["duration_ns"] = *launch.duration_ns;
        out["time"] = std::move(time);
    }
    out["counters"] = counters_json(launch.counters);
    out["ratios"] = derived_json(analyzer::derive(launch.counters, data_bytes), launch.counters);
    out["sites"] = Json::array();
    for (const auto& counts : launch.sites) out["sites"].push_back(to_json(counts));
    return out;
}

Json to_json(const TrialRecord& trial) {
    Json out{{"kind", text(trial.kind)},
             {"index", trial.index},
             {"verified", trial.verified},
             {"accepted", trial.accepted}};
    if (trial.duration_ns) {
        out["duration_ns"] = *trial.duration_ns;
        out["provenance"] = text(Provenance::measured);
    }
    if (!trial.note.empty()) out["note"] = trial.note;
    return out;
}

Json to_json(const TransferRecord& transfer) {
    return {{"kind", text(transfer.kind)},
            {"bytes", transfer.bytes},
            {"provenance", text(Provenance::measured)},
            {"start_ns", transfer.start_ns},
            {"duration_ns", transfer.duration_ns}};
}

Json notes_json(const std::vector<Note>& notes) {
    Json out = Json::array();
    for (const auto& note : notes) out.push_back({{"severity", text(note.severity)}, {"text", note.text}});
    return out;
}

void put_known(Json& out, const char* key, const std::string& value) {
    if (!value.empty()) out[key] = value;
}

template <class T>
void put_nonzero(Json& out, const char* key, T value) {
    if (value != 0) out[key] = value;
}

std::string_view grouping_name(analyzer::Grouping grouping) {
    switch (grouping) {
        case analyzer::Grouping::stage: return "stage";
        case analyzer::Grouping::substage: return "substage";
        case analyzer::Grouping::launch: return "launch";
        case analyzer::Grouping::kernel: return "kernel";
    }
    return "?";
}

Json row_json(const analyzer::BreakdownRow& row, analyzer::Grouping grouping) {
    Json out;
    if (grouping != analyzer::Grouping::kernel) out["stage"] = row.stage;
    if (row.substage != 0) out["substage"] = row.substage;
    if (!row.label.empty()) out["label"] = row.label;
    out["first_launch"] = row.first_launch;
    out["launches"] = row.launches;
    if (row.time_ns) out["time"] = {{"provenance", text(Provenance::measured)}, {"duration_ns", *row.time_ns}};
    if (row.share) out["share"] = *row.share;
    out["counters"] = counters_json(row.counters);
    out["ratios"] = derived_json(row.derived, row.counters);
    return out;
}

}  // namespace

Json to_json(const Device& device) {
    Json out{{"backend", text(device.backend)}, {"name", device.name}};
    if (device.backend == BackendKind::cupti) out["ordinal"] = device.ordinal;
    put_known(out, "uuid", device.uuid);
    if (device.cc_major != 0)
        out["compute_capability"] = std::to_string(device.cc_major) + "." + std::to_string(device.cc_minor);
    put_nonzero(out, device.backend == BackendKind::cpu ? "hardware_threads" : "multiprocessors",
                device.multiprocessors);
    if (device.backend != BackendKind::cpu) put_nonzero(out, "warp_threads", device.warp_size);
    put_nonzero(out, "clock_khz", device.clock_khz);
    put_nonzero(out, "memory_clock_khz", device.memory_clock_khz);
    put_nonzero(out, "memory_bus_bits", device.memory_bus_bits);
    put_nonzero(out, "memory_bytes", device.memory_bytes);
    put_nonzero(out, "l2_bytes", device.l2_bytes);
    put_nonzero(out, "shared_per_block_bytes", device.shared_per_block_bytes);
    put_nonzero(out, "max_threads_per_block", device.max_threads_per_block);
    put_known(out, "driver_version", device.driver_version);
    put_known(out, "cuda_version", device.cuda_version);
    put_known(out, "cupti_version", device.cupti_version);
    return out;
}

Json to_json(const RunRecord& run) {
    Json out{{"run", static_cast<std::int64_t>(run.id)}, {"started_utc", run.started_utc}};
    put_known(out, "ended_utc", run.ended_utc);
    out["command"] = run.command;
    out["program_version"] = run.program_version;
    out["planned_cases"] = run.planned_cases;
    Json host{{"name", run.host.name}};
    put_known(host, "os", run.host.os);
    put_known(host, "kernel", run.host.kernel);
    put_known(host, "cpu", run.host.cpu);
    put_nonzero(host, "hardware_threads", run.host.threads);
    put_nonzero(host, "memory_bytes", run.host.memory_bytes);
    out["host"] = std::move(host);
    out["notes"] = notes_json(run.notes);
    return out;
}

Json summary_json(const CaseRecord& record) {
    Json out{{"case", static_cast<std::int64_t>(record.id)},
             {"run", static_cast<std::int64_t>(record.run)},
             {"variant", record.variant},
             {"key", text(record.workload.key)},
             {"keys", record.workload.n},
             {"data_bytes", record.workload.bytes()},
             {"distribution", text(record.workload.distribution)},
             {"seed", record.workload.seed}};
    put_known(out, "input_file", record.workload.file);
    if (record.workload.distribution == Distribution::few) out["entropy_bits"] = record.workload.entropy_bits;
    if (record.backend != BackendKind::cpu && record.config.block != 0) out["block_threads"] = record.config.block;
    out["parameters"] = record.config.params;
    out["backend"] = text(record.backend);
    out["device"] = to_json(record.device);
    out["status"] = text(record.status);
    put_known(out, "message", record.message);
    out["padded"] = record.padded;
    put_nonzero(out, "bound_bytes", record.bound_bytes);
    put_known(out, "l2_before_each_trial", record.cache_state);
    if (record.time) {
        const auto& time = *record.time;
        const auto rate = time.median_ns > 0 && record.status == CaseStatus::ok;
        out["time"] = {{"provenance", text(Provenance::measured)}, {"median_ns", time.median_ns},
                       {"min_ns", time.min_ns},                    {"max_ns", time.max_ns},
                       {"spread", time.spread},                    {"trials", time.count},
                       {"stopped_by", time.stopped_by}};
        if (rate)
            out["time"]["rate_mkeys_per_s"] =
                1e3 * static_cast<double>(record.workload.n) / static_cast<double>(time.median_ns);
    }
    out["collect_ns"] = record.collect_ns;
    return out;
}

Json to_json(const CaseRecord& record) {
    auto out = summary_json(record);
    for (const auto* key : {"trials", "launches", "transfers"}) out[key] = Json::array();
    for (const auto& trial : record.trials) out["trials"].push_back(to_json(trial));
    for (const auto& launch : record.launches) out["launches"].push_back(to_json(launch, record.workload.bytes()));
    for (const auto& transfer : record.transfers) out["transfers"].push_back(to_json(transfer));
    out["notes"] = notes_json(record.notes);
    return out;
}

Json to_json(const analyzer::Breakdown& breakdown) {
    Json out{{"by", grouping_name(breakdown.grouping)}};
    if (breakdown.weight != analyzer::Weight::none)
        out["share_of"] = {{"what", breakdown.weight == analyzer::Weight::time ? "time" : "sectors"},
                           {"provenance", text(breakdown.weight_provenance)}};
    if (breakdown.gaps_ns)
        out["gaps"] = {{"provenance", text(Provenance::measured)}, {"duration_ns", *breakdown.gaps_ns}};
    out["rows"] = Json::array();
    for (const auto& row : breakdown.rows) out["rows"].push_back(row_json(row, breakdown.grouping));
    if (!breakdown.rows.empty()) {
        out["total"] = row_json(breakdown.total, analyzer::Grouping::kernel);
    }
    return out;
}

Json to_json(const analyzer::Curve& curve) {
    Json out{{"variant", curve.variant},
             {"key", text(curve.key)},
             {"distribution", text(curve.distribution)},
             {"backend", text(curve.backend)},
             {"device", curve.device}};
    put_known(out, "input_file", curve.file);
    if (curve.distribution == Distribution::few) out["entropy_bits"] = curve.entropy_bits;
    put_nonzero(out, "block_threads", curve.block);
    put_nonzero(out, "keys", curve.n);
    out["parameters"] = curve.params;
    put_known(out, "l2_before_each_trial", curve.cache_state);
    out["provenance"] = text(curve.provenance);
    out["points"] = Json::array();
    for (const auto& point : curve.points)
        out["points"].push_back({{"case", static_cast<std::int64_t>(point.id)},
                                 {"run", static_cast<std::int64_t>(point.run)},
                                 {curve.n == 0 ? "keys" : "block_threads", static_cast<std::uint64_t>(point.x)},
                                 {"median_ns", point.median_ns},
                                 {"spread", point.spread},
                                 {"rate_mkeys_per_s", point.rate_mkeys_per_s}});
    return out;
}

Json units_json() {
    Json counters = Json::object();
    for (const auto& info : counter_catalogue())
        counters[std::string(info.name)] = {{"unit", info.unit}, {"meaning", info.description}};
    Json ratios = Json::object();
    for (const auto& info : analyzer::derived_catalogue())
        ratios[std::string(info.name)] = {{"unit", info.unit}, {"formula", info.formula}};
    Json provenances = Json::object();
    for (const auto& row : EnumTable<Provenance>::names()) provenances[std::string(row.name)] = row.description;
    return {{"counters", counters}, {"ratios", ratios}, {"provenances", provenances}};
}

std::string dump(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace sortscope::cli
