#include "present/tables/case.hpp"

#include <cctype>
#include <cstdlib>

#include <fmt/core.h>

#include "analyzer/curves/curve.hpp"
#include "analyzer/launches/figures.hpp"
#include "analyzer/timing/interval.hpp"
#include "core/printable.hpp"
#include "core/times.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/list.hpp"
#include "present/tables/sweep.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
constexpr const char* absent = "-";
constexpr const char* padded_words =
    "eys were added to reach a power of two; they are part of the work measured";

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
    const auto trials = trial_counts(record);
    auto text = status_text(record);
    std::string brief = absent;
    if (trials.all > 0 && text.ends_with('.')) text.pop_back();  // the sentence goes on
    if (trials.all > 0 && trials.verified == trials.all) {
        const auto all = fmt::format("all {} trials", trials.all);
        text += "; output verified in " + (trials.all == 1 ? "its one trial" : all);
        brief = "yes, " + (trials.all == 1 ? "1 trial" : all);
    } else if (trials.all > 0 && trials.verified == 0 && record.status == CaseStatus::ok) {  // imported
        text += "; its output was not verified here";
        brief = "not here";
    } else if (trials.all > 0) {
        brief = fmt::format("{} of {} trials", trials.verified, trials.all);
        text += "; output verified in " + brief;
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
    const std::string spread = "Interquartile range over median of the accepted time trials.";
    if (!record.time) {
        const bool modelled = record.backend == BackendKind::simt;
        facts.add("time", "Median time",
                  modelled ? "none: the host interpreter models counters, not time" : "none was measured",
                  absent,
                  modelled ? "The host interpreter counts; it has no clock of the GPU."
                           : "No time was measured for this case.");
        facts.add("spread", "Spread", {}, absent, spread);
        return;
    }
    const auto& time = *record.time;
    const bool graph = record.time_mode == TimeMode::graph;
    const auto& cache = record.cache_state;
    const auto part = spread_of(time);
    const auto median = time_text(time.median_ns),
               range = time_text(time.min_ns) + " to " + time_text(time.max_ns);
    facts.add("time", "Median time",
              join({part ? fmt::format("median {}, spread {} (interquartile range / median), {}", median,
                                       format_percent(*part, 1), range)
                         : median + " in a single trial, which does not tell how it spreads",
                    graph ? "launched as one CUDA graph" : "",
                    time.rounds.size() > 1 ? fmt::format("{} rounds", time.rounds.size()) : "",
                    cache.empty() ? cache : "L2 " + cache + " before each trial"}) +
                  "; measured",
              median,
              join({part ? "Measured without a profiler: " + range + "."
                         : "Measured without a profiler, in a single trial.",
                    graph ? "Launched as one CUDA graph." : "",
                    stop_is_known(record) ? "Trials ended by: " + time.stopped_by : "",
                    cache.empty() ? cache : "L2 cache before each trial: " + cache},
                   "\n"),
              Provenance::measured);
    facts.add("spread", "Spread", {},
              part ? fmt::format("{} of {}", format_percent(*part, 1), plural(time.count, "trial")) : absent,
              part ? spread : spread + " A single trial has none.", Provenance::measured);
}

void add_stream_time(Facts& facts, const CaseRecord& record) {
    const auto overhead_ns = launch_overhead_ns(record);
    if (!overhead_ns || record.time_mode != TimeMode::graph) return;
    const auto& stream = *time_in(record, TimeMode::stream);
    const auto spread = spread_of(stream);
    facts.facts.push_back(
        {.id = "stream_time",
         .name = "one by one",
         .title = "Launched one by one",
         .text = fmt::format("median {}, {}: {} {} than as a graph; measured", time_text(stream.median_ns),
                             spread ? "spread " + format_percent(*spread, 1) : "of a single trial",
                             time_text(std::abs(*overhead_ns)), *overhead_ns < 0 ? "less" : "more"),
         .brief = time_text(stream.median_ns),
         .sentence =
             "The same launches made one by one in a stream, as a naive program makes them. What they "
             "take beyond the graph is the host's launching.",
         .provenance = Provenance::measured});
}

void add_rate(Facts& facts, const CaseRecord& record) {
    std::string sentence = "Keys over median time: 1e-6 N / T.";
    if (const auto rate = rate_mkeys_per_s(record)) {
        const auto brief = format_rate(*rate) + " Mkey/s";
        return facts.add("rate", "Rate", brief + " (keys / median time)", brief, sentence,
                         Provenance::measured);
    }
    if (record.time && record.status != CaseStatus::ok)
        sentence += " A case with unverified output has none.";
    facts.add("rate", "Rate", {}, absent, sentence);
}

void add_trials(Facts& facts, const CaseRecord& record) {
    const auto trials = trial_counts(record);
    auto text = join(trials.kinds, ", ", [](const auto& one) {
        const auto count = fmt::format("{} {}", one.count, one.name);
        return one.rejected == 0 ? count
                                 : fmt::format("{} ({} left out of the summary)", count, one.rejected);
    });
    if (stop_is_known(record)) text += "; stopped by " + record.time->stopped_by;
    facts.add("trials", "Trials", text, {},
              "Repetitions of the case: time trials by mode, other trials by kind.");
}

void add_traffic(Facts& facts, const CaseRecord& record) {
    if (record.required_bytes == 0) return;
    const auto bytes = bytes_text(record.required_bytes);
    auto text = bytes + (record.is_program() ? " of global memory traffic, by the program's own count"
                                             : " must be moved, by the plan of the launches");
    if (const auto rate = required_gb_per_s(record))
        text += fmt::format(": {} at the median time", format_bandwidth(1e9 * *rate));
    facts.add("traffic", "Must move", text, bytes,
              "Bytes that the algorithm itself must load and store, from its plan.");
}

void add_launches(Facts& facts, const Breakdown& by_stage) {
    const auto& total = by_stage.total.sums;
    if (total.launches == 0) return;
    const auto count = format_grouped(int64_t(total.launches));
    auto text = count;
    if (total.time_ns) text += fmt::format(", together {}", time_text(*total.time_ns));
    if (by_stage.gaps_ns) text += fmt::format(", {} between them", time_text(*by_stage.gaps_ns));
    if (total.time_ns) text += "; measured in the activity trial";
    facts.add("launches", "Launches", text,
              fmt::format("{} in {}", count, plural(by_stage.rows.size(), "stage")),
              "Kernel launches of one sort.");
    if (by_stage.gaps_ns)
        facts.add(
            "gaps", "Gaps (traced)", {}, time_text(*by_stage.gaps_ns),
            "Time from the first launch's start to the last one's end in which none ran. Measured in the "
            "activity trial, which is slower than the timed ones: its gaps and their median do not add up.",
            Provenance::measured);
}

/// Jan et al. give rho as a mean over launches, in percent.
void add_rho(Facts& facts, const Breakdown& by_stage) {
    std::optional<Provenance> provenance;
    const auto part = [&](const char* what, const char* id) {
        const auto value = mean_launch_pct(by_stage, metric(id));
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
    const auto sums = transfer_sums(record);
    if (sums.empty()) return;
    const auto text = join(sums, "; ", [](const auto& sum) {
        return fmt::format("{} {}: {} in {}", sum.count, spaced(name_of(sum.kind)), bytes_text(sum.bytes),
                           time_text(sum.time_ns));
    });
    const auto total = total_of(sums);
    facts.add("transfers", "Transfers", text + "; measured",
              fmt::format("{} in {}", bytes_text(total.bytes), time_text(total.time_ns)),
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
    facts.sort_notes();
}
}  // namespace

static void add_occupancy(Facts& facts, const Device& device, const LaunchRecord& launch) {
    const auto fill = wave_occupancy(device, launch);
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

Facts case_facts(const CaseRecord& details, const Breakdown& by_stage, const LaunchRecord* heaviest) {
    Facts facts{.title = variant_text(details)};
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
                  fmt::format("in {}, run {}", time_text(details.collect_ns), details.run), {},
                  "Wall time that the whole case took the collector.");
    add_notes(facts, details);
    return facts;
}

Facts brief_facts(const CaseRecord& details) {
    Facts facts{.title = variant_text(details)};
    auto time = details.time ? "median " + time_text(details.time->median_ns)
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
                      record.time ? time_text(record.time->median_ns) : ""});
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
                 named("--n", record.keys() == 0 ? "" : record.axes.text("n")),
                 named("--key", record.keys() == 0 ? "" : record.axes.text("key")),
                 named("--block", record.block() == 0 ? "" : std::to_string(record.block())), values,
                 named("--input", record.input && record.input->file.empty() ? record.input_name() : ""),
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

namespace {
std::string time_words(const CaseRecord& record, size_t trials) {
    return fmt::format("{} of {} time", plural(trials, "trial"), name_of(record.time_mode));
}

/// Has enough decimals to show a twentieth of the range, because trials differ little.
TimeScale fine_scale(double least_ns, double greatest_ns) {
    auto scale = time_scale(least_ns, greatest_ns);
    const double step = (greatest_ns - least_ns) / 20 / scale.ns;
    while (step > 0 && scale.decimals < 6 && step * std::pow(10, scale.decimals) < 1) ++scale.decimals;
    return scale;
}
}  // namespace

Table trial_histogram_table(const CaseRecord& record) {
    const auto times = accepted_ns(record.trials, record.time_mode);
    const auto bins = trial_histogram(times);
    if (bins.empty()) return {};
    const auto scale = fine_scale(bins.front().from_ns, bins.back().to_ns);
    const auto most = std::ranges::max(bins, {}, &TrialBin::trials).trials;
    return table_of(
        Fields<TrialBin>{
            {make_column("from_ns", "From", "from", 1000).scaled(scale).names(), &TrialBin::from_ns,
             scaled_with(scale)},
            {make_column("to_ns", "To", "to", 900).scaled(scale), &TrialBin::to_ns, scaled_with(scale)},
            {make_column("Trials", 1000), &TrialBin::trials},
            {text_column("bar", "Trials, drawn", "", 800).bar(10),
             [&](const auto& bin) { return bar_cell(double(bin.trials) / double(most)); }}},
        bins, "Histogram of " + time_words(record, times.size()));
}

Table trial_order_table(const CaseRecord& record) {
    const auto groups = trial_groups(record);
    if (groups.empty()) return {};
    const double least = std::ranges::min(groups, {}, &TrialGroup::least_ns).least_ns,
                 greatest = std::ranges::max(groups, {}, &TrialGroup::greatest_ns).greatest_ns;
    const auto scale = fine_scale(least, greatest);
    const auto range = std::max(greatest - least, 1.0);
    auto table = table_of(
        Fields<TrialGroup>{{make_column("Round", 900).names(),
                            [](const auto& group) { return setting_cell(group.round + 1); }},
                           {text_column("Trials", 1000).names(),
                            [](const auto& group) {
                                return group.first == group.last
                                           ? std::to_string(group.first)
                                           : fmt::format("{} to {}", group.first, group.last);
                            }},
                           {make_column("median_ns", "Median", "median", 1000).scaled(scale),
                            &TrialGroup::median_ns, scaled_with(scale)},
                           {make_column("least_ns", "Shortest", "shortest", 700).scaled(scale),
                            &TrialGroup::least_ns, scaled_with(scale)},
                           {make_column("greatest_ns", "Longest", "longest", 700).scaled(scale),
                            &TrialGroup::greatest_ns, scaled_with(scale)},
                           {text_column("bar", "Median, drawn", "", 800,
                                        "From the shortest to the longest time of all trials.")
                                .bar(10),
                            [&](const auto& group) { return bar_cell((group.median_ns - least) / range); }}},
        groups, "By order");
    table.note(fmt::format("Bars: from {} to {}.", format_time_ns(least), format_time_ns(greatest)));
    return table;
}

Table trial_table(const CaseRecord& record) {
    const auto trials = accepted_times(record.trials, record.time_mode);
    return table_of(
        Fields<TrialRecord>{
            {make_column("Round", 1000), [](const auto& trial) { return setting_cell(trial.round + 1); }},
            {make_column("Trial", 1000), &TrialRecord::index, setting_cell},
            {make_column("time_ns", "Time", "time", 1000).in("ns"), &TrialRecord::duration_ns, time_cell}},
        trials, "Trials");
}

namespace {
/// "245.6 to 246.2 us": the unit once.
std::string range_text(const Interval& interval) {
    const auto low = format_time_ns(interval.low), high = format_time_ns(interval.high);
    const auto unit_of = [](const std::string& text) { return text.substr(text.rfind(' ') + 1); };
    return unit_of(low) == unit_of(high) ? fmt::format("{} to {}", low.substr(0, low.rfind(' ')), high)
                                         : fmt::format("{} to {}", low, high);
}

Card time_card(const CaseRecord& record, const Variance& variance) {
    Card card{
        .id = "time",
        .title = "Sort time",
        .detail = "no time was measured",
        .sentence = "The median of the accepted trials, without a profiler, and its confidence interval."};
    if (record.backend == BackendKind::simt) card.detail = "the interpreter has no GPU clock";
    if (!record.time) return card;
    card.provenance = Provenance::measured;
    card.figure = time_text(record.time->median_ns);
    const auto estimate = analyzer::estimate(*record.time, variance, record.trials);
    if (!estimate || estimate->source == IntervalSource::none)
        card.detail = "a single trial: no interval";
    else if (estimate->source == IntervalSource::range)
        card.detail = range_text(estimate->interval_ns) + ", all trials";
    else
        card.detail = fmt::format("{}, {} interval", range_text(estimate->interval_ns),
                                  format_percent_short(estimate->interval_ns.level));
    return card;
}

Card stage_card(const Breakdown& by_stage) {
    const bool timed = by_stage.weight == Weight::time;
    Card card{.id = "stage",
              .title = "Costliest stage",
              .detail = "no launch was recorded",
              .sentence = fmt::format("The stage whose launches {}, and its share of all launches.",
                                      timed ? "take most time" : "move most sectors")};
    const BreakdownRow* costliest = nullptr;
    for (const auto& row : by_stage.rows)
        if (row.share && (costliest == nullptr || *row.share > *costliest->share)) costliest = &row;
    if (costliest == nullptr) {
        if (!by_stage.rows.empty()) card.detail = "no times and no sectors were recorded";
        return card;
    }
    const auto& sums = costliest->sums;
    card.stage = sums.stage;
    card.provenance = timed ? Provenance::measured : by_stage.weight_provenance;
    card.figure = fmt::format("Stage {}", sums.stage);
    card.detail =
        fmt::format("{} of {}", format_percent(*costliest->share, 1), timed ? "kernel time" : "the sectors");
    if (timed && sums.time_ns) card.detail = time_text(*sums.time_ns) + ", " + card.detail;
    return card;
}

Card overhead_card(const CaseRecord& record) {
    Card card{.id = "overhead",
              .title = "Launch overhead",
              .detail = "not measured",
              .sentence =
                  "The median of launches made one by one, less that of the same launches as a CUDA graph."};
    const auto overhead = launch_overhead_ns(record);
    if (!overhead) {
        if (record.time) card.detail = "times of one mode alone";
        return card;
    }
    card.provenance = Provenance::measured;
    card.figure = time_text(*overhead);
    card.detail = fmt::format("one by one {}", time_text(time_in(record, TimeMode::stream)->median_ns));
    return card;
}

Card limit_card(const CaseRecord& record, const Breakdown& by_stage, std::span<const DeviceLimit> limits) {
    Card card{.id = "limit",
              .title = "Nearest limit",
              .detail = "no counter was recorded",
              .sentence = "The limit of the device that the whole sort comes closest to."};
    if (!record.time || record.status != CaseStatus::ok) {
        card.detail = record.time ? "the output was not verified" : "a rate needs a measured time";
        return card;
    }
    const auto roofs = roofs_of(record.device, limits);
    const auto place = placement(by_stage.total.sums, double(record.time->median_ns), roofs);
    const auto* nearest = place.nearest();
    if (nearest == nullptr) {
        if (roofs.empty()) card.detail = "the device's limits are unknown";
        return card;
    }
    const auto limit = std::ranges::find(roofs, nearest->roof, &RoofLimit::roof);
    card.provenance =
        limit->provenance == Provenance::published ? Provenance::published : nearest->provenance;
    card.figure = format_percent(nearest->part);
    card.detail =
        fmt::format("of {}: {}", name_of(nearest->roof), roof_rate_text(nearest->roof, limit->per_s));
    return card;
}
}  // namespace

std::vector<Card> case_cards(const CaseRecord& details, const Breakdown& by_stage,
                             std::span<const DeviceLimit> limits, const Variance& variance) {
    return {time_card(details, variance), stage_card(by_stage), overhead_card(details),
            limit_card(details, by_stage, limits)};
}
}
