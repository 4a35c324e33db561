#include "collector/estimate.hpp"

#include <thread>

#include "core/metric/cost.hpp"
#include "core/ranges.hpp"

namespace sortscope::collector {
namespace {
// Rates measured on one machine.
constexpr double simt_steps_s = 5e7;  ///< interpreted steps per second on one core
constexpr double simt_launch_s = 1e-5;
constexpr double cpu_steps_s = 2e8;
// Rates of a GPU in stream mode.
constexpr double gpu_steps_s = 2e11;
constexpr double gpu_depth_s = 4e-7;  ///< time of one step that waits for memory
constexpr double gpu_bytes_s = 4e11;
constexpr double gpu_launch_s = 2.5e-6;
// Rates of a GPU in graph mode: no launch waits for the host. Half of 509 estimates were within a factor of 2
// of the measured time.
constexpr double graph_steps_s = 4.4e11;
constexpr double graph_depth_s = 3e-8;
constexpr double graph_launch_s = 0.75e-6;
// Costs of a case.
constexpr double gpu_times_fixed_s = 0.004;  ///< fixed cost of each time mode
constexpr double gpu_launch_times_fixed_s = 0.005;

/// Seconds of all time trials. `once`: seconds of one sort.
double trials_time(double once, const TrialOptions& trials) {
    const double budget = std::chrono::duration<double>(trials.budget).count();
    const double most = trials.max_trials;
    if (trials.rule == StopRule::count) return once * most;
    // Rule entropy needs some ten times as many trials as rule spread.
    const double expected = trials.rule == StopRule::budget
                                ? std::min(budget / std::max(once, 1e-9), double{most_trials})
                            : trials.rule == StopRule::entropy ? std::min(20.0 * trials.min_trials, most)
                                                               : std::min(2.0 * trials.min_trials, most);
    // A sort longer than the budget gets min_trials, a very long sort two trials.
    const double least = std::max(std::min(once * trials.min_trials, trials.patience * budget), 2 * once);
    return std::max(std::min(once * expected, budget), least);
}

double gpu_guess(const CaseWork& work, uint64_t bytes, const BackendOptions& options) {
    const double steps_s = std::max(work.steps / gpu_steps_s, work.depth * gpu_depth_s);
    const double extra_s = 6.0 * double(bytes) / gpu_bytes_s;  // restoring, flushing, digesting
    const double run_s = work.launches * gpu_launch_s + steps_s + extra_s;
    double time = 0;
    if (options.phases.times)
        time += double(options.time_modes.size()) * (gpu_times_fixed_s + trials_time(run_s, options.trials));
    if (options.phases.launch_times)
        time += gpu_launch_times_fixed_s + options.activity_trials * (run_s + 4e-6 * work.launches);
    const auto add_counting = [&](const CounterRequest& request) {
        const auto counting = counting_time(request, usual_passes(request), uint64_t(work.launches), 0);
        time += counting.a_case + double(counting.runs) * run_s;
    };
    if (options.phases.counters)
        add_counting({.sets = options.counters.sets, .vendor = options.counters.vendor});
    if (options.phases.stalls && options.counters.stalls) {
        add_counting({.stalls = true});
        time += CountingCosts{}.stalls_fetch * steps_s;
    }
    if (options.phases.series && options.counters.series) add_counting({.series = true});
    if (options.phases.counting) time += 10 * steps_s + extra_s;
    return time;
}
}  // namespace

CaseWork work_of(const Variant& variant, const CaseSpec& spec) {
    CaseWork work;
    const auto& info = variant.info;
    const double n = double(spec.workload.n);
    const bool slow_input = info.slow.includes(spec.workload.distribution);
    if (variant.plan && info.kind == VariantKind::planned) {
        kernels::Plan plan;
        try {
            plan = variant.plan(spec.workload, spec.config);
        } catch (const Error&) {
            if (!variant.plugin) throw;  // a plug-in's case reports the error later
        }
        for (const auto& launch : plan.launches) {
            const auto threads = double(launch.grid.count() * launch.block.count());
            const double each = info.steps ? info.steps(n, launch.block.x, slow_input) : 1;
            const double steps = std::max(threads * each, 2 * double(launch.comparators));
            work.steps += steps;
            work.depth += steps / threads;
        }
        work.launches = double(plan.launches.size());
        if (work.launches > 0) return work;
    }
    work.planned = false;
    work.launches = info.kind == VariantKind::opaque ? 16 : 0;
    work.steps = info.steps ? info.steps(n, 0, slow_input) : slow_input ? n * n / 2 : n * std::log2(n + 1);
    return work;
}

double graph_seconds(const CaseWork& work) {
    return work.launches * graph_launch_s + std::max(work.steps / graph_steps_s, work.depth * graph_depth_s);
}

double first_guess(const CaseWork& work, uint64_t bytes, const Device& device,
                   const BackendOptions& options) {
    switch (device.backend) {
        case BackendKind::cupti:
            return gpu_guess(work, bytes, options);
        case BackendKind::simt: {
            if (!options.phases.counting) return 0;
            const unsigned threads =
                options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.threads;
            return 1e-3 + work.launches * simt_launch_s + work.steps / (simt_steps_s * threads);
        }
        case BackendKind::cpu:
            return options.phases.times ? 1e-3 + trials_time(work.steps / cpu_steps_s, options.trials) : 0;
    }
    return 0;
}

double TimeModel::seconds(const std::string& kind, const std::string& variant, double guess) const {
    const auto* model = mapped_or_null(kinds_, kind);
    if (model == nullptr) return guess;
    const auto* longest = mapped_or_null(model->longest, variant);
    const Seen& seen = longest == nullptr ? model->all : *longest;
    return seen.guess > 0 ? guess * seen.seconds / seen.guess : guess;
}

void TimeModel::observe(const std::string& kind, const std::string& variant, double guess, double seconds) {
    auto& [all, longest] = kinds_[kind];
    all.guess += guess;
    all.seconds += seconds;
    if (auto& kept = longest[variant]; guess >= kept.guess) kept = {guess, seconds};
}
}
