#include "collector/sweep_case.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "core/metric/cost.hpp"
#include "core/times.hpp"

namespace sortscope::collector {
namespace {

/// Runs of the sort with counters: on a GPU as usual for its chip, else one for each set.
std::size_t counting_runs(const CaseRecord& planned, const CounterRequest& request) {
    const auto is_measured = [](const PassRecord& pass) { return pass.provenance == Provenance::measured; };
    const auto measured = std::ranges::count_if(planned.passes, is_measured);
    const auto software = planned.passes.size() - static_cast<std::size_t>(measured);
    return software + (measured == 0 ? 0 : counting_time(request, usual_passes(request), 0, 0).runs);
}

/// The phases of a case in a round, as its backend plans it.
CasePhases phases_of(const CaseRecord& planned, std::uint32_t round) {
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

/// Rounds of the graph times of a case: `wanted`, and more for a short sort.
std::uint32_t graph_rounds(const Backend& backend, const CaseRecord& planned, const CaseWork& work,
                           std::uint32_t wanted, const Schedule& schedule) {
    // Short sorts differ by process, so further rounds need several processes.
    const bool is_short = wanted > 1 && planned.time_mode == TimeMode::graph &&
                          graph_seconds(work) < short_sort_s && backend.processes().size() > 1;
    return is_short ? wanted * std::max(1U, schedule.short_sort_factor) : wanted;
}

}  // namespace

BackendOptions options_for(const BackendOptions& options, const Phase& phase, std::uint32_t round) {
    BackendOptions result = options;
    result.phases = phase.phases;
    result.round = round;
    if (phase.graph_alone) {
        result.time_modes = {TimeMode::graph};
        // Further trials of a process add little: short sorts differ by process.
        result.trials.rule = StopRule::count;
        result.trials.max_trials = options.trials.min_trials;
    }
    return result;
}

SweepCase prepare_case(const Assignment& assignment, const BackendOptions& asked, const Schedule& schedule) {
    SweepCase each;
    each.assignment = &assignment;
    each.options = options_of(assignment.planned, asked);
    each.wanted = rounds_of(assignment.planned, schedule.rounds);
    const BackendOptions& options = each.options;
    try {
        each.planned = each.backend().planned(each.variant(), each.spec(), options);
    } catch (const Error&) {
        each.planned = each.backend().begin(each.variant(), each.spec());  // the run reports the error
    }
    each.work = work_of(each.variant(), each.spec());
    const auto processes = each.backend().processes();
    each.all_rounds = graph_rounds(each.backend(), each.planned, each.work, each.wanted, schedule);
    const auto plan_round = [&](std::vector<Phase>& list, std::uint32_t round, bool graph_alone) {
        for (const auto& process : processes) {
            Phase phase;
            phase.phases = process & phases_of(each.planned, round);
            if (phase.phases.empty()) continue;
            phase.graph_alone = graph_alone;
            phase.guess = first_guess(each.work, each.spec().workload.bytes(), each.backend().device(),
                                      options_for(options, phase, round));
            // One kind for all rounds: times take as long in each.
            const auto& phases = phase.phases;
            phase.kind = each.backend().device().uuid + each.backend().device().name +
                         (phases.times ? "t" : "") + (phases.launch_times ? "l" : "") +
                         (phases.counters ? "c" : "") + (phases.counting ? "m" : "") +
                         (phases.series ? "o" : "") + (phases.stalls ? "s" : "") + (graph_alone ? "g" : "");
            list.push_back(std::move(phase));
        }
    };
    plan_round(each.first, 0, false);
    if (each.wanted > 1) plan_round(each.later, 1, false);
    if (each.all_rounds > each.wanted) plan_round(each.graph, each.wanted, true);
    // Run cases with no planned measurements too, to check their output.
    if (each.first.empty())
        each.first.push_back(
            {processes.front(), false, each.backend().device().name,
             first_guess(each.work, each.spec().workload.bytes(), each.backend().device(), options)});
    return each;
}

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
            if (&each.backend() != &backend || phase == each.first.end()) continue;
            const auto same_counters = [&](const BackendOptions& first) {
                return !process.counters || first.counters.same_configuration(each.options.counters);
            };
            if (std::ranges::none_of(std::span(options).subspan(earlier), same_counters))
                options.push_back(options_for(each.options, *phase, 0));
        }
    }
    return options;
}

std::vector<TimeSummary> times_of(const CaseRecord& record) {
    std::vector<TimeSummary> times;
    if (record.time) times.push_back(*record.time);
    times.insert(times.end(), record.other_times.begin(), record.other_times.end());
    return times;
}

std::span<const TrialRecord> sum_up_round(SweepCase& each, std::uint32_t round) {
    auto& record = each.record;
    const auto trials = std::span(record.trials).subspan(std::min(each.earlier_trials, record.trials.size()));
    if (record.status != CaseStatus::ok) {
        for (auto& trial : trials)
            if (std::exchange(trial.accepted, false))
                trial.note = record.status == CaseStatus::unverified ? "another sort of its round went wrong"
                                                                     : "its round was lost";
    } else if (round < each.wanted) {
        for (const auto& time : times_of(record)) {
            const auto same = std::ranges::find(each.times, time.mode, &TimeSummary::mode);
            if (same == each.times.end())
                each.times.push_back(time);
            else
                same->stopped_by = time.stopped_by;
        }
    }
    for (auto& time : each.times)
        if (auto whole = summarize_times(record.trials, time.mode, time.stopped_by)) time = *whole;
    return trials;
}

double guessed_seconds(const SweepCase& each) {
    const auto sum = [](const std::vector<Phase>& list) {
        return std::accumulate(list.begin(), list.end(), 0.0,
                               [](double all, const Phase& phase) { return all + phase.guess; });
    };
    return sum(each.first) + (each.wanted - 1) * sum(each.later) +
           (each.all_rounds - each.wanted) * sum(each.graph);
}

std::vector<Expectation> expect(const std::vector<Assignment>& assignments, const BackendOptions& options,
                                const Schedule& schedule) {
    std::vector<Expectation> list;
    for (const auto& assignment : assignments) {
        auto& expected = list.emplace_back();
        if (!assignment.backend) continue;
        const auto each = prepare_case(assignment, options, schedule);
        expected = {each.work, counting_runs(each.planned, each.options.counters), guessed_seconds(each),
                    each.rounds_with_phases(), each.wanted};
    }
    return list;
}

std::uint32_t rounds_of(const std::vector<Expectation>& expected) {
    std::uint32_t most = 1;
    for (const auto& each : expected) most = std::max(most, std::min(each.rounds, each.wanted));
    return most;
}

ShortSorts short_sorts(const std::vector<Expectation>& expected) {
    ShortSorts sorts;
    for (const auto& each : expected) {
        if (!each.is_short_sort()) continue;
        sorts.fewest_rounds = sorts.count == 0 ? each.rounds : std::min(sorts.fewest_rounds, each.rounds);
        sorts.most_rounds = std::max(sorts.most_rounds, each.rounds);
        ++sorts.count;
    }
    return sorts;
}

void check_options(const std::vector<Assignment>& assignments, const BackendOptions& options) {
    std::vector<const Backend*> asked;
    for (const auto& assignment : assignments) {
        if (assignment.backend == nullptr || std::ranges::find(asked, assignment.backend) != asked.end())
            continue;
        asked.push_back(assignment.backend);
        try {
            assignment.backend->planned(*assignment.planned.variant, assignment.planned.spec,
                                        options_of(assignment.planned, options));
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::usage) throw;
        }
    }
}

}  // namespace sortscope::collector
