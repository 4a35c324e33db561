#include "present/json/case.hpp"

#include "analyzer/curves/curve.hpp"
#include "analyzer/source/lines.hpp"
#include "core/metric/occupancy.hpp"
#include "core/times.hpp"
#include "present/function_name.hpp"
#include "present/tables/list.hpp"
#include "present/tables/metrics.hpp"

namespace sortscope::present::json {
static void members_of(Writer& out, const TrialRecord& trial) {
    out.put("kind", trial.kind, "trial_index", trial.index, "round", trial.round, "verified", trial.verified);
    out.put("accepted", trial.accepted);
    out.put_known("duration_ns", trial.duration_ns);
    if (trial.duration_ns) out.put("provenance", Provenance::measured);
    if (trial.time_mode != TimeMode::none) out.put("time_mode", trial.time_mode);
    out.put_known("sm_clock_mhz", trial.sm_clock_mhz, "memory_clock_mhz", trial.memory_clock_mhz);
    out.put_known("note", trial.note);
}

static void members_of(Writer& out, const TransferRecord& transfer) {
    out.put("kind", transfer.kind, "bytes", transfer.bytes, "provenance", Provenance::measured);
    out.put("start_ns", transfer.start_ns, "duration_ns", transfer.duration_ns);
}

static void members_of(Writer& out, const SeriesRecord& series) {
    out.put("metric", series.metric);
    out.put_known("unit", series.unit);
    out.put("provenance", series.provenance, "time_mode", series.time_mode);
    out.put("start_ns", series.start_ns, "interval_ns", series.interval_ns, "values", series.values);
}

static void members_of(Writer& out, const SampledLaunch& sampled) {
    out.put("time_mode", sampled.time_mode, "launch_index", sampled.launch, "start_ns", sampled.start_ns);
    out.put("duration_ns", sampled.duration_ns);
}

static void members_of(Writer& out, const Note& note) {
    out.put("severity", note.severity, "text", note.text);
}

static void members_of(Writer& out, const PassRecord& pass) {
    out.put("set", pass.set, "provenance", pass.provenance, "pass", pass.pass);
}

static void members_of(Writer& out, const Axes& parameters) {
    for (const auto& [name, value] : parameters)
        std::visit([&](const auto& held) { out.put(name, held); }, value.value);
}

static void members_of(Writer& out, const RoundTime& round) {
    out.put("round", round.round, "median_ns", round.median_ns);
    if (round.count > 1) out.put("spread_ratio", round.spread);
    out.put("time_trials", round.count);
}

static void members_of(Writer& out, const TimeSummary& time, TimeMode mode, std::optional<double> rate = {}) {
    out.put("provenance", Provenance::measured);
    if (mode != TimeMode::none) out.put("time_mode", mode);
    out.put("median_ns", time.median_ns, "min_ns", time.min_ns, "max_ns", time.max_ns);
    out.put_known("spread_ratio", spread_of(time));
    out.put("time_trials", time.count, "stopped_by", time.stopped_by);
    out.put_known("rate_mkeys_per_s", rate);
    if (time.rounds.size() > 1) out.put("rounds", time.rounds);
}

static void write_annotation(Writer& out, const Annotation& annotation) {
    if (!annotation.empty()) out.put("annotation", annotation);
}

void member_of_cell(Writer& out, const Column& column, const Cell& cell) {
    if (cell.number) {
        out.put(value_name(column), plain_number(column, *cell.number));
        if (cell.provenance.value_or(Provenance::measured) != Provenance::measured)
            out.put(column.id + "_provenance", name_of(*cell.provenance));
    } else if (cell.text != " ") {
        out.put_known(column.id, cell.text);
    }
}

void members_of(Writer& out, const Device& device) { members_of(out, device_fields(), device); }

void members_of(Writer& out, const Annotation& annotation) {
    out.put_known("name", annotation.name, "note", annotation.note, "tags", annotation.tags);
}

void members_of(Writer& out, const RunRecord& run) {
    out.put("run_id", run.id);
    out.put_known("uuid", run.uuid);
    out.put("started_utc", run.started_utc);
    out.put_known("ended_utc", run.ended_utc);
    out.put("command", run.command, "program_version", run.program_version);
    out.put("planned_cases", run.planned_cases, "host", run.host.name);
    out.put_known("os", run.host.os, "os_kernel", run.host.kernel, "cpu", run.host.cpu);
    out.put_nonzero("cpu_threads", run.host.threads, "host_memory_bytes", run.host.memory_bytes);
    write_annotation(out, run.annotation);
    out.put("notes", run.notes);
}

void members_of_summary(Writer& out, const CaseRecord& record, bool with_device) {
    out.put("case_id", record.id, "run_id", record.run);
    out.put(record.is_program() ? "program" : "variant", record.subject.name);
    if (const auto& input = record.input) {
        out.put("key", record.axes.text("key"), "n", record.keys(), "data_bytes", record.bytes());
        out.put("input", input->distribution, "seed", input->seed);
        out.put_known("input_file", input->file, "file_digest", input->file_digest);
        if (input->distribution == Distribution::few) out.put("entropy_bits", input->entropy_bits);
    }
    out.put_nonzero("block_threads", record.block());
    out.put("parameters", record.axes.parameters());
    out.put_known("output", output_of(record));
    out.put("backend", record.backend);
    if (with_device) out.put("device", record.device);
    out.put("status", record.status);
    out.put_known("message", record.message);
    out.put("padded", record.padded);
    out.put_nonzero("bound_bytes", record.required_bytes);
    out.put_known("cache_state", record.cache_state);
    write_annotation(out, record.annotation);
    if (record.time) {
        out.object("time", [&] {
            members_of(out, *record.time, record.time_mode, analyzer::rate_mkeys_per_s(record));
        });
        if (!record.other_times.empty())
            out.objects("other_times", record.other_times,
                        [&](const auto& time) { members_of(out, time, time.mode); });
    }
    out.put("collect_ns", record.collect_ns);
}

void members_of(Writer& out, const DeviceLimit& limit) {
    out.put("limit", limit.name, "value", limit.value, "unit", limit.unit, "spread_ratio", limit.spread);
    out.put("provenance", Provenance::measured);
}

void members_of(Writer& out, const StallRecord& stall) {
    out.put("kernel", stall.kernel);
    out.put_known("symbol", stall.symbol, "file", stall.file);
    out.put_nonzero("line", stall.line);
    out.put("pc_offset_bytes", stall.pc_offset, "reason", stall.reason, "samples", stall.samples);
}

void members_of_details(Writer& out, const CaseRecord& details) {
    out.put("trials", details.trials, "transfers", details.transfers, "passes", details.passes);
    out.put_known("series", details.series, "sampled_launches", details.sampled_launches);
    out.put("notes", details.notes);
}

void members_of(Writer& out, const Condition& condition) {
    const auto fixed = [&](std::string_view part) { return !condition.free_parts().contains(part); };
    if (fixed("variant")) out.put("variant", condition.subject);
    out.put_known("key", condition.text("key"));
    out.put_nonzero("n", condition.keys());
    if (const auto text = condition.text("input"); !text.empty()) {
        const auto input = SortInput::parse(text);
        out.put("input", input.distribution);
        if (has_seed(input.distribution)) out.put("seed", input.seed);
        if (input.distribution == Distribution::few) out.put("entropy_bits", input.entropy_bits);
        out.put_known("input_content", input.file_digest);
    }
    out.put_nonzero("block_threads", condition.block());
    out.put("parameters", condition.axes.parameters());
    out.put_known("output", condition.output);
    if (fixed("backend")) out.put("backend", condition.backend);
    if (fixed("device")) {
        out.put("device", condition.device.name, "device_key", condition.device.id);
    }
    if (fixed("cache")) out.put_known("cache_state", condition.cache_state);
    if (fixed("time-mode") && condition.time_mode != TimeMode::none)
        out.put("time_mode", condition.time_mode);
}

void members_of(Writer& out, const MetricInput& input) {
    using Values = std::map<Provenance, std::vector<std::pair<std::string_view, Number>>>;
    const auto write = [&](const char* key, const Values& values) {
        out.object(key, [&] {
            for (const auto provenance : provenance_order())
                if (const auto found = values.find(provenance); found != values.end())
                    out.object(name_of(provenance), [&] {
                        for (const auto& [id, value] : found->second) out.put(id, value);
                    });
        });
    };
    Values counters, ratios;
    for (const auto& value : input.counters)
        counters[value.provenance].emplace_back(metric_of(value.id).id, value.value);
    for (const auto* metric : computed_metrics())
        if (const auto value = evaluate(*metric, input))
            ratios[value->provenance].emplace_back(metric->id, value->value);
    write("counters", counters);
    write("ratios", ratios);
}

void members_of_launch(Writer& out, const LaunchRecord& launch, const Device& device, uint64_t data_bytes) {
    out.put("launch_index", launch.index, "stage", launch.stage.stage, "substage", launch.stage.substage);
    out.put("label", launch.stage.label, "kernel", launch.kernel);
    out.put_known("symbol", launch.symbol);
    out.put("grid_x", launch.grid.x, "grid_y", launch.grid.y, "grid_z", launch.grid.z);
    out.put("block_x", launch.block.x, "block_y", launch.block.y, "block_z", launch.block.z);
    out.put("shared_bytes", launch.shared_bytes);
    out.put_nonzero("registers_per_thread", launch.registers, "local_bytes_per_thread", launch.local_bytes);
    if (const auto fits = theoretical_occupancy(device, launch))
        out.object("theoretical_occupancy", [&] {
            out.put("provenance", Provenance::published);  // computed by the vendor's rules
            out.put("occupancy_pct", fits->percent(), "blocks", fits->blocks, "warps", fits->warps);
            out.put("warp_slots", fits->warp_slots, "limited_by", fits->limiters);
        });
    out.put_nonzero("bound_bytes", launch.required_bytes, "comparators", launch.comparators);
    if (launch.start_ns || launch.duration_ns)
        out.object("time", [&] {
            out.put("provenance", Provenance::measured);
            out.put_known("start_ns", launch.start_ns, "duration_ns", launch.duration_ns);
            out.put_known("spread_ratio", launch.duration_spread);
            out.put_nonzero("activity_trials", launch.duration_count);
        });
    out.put_known("process", launch.process_id, "context", launch.context_id, "stream", launch.stream_id);
    out.put_known("correlation", launch.correlation_id);
    members_of(out, input_of(launch, data_bytes));
    if (!launch.vendor_values.empty())
        out.object("vendor", [&] {
            for (const auto& value : launch.vendor_values) out.put(value.name, value.value);
        });
}

void write_launch(Writer& out, const LaunchRecord& launch, const Device& device, uint64_t data_bytes) {
    out.object([&] {
        members_of_launch(out, launch, device, data_bytes);
        out.put("sites", launch.sites);
    });
}

void members_of(Writer& out, const SiteCounts& counts) {
    out.put("kind", counts.site.kind, "file", counts.site.file, "line", counts.site.line);
    out.put("col", counts.site.column, "function", function_name(counts.site.function));
    out.put("provenance", counts.provenance, "requests", counts.requests, "threads", counts.threads);
    if (analyzer::is_global(counts.site.kind)) {
        out.put("bytes", counts.bytes, "sectors", counts.sectors, "lines", counts.lines);
        out.put("transactions_32b", counts.sizes[0], "transactions_64b", counts.sizes[1]);
        out.put("transactions_96b", counts.sizes[2], "transactions_128b", counts.sizes[3]);
        out.put("cc13_transactions_32b", counts.sizes_cc13[0]);
        out.put("cc13_transactions_64b", counts.sizes_cc13[1]);
        out.put("cc13_transactions_128b", counts.sizes_cc13[2]);
    }
    if (analyzer::is_shared(counts.site.kind))
        out.put("bytes", counts.bytes, "extra_wavefronts", counts.extra_wavefronts);
    if (counts.site.kind == SiteKind::branch)
        out.put("taken_threads", counts.taken_threads, "divergent_warps", counts.divergent_warps);
}

static void members_of_meaning(Writer& out, const Metric& metric) {
    out.put("title", metric.title);
    out.put_known("unit", metric.unit);
    out.put("meaning", metric.sentence, "adds_up_by", adding_word(metric.adding));
    out.put_known("formula", metric.formula);
}

void members_of(Writer& out, const Metric& metric, const ChipPlan* plan) {
    out.put("id", metric.id);
    members_of_meaning(out, metric);
    out.put("decimals", metric.decimals);
    out.array("provenances", [&] {
        for (const auto provenance : provenance_order())
            if (metric.provenances[provenance]) out.put(provenance);
    });
    if (metric.hardware.pass == PassClass::none) return;
    out.object("hardware", [&] {
        out.put("pass", pass_word(metric.hardware.pass));
        out.put_known("names", metric.hardware.names, "meaning", metric.hardware.sentence);
        if (plan == nullptr || metric.counter == CounterId::none) return;
        const auto* found = find_or_null(plan->counters, metric.counter, &ChipCounter::id);
        out.put("names_on_chip", found == nullptr ? std::vector<std::string>() : found->names);
    });
}

void members_of(Writer& out, const NvprofName& name) {
    out.put("nvprof", name.name);
    out.put_known("metric", name.metric, "vendor_metrics", name.vendor, "meaning", name.sentence);
}

void members_of(Writer& out, std::span<const Metric* const> metrics, const ChipPlan& plan) {
    out.put("chip", plan.chip);
    out.objects("passes", plan.passes, [&](const auto& pass) {
        out.put("sets", pass.sets, "class", pass_word(pass.pass), "passes", pass.passes);
        out.put("vendor_metrics", pass.names);
    });
    out.objects("metrics", metrics, [&](const auto* metric) { members_of(out, *metric, &plan); });
    out.array("missing", [&] {
        for (const auto id : plan.missing) out.put(metric_of(id).id);
        for (const auto& name : plan.missing_vendor) out.put(name);
    });
}

void member_legend(Writer& out) {
    out.object("legend", [&] {
        out.object("metrics", [&] {
            for (const auto* metric : metric_catalogue())
                out.object(metric->id, [&] { members_of_meaning(out, *metric); });
        });
        out.object("provenances", [&] {
            for (const auto& row : EnumTable<Provenance>::names()) out.put(row.name, row.description);
        });
    });
}
}
