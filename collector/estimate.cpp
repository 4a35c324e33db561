#include "collector/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/metric/cost.hpp"

namespace sortscope::collector {
namespace {

// Rates of one machine.
constexpr double simt_steps_s = 5e7;  ///< interpreted steps of a thread each second on one core
constexpr double simt_launch_s = 1e-5;
constexpr double cpu_steps_s = 2e8;
// A GPU in stream mode.
constexpr double gpu_steps_s = 2e11;
constexpr double gpu_depth_s = 4e-7;  ///< a step that waits for memory
constexpr double gpu_bytes_s = 4e11;
constexpr double gpu_launch_s = 2.5e-6;
// A GPU in graph mode, which no launch waits for the host in: half of 509 sorts are within a factor of 2.
constexpr double graph_steps_s = 4.4e11;
constexpr double graph_depth_s = 3e-8;
constexpr double graph_launch_s = 0.75e-6;
// Fixed costs of a case.
constexpr double gpu_times_fixed_s = 0.004;  ///< in each time mode
constexpr double gpu_launch_times_fixed_s = 0.005;

/// Seconds for the time trials of a sort that takes `once` seconds.
double trials_time(double once, const TrialOptions& trials) {
    const double budget = std::chrono::duration<double>(trials.budget).count();
    const double most = trials.max_trials;
    if (trials.rule == StopRule::count) return once * most;
    // Rule entropy needs some ten times the trials of rule spread.
    const double expected = trials.rule == StopRule::budget
                                ? std::min(budget / std::max(once, 1e-9), double{most_trials})
                            : trials.rule == StopRule::entropy ? std::min(20.0 * trials.min_trials, most)
                                                               : std::min(2.0 * trials.min_trials, most);
    // A sort longer than the budget gets its fewest trials, a very long one two.
    const double least = std::max(std::min(once * trials.min_trials, trials.patience * budget), 2 * once);
    return std::max(std::min(once * expected, budget), least);
}

/// Divides `seconds` of runs into launches and steps.
void add_runs(ExpectedTime& time, double seconds, double launches_s, double steps_s) {
    const double once = launches_s + steps_s;
    if (once <= 0) return;
    time.launches += seconds * launches_s / once;
    time.steps += seconds * steps_s / once;
}

ExpectedTime gpu_guess(const CaseWork& work, std::uint64_t bytes, const BackendOptions& options) {
    const double launches_s = work.launches * gpu_launch_s;
    const double steps_s = std::max(work.steps / gpu_steps_s, work.depth * gpu_depth_s);
    const double extra_s = 6.0 * static_cast<double>(bytes) / gpu_bytes_s;  // restored, flushed, digested
    ExpectedTime time;
    if (options.phases.times) {
        time.fixed += static_cast<double>(options.time_modes.size()) * gpu_times_fixed_s;
        const double all = static_cast<double>(options.time_modes.size()) *
                           trials_time(launches_s + steps_s + extra_s, options.trials);
        add_runs(time, all, launches_s, steps_s + extra_s);
    }
    if (options.phases.launch_times) {
        time.fixed += gpu_launch_times_fixed_s;
        time.launches += options.activity_trials * (launches_s + 4e-6 * work.launches);
        time.steps += options.activity_trials * (steps_s + extra_s);
    }
    const auto add_counting = [&](const CounterRequest& request) {
        const auto passes = usual_passes(request);
        const auto always = counting_time(request, passes, 0, 0);
        const auto whole = counting_time(request, passes, static_cast<std::uint64_t>(work.launches), 0);
        const auto runs = static_cast<double>(whole.runs);
        time.fixed += always.a_case;
        time.launches += whole.a_case - always.a_case + runs * launches_s;
        time.steps += runs * (steps_s + extra_s);
    };
    if (options.phases.counters)
        add_counting({.sets = options.counters.sets, .vendor = options.counters.vendor});
    if (options.phases.stalls && options.counters.stalls) {
        add_counting({.stalls = true});
        time.steps += CountingCosts{}.stalls_fetch * steps_s;
    }
    if (options.phases.series && options.counters.series) add_counting({.series = true});
    if (options.phases.counting) time.steps += 10 * steps_s + extra_s;
    return time;
}

}  // namespace

CaseWork work_of(const kernels::Variant& variant, const CaseSpec& spec) {
    CaseWork work;
    const auto& info = variant.info;
    const double n = static_cast<double>(spec.workload.n);
    const auto& slow = info.slow.distributions;
    const bool slow_input = std::ranges::find(slow, spec.workload.distribution) != slow.end();
    if (variant.plan && info.kind == kernels::VariantKind::planned) {
        const auto plan = variant.plan(spec.workload, spec.config);
        for (const auto& launch : plan.launches) {
            const auto threads = static_cast<double>(launch.grid.count() * launch.block.count());
            const double each = info.steps ? info.steps(n, launch.block.x, slow_input) : 1;
            const double steps = std::max(threads * each, 2 * static_cast<double>(launch.comparators));
            work.steps += steps;
            work.depth += steps / threads;
        }
        work.launches = static_cast<double>(plan.launches.size());
        if (work.launches > 0) return work;
    }
    work.planned = false;
    work.launches = info.kind == kernels::VariantKind::opaque ? 16 : 0;
    work.steps = info.steps ? info.steps(n, 0, slow_input) : slow_input ? n * n / 2 : n * std::log2(n + 1);
    return work;
}

double graph_seconds(const CaseWork& work) {
    return work.launches * graph_launch_s + std::max(work.steps / graph_steps_s, work.depth * graph_depth_s);
}

ExpectedTime first_guess(const CaseWork& work, std::uint64_t bytes, const Device& device,
                         const BackendOptions& options) {
    switch (device.backend) {
        case BackendKind::cupti:
            return gpu_guess(work, bytes, options);
        case BackendKind::simt: {
            if (!options.phases.counting) return {};
            const unsigned threads =
                options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.threads;
            return {1e-3, work.launches * simt_launch_s, work.steps / (simt_steps_s * threads)};
        }
        case BackendKind::cpu: {
            if (!options.phases.times) return {};
            return {1e-3, 0, trials_time(work.steps / cpu_steps_s, options.trials)};
        }
    }
    return {};
}

double TimeModel::seconds(const std::string& kind, const std::string& variant,
                          const ExpectedTime& guess) const {
    const auto model = kinds_.find(kind);
    if (model == kinds_.end()) return guess.total();
    const auto& [seen, scale, variants] = model->second;
    const auto ratio = variants.find(variant);
    return scaled(scale, guess) * (ratio == variants.end() ? 1 : ratio->second);
}

void TimeModel::observe(const std::string& kind, const std::string& variant, const ExpectedTime& guess,
                        double seconds) {
    auto& model = kinds_[kind];
    model.seen.push_back({variant, guess, std::max(seconds, 1e-6)});
    model.scale = fit(model.seen);
    std::map<std::string, const Seen*> longest;
    for (const auto& each : model.seen) {
        auto& kept = longest[each.variant];
        if (kept == nullptr || each.guess.total() >= kept->guess.total()) kept = &each;
    }
    for (const auto& [name, each] : longest) {
        const double expected = scaled(model.scale, each->guess);
        model.variants[name] = std::clamp(each->seconds / std::max(expected, 1e-9), 0.03, 30.0);
    }
}

double TimeModel::scaled(const Scale& scale, const ExpectedTime& guess) {
    return scale[0] * guess.fixed + scale[1] * guess.launches + scale[2] * guess.steps;
}

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

/// Solves squares * x = sums by elimination, with x = 0 unless `used`. `squares` is positive definite.
std::array<double, 3> solve(Matrix squares, std::array<double, 3> sums, const std::array<bool, 3>& used) {
    for (std::size_t i = 0; i < 3; ++i) {
        if (used[i]) continue;
        for (std::size_t j = 0; j < 3; ++j) squares[i][j] = squares[j][i] = 0;
        squares[i][i] = 1;
        sums[i] = 0;
    }
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t row = i + 1; row < 3; ++row) {
            const double factor = squares[row][i] / squares[i][i];
            for (std::size_t j = i; j < 3; ++j) squares[row][j] -= factor * squares[i][j];
            sums[row] -= factor * sums[i];
        }
    std::array<double, 3> x{};
    for (std::size_t i = 3; i-- > 0;) {
        x[i] = sums[i];
        for (std::size_t j = i + 1; j < 3; ++j) x[i] -= squares[i][j] * x[j];
        x[i] /= squares[i][i];
    }
    return x;
}

}  // namespace

/// Least squares of relative errors. Shrinks the factors towards the pooled ratio, for few cases of one size
/// do not separate them. Drops a factor below 0 and solves again.
TimeModel::Scale TimeModel::fit(const std::vector<Seen>& seen) {
    Matrix squares{};
    std::array<double, 3> sums{};
    double took = 0, guessed = 0;
    for (const auto& each : seen) {
        const std::array<double, 3> part{each.guess.fixed / each.seconds, each.guess.launches / each.seconds,
                                         each.guess.steps / each.seconds};
        for (std::size_t i = 0; i < 3; ++i) {
            sums[i] += part[i];
            for (std::size_t j = 0; j < 3; ++j) squares[i][j] += part[i] * part[j];
        }
        took += each.seconds;
        guessed += each.guess.total();
    }
    // Shrink uncertain factors towards the pooled ratio.
    const double common = guessed > 0 ? took / guessed : 1;
    const double pull = 1e-3 / (common * common);
    for (std::size_t i = 0; i < 3; ++i) {
        squares[i][i] += pull;
        sums[i] += pull * common;
    }
    std::array<bool, 3> used{true, true, true};
    auto scale = solve(squares, sums, used);
    for (int again = 0; again < 2; ++again) {
        const auto least = static_cast<std::size_t>(std::ranges::min_element(scale) - scale.begin());
        if (scale[least] >= 0) break;
        used[least] = false;
        scale = solve(squares, sums, used);
    }
    for (auto& factor : scale) factor = std::max(0.0, factor);
    return scale;
}

}  // namespace sortscope::collector
