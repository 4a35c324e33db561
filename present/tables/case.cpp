#include "present/tables/case.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <functional>
#include <iterator>

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
#include "analyzer/launches/figures.hpp"
#include "analyzer/launches/wave_occupancy.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "present/tables/annotation.hpp"
#include "present/tables/devices.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present {
namespace {

constexpr const char* absent = "-";
constexpr const char* padded_words =
    "eys were added to reach a power of two; they are part of the work measured";

std::string ns_text(std::int64_t ns) { return format_time_ns(static_cast<double>(ns)); }

std::string device_line(const Device& device) {
    auto text = device_text(device);
    if (device.cc_major != 0) text += ", " + capability_text(device);
    if (device.multiprocessors != 0)
        text += fmt::format(", {} {}", device.multiprocessors,
                            device.backend == BackendKind::cpu ? "hardware threads" : "SMs");
    if (device.clock_khz != 0) text += ", " + format_clock(device.clock_khz);
    if (device.memory_bytes != 0) text += ", " + format_bytes(static_cast<double>(device.memory_bytes));
    return text;
}

std::string software_line(const Device& device) {
    std::string text;
    const auto add = [&](const char* what, const std::string& version) {
        if (!version.empty()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, version);
    };
    add("driver", device.driver_version);
    add("CUDA", device.cuda_version);
    add("CUPTI", device.cupti_version);
    return text;
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
        // An ok case without it was imported.
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

void add_time(Facts& facts, const CaseRecord& record) {
    Fact fact{.id = "time", .name = "time", .title = "Median time"};
    Fact spread{.id = "spread",
                .name = "spread",
                .title = "Spread",
                .brief = absent,
                .sentence = "Interquartile range over median of the accepted time trials."};
    if (!record.time) {
        fact.text = record.backend == BackendKind::simt
                        ? "none: the host interpreter models counters, not time"
                        : "none was measured";
        fact.brief = absent;
        fact.sentence = record.backend == BackendKind::simt
                            ? "The host interpreter counts; it has no clock of the GPU."
                            : "No time was measured for this case.";
    } else {
        const auto& time = *record.time;
        const auto spread_part = spread_of(time);
        const auto spread_text = spread_part ? format_percent(*spread_part, 1) : std::string();
        fact.text = spread_part ? fmt::format("median {}, spread {} (interquartile range / median), {} to {}",
                                              ns_text(time.median_ns), spread_text, ns_text(time.min_ns),
                                              ns_text(time.max_ns))
                                : fmt::format("{} in a single trial, which does not tell how it spreads",
                                              ns_text(time.median_ns));
        if (record.time_mode == TimeMode::graph) fact.text += ", launched as one CUDA graph";
        if (time.rounds.size() > 1) fact.text += fmt::format(", {} rounds", time.rounds.size());
        if (!record.cache_state.empty())
            fact.text += fmt::format(", L2 {} before each trial", record.cache_state);
        fact.text += "; measured";
        fact.brief = ns_text(time.median_ns);
        fact.sentence = spread_part ? fmt::format("Measured without a profiler, between {} and {}.",
                                                  ns_text(time.min_ns), ns_text(time.max_ns))
                                    : "Measured without a profiler, in a single trial.";
        if (record.time_mode == TimeMode::graph) fact.sentence += "\nLaunched as one CUDA graph.";
        if (!time.stopped_by.empty() && time.stopped_by != "imported")
            fact.sentence += "\nTrials ended by: " + time.stopped_by;
        if (!record.cache_state.empty())
            fact.sentence += "\nL2 cache before each trial: " + record.cache_state;
        fact.provenance = spread.provenance = Provenance::measured;
        if (spread_part)
            spread.brief = fmt::format("{} of {}", spread_text, plural(time.count, "trial"));
        else
            spread.sentence += " A single trial has none.";
    }
    facts.facts.push_back(std::move(fact));
    facts.facts.push_back(std::move(spread));
}

/// Stream time next to a graph headline.
void add_stream_time(Facts& facts, const CaseRecord& record) {
    const auto overhead_ns = analyzer::launch_overhead_ns(record);
    if (!overhead_ns || record.time_mode != TimeMode::graph) return;
    const auto& stream = *time_in(record, TimeMode::stream);
    Fact fact{.id = "stream_time", .name = "one by one", .title = "Launched one by one"};
    const auto spread = spread_of(stream);
    fact.text = fmt::format("median {}, {}: {} {} than as a graph; measured", ns_text(stream.median_ns),
                            spread ? "spread " + format_percent(*spread, 1) : "of a single trial",
                            ns_text(std::abs(*overhead_ns)), *overhead_ns < 0 ? "less" : "more");
    fact.brief = ns_text(stream.median_ns);
    fact.sentence =
        "Time of the same launches made one by one in a stream, as a naive program makes them. What it takes "
        "beyond the graph is the host's launching.";
    fact.provenance = Provenance::measured;
    facts.facts.push_back(std::move(fact));
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
    std::string text;
    for (const auto& [kind, count] : trials.kinds)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(kind));
    if (trials.rejected > 0) text += fmt::format("; {} left out of the summary", trials.rejected);
    if (record.time && !record.time->stopped_by.empty() && record.time->stopped_by != "imported")
        text += fmt::format("; stopped by {}", record.time->stopped_by);
    facts.add("trials", "Trials", text, {}, "Repetitions of the case, by what each was for.");
}

/// Required bytes, and the bandwidth that they mean at the median time.
void add_traffic(Facts& facts, const CaseRecord& record) {
    if (record.required_bytes == 0) return;
    const auto bytes = format_bytes(static_cast<double>(record.required_bytes));
    auto text = bytes + " must be moved, by the plan of the launches";
    if (const auto rate = analyzer::bound_rate_gb_per_s(record))
        text += fmt::format(": {} at the median time", format_bandwidth(1e9 * *rate));
    facts.add("traffic", "Must move", text, bytes,
              "Bytes that the algorithm itself must load and store, from its plan.");
}

void add_launches(Facts& facts, const analyzer::Breakdown& by_stage) {
    const auto& total = by_stage.total.sums;
    if (total.launches == 0) return;
    const auto count = format_grouped(static_cast<std::int64_t>(total.launches));
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
    std::string text;
    std::optional<Provenance> provenance;
    const auto add = [&](const char* what, const char* id) {
        const auto value = analyzer::mean_launch_pct(by_stage, metric(id));
        if (!value) return;
        provenance = value->provenance;
        text += fmt::format("{}{} {} %{}", text.empty() ? "" : ", ", what,
                            format_fixed(value->value.as_double(), 1), provenance_mark(value->provenance));
    };
    add("loads", "rho_l");
    add("stores", "rho_s");
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
    std::string text;
    for (const auto& sum : sums)
        text +=
            fmt::format("{}{} {}: {} in {}", text.empty() ? "" : "; ", sum.count, spaced(name_of(sum.kind)),
                        format_bytes(static_cast<double>(sum.bytes)), ns_text(sum.time_ns));
    const auto total = analyzer::total_of(sums);
    facts.add("transfers", "Transfers", text + "; measured",
              fmt::format("{} in {}", format_bytes(static_cast<double>(total.bytes)), ns_text(total.time_ns)),
              fmt::format("{} seen in the activity trial. Measured.",
                          total.count == 1 ? "1 memory copy or fill"
                                           : fmt::format("{} memory copies and fills", total.count)),
              Provenance::measured);
}

void add_notes(Facts& facts, const CaseRecord& record) {
    for (const auto& note : record.notes) facts.notes.push_back({note.severity, note.text});
    // Equal notes of successive trials become one.
    const auto told_alike = [](const TrialRecord& a, const TrialRecord& b) {
        return a.kind == b.kind && a.accepted == b.accepted && a.note == b.note && b.index == a.index + 1;
    };
    for (auto first = record.trials.begin(); first != record.trials.end();) {
        const auto parting = std::adjacent_find(first, record.trials.end(), std::not_fn(told_alike));
        const auto last = parting == record.trials.end() ? std::prev(parting) : parting;
        if (!first->note.empty())
            facts.notes.push_back(
                {Severity::info, first->note,
                 fmt::format("{} trial{} {}{}{}", name_of(first->kind), first == last ? "" : "s",
                             first->index, first == last ? "" : fmt::format(" to {}", last->index),
                             first->accepted ? "" : " left out")});
        first = std::next(last);
    }
    std::ranges::stable_sort(facts.notes, std::ranges::greater{}, &NoteLine::severity);
}

}  // namespace

/// Theoretical occupancy of the launch, if known.
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
        "and "
        "what a multiprocessor has.");
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
        facts.add(
            "collected", "Collected",
            fmt::format("in {}, run {}", ns_text(details.collect_ns), static_cast<std::int64_t>(details.run)),
            {}, "Wall time that the whole case took the collector.");
    add_notes(facts, details);
    return facts;
}

Facts brief_facts(const CaseRecord& details) {
    Facts facts;
    facts.title = variant_text(details);
    auto& line = facts.subtitle;
    line = device_text(details.device) + "; ";
    if (details.time) {
        line += "median " + ns_text(details.time->median_ns);
        if (details.time_mode == TimeMode::graph) line += " as one CUDA graph";
        line += ", measured";
    } else {
        line += details.backend == BackendKind::simt ? "the host interpreter models counters, not time"
                                                     : "no time was measured";
    }
    line += "; " + status_text(details);
    add_notes(facts, details);
    std::erase_if(facts.notes, [](const NoteLine& note) { return note.severity == Severity::info; });
    if (details.padded) facts.notes.push_back({Severity::info, fmt::format("K{}.", padded_words)});
    return facts;
}

std::string workload_text(const CaseRecord& record) {
    if (record.keys() == 0) return {};
    auto text = fmt::format("{} {} {} keys ({})", record.axes.text("n"), record.axes.text("key"),
                            record.input_name(), format_bytes(static_cast<double>(record.bytes())));
    if (record.input && !record.input->file.empty()) text += " of " + record.input->file;
    return text;
}

std::string config_text(const CaseRecord& record) {
    std::string text;
    if (record.block() != 0) text = fmt::format("block {}", record.block());
    const auto parameters = parameters_text(record.axes);
    return text + (text.empty() || parameters.empty() ? "" : ", ") + parameters;
}

std::string variant_text(const CaseRecord& record) { return record.subject.name; }

std::string what_text(const CaseRecord& record) {
    auto text = workload_text(record);
    const auto config = record.keys() == 0 ? std::string() : config_text(record);
    return config.empty() ? text : text + (text.empty() ? "" : ", ") + config;
}

std::string status_text(const CaseRecord& record) {
    const std::string status(name_of(record.status));
    if (record.message.empty()) return status;
    // The message contains the status.
    const auto rest = record.message.substr(1);
    const bool said = std::tolower(static_cast<unsigned char>(record.message.front())) == status.front() &&
                      rest.starts_with(std::string_view(status).substr(1));
    return said ? status.front() + rest : status + ": " + record.message;
}

std::string case_title(const CaseRecord& record) {
    const auto what = what_text(record);
    return fmt::format("Case {}: {}{}{}", static_cast<std::int64_t>(record.id), variant_text(record),
                       what.empty() ? "" : ", ", what);
}

std::string case_heading(const CaseRecord& record, std::size_t older) {
    const auto what = what_text(record);
    auto text = fmt::format("{}: {}{}case {}", variant_text(record), what, what.empty() ? "" : ", ",
                            static_cast<std::int64_t>(record.id));
    if (record.time) text += ", " + format_time_ns(static_cast<double>(record.time->median_ns));
    if (older > 0) text += fmt::format("; the newest of {} cases of its condition", older + 1);
    return text;
}

std::string device_text(const Device& device) {
    return fmt::format("{} ({})", device.name, name_of(device.backend));
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

}  // namespace sortscope::present
