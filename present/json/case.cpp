#include "present/json/case.hpp"

#include "analyzer/curves/curve.hpp"
#include "core/times.hpp"
#include "present/json/table.hpp"
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

}  // namespace sortscope::present::json
