#include "collector/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <thread>

#include "core/metric/cost.hpp"

namespace sortscope::collector {
namespace {

/// Interpreted steps of a thread each second on one core, and what a launch costs beside them.
constexpr double simt_steps_s = 5e7;
constexpr double simt_launch_s = 1e-5;
/// Steps of a sort on a CPU each second.
constexpr double cpu_steps_s = 2e8;
/// A GPU: steps and bytes of a second, and a launch in a stream.
constexpr double gpu_steps_s = 2e11;
constexpr double gpu_depth_s = 4e-7;  ///< a step that waits for memory
constexpr double gpu_bytes_s = 4e11;
constexpr double gpu_launch_s = 2.5e-6;
/// The same of launches within a graph, where nobody waits for the host: of 509 sorts of the example half are
/// within a factor of 2 of what was measured.
constexpr double graph_steps_s = 4.4e11;
constexpr double graph_depth_s = 3e-8;
constexpr double graph_launch_s = 0.75e-6;
/// What a case costs a GPU's processes whatever its size.
constexpr double gpu_times_fixed_s = 0.004;  ///< in each time mode
constexpr double gpu_launch_times_fixed_s = 0.005;

/// What each thread of a launch does where that grows with the keys and the plan has no comparators to tell
/// it.
double steps_of_a_thread(std::string_view variant, double n, std::uint32_t block, bool slow_input) {
    if (variant == "rank" || variant == "selection-global" || variant == "selection-blocks")
        return n;  // it looks at every key
    if (variant == "selection-local") return block;
    if (variant == "fault-barriers") return 512;
    if (variant == "quicksort-gpu")
        return slow_input ? n * n / 16
                          : n * std::log2(n + 1) / 4;  // one thread sorts them all, much of it from a cache
    return 1;
}

/// Time trials of a sort that takes `once` seconds: as many as are wanted, or as fit in the budget.
double trials_time(double once, const TrialOptions& trials) {
    const double budget = std::chrono::duration<double>(trials.budget).count();
    const double most = trials.max_trials;
    if (trials.rule == StopRule::count) return once * most;
    // The rule "budget" stops at its time or at most_trials; entropy wants some ten times as many trials as a
    // spread does.
    const double expected = trials.rule == StopRule::budget
                                ? std::min(budget / std::max(once, 1e-9), double{most_trials})
                            : trials.rule == StopRule::entropy ? std::min(20.0 * trials.min_trials, most)
                                                               : std::min(2.0 * trials.min_trials, most);
    // Beyond the budget a sort has its fewest trials, and beyond some budgets two.
    const double least = std::max(std::min(once * trials.min_trials, trials.patience * budget), 2 * once);
    return std::max(std::min(once * expected, budget), least);
}

/// `seconds` of runs of a sort, told apart by what a run consists of.
void add_runs(ExpectedTime& time, double seconds, double launches_s, double steps_s) {
    const double once = launches_s + steps_s;
    if (once <= 0) return;
    time.launches += seconds * launches_s / once;
    time.steps += seconds * steps_s / once;
}

ExpectedTime gpu_guess(const CaseWork& work, std::uint64_t bytes, const BackendOptions& options) {
    const double launches_s = work.launches * gpu_launch_s;
    const double steps_s = std::max(work.steps / gpu_steps_s, work.depth * gpu_depth_s);
    const double beside_s = 6.0 * static_cast<double>(bytes) / gpu_bytes_s;  // restored, flushed, digested
    ExpectedTime time;
    if (options.parts.times) {
        time.fixed += static_cast<double>(options.time_modes.size()) * gpu_times_fixed_s;
        const double all = static_cast<double>(options.time_modes.size()) *
                           trials_time(launches_s + steps_s + beside_s, options.trials);
        add_runs(time, all, launches_s, steps_s + beside_s);
    }
    if (options.parts.launch_times) {
        time.fixed += gpu_launch_times_fixed_s;
        time.launches += options.activity_trials * (launches_s + 4e-6 * work.launches);
        time.steps += options.activity_trials * (steps_s + beside_s);
    }
    const auto add_counting = [&](const CounterRequest& request) {
        const auto passes = usual_passes(request);
        const auto always = counting_time(request, passes, 0, 0);
        const auto whole = counting_time(request, passes, static_cast<std::uint64_t>(work.launches), 0);
        const auto runs = static_cast<double>(whole.runs);
        time.fixed += always.a_case;
        time.launches += whole.a_case - always.a_case + runs * launches_s;
        time.steps += runs * (steps_s + beside_s);
    };
    // Each with the process that takes it.
    if (options.parts.counters)
        add_counting({.sets = options.counters.sets, .vendor = options.counters.vendor});
    if (options.parts.stalls && options.counters.stalls) {
        add_counting({.stalls = true});
        time.steps += CountingCosts{}.stalls_fetch * steps_s;
    }
    if (options.parts.series && options.counters.series) add_counting({.series = true});
    if (options.parts.counting) time.steps += 10 * steps_s + beside_s;
    return time;
}

}  // namespace

CaseWork work_of(const kernels::Variant& variant, const CaseSpec& spec) {
    CaseWork work;
    const double n = static_cast<double>(spec.workload.n);
    const double levels = std::log2(n + 1);
    const auto& slow = variant.info.slow.distributions;
    const bool slow_input = std::ranges::find(slow, spec.workload.distribution) != slow.end();
    if (variant.plan && variant.info.kind == kernels::VariantKind::planned) {
        const auto plan = variant.plan(spec.workload, spec.config);
        for (const auto& launch : plan.launches) {
            const auto threads = static_cast<double>(launch.grid.count() * launch.block.count());
            const double each = steps_of_a_thread(variant.info.name, n, launch.block.x, slow_input);
            const double steps = std::max(threads * each, 2 * static_cast<double>(launch.comparators));
            work.steps += steps;
            work.depth += steps / threads;
        }
        work.launches = static_cast<double>(plan.launches.size());
        if (work.launches > 0) return work;
    }
    work.planned = false;
    work.launches = variant.info.kind == kernels::VariantKind::opaque ? 16 : 0;
    const auto& name = variant.info.name;
    const bool quadratic = name == "cpu-rank" || name == "cpu-odd-even" || slow_input;
    const bool network = name == "cpu-bitonic" || name == "cpu-butterfly-full";
    // A network has n L (L + 1) / 4 comparators; two of them take as long as a step of other sorts.
    work.steps = n * (quadratic ? n / 2 : network ? levels * (levels + 1) / 8 : levels);
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
            if (!options.parts.counting) return {};
            const unsigned threads =
                options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.threads;
            return {1e-3, work.launches * simt_launch_s, work.steps / (simt_steps_s * threads)};
        }
        case BackendKind::cpu: {
            if (!options.parts.times) return {};
            return {1e-3, 0, trials_time(work.steps / cpu_steps_s, options.trials)};
        }
    }
    return {};
}

double TimeModel::seconds(const std::string& kind, const std::string& variant,
                          const ExpectedTime& guess) const {
    const auto known = kinds_.find(kind);
    if (known == kinds_.end()) return guess.total();
    const auto ratio = known->second.variants.find(variant);
    return scaled(known->second.scale, guess) * (ratio == known->second.variants.end() ? 1 : ratio->second);
}

void TimeModel::observe(const std::string& kind, const std::string& variant, const ExpectedTime& guess,
                        double seconds) {
    auto& known = kinds_[kind];
    known.seen.push_back({variant, guess, std::max(seconds, 1e-6)});
    known.scale = fit(known.seen);
    std::map<std::string, const Seen*> longest;
    for (const auto& one : known.seen) {
        auto& kept = longest[one.variant];
        if (kept == nullptr || one.guess.total() >= kept->guess.total()) kept = &one;
    }
    for (const auto& [name, one] : longest) {
        const double said = scaled(known.scale, one->guess);
        known.variants[name] = std::clamp(one->seconds / std::max(said, 1e-9), 0.03, 30.0);
    }
}

double TimeModel::scaled(const Scale& scale, const ExpectedTime& guess) {
    return scale[0] * guess.fixed + scale[1] * guess.launches + scale[2] * guess.steps;
}

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

/// Solves squares * x = sums for the portions that are `used`, by elimination; the others are 0. `squares` is
/// positive definite.
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

/// The factors with the least squares of relative errors, drawn a little to each other, for few cases of one
/// size do not tell the portions apart. One that comes out below 0 is left out, and the others are found
/// anew.
TimeModel::Scale TimeModel::fit(const std::vector<Seen>& seen) {
    Matrix squares{};
    std::array<double, 3> sums{};
    double took = 0, guessed = 0;
    for (const auto& one : seen) {
        const std::array<double, 3> part{one.guess.fixed / one.seconds, one.guess.launches / one.seconds,
                                         one.guess.steps / one.seconds};
        for (std::size_t i = 0; i < 3; ++i) {
            sums[i] += part[i];
            for (std::size_t j = 0; j < 3; ++j) squares[i][j] += part[i] * part[j];
        }
        took += one.seconds;
        guessed += one.guess.total();
    }
    // What all of them took over what was guessed is where a factor is drawn to that little is known of.
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
