// The order of a sweep's cases, and their batches.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace sortscope::collector {

/// The times of a batch are measured before its counters: a profiler enabled in any process disturbs times,
/// and enabling it costs half a second. A killed collection loses at most one batch.
struct BatchLimits {
    std::size_t cases = 64;
    double seconds = 25;       ///< expected for times
    double launches = 200000;  ///< with records in memory
};

/// Sorts that take less as a graph are short: their times differ by up to 2 % between processes and hardly
/// within one, so they need more processes (docs/measurements/README.md).
inline constexpr double short_sort_s = 0.5e-3;

/// How a sweep runs.
struct Schedule {
    std::uint32_t rounds = 1;             ///< the first measures all phases, the others times alone
    std::uint32_t short_sort_factor = 4;  ///< rounds of a short sort's graph for each of several rounds
    std::uint64_t order_seed = 1;         ///< shuffles several rounds; one round keeps the order asked for
    BatchLimits batch;
    bool limits = true;  ///< measure the devices' limits first
    /// A case without progress for so long is lost; 0: silence_limit() decides.
    std::chrono::milliseconds case_limit{0};
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// 0..count-1 in the order of `round`: with several rounds, shuffled by seed and round (Fisher-Yates,
/// splitmix64).
std::vector<std::size_t> round_order(std::size_t count, const Schedule& schedule, std::uint32_t round);

/// A case's expected size.
struct BatchItem {
    double seconds = 0;
    double launches = 0;
};

/// How many of the first `items` make a batch: within all limits, but at least one if there are any.
std::size_t batch_size(std::span<const BatchItem> items, const BatchLimits& limits);

/// A case without progress for so long is lost: half a minute, or twenty times its expected seconds.
std::chrono::milliseconds silence_limit(double expected_seconds, const Schedule& schedule);

}  // namespace sortscope::collector
