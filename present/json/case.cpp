#include "present/json/case.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/curve.hpp"

namespace sortscope::present::json {
namespace {

void write_trial(Writer& out, const TrialRecord& trial) {
    out.object([&] {
        out.put("kind", name_of(trial.kind));
        out.put("trial_index", trial.index);
        out.put("round", trial.round);
        out.put("verified", trial.verified);
        out.put("accepted", trial.accepted);
        if (trial.duration_ns) {
            out.put("duration_ns", *trial.duration_ns);
            out.put("provenance", name_of(Provenance::measured));
        }
        if (trial.time_mode != TimeMode::none) out.put("time_mode", name_of(trial.time_mode));
        out.put_known("sm_clock_mhz", trial.sm_clock_mhz);
        out.put_known("memory_clock_mhz", trial.memory_clock_mhz);
        out.put_known("note", trial.note);
    });
}

void write_transfer(Writer& out, const TransferRecord& transfer) {
    out.object([&] {
        out.put("kind", name_of(transfer.kind));
        out.put("bytes", transfer.bytes);
        out.put("provenance", name_of(Provenance::measured));
        out.put("start_ns", transfer.start_ns);
        out.put("duration_ns", transfer.duration_ns);
    });
}

void write_series(Writer& out, const SeriesRecord& series) {
    out.object([&] {
        out.put("metric", series.metric);
        out.put_known("unit", series.unit);
        out.put("provenance", name_of(series.provenance));
        out.put("start_ns", series.start_ns);
        out.put("interval_ns", series.interval_ns);
        out.array("values", [&] {
            for (const auto value : series.values) out.put(value);
        });
    });
}

void write_notes(Writer& out, const std::vector<Note>& notes) {
    out.array("notes", [&] {
        for (const auto& note : notes)
            out.object([&] {
                out.put("severity", name_of(note.severity));
                out.put("text", note.text);
            });
    });
}

void write_parameters(Writer& out, const std::map<std::string, std::int64_t>& parameters) {
    out.object("parameters", [&] {
        for (const auto& [name, value] : parameters) out.put(name, value);
    });
}

void write_time(Writer& out, const CaseRecord& record) {
    if (!record.time) return;
    const auto& time = *record.time;
    out.object("time", [&] {
        out.put("provenance", name_of(Provenance::measured));
        if (record.time_mode != TimeMode::none) out.put("time_mode", name_of(record.time_mode));
        out.put("median_ns", time.median_ns);
        out.put("min_ns", time.min_ns);
        out.put("max_ns", time.max_ns);
        out.put("spread_ratio", time.spread);
        out.put("time_trials", time.count);
        out.put("stopped_by", time.stopped_by);
        out.put_known("rate_mkeys_per_s", analyzer::rate_mkeys_per_s(record));
    });
}

void write_extent(Writer& out, const char* const (&names)[3], const Dim3& extent) {
    out.put(names[0], extent.x);
    out.put(names[1], extent.y);
    out.put(names[2], extent.z);
}

}  // namespace

void members_of_device(Writer& out, const Device& device) {
    out.put("backend", name_of(device.backend));
    out.put("name", device.name);
    if (device.backend == BackendKind::cupti) out.put("ordinal", device.ordinal);
    out.put_known("uuid", device.uuid);
    if (device.cc_major != 0) out.put("compute_capability", std::to_string(device.cc_major) + "." + std::to_string(device.cc_minor));
    out.put_nonzero("multiprocessors", device.multiprocessors);
    if (device.backend != BackendKind::cpu) out.put_nonzero("warp_size_threads", device.warp_size);
    out.put_nonzero("clock_khz", device.clock_khz);
    out.put_nonzero("memory_clock_khz", device.memory_clock_khz);
    out.put_nonzero("memory_bus_bits", device.memory_bus_bits);
    out.put_nonzero("memory_bytes", device.memory_bytes);
    out.put_nonzero("l2_bytes", device.l2_bytes);
    out.put_nonzero("shared_per_block_bytes", device.shared_per_block_bytes);
    out.put_nonzero("max_threads_per_block", device.max_threads_per_block);
    out.put_known("driver_version", device.driver_version);
    out.put_known("cuda_version", device.cuda_version);
    out.put_known("cupti_version", device.cupti_version);
}

void write_device(Writer& out, const Device& device) {
    out.object([&] { members_of_device(out, device); });
}

void write_run(Writer& out, const RunRecord& run) {
    out.object([&] {
        out.put("run_id", static_cast<std::int64_t>(run.id));
        out.put_known("uuid", run.uuid);
        out.put("started_utc", run.started_utc);
        out.put_known("ended_utc", run.ended_utc);
        out.put("command", run.command);
        out.put("program_version", run.program_version);
        out.put("planned_cases", run.planned_cases);
        out.put("host", run.host.name);
        out.put_known("os", run.host.os);
        out.put_known("os_kernel", run.host.kernel);
        out.put_known("cpu", run.host.cpu);
        out.put_nonzero("cpu_threads", run.host.threads);
        out.put_nonzero("host_memory_bytes", run.host.memory_bytes);
        write_notes(out, run.notes);
    });
}

void members_of_summary(Writer& out, const CaseRecord& record, bool with_device) {
    const auto& workload = record.workload;
    out.put("case_id", static_cast<std::int64_t>(record.id));
    out.put("run_id", static_cast<std::int64_t>(record.run));
    out.put_known("variant", record.variant);
    out.put_known("program", record.program);
    if (workload.n != 0) {
        out.put("key", name_of(workload.key));
        out.put("n", workload.n);
        out.put("data_bytes", workload.bytes());
        out.put("distribution", name_of(workload.distribution));
        out.put("seed", workload.seed);
        out.put_known("input_file", workload.file);
        out.put_known("file_digest", workload.file_digest);
        if (workload.distribution == Distribution::few) out.put("entropy_bits", workload.entropy_bits);
    }
    if (record.backend != BackendKind::cpu) out.put_nonzero("block_threads", record.config.block);
    write_parameters(out, record.config.params);
    out.put("backend", name_of(record.backend));
    if (with_device) out.object("device", [&] { members_of_device(out, record.device); });
    out.put("status", name_of(record.status));
    out.put_known("message", record.message);
    out.put("padded", record.padded);
    out.put_nonzero("bound_bytes", record.bound_bytes);
    out.put_known("cache_state", record.cache_state);
    write_time(out, record);
    out.put("collect_ns", record.collect_ns);
}

void members_of_details(Writer& out, const CaseRecord& details) {
    out.array("trials", [&] {
        for (const auto& trial : details.trials) write_trial(out, trial);
    });
    out.array("transfers", [&] {
        for (const auto& transfer : details.transfers) write_transfer(out, transfer);
    });
    out.array("passes", [&] {
        for (const auto& pass : details.passes)
            out.object([&] {
                out.put("set", pass.set);
                out.put("provenance", name_of(pass.provenance));
                out.put("pass", pass.pass);
            });
    });
    if (!details.series.empty())
        out.array("series", [&] {
            for (const auto& series : details.series) write_series(out, series);
        });
    write_notes(out, details.notes);
}

void members_of_counters(Writer& out, const MetricInput& input) {
    out.object("counters", [&] {
        for (const auto provenance : provenance_order()) {
            const auto of_it = [&](const CounterValue& value) { return value.provenance == provenance; };
            if (std::ranges::none_of(input.counters, of_it)) continue;
            out.object(name_of(provenance), [&] {
                for (const auto& value : input.counters)
                    if (of_it(value)) out.put(metric_of(value.id).id, value.value);
            });
        }
    });
    // Most metrics are of one provenance; each is evaluated once.
    std::vector<std::pair<const Metric*, MetricValue>> values;
    for (const auto* metric : computed_metrics())
        if (const auto value = evaluate(*metric, input)) values.emplace_back(metric, *value);
    out.object("ratios", [&] {
        for (const auto provenance : provenance_order()) {
            const auto of_it = [&](const auto& value) { return value.second.provenance == provenance; };
            if (std::ranges::none_of(values, of_it)) continue;
            out.object(name_of(provenance), [&] {
                for (const auto& value : values)
                    if (of_it(value)) out.put(value.first->id, value.second.value);
            });
        }
    });
}

void write_launch(Writer& out, const LaunchRecord& launch, std::uint64_t data_bytes) {
    out.object([&] {
        out.put("launch_index", launch.index);
        out.put("stage", launch.stage.stage);
        out.put("substage", launch.stage.substage);
        out.put("label", launch.stage.label);
        out.put("kernel", launch.kernel);
        out.put_known("symbol", launch.symbol);
        write_extent(out, {"grid_x", "grid_y", "grid_z"}, launch.grid);
        write_extent(out, {"block_x", "block_y", "block_z"}, launch.block);
        out.put("shared_bytes", launch.shared_bytes);
        out.put_nonzero("registers_per_thread", launch.registers);
        out.put_nonzero("local_bytes_per_thread", launch.local_bytes);
        out.put_nonzero("bound_bytes", launch.bound_bytes);
        out.put_nonzero("comparators", launch.comparators);
        if (launch.start_ns || launch.duration_ns)
            out.object("time", [&] {
                out.put("provenance", name_of(Provenance::measured));
                out.put_known("start_ns", launch.start_ns);
                out.put_known("duration_ns", launch.duration_ns);
                out.put_known("spread_ratio", launch.duration_spread);
                out.put_nonzero("activity_trials", launch.duration_count);
            });
        out.put_known("process", launch.process_id);
        out.put_known("context", launch.context_id);
        out.put_known("stream", launch.stream_id);
        out.put_known("correlation", launch.correlation_id);
        members_of_counters(out, {.counters = launch.counters,
                                  .time_ns = launch.duration_ns,
                                  .data_bytes = data_bytes,
                                  .bound_bytes = launch.bound_bytes,
                                  .launches = 1});
        if (!launch.vendor_values.empty())
            out.object("vendor", [&] {
                for (const auto& value : launch.vendor_values) out.put(value.name, value.value);
            });
        out.array("sites", [&] {
            for (const auto& counts : launch.sites) write_site(out, counts);
        });
    });
}

void write_site(Writer& out, const SiteCounts& counts) {
    out.object([&] {
        out.put("kind", name_of(counts.site.kind));
        out.put("file", counts.site.file);
        out.put("line", counts.site.line);
        out.put("col", counts.site.column);
        out.put("function", counts.site.function);
        out.put("provenance", name_of(counts.provenance));
        out.put("requests", counts.requests);
        out.put("threads", counts.threads);
        switch (counts.site.kind) {
            case SiteKind::global_load:
            case SiteKind::global_store:
            case SiteKind::global_atomic:
                out.put("bytes", counts.bytes);
                out.put("sectors", counts.sectors);
                out.put("lines", counts.lines);
                out.put("transactions_32b", counts.sizes[0]);
                out.put("transactions_64b", counts.sizes[1]);
                out.put("transactions_96b", counts.sizes[2]);
                out.put("transactions_128b", counts.sizes[3]);
                out.put("cc13_transactions_32b", counts.sizes_cc13[0]);
                out.put("cc13_transactions_64b", counts.sizes_cc13[1]);
                out.put("cc13_transactions_128b", counts.sizes_cc13[2]);
                break;
            case SiteKind::shared_load:
            case SiteKind::shared_store:
                out.put("bytes", counts.bytes);
                out.put("extra_wavefronts", counts.extra_wavefronts);
                break;
            case SiteKind::branch:
                out.put("taken_threads", counts.taken_threads);
                out.put("divergent_warps", counts.divergent_warps);
                break;
            case SiteKind::barrier:
            case SiteKind::warp_collective: break;
        }
    });
}

void members_of_condition(Writer& out, const Condition& condition) {
    using enum ConditionPart;
    const auto free = condition.free_parts();
    const auto fixed = [&](ConditionPart part) { return !free.contains(part); };
    if (fixed(variant)) out.put("variant", condition.variant);
    if (fixed(key)) out.put("key", name_of(condition.key));
    if (fixed(n)) out.put("n", condition.n);
    if (fixed(input)) {
        out.put("distribution", name_of(condition.input.distribution));
        if (has_seed(condition.input.distribution)) out.put("seed", condition.input.seed);
        if (condition.input.distribution == Distribution::few) out.put("entropy_bits", condition.input.entropy_bits);
        out.put_known("input_content", condition.input.content);
    }
    if (fixed(block)) out.put_nonzero("block_threads", condition.block);
    if (fixed(parameters)) write_parameters(out, condition.parameters);
    if (fixed(backend)) out.put("backend", name_of(condition.backend));
    if (fixed(device)) {
        out.put("device", condition.device.name);
        out.put("device_key", condition.device.id);
    }
    if (fixed(cache)) out.put_known("cache_state", condition.cache_state);
    if (fixed(time_mode) && condition.time_mode != TimeMode::none) out.put("time_mode", name_of(condition.time_mode));
}

}  // namespace sortscope::present::json
