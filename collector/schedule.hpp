// In which order a sweep's cases are taken, and in which portions.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace sortscope::collector {

/// How many cases have their times taken before their counters are: no time is taken while a profiler is
/// enabled on the device, in whatever process, and enabling it costs half a second. A batch is what a killed
/// collection loses at most.
struct BatchLimits {
    std::size_t cases = 64;
    double seconds = 25;       ///< of expected time for times
    double launches = 200000;  ///< whose records are kept in memory
};

/// A sort that is expected to take less as a graph is short: its times differ by up to 2 % between processes,
/// and by next to nothing within one, so that only further processes tell its time
/// (docs/measurements/README.md).
inline constexpr double short_sort_s = 0.5e-3;

/// How a sweep is gone over.
struct Schedule {
    std::uint32_t rounds = 1;  ///< how often; the first takes all parts of a case, the others times alone
    /// Where there are several rounds: in how many for each of them the times as a graph of short sorts are
    /// taken.
    std::uint32_t short_sort_factor = 4;
    std::uint64_t order_seed =
        1;  ///< of the order of several rounds' cases; one round keeps the order that was asked for
    BatchLimits batch;
    bool limits = true;  ///< what each device reaches is measured first
    std::chrono::milliseconds case_limit{
        0};  ///< without progress for so long a case is lost; 0: by what it is expected to take
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

/// 0..count-1 in the order of `round`: shuffled by seed and round (Fisher and Yates, splitmix64) where there
/// are several rounds.
std::vector<std::size_t> round_order(std::size_t count, const Schedule& schedule, std::uint32_t round);

/// What is expected of a case before its batch is chosen.
struct BatchItem {
    double seconds = 0;
    double launches = 0;
};

/// How many of `items`, from the first on, make a batch: within all limits, and one at least where there is
/// any.
std::size_t batch_size(std::span<const BatchItem> items, const BatchLimits& limits);

/// Without progress for how long a case that is expected to take so many seconds is lost: half a minute, or
/// twenty times as long.
std::chrono::milliseconds silence_limit(double expected_seconds, const Schedule& schedule);

}  // namespace sortscope::collector
