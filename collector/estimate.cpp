#include "collector/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <thread>

namespace sortscope::collector {
namespace {

/// Interpreted steps of a thread each second on one core, and what a launch costs beside them.
constexpr double simt_steps_s = 6e6;
constexpr double simt_launch_s = 2e-4;
/// Steps of a sort on a CPU each second.
constexpr double cpu_steps_s = 2e8;
/// A GPU: steps and bytes of a second, and a launch in a stream.
constexpr double gpu_steps_s = 4e10;
constexpr double gpu_depth_s = 4e-7;  ///< a step that waits for memory
constexpr double gpu_bytes_s = 4e11;
constexpr double gpu_launch_s = 2.5e-6;
/// What a case costs a GPU's processes whatever its size.
constexpr double gpu_times_fixed_s = 0.03;
constexpr double gpu_launch_times_fixed_s = 0.03;
constexpr double gpu_counters_fixed_s = 0.06;
/// Counters of a launch in one pass, and about as many passes as a set takes.
constexpr double gpu_counted_launch_s = 1.5e-4;

/// What each thread of a launch does where that grows with the keys and the plan has no comparators to tell it.
double steps_of_a_thread(std::string_view variant, double n, std::uint32_t block) {
    if (variant == "rank" || variant == "selection-global" || variant == "selection-blocks") return n;  // it looks at every key
    if (variant == "selection-local") return block;
    if (variant == "quicksort-gpu") return 4 * n * std::log2(n + 1);  // one thread sorts them all
    return 1;
}

/// Time trials of a sort that takes `once` seconds: as many as are wanted, or as fit in the budget.
double trials_time(double once, double beside, const TrialOptions& trials) {
    const double budget = std::chrono::duration<double>(trials.budget).count();
    const double expected = std::clamp(trials.min_trials * 2.0, static_cast<double>(trials.min_trials), static_cast<double>(trials.max_trials));
    const double whole = (once + beside) * expected;
    return std::min(whole, std::max(budget, (once + beside) * std::min(2.0, expected)));
}

ExpectedTime gpu_guess(const CaseWork& work, std::uint64_t bytes, const BackendOptions& options) {
    const double once = work.launches * gpu_launch_s + std::max(work.steps / gpu_steps_s, work.depth * gpu_depth_s);
    const double beside = 6.0 * static_cast<double>(bytes) / gpu_bytes_s;  // restored, flushed, digested
    ExpectedTime time;
    if (options.parts.times) {
        time.fixed += gpu_times_fixed_s;
        time.growing += static_cast<double>(options.time_modes.size()) * trials_time(once, beside, options.trials) + beside;
    }
    if (options.parts.launch_times) {
        time.fixed += gpu_launch_times_fixed_s;
        time.growing += options.activity_trials * (once + beside + 4e-6 * work.launches);
    }
    if (options.parts.counters) {
        time.fixed += gpu_counters_fixed_s;
        time.growing += 2 * (once + beside + gpu_counted_launch_s * work.launches);
    }
    if (options.parts.counting && options.counting_build) time.growing += 10 * once + beside;
    return time;
}

}  // namespace

CaseWork work_of(const kernels::Variant& variant, const CaseSpec& spec) {
    CaseWork work;
    const double n = static_cast<double>(spec.workload.n);
    const double levels = std::log2(n + 1);
    if (variant.plan && variant.info.kind == kernels::VariantKind::planned) {
        const auto plan = variant.plan(spec.workload, spec.config);
        for (const auto& launch : plan.launches) {
            const auto threads = static_cast<double>(launch.grid.count() * launch.block.count());
            const double each = steps_of_a_thread(variant.info.name, n, launch.block.x);
            const double steps = std::max(threads * each, 2 * static_cast<double>(launch.comparators));
            work.steps += steps;
            work.depth += steps / threads;
        }
        work.launches = static_cast<double>(plan.launches.size());
        if (work.launches > 0) return work;
    }
    work.planned = false;
    work.launches = variant.info.kind == kernels::VariantKind::opaque ? 16 : 0;
    work.steps = n * levels;
    return work;
}

ExpectedTime first_guess(const CaseWork& work, std::uint64_t bytes, const Device& device, const BackendOptions& options) {
    switch (device.backend) {
        case BackendKind::cupti: return gpu_guess(work, bytes, options);
        case BackendKind::simt: {
            if (!options.parts.counting) return {};
            const unsigned threads = options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.threads;
            return {1e-3, work.launches * simt_launch_s + work.steps / (simt_steps_s * threads)};
        }
        case BackendKind::cpu: {
            if (!options.parts.times) return {};
            return {1e-3, trials_time(work.steps / cpu_steps_s, 0, options.trials)};
        }
    }
    return {};
}

double TimeModel::seconds(const std::string& kind, const std::string& variant, const ExpectedTime& guess) const {
    const auto known = kinds_.find(kind);
    if (known == kinds_.end()) return guess.total();
    const auto ratio = known->second.variants.find(variant);
    return known->second.scale.of(guess) * (ratio == known->second.variants.end() ? 1 : ratio->second);
}

void TimeModel::observe(const std::string& kind, const std::string& variant, const ExpectedTime& guess, double seconds) {
    auto& known = kinds_[kind];
    known.seen.push_back({variant, guess, std::max(seconds, 1e-6)});
    known.scale = fit(known.seen);
    std::map<std::string, const Seen*> longest;
    for (const auto& one : known.seen) {
        auto& kept = longest[one.variant];
        if (kept == nullptr || one.guess.total() >= kept->guess.total()) kept = &one;
    }
    for (const auto& [name, one] : longest) {
        const double said = known.scale.of(one->guess);
        known.variants[name] = std::clamp(one->seconds / std::max(said, 1e-9), 0.03, 30.0);
    }
}

/// The two factors with the least squares of relative errors, drawn a little to 1, where they are before anything is known: few cases
/// of one size do not tell the portions apart.
TimeModel::Scale TimeModel::fit(const std::vector<Seen>& seen) {
    constexpr double pull = 0.02;
    double ff = pull, fg = 0, gg = pull, fy = pull, gy = pull;
    for (const auto& one : seen) {
        const double f = one.guess.fixed / one.seconds;
        const double g = one.guess.growing / one.seconds;
        ff += f * f;
        fg += f * g;
        gg += g * g;
        fy += f;
        gy += g;
    }
    const double determinant = ff * gg - fg * fg;
    Scale scale;
    scale.fixed = (fy * gg - gy * fg) / determinant;
    scale.growing = (gy * ff - fy * fg) / determinant;
    if (scale.fixed < 0) scale = {0, gy / gg};
    if (scale.growing < 0) scale = {fy / ff, 0};
    return scale;
}

}  // namespace sortscope::collector
