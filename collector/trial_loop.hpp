// Decides when time trials stop and which trials count.
#pragma once

#include <chrono>

#include "core/records.hpp"

namespace sortscope::collector {
/// The budget also ends all rules except `count`; max_trials also ends all rules except `budget`.
enum class StopRule {
    spread = 1,   ///< interquartile range / median is at most target_spread
    entropy = 2,  ///< further trials bring no new values (NVBench's criterion)
    count = 3,    ///< max_trials trials, however long they take
    budget = 4    ///< as many trials as fit the budget
};
}

namespace sortscope {
template <>
struct EnumTable<collector::StopRule> {
    static constexpr std::string_view what = "stopping rule";
    static std::span<const EnumName<collector::StopRule>> names();
};
}

namespace sortscope::collector {
struct TrialOptions {
    StopRule rule = StopRule::spread;
    uint32_t min_trials = 5;
    uint32_t max_trials = 30;
    double target_spread = 0.02;             ///< rule spread: interquartile range / median
    double max_angle_degrees = 0.048;        ///< rule entropy: most angle of the trend; NVBench's default
    double min_r2 = 0.36;                    ///< rule entropy: least r2 of the trend; NVBench's default
    std::chrono::milliseconds budget{1000};  ///< time for a case's trials, checked after min_trials
    uint32_t patience = 5;                   ///< budgets after which two trials of a long sort suffice
    bool warm_up = true;                     ///< CPU: run the sort once before trials
    bool flush_l2 = false;                   ///< before each run of the sort
};

/// Limit for rule `budget`: records stay small.
inline constexpr uint32_t most_trials = 10'000;

/// Rule `entropy` needs up to 299 trials.
constexpr uint32_t usual_max_trials(StopRule rule) { return rule == StopRule::entropy ? 500 : 30; }

/// One mode's equal share of the budget left after `spent`: at least 1 ms.
TrialOptions share_of_budget(TrialOptions options, std::chrono::nanoseconds spent, size_t modes_left);

/// Entropy of the values' relative frequencies, in bits.
double value_entropy(std::span<const double> values);

/// NVBench's criterion `entropy` (nvbench/detail/entropy_criterion). Fits a line through the last 299
/// `entropies` (value_entropy() after each trial). True if its angle is at most `max_angle_degrees` and its
/// r2 at least `min_r2`. Needs two values; equal values have r2 1, angles below 0 pass.
bool entropy_is_steady(std::span<const double> entropies, double max_angle_degrees, double min_r2);

/// Leaves out the first runs of a time mode: the first run of a process loads kernels, and first launches of
/// a graph take longer. A long run is kept: warming up is a small part of its time.
class WarmUps {
 public:
    /// True if the run is a warm-up. Do not call again after false.
    bool leaves_out(std::chrono::nanoseconds duration);

 private:
    static constexpr int most_ = 3;
    static constexpr std::chrono::milliseconds time_{200};  ///< total of all warm-ups

    int left_out_ = 0;
    std::chrono::nanoseconds spent_{};
};

class TrialLoop {
 public:
    explicit TrialLoop(const TrialOptions& options) : options_(options) {}
    /// Adds an accepted trial. `elapsed`: time since the first trial began.
    void add(int64_t duration_ns, std::chrono::nanoseconds elapsed);
    /// Adds a rejected trial. After `patience` budgets, all rules except `count` stop.
    void leave_out(std::chrono::nanoseconds elapsed);
    bool done() const { return !stopped_by_.empty(); }
    /// Rule or limit that ended the trials; "interrupted" if not done().
    std::string stopped_by() const { return stopped_by_.empty() ? "interrupted" : stopped_by_; }
    /// Finished part of trials or time; 1 only if done().
    double fraction_done() const;

 private:
    std::string reason() const;  ///< empty: go on

    TrialOptions options_;
    std::vector<double> durations_ns_;
    std::vector<double> entropies_;  ///< after each trial; for rule entropy
    std::chrono::nanoseconds elapsed_{};
    std::string stopped_by_;
};

/// Leaves out a trial if its clock differs from the case's own clock by a larger part. A GPU's clock has
/// steps under 1 %; times change at most in proportion to it.
inline constexpr double clock_tolerance = 0.02;

/// A case's own clocks; empty if unknown.
struct CaseClocks {
    std::optional<double> sm_mhz, memory_mhz;
};

/// Medians over time trials of all modes, without warm-ups and throttled trials.
CaseClocks case_clocks(std::span<const TrialRecord> trials);

/// Begins a note: the driver held clocks down during the trial.
inline constexpr std::string_view held_down_note = "clocks were held down: ";

/// "SM clock 1410 MHz, the case's own is 1980 MHz"; empty within clock_tolerance or if unknown.
std::optional<std::string> moved_clock(const TrialRecord& trial, const CaseClocks& own);

/// Leaves out time trials with moved clocks, with a note; starts at index `first`. Readmits trials whose
/// clocks now fit. Returns true after any change.
bool apply_clock_rule(std::span<TrialRecord> trials, size_t first);

struct LeftOut {
    uint32_t held_down = 0, moved = 0;
};

LeftOut left_out(std::span<const TrialRecord> trials, TimeMode mode);

/// One line of `sortscope doctor`.
struct Check {
    std::string name;  ///< "NVIDIA driver"
    bool ok = false;
    std::string detail;  ///< the finding
    std::string remedy;  ///< empty if ok
};

/// A GPU's clocks under load.
struct ClockSamples {
    std::vector<uint32_t> sm_mhz, memory_mhz;
    std::optional<uint32_t> max_sm_mhz;
    std::optional<std::string> held_down;  ///< reason why the driver held clocks down
};

/// Ok if at least three samples are within 1 % of their median and the driver held no clock down.
Check check_of_clocks(const ClockSamples& samples, const std::string& device, int ordinal);
}
