#include "present/tables/case.hpp"

#include <cctype>
#include <cstdlib>

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
#include "analyzer/launches/figures.hpp"
#include "core/printable.hpp"
#include "core/times.hpp"
#include "present/cells.hpp"
#include "present/tables/list.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present {
namespace {
constexpr const char* absent = "-";
constexpr const char* padded_words =
    "eys were added to reach a power of two; they are part of the work measured";

std::string ns_text(int64_t ns) { return format_time_ns(double(ns)); }
std::string bytes_text(uint64_t bytes) { return format_bytes(double(bytes)); }

std::string device_line(const Device& device) {
    return join({device_text(device), capability_text(device),
                 device.multiprocessors == 0
                     ? ""
                     : fmt::format("{} {}", device.multiprocessors,
                                   device.backend == BackendKind::cpu ? "hardware threads" : "SMs"),
                 device.clock_khz == 0 ? "" : format_clock(device.clock_khz),
                 device.memory_bytes == 0 ? "" : bytes_text(device.memory_bytes)});
}

std::string software_line(const Device& device) {
    const auto named = [](const char* what, const std::string& version) {
        return version.empty() ? version : what + version;
    };
    return join({named("driver ", device.driver_version), named("CUDA ", device.cuda_version),
                 named("CUPTI ", device.cupti_version)});
}

void add_device(Facts& facts, const CaseRecord& record) {
    const auto& device = record.device;
    const auto line = device_line(device);
    const auto software = software_line(device);
    facts.add("device", "Device", line, device.name.empty() ? absent : device.name,
              software.empty() ? line : line + "\n" + software);
    facts.add("software", "Software", software, {},
              "Versions of the driver and of CUDA that the case ran with.");
}

void add_status(Facts& facts, const CaseRecord& record) {
    const auto trials = analyzer::trial_counts(record);
    auto text = status_text(record);
    std::string brief = absent;
    if (trials.all > 0 && text.ends_with('.')) text.pop_back();  // the sentence goes on
    if (trials.all > 0 && trials.verified == trials.all) {
        text += fmt::format("; output verified in {}",
                            trials.all == 1 ? "its one trial" : fmt::format("all {} trials", trials.all));
        brief = trials.all == 1 ? "yes, 1 trial" : fmt::format("yes, all {} trials", trials.all);
    } else if (trials.all > 0) {
        // An ok case without verified trials was imported.
        const bool elsewhere = record.status == CaseStatus::ok && trials.verified == 0;
        text += elsewhere ? std::string("; its output was not verified here")
                          : fmt::format("; output verified in {} of {} trials", trials.verified, trials.all);
        brief =
            elsewhere ? std::string("not here") : fmt::format("{} of {} trials", trials.verified, trials.all);
    }
    facts.add("status", "Verified", text, brief,
              "A trial is verified when its output is sorted and holds the same keys as the input.");
    if (record.status != CaseStatus::ok)
        facts.notes.push_back(
            {Severity::lost,
             fmt::format("This case ended as '{}'. {}", name_of(record.status), record.message),
             {},
             true});
    if (!record.padded) return;
    facts.add("padded", "Padded", "k" + std::string(padded_words));
    facts.notes.push_back({Severity::info, fmt::format("K{}.", padded_words), {}, true});
}

/// Imported cases do not have a stopping rule.
bool stop_is_known(const CaseRecord& record) {
    return record.time && !record.time->stopped_by.empty() && record.time->stopped_by != "imported";
}

void add_time(Facts& facts, const CaseRecord& record) {
    Fact fact{.id = "time", .name = "time", .title = "Median time"};
    Fact spread{.id = "spread",
                .name = "spread",
                .title = "Spread",
                .brief = absent,
                .sentence = "Interquartile range over median of the accepted time trials."};
    if (!record.time) {
        const bool modelled = record.backend == BackendKind::simt;
        fact.text = modelled ? "none: the host interpreter models counters, not time" : "none was measured";
        fact.brief = absent;
        fact.sentence = modelled ? "The host interpreter counts; it has no clock of the GPU."
                                 : "No time was measured for this case.";
    } else {
        const auto& time = *record.time;
        const bool graph = record.time_mode == TimeMode::graph;
        const auto& cache = record.cache_state;
        const auto part = spread_of(time);
        const auto range = fmt::format("{} to {}", ns_text(time.min_ns), ns_text(time.max_ns));
        fact.brief = ns_text(time.median_ns);
        fact.text = join({part ? fmt::format("median {}, spread {} (interquartile range / median), {}",
                                             fact.brief, format_percent(*part, 1), range)
                               : fact.brief + " in a single trial, which does not tell how it spreads",
                          graph ? "launched as one CUDA graph" : "",
                          time.rounds.size() > 1 ? fmt::format("{} rounds", time.rounds.size()) : "",
                          cache.empty() ? cache : "L2 " + cache + " before each trial"}) +
                    "; measured";
        fact.sentence = join({part ? "Measured without a profiler: " + range + "."
                                   : "Measured without a profiler, in a single trial.",
                              graph ? "Launched as one CUDA graph." : "",
                              stop_is_known(record) ? "Trials ended by: " + time.stopped_by : "",
                              cache.empty() ? cache : "L2 cache before each trial: " + cache},
                             "\n");
        fact.provenance = spread.provenance = Provenance::measured;
        if (part)
            spread.brief = fmt::format("{} of {}", format_percent(*part, 1), plural(time.count, "trial"));
        else
            spread.sentence += " A single trial has none.";
    }
    facts.facts.push_back(std::move(fact));
    facts.facts.push_back(std::move(spread));
}

void add_stream_time(Facts& facts, const CaseRecord& record) {
    const auto overhead_ns = analyzer::launch_overhead_ns(record);
    if (!overhead_ns || record.time_mode != TimeMode::graph) return;
    const auto& stream = *time_in(record, TimeMode::stream);
    const auto spread = spread_of(stream);
    facts.facts.push_back(
        {.id = "stream_time",
         .name = "one by one",
         .title = "Launched one by one",
         .text = fmt::format("median {}, {}: {} {} than as a graph; measured", ns_text(stream.median_ns),
                             spread ? "spread " + format_percent(*spread, 1) : "of a single trial",
                             ns_text(std::abs(*overhead_ns)), *overhead_ns < 0 ? "less" : "more"),
         .brief = ns_text(stream.median_ns),
         .sentence =
             "The same launches made one by one in a stream, as a naive program makes them. What they "
             "take beyond the graph is the host's launching.",
         .provenance = Provenance::measured});
}

void add_rate(Facts& facts, const CaseRecord& record) {
    std::string sentence = "Keys over median time: 1e-6 N / T.";
    if (const auto rate = analyzer::rate_mkeys_per_s(record)) {
        const auto brief = format_rate(*rate) + " Mkey/s";
        return facts.add("rate", "Rate", brief + " (keys / median time)", brief, sentence,
                         Provenance::measured);
    }
    if (record.time && record.status != CaseStatus::ok)
        sentence += " A case with unverified output has none.";
    facts.add("rate", "Rate", {}, absent, sentence);
}

void add_trials(Facts& facts, const CaseRecord& record) {
    const auto trials = analyzer::trial_counts(record);
    auto text = join(trials.kinds, ", ",
                     [](const auto& one) { return fmt::format("{} {}", one.count, name_of(one.kind)); });
    if (trials.rejected > 0) text += fmt::format("; {} left out of the summary", trials.rejected);
    if (stop_is_known(record)) text += "; stopped by " + record.time->stopped_by;
    facts.add("trials", "Trials", text, {}, "Repetitions of the case, by what each was for.");
}

void add_traffic(Facts& facts, const CaseRecord& record) {
    if (record.required_bytes == 0) return;
    const auto bytes = bytes_text(record.required_bytes);
    auto text = bytes + (record.is_program() ? " of global memory traffic, by the program's own count"
                                             : " must be moved, by the plan of the launches");
    if (const auto rate = analyzer::required_gb_per_s(record))
        text += fmt::format(": {} at the median time", format_bandwidth(1e9 * *rate));
    facts.add("traffic", "Must move", text, bytes,
              "Bytes that the algorithm itself must load and store, from its plan.");
}

void add_launches(Facts& facts, const analyzer::Breakdown& by_stage) {
    const auto& total = by_stage.total.sums;
    if (total.launches == 0) return;
    const auto count = format_grouped(int64_t(total.launches));
    auto text = count;
    if (total.time_ns) text += fmt::format(", together {}", ns_text(*total.time_ns));
    if (by_stage.gaps_ns) text += fmt::format(", {} between them", ns_text(*by_stage.gaps_ns));
    if (total.time_ns) text += "; measured in the activity trial";
    facts.add("launches", "Launches", text,
              fmt::format("{} in {}", count, plural(by_stage.rows.size(), "stage")),
              "Kernel launches of one sort.");
    if (by_stage.gaps_ns)
        facts.add(
            "gaps", "Gaps (traced)", {}, ns_text(*by_stage.gaps_ns),
            "Time from the first launch's start to the last one's end in which none ran. Measured in the "
            "activity trial, which is slower than the timed ones: its gaps and their median do not add up.",
            Provenance::measured);
}

/// Jan et al. give rho as a mean over launches, in percent.
void add_rho(Facts& facts, const analyzer::Breakdown& by_stage) {
    std::optional<Provenance> provenance;
    const auto part = [&](const char* what, const char* id) {
        const auto value = analyzer::mean_launch_pct(by_stage, metric(id));
        if (!value) return std::string();
        provenance = value->provenance;
        return fmt::format("{} {} %{}", what, format_fixed(value->value.as_double(), 1),
                           provenance_mark(value->provenance));
    };
    const auto text = join({part("loads", "rho_l"), part("stores", "rho_s")});
    if (text.empty()) return;
    facts.add(
        "rho", "rho", text + " of the data in a mean launch (rho, compute capability 1.3 rule)", {},
        "Bytes moved by the half-warp rule over the keys' bytes, as a mean over the launches (Jan et al. "
        "2013).",
        provenance);
}

void add_transfers(Facts& facts, const CaseRecord& record) {
    const auto sums = analyzer::transfer_sums(record);
    if (sums.empty()) return;
    const auto text = join(sums, "; ", [](const auto& sum) {
        return fmt::format("{} {}: {} in {}", sum.count, spaced(name_of(sum.kind)), bytes_text(sum.bytes),
                           ns_text(sum.time_ns));
    });
    const auto total = analyzer::total_of(sums);
    facts.add("transfers", "Transfers", text + "; measured",
              fmt::format("{} in {}", bytes_text(total.bytes), ns_text(total.time_ns)),
              fmt::format("{} seen in the activity trial. Measured.",
                          total.count == 1 ? "1 memory copy or fill"
                                           : fmt::format("{} memory copies and fills", total.count)),
              Provenance::measured);
}

void add_notes(Facts& facts, const CaseRecord& record) {
    for (const auto& note : record.notes) facts.notes.push_back({note.severity, note.text});
    // Equal notes of successive trials become one.
    const auto& trials = record.trials;
    for (auto first = trials.begin(), end = first; first != trials.end(); first = end) {
        end = std::adjacent_find(first, trials.end(), [](const TrialRecord& a, const TrialRecord& b) {
            return std::tie(a.kind, a.accepted, a.note) != std::tie(b.kind, b.accepted, b.note) ||
                   b.index != a.index + 1;
        });
        if (end != trials.end()) ++end;
        if (first->note.empty()) continue;
        const auto last = std::prev(end);
        facts.notes.push_back(
            {Severity::info, first->note,
             fmt::format("{} trial{} {}{}{}", name_of(first->kind), first == last ? "" : "s", first->index,
                         first == last ? "" : fmt::format(" to {}", last->index),
                         first->accepted ? "" : " left out")});
    }
    std::ranges::stable_sort(facts.notes, std::ranges::greater{}, &NoteLine::severity);
}
}  // namespace

static void add_occupancy(Facts& facts, const Device& device, const LaunchRecord& launch) {
    const auto fill = analyzer::wave_occupancy(device, launch);
    if (!fill) return;
    const auto limiters = limiters_text(fill->occupancy.limiters);
    facts.add(
        "occupancy", "Occupancy",
        fmt::format(
            "{} of the warp slots at most, limited by {}; {} waves of blocks; of {}, which takes most time",
            format_percent(fill->part()), limiters, format_fixed(fill->waves, 2), launch.kernel),
        format_percent(fill->part()),
        "Theoretical: by registers, shared memory and block of a launch of the kernel that takes most time, "
        "and what an SM has.");
}

Facts case_facts(const CaseRecord& details, const analyzer::Breakdown& by_stage,
                 const LaunchRecord* heaviest) {
    Facts facts;
    facts.title = variant_text(details);
    facts.subtitle = what_text(details);
    facts.provenances = analyzer::provenances(details, by_stage);
    add_annotation(facts, details.annotation);
    add_device(facts, details);
    add_status(facts, details);
    add_time(facts, details);
    add_stream_time(facts, details);
    add_rate(facts, details);
    add_trials(facts, details);
    add_traffic(facts, details);
    add_launches(facts, by_stage);
    if (heaviest != nullptr) add_occupancy(facts, details.device, *heaviest);
    add_rho(facts, by_stage);
    add_transfers(facts, details);
    if (details.collect_ns > 0)
        facts.add("collected", "Collected",
                  fmt::format("in {}, run {}", ns_text(details.collect_ns), details.run), {},
                  "Wall time that the whole case took the collector.");
    add_notes(facts, details);
    return facts;
}

Facts brief_facts(const CaseRecord& details) {
    Facts facts;
    facts.title = variant_text(details);
    auto time = details.time ? "median " + ns_text(details.time->median_ns)
                : details.backend == BackendKind::simt
                    ? std::string("the host interpreter models counters, not time")
                    : std::string("no time was measured");
    if (details.time && details.time_mode == TimeMode::graph) time += " as one CUDA graph";
    if (details.time) time += ", measured";
    facts.subtitle = join({device_text(details.device), time, status_text(details)}, "; ");
    add_notes(facts, details);
    std::erase_if(facts.notes, [](const NoteLine& note) { return note.severity == Severity::info; });
    if (details.padded) facts.notes.push_back({Severity::info, fmt::format("K{}.", padded_words)});
    return facts;
}

std::string workload_text(const CaseRecord& record) {
    if (record.keys() == 0) return {};
    const auto text = join({record.axes.text("n"), record.axes.text("key"), record.input_name(),
                            fmt::format("keys ({})", bytes_text(record.bytes()))},
                           " ");
    return join({text, record.input ? record.input->file : ""}, " of ");
}

std::string config_text(const CaseRecord& record) {
    return join(
        {record.block() == 0 ? "" : fmt::format("block {}", record.block()), parameters_text(record.axes)});
}

std::string variant_text(const CaseRecord& record) { return record.subject.name; }

std::string what_text(const CaseRecord& record) {
    return record.keys() == 0 ? "" : join({workload_text(record), config_text(record), output_of(record)});
}

std::string status_text(const CaseRecord& record) {
    const std::string status(name_of(record.status));
    if (record.message.empty()) return status;
    // The message may begin with the status.
    const auto rest = record.message.substr(1);
    const bool said = std::tolower(uint8_t(record.message.front())) == status.front() &&
                      rest.starts_with(std::string_view(status).substr(1));
    return said ? status.front() + rest : status + ": " + record.message;
}

std::string case_title(const CaseRecord& record) {
    return fmt::format("Case {}: {}", record.id, join({variant_text(record), what_text(record)}));
}

std::string case_heading(const CaseRecord& record, size_t older) {
    auto text = variant_text(record) + ": " +
                join({what_text(record), fmt::format("case {}", record.id),
                      record.time ? ns_text(record.time->median_ns) : ""});
    if (older > 0) text += fmt::format("; the newest of {} cases of its condition", older + 1);
    return text;
}

std::string device_text(const Device& device) {
    return fmt::format("{} ({})", device.name, name_of(device.backend));
}

std::string collect_command(const CaseRecord& record, const std::string& file, const std::string& options) {
    std::string values;
    if (const auto text = parameters_text(record.axes); !text.empty())
        for (const auto& one : split_list(text))
            values += fmt::format("{}--param {}", values.empty() ? "" : " ", shell_word(one));
    const auto named = [&](const char* option, const std::string& value) {
        return value.empty() || options.find(option) != std::string::npos
                   ? std::string()
                   : fmt::format("{} {}", option, shell_word(value));
    };
    return join({"sortscope collect", named("--variant", record.subject.name),
                 named("--size", record.keys() == 0 ? "" : record.axes.text("n")),
                 named("--key", record.keys() == 0 ? "" : record.axes.text("key")),
                 named("--block", record.block() == 0 ? "" : std::to_string(record.block())), values,
                 named("--dist", record.input && record.input->file.empty() ? record.input_name() : ""),
                 options, named("--output", file)},
                " ");
}

std::string no_launches_sentence(const CaseRecord& record) {
    if (record.launch_count > 0 || !record.launches.empty()) return {};
    if (record.backend == BackendKind::cpu)
        return "A sort on the CPU has no kernel launches, so there are no stages to show.";
    if (record.status != CaseStatus::ok) return "The case ended before its launches were recorded.";
    const bool traced =
        record.trials.empty() || std::ranges::any_of(record.trials, [](const TrialRecord& trial) {
            return trial.kind == TrialKind::activity;
        });
    return traced ? "No launches were recorded for this case: the activity trial gave none."
                  : "No launches were recorded for this case: it has times alone.";
}
}
