#include "collector/sweep_case.hpp"

#include <numeric>

#include <fmt/format.h>

#include "core/metric/cost.hpp"
#include "core/ranges.hpp"
#include "core/text.hpp"
#include "core/times.hpp"
#include "kernels/context/digest.hpp"

namespace sortscope::collector {
namespace {
constexpr double gpu_start_s = 0.5;  ///< from a GPU process's start to its first case
/// Estimated bytes of a launch with counters and sites, of a case, of an empty file.
constexpr double launch_bytes = 400, case_bytes = 3000, empty_file_bytes = 370000;

/// Executions of the sort for counters: hardware passes, and one for each software set.
size_t counting_runs(const CaseRecord& planned, const CounterRequest& request) {
    const auto is_measured = [](const PassRecord& pass) { return pass.provenance == Provenance::measured; };
    const auto measured = std::ranges::count_if(planned.passes, is_measured);
    const auto software = planned.passes.size() - size_t(measured);
    return software + (measured == 0 ? 0 : counting_time(request, usual_passes(request), 0, 0).runs);
}

CasePhases phases_of(const CaseRecord& planned, uint32_t round) {
    CasePhases phases = CasePhases::none();
    phases.times = planned.time_mode != TimeMode::none;
    if (round > 0) return phases;
    phases.launch_times = planned.backend == BackendKind::cupti;
    for (const auto& pass : planned.passes)
        (pass.set == series_pass                   ? phases.series
         : pass.set == stalls_pass                 ? phases.stalls
         : pass.provenance == Provenance::measured ? phases.counters
                                                   : phases.counting) = true;
    return phases;
}

SweepCase plan_case(const PlannedCase& assigned, const BackendOptions& asked, const Schedule& schedule) {
    SweepCase each;
    static_cast<PlannedCase&>(each) = assigned;
    if (each.is_refused()) return each;
    each.options = options_of(each, asked);
    const BackendOptions& options = each.options;
    try {
        each.planned = each.backend->planned(*each.variant, each.spec, options);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::usage) throw;
        each.planned = each.backend->begin(*each.variant, each.spec);
    }
    each.work = work_of(*each.variant, each.spec);
    each.counting_runs = counting_runs(each.planned, options.counters);
    if (each.planned.time_mode != TimeMode::none) each.wanted = rounds_of(each, schedule.rounds);
    const auto processes = each.backend->processes();
    // Times of short sorts differ between processes, so extra rounds need several processes.
    const bool is_short = each.wanted > 1 && each.planned.time_mode == TimeMode::graph &&
                          graph_seconds(each.work) < short_sort_s && processes.size() > 1;
    each.all_rounds = each.wanted * (is_short ? std::max(1U, schedule.short_sort_factor) : 1);
    const auto& device = each.backend->device();
    const auto plan_round = [&](std::vector<Phase>& list, uint32_t round, uint32_t rounds) {
        for (const auto& process : processes) {
            const auto phases = process & phases_of(each.planned, round);
            if (rounds == 0 || phases.empty()) continue;
            const bool graph_alone = round >= each.wanted;
            // One kind for all rounds, since times take equally long in each.
            Phase phase{phases, graph_alone,
                        device.uuid + device.name + (phases.times ? "t" : "") +
                            (phases.launch_times ? "l" : "") + (phases.counters ? "c" : "") +
                            (phases.counting ? "m" : "") + (phases.series ? "o" : "") +
                            (phases.stalls ? "s" : "") + (graph_alone ? "g" : "")};
            phase.guess = first_guess(each.work, each.spec.workload.bytes(), device,
                                      options_for(options, phase, round));
            each.guess += rounds * phase.guess;
            list.push_back(std::move(phase));
        }
    };
    plan_round(each.first, 0, 1);
    plan_round(each.later, 1, each.wanted - 1);
    plan_round(each.graph, each.wanted, each.all_rounds - each.wanted);
    // Run cases without planned measurements too, to check their output.
    if (each.first.empty()) {
        each.guess = first_guess(each.work, each.spec.workload.bytes(), device, options);
        each.first.push_back({processes.front(), false, device.name, each.guess});
    }
    return each;
}

/// A single round is not listed in TimeSummary::rounds.
size_t stored_rounds(const TimeSummary* time) {
    return time == nullptr ? 0 : std::max<size_t>(1, time->rounds.size());
}

bool has_no_graph(const CaseRecord& stored) {
    return std::ranges::any_of(stored.notes,
                               [](const Note& note) { return note.text.starts_with(no_graph_note); });
}

std::vector<TimeMode> planned_modes(const SweepCase& each) {
    const auto& asked = each.options.time_modes;
    std::vector<TimeMode> modes{each.planned.time_mode};
    if (each.planned.backend != BackendKind::cupti || modes.front() == TimeMode::none) return modes;
    // The planned mode is the first that fits. A stream fits every sort; a graph allows limited launches.
    for (auto mode = std::ranges::find(asked, modes.front()); mode != asked.end(); ++mode) {
        if (*mode == modes.front()) continue;
        auto alone = each.options;
        alone.time_modes = {*mode};
        if (*mode == TimeMode::stream ||
            each.backend->planned(*each.variant, each.spec, alone).time_mode == *mode)
            modes.push_back(*mode);
    }
    return modes;
}

bool has_times(const CaseRecord& stored, const SweepCase& each, std::vector<TimeMode> modes) {
    if (has_no_graph(stored)) std::ranges::replace(modes, TimeMode::graph, TimeMode::stream);
    return std::ranges::all_of(modes, [&](TimeMode mode) {
        const auto rounds = mode == TimeMode::graph ? each.all_rounds : each.wanted;
        return mode == TimeMode::none || stored_rounds(time_in(stored, mode)) >= rounds;
    });
}

bool is_by_software(const PassRecord& pass) {
    return pass.provenance != Provenance::measured && pass.pass != several_passes;
}

/// True also for sets that were tried without success.
bool has_counters(const CaseRecord& stored, const CaseRecord& planned, bool sites) {
    const bool has_sites = std::ranges::any_of(
        stored.launches, [](const LaunchRecord& launch) { return !launch.sites.empty(); });
    return std::ranges::all_of(planned.passes, [&](const PassRecord& pass) {
        const auto* same = find_or_null(stored.passes, pass.set, &PassRecord::set);
        return same != nullptr && (!sites || has_sites || !is_by_software(*same));
    });
}
/// Backends of cases that are not refused, each once.
std::vector<const Backend*> used_backends(const auto& cases) {
    std::vector<const Backend*> used;
    for (const PlannedCase& each : cases)
        if (each.backend != nullptr) add_once(used, each.backend);
    return used;
}
}  // namespace

std::vector<size_t> round_order(size_t count, const Schedule& schedule, uint32_t round) {
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    if (schedule.rounds < 2) return order;
    uint64_t state = schedule.order_seed ^ (uint64_t{round} << 32);
    for (size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[kernels::mix64(state += 0x9e3779b97f4a7c15) % i]);
    return order;
}

std::chrono::milliseconds silence_limit(double expected_seconds, const Schedule& schedule) {
    if (schedule.case_limit.count() > 0) return schedule.case_limit;
    constexpr double least_s = 30, times = 20, most_s = 1e9;
    return std::chrono::milliseconds(int64_t(1e3 * std::clamp(times * expected_seconds, least_s, most_s)));
}

BackendOptions options_for(const BackendOptions& options, const Phase& phase, uint32_t round) {
    BackendOptions result = options;
    result.phases = phase.phases;
    result.round = round;
    if (phase.graph_alone) {
        result.time_modes = {TimeMode::graph};
        // Times of short sorts differ by process: more trials in one process add little.
        result.trials.rule = StopRule::count;
        result.trials.max_trials = options.trials.min_trials;
    }
    return result;
}

std::vector<SweepCase> plan_sweep(const std::vector<PlannedCase>& assigned, const BackendOptions& options,
                                  const Schedule& schedule) {
    std::vector<SweepCase> cases;
    for (const auto& each : assigned) cases.push_back(plan_case(each, options, schedule));
    return cases;
}

bool run_at_once(std::span<const Backend* const> backends) {
    return std::ranges::count_if(backends, [](const Backend* each) {
               return each->kind() == BackendKind::cupti && each->processes().size() > 1;
           }) > 1;
}

bool run_at_once(std::span<const SweepCase> cases) { return run_at_once(used_backends(cases)); }

std::vector<SweepCase*> by_counters(std::span<SweepCase* const> batch) {
    std::vector<SweepCase*> cases(batch.begin(), batch.end());
    for (auto first = cases.begin(); first != cases.end();) {
        const auto group = first;
        first = std::stable_partition(first, cases.end(),
                                      [&counters = (*first)->options.counters](const SweepCase* each) {
                                          return each->options.counters.same_configuration(counters);
                                      });
        std::stable_sort(group, first, [](const SweepCase* a, const SweepCase* b) {
            return a->work.launches > b->work.launches;
        });
    }
    return cases;
}

std::vector<BackendOptions> first_cases(const Backend& backend, std::span<const SweepCase> cases) {
    std::vector<BackendOptions> options;
    for (const auto& process : backend.processes()) {
        const auto earlier = options.size();
        for (const auto& each : cases) {
            const auto of_process = [&](const Phase& phase) { return phase.phases.within(process); };
            const auto phase = std::ranges::find_if(each.first, of_process);
            if (each.backend != &backend || phase == each.first.end()) continue;
            const auto same_counters = [&](const BackendOptions& first) {
                return !process.counters || first.counters.same_configuration(each.options.counters);
            };
            if (std::ranges::none_of(std::span(options).subspan(earlier), same_counters))
                options.push_back(options_for(each.options, *phase, 0));
        }
    }
    return options;
}

std::vector<TimeSummary> sum_up_round(SweepCase& each, uint32_t round, std::vector<TrialRecord> earlier) {
    auto& record = each.record;
    if (record.status != CaseStatus::ok) {
        for (auto& trial : record.trials)
            if (std::exchange(trial.accepted, false))
                trial.note = record.status == CaseStatus::unverified ? "another sort of its round was wrong"
                                                                     : "its round was lost";
    } else if (round < each.wanted) {
        const auto add = [&](const TimeSummary& time) {
            find_or_add(each.stops, time.mode, &ModeStop::mode).stopped_by = time.stopped_by;
        };
        if (record.time) add(*record.time);
        for (const auto& time : record.other_times) add(time);
    }
    earlier.insert(earlier.end(), record.trials.begin(), record.trials.end());
    std::vector<TimeSummary> summaries;
    for (const auto& [mode, stopped_by] : each.stops)
        if (auto summary = summarize_times(earlier, mode, stopped_by))
            summaries.push_back(std::move(*summary));
    each.earlier_trials += uint32_t(std::ranges::count(record.trials, TrialKind::time, &TrialRecord::kind));
    return summaries;
}

uint32_t rounds_of(std::span<const SweepCase> cases) {
    return cases.empty() ? 1 : std::ranges::max(cases, {}, &SweepCase::wanted).wanted;
}

ShortSorts short_sorts(std::span<const SweepCase> cases) {
    ShortSorts sorts;
    for (const auto& each : cases) {
        if (!each.is_short_sort()) continue;
        sorts.fewest_rounds =
            sorts.count++ == 0 ? each.all_rounds : std::min(sorts.fewest_rounds, each.all_rounds);
        sorts.most_rounds = std::max(sorts.most_rounds, each.all_rounds);
    }
    return sorts;
}

std::string ShortSorts::rounds_text() const {
    return fewest_rounds == most_rounds ? fmt::format("{}", most_rounds)
                                        : fmt::format("{} to {}", fewest_rounds, most_rounds);
}

SweepTotals totals_of(std::span<const SweepCase> cases) {
    SweepTotals totals;
    std::map<const Backend*, uint32_t> starts;  // started processes: one a round, and one for counters
    std::map<const Backend*, double> seconds;
    for (const auto& each : cases) {
        if (each.is_refused()) continue;
        ++totals.cases;
        totals.launches += each.work.launches;
        totals.passes += each.counting_runs;
        seconds[each.backend] += each.guess;
        if (each.backend->kind() == BackendKind::cupti)
            starts[each.backend] = std::max(starts[each.backend], each.all_rounds + 1);
        totals.all_planned = totals.all_planned && (each.work.planned || each.work.launches == 0);
    }
    for (const auto& [backend, times] : starts) seconds[backend] += times * gpu_start_s;
    const bool at_once = run_at_once(cases);
    double longest = 0;
    for (const auto& [backend, its] : seconds)
        if (at_once && backend->kind() == BackendKind::cupti)
            longest = std::max(longest, its);
        else
            totals.seconds += its;
    totals.seconds += longest;
    if (totals.cases != 0)
        totals.file_bytes =
            empty_file_bytes + totals.launches * launch_bytes + double(totals.cases) * case_bytes;
    return totals;
}

std::vector<std::string> plan_sentences(std::span<const SweepCase> cases, size_t stored, uint32_t rounds) {
    const auto totals = totals_of(cases);
    std::vector sentences{fmt::format("{} of {} cases would run{}.", totals.cases, cases.size() + stored,
                                      stored == 0 ? "" : fmt::format(", {} already stored", stored))};
    if (totals.cases == 0) return sentences;
    std::string repeats = rounds == 1 ? "" : fmt::format(" in {} rounds", rounds);
    if (const auto sorts = short_sorts(cases); sorts.count != 0)
        repeats += fmt::format(" ({} for the graph times of {})", sorts.rounds_text(),
                               plural(sorts.count, "short sort"));
    sentences.push_back(
        fmt::format("Expected: {}{} launches, {}, about {}{}, a file of about {}.",
                    totals.all_planned ? "" : "about ", std::llround(totals.launches),
                    totals.passes == 1 ? "1 counter pass" : fmt::format("{} counter passes", totals.passes),
                    format_rough_time(totals.seconds), repeats, format_bytes(totals.file_bytes)));
    return sentences;
}

std::optional<Note> note_on(const GpuCode& code, std::span<const SweepCase> cases) {
    const auto on_gpu = [](const SweepCase& each) {
        return !each.is_refused() && each.backend->kind() == BackendKind::cupti;
    };
    if (code.optimised || std::ranges::none_of(cases, on_gpu)) return std::nullopt;
    return Note{Severity::warning, "The GPU code of this program is " + code.text +
                                       ": times and instruction counts differ from an optimised build."};
}

bool is_counted_by_software(const CaseRecord& record) {
    return std::ranges::any_of(record.passes, is_by_software);
}

size_t drop_finished(std::vector<SweepCase>& cases, const std::vector<CaseRecord>& known, bool any_of_model) {
    const auto condition = [&](const CaseRecord& record) {
        auto all = condition_of(record);
        if (any_of_model) all.device.id.clear();
        return all;
    };
    std::multimap<Condition, const CaseRecord*> finished;
    for (const auto& record : known)
        if (record.status == CaseStatus::ok) finished.emplace(condition(record), &record);
    return std::erase_if(cases, [&](const SweepCase& wanted) {
        if (wanted.is_refused()) return false;
        const auto is_stored = [&](const CaseRecord& planned, bool without_graph) {
            const auto [first, last] = finished.equal_range(condition(planned));
            return std::any_of(first, last, [&](const auto& each) {
                const CaseRecord& stored = *each.second;
                return (!without_graph || has_no_graph(stored)) &&
                       has_times(stored, wanted, planned_modes(wanted)) &&
                       has_counters(stored, wanted.planned, wanted.options.sites);
            });
        };
        if (is_stored(wanted.planned, false)) return true;
        if (wanted.planned.time_mode != TimeMode::graph) return false;
        auto without = wanted.planned;  // after a failed capture, the stored case has mode stream
        without.time_mode = TimeMode::stream;
        return is_stored(without, true);
    });
}
}
