#include "present/json/case.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/curves/curve.hpp"
#include "core/metric/occupancy.hpp"
#include "core/times.hpp"
#include "present/function_name.hpp"
#include "present/tables/devices.hpp"

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
        out.values("values", series.values);
    });
}

void write_notes(Writer& out, const std::vector<Note>& notes) {
    out.objects("notes", notes, [&](const auto& note) {
        out.put("severity", name_of(note.severity));
        out.put("text", note.text);
    });
}

void write_parameters(Writer& out, const Axes& parameters) {
    out.object("parameters", [&] {
        for (const auto& [name, value] : parameters)
            std::visit([&](const auto& held) { out.put(name, held); }, value.value);
    });
}

/// `rate` belongs to the headline only.
void members_of_time_summary(Writer& out, const TimeSummary& time, TimeMode mode,
                             std::optional<double> rate) {
    out.put("provenance", name_of(Provenance::measured));
    if (mode != TimeMode::none) out.put("time_mode", name_of(mode));
    out.put("median_ns", time.median_ns);
    out.put("min_ns", time.min_ns);
    out.put("max_ns", time.max_ns);
    out.put_known("spread_ratio", spread_of(time));
    out.put("time_trials", time.count);
    out.put("stopped_by", time.stopped_by);
    out.put_known("rate_mkeys_per_s", rate);
    if (time.rounds.size() > 1)
        out.objects("rounds", time.rounds, [&](const auto& round) {
            out.put("round", round.round);
            out.put("median_ns", round.median_ns);
            if (round.count > 1) out.put("spread_ratio", round.spread);
            out.put("time_trials", round.count);
        });
}

void write_time(Writer& out, const CaseRecord& record) {
    if (!record.time) return;
    out.object("time", [&] {
        members_of_time_summary(out, *record.time, record.time_mode, analyzer::rate_mkeys_per_s(record));
    });
    if (record.other_times.empty()) return;
    out.objects("other_times", record.other_times,
                [&](const auto& time) { members_of_time_summary(out, time, time.mode, std::nullopt); });
}

void write_annotation(Writer& out, const Annotation& annotation) {
    if (!annotation.empty()) out.object("annotation", [&] { members_of_annotation(out, annotation); });
}

}  // namespace

void member_of_cell(Writer& out, const Column& column, const Cell& cell) {
    if (cell.number) {
        out.put(value_name(column), plain_number(column, *cell.number));
        if (cell.provenance.value_or(Provenance::measured) != Provenance::measured)
            out.put(column.id + "_provenance", name_of(*cell.provenance));
    } else if (!cell.bound && cell.text != " ") {
        out.put_known(column.id, cell.text);
    }
}

void members_of_device(Writer& out, const Device& device) { members_of(out, device_fields(), device); }

void write_device(Writer& out, const Device& device) {
    out.object([&] { members_of_device(out, device); });
}

void members_of_annotation(Writer& out, const Annotation& annotation) {
    out.put_known("name", annotation.name);
    out.put_known("note", annotation.note);
    if (annotation.tags.empty()) return;
    out.values("tags", annotation.tags);
}

void write_run(Writer& out, const RunRecord& run) {
    out.object([&] {
        out.put("run_id", run.id);
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
        write_annotation(out, run.annotation);
        write_notes(out, run.notes);
    });
}

void members_of_summary(Writer& out, const CaseRecord& record, bool with_device) {
    out.put("case_id", record.id);
    out.put("run_id", record.run);
    out.put(record.is_program() ? "program" : "variant", record.subject.name);
    if (const auto& input = record.input) {
        out.put("key", record.axes.text("key"));
        out.put("n", record.keys());
        out.put("data_bytes", record.bytes());
        out.put("distribution", name_of(input->distribution));
        out.put("seed", input->seed);
        out.put_known("input_file", input->file);
        out.put_known("file_digest", input->file_digest);
        if (input->distribution == Distribution::few) out.put("entropy_bits", input->entropy_bits);
    }
    out.put_nonzero("block_threads", record.block());
    write_parameters(out, record.axes.parameters());
    out.put("backend", name_of(record.backend));
    if (with_device) out.object("device", [&] { members_of_device(out, record.device); });
    out.put("status", name_of(record.status));
    out.put_known("message", record.message);
    out.put("padded", record.padded);
    out.put_nonzero("bound_bytes", record.required_bytes);
    out.put_known("cache_state", record.cache_state);
    write_annotation(out, record.annotation);
    write_time(out, record);
    out.put("collect_ns", record.collect_ns);
}

void member_of_limits(Writer& out, std::span<const DeviceLimit> limits) {
    if (limits.empty()) return;
    out.objects("device_limits", limits, [&](const auto& limit) {
        out.put("limit", limit.name);
        out.put("value", limit.value);
        out.put("unit", limit.unit);
        out.put("spread_ratio", limit.spread);
        out.put("provenance", name_of(Provenance::measured));
    });
}

void member_of_stalls(Writer& out, std::span<const StallRecord> stalls) {
    if (stalls.empty()) return;
    out.objects("stalls", stalls, [&](const auto& stall) {
        out.put("kernel", stall.kernel);
        out.put_known("symbol", stall.symbol);
        out.put_known("file", stall.file);
        out.put_nonzero("line", stall.line);
        out.put("pc_offset_bytes", stall.pc_offset);
        out.put("reason", stall.reason);
        out.put("samples", stall.samples);
    });
}

void members_of_details(Writer& out, const CaseRecord& details) {
    out.elements("trials", details.trials, write_trial);
    out.elements("transfers", details.transfers, write_transfer);
    out.objects("passes", details.passes, [&](const auto& pass) {
        out.put("set", pass.set);
        out.put("provenance", name_of(pass.provenance));
        out.put("pass", pass.pass);
    });
    if (!details.series.empty()) out.elements("series", details.series, write_series);
    write_notes(out, details.notes);
}

void members_of_condition(Writer& out, const Condition& condition) {
    const auto free = condition.free_parts();
    const auto fixed = [&](std::string_view part) { return !free.contains(part); };
    if (fixed("variant")) out.put("variant", condition.subject);
    out.put_known("key", condition.text("key"));
    if (const auto n = condition.keys(); n != 0) out.put("n", n);
    if (const auto text = condition.text("input"); !text.empty()) {
        const auto input = SortInput::parse(text);
        out.put("distribution", name_of(input.distribution));
        if (has_seed(input.distribution)) out.put("seed", input.seed);
        if (input.distribution == Distribution::few) out.put("entropy_bits", input.entropy_bits);
        out.put_known("input_content", input.file_digest);
    }
    out.put_nonzero("block_threads", condition.block());
    write_parameters(out, condition.axes.parameters());
    if (fixed("backend")) out.put("backend", name_of(condition.backend));
    if (fixed("device")) {
        out.put("device", condition.device.name);
        out.put("device_key", condition.device.id);
    }
    if (fixed("cache")) out.put_known("cache_state", condition.cache_state);
    if (fixed("time-mode") && condition.time_mode != TimeMode::none)
        out.put("time_mode", name_of(condition.time_mode));
}
namespace {

void write_extent(Writer& out, const char* const (&names)[3], const Dim3& extent) {
    out.put(names[0], extent.x);
    out.put(names[1], extent.y);
    out.put(names[2], extent.z);
}

}  // namespace

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
    // Each metric is evaluated once.
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

void members_of_launch(Writer& out, const LaunchRecord& launch, const Device& device,
                       std::uint64_t data_bytes) {
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
    if (const auto fits = theoretical_occupancy(device, launch))
        out.object("theoretical_occupancy", [&] {
            out.put("provenance", name_of(Provenance::published));  // the vendor's rules
            out.put("occupancy_pct", fits->percent());
            out.put("blocks", fits->blocks);
            out.put("warps", fits->warps);
            out.put("warp_slots", fits->warp_slots);
            out.values("limited_by", fits->limiters, [&](const auto limiter) { return name_of(limiter); });
        });
    out.put_nonzero("bound_bytes", launch.required_bytes);
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
                              .required_bytes = launch.required_bytes,
                              .launches = 1});
    if (!launch.vendor_values.empty())
        out.object("vendor", [&] {
            for (const auto& value : launch.vendor_values) out.put(value.name, value.value);
        });
}

void write_launch(Writer& out, const LaunchRecord& launch, const Device& device, std::uint64_t data_bytes) {
    out.object([&] {
        members_of_launch(out, launch, device, data_bytes);
        out.elements("sites", launch.sites, write_site);
    });
}

void write_site(Writer& out, const SiteCounts& counts) {
    out.object([&] {
        out.put("kind", name_of(counts.site.kind));
        out.put("file", counts.site.file);
        out.put("line", counts.site.line);
        out.put("col", counts.site.column);
        out.put("function", function_name(counts.site.function));
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
            case SiteKind::warp_collective:
                break;
        }
    });
}

}  // namespace sortscope::present::json
