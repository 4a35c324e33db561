// When time trials stop: rules by name, and the loop that asks them. Pure: tested without a clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/check.hpp"
#include "core/enum_names.hpp"
#include "core/records.hpp"

namespace sortscope::collector {

/// What is enough. Every rule but `count` is also ended by TrialOptions::budget and patience, and every rule
/// but `budget` by max_trials.
enum class StopRule {
    spread = 1,   ///< interquartile range / median has come down to target_spread
    entropy = 2,  ///< further trials bring no new values: NVBench's criterion, see entropy_is_steady()
    count = 3,    ///< just max_trials trials, however long they take
    budget = 4    ///< as many trials as the budget has room for
};

}  // namespace sortscope::collector

namespace sortscope {
template <>
struct EnumTable<collector::StopRule> {
    static constexpr std::string_view what = "stopping rule";
    static std::span<const EnumName<collector::StopRule>> names();
};
}  // namespace sortscope

namespace sortscope::collector {

/// When time trials stop, and what they start from. Stated in every record (TimeSummary::stopped_by).
struct TrialOptions {
    StopRule rule = StopRule::spread;
    std::uint32_t min_trials = 5;
    std::uint32_t max_trials = 30;
    double target_spread = 0.02;  ///< rule spread: interquartile range / median at which enough is enough
    double max_angle_degrees = 0.048;        ///< rule entropy: of the trend of the entropy; NVBench's default
    double min_r2 = 0.36;                    ///< rule entropy: of that trend; NVBench's default
    std::chrono::milliseconds budget{1000};  ///< time for all time trials of a case, once min_trials are done
    std::uint32_t patience = 5;  ///< budgets after which two trials of a very long sort are enough
    bool warm_up = true;  ///< CPU: a run of the sort before the trials; without, the first run is a trial
    bool flush_l2 =
        false;  ///< true: L2 overwritten before each run of the sort, in every step; false: left warm
};

/// The most trials that rule `budget` takes, so that a record stays small.
inline constexpr std::uint32_t most_trials = 10'000;

/// TrialOptions::max_trials where the user gives none: rule `entropy` looks at up to 299 trials, of which 30
/// decide nothing.
constexpr std::uint32_t usual_max_trials(StopRule rule) { return rule == StopRule::entropy ? 500 : 30; }

/// `options` for one of `modes_left` time modes that share what is left of a case's budget, `spent` of it
/// being gone. Of the first of two modes that is a half; the last gets all that the others left. At least 1
/// ms.
TrialOptions share_of_budget(TrialOptions options, std::chrono::nanoseconds spent, std::size_t modes_left);

/// Entropy in bits of the values' relative frequencies, equal values being one: 0 where all are equal,
/// log2(n) where none are.
double value_entropy(std::span<const double> values);

/// NVBench's criterion `entropy` (nvbench/detail/entropy_criterion, its defaults max-angle 0.048 degrees and
/// min-r2 0.36): after each trial the entropy of all durations so far is noted; a straight line is fitted to
/// the last 299 of these over their number; enough where the line's angle is at most `max_angle_degrees` and
/// its r2 at least `min_r2`. `entropies` are those notes, oldest first; fewer than two say nothing. A line
/// through equal values has r2 1. Angles below 0 are small enough, as they are to NVBench.
bool entropy_is_steady(std::span<const double> entropies, double max_angle_degrees, double min_r2);

/// Which of the first runs in a time mode are no trials: the first launches of a graph take longer than the
/// others, and the process's very first run may have taken long for its kernels were loaded. A run that takes
/// long by itself is a trial: of a long sort that is nothing, and a run more would cost as much again.
class WarmUps {
 public:
    /// Whether a run that took `duration` is to be left out. The caller stops asking after the first that is
    /// not.
    bool leaves_out(std::chrono::nanoseconds duration);

 private:
    static constexpr int most_ = 3;
    static constexpr std::chrono::milliseconds time_{200};  ///< of all that are left out

    int left_out_ = 0;
    std::chrono::nanoseconds spent_{};
};

/// Decides after each time trial whether to go on. core/times sums up what was taken.
class TrialLoop {
 public:
    explicit TrialLoop(const TrialOptions& options) : options_(options) {}
    /// Notes one accepted trial's duration. `elapsed` is the time since the first trial began.
    void add(std::int64_t duration_ns, std::chrono::nanoseconds elapsed);
    /// Notes a trial that was left out: it counts for nothing, but no rule other than `count` waits beyond
    /// its patience for better ones.
    void leave_out(std::chrono::nanoseconds elapsed);
    bool done() const { return !stopped_by_.empty(); }
    /// The rule or limit that ended the trials; an unfinished loop says "interrupted".
    std::string stopped_by() const { return stopped_by_.empty() ? "interrupted" : stopped_by_; }
    /// How far the trials are, by their number or by their time where that ends them sooner; 1 once they are
    /// done, and not before.
    double fraction_done() const;

 private:
    std::string enough() const;  ///< by the rule; empty where it is not
    std::string limit() const;   ///< that was reached; empty where none was

    TrialOptions options_;
    std::vector<double> durations_ns_;
    std::vector<double> entropies_;  ///< after each trial; rule entropy alone
    std::chrono::nanoseconds elapsed_{};
    std::string stopped_by_;
};

/// How far a clock may be from the case's own before a trial is left out, as a fraction of it. GPUs change
/// clocks in steps of 7.5 or 15 MHz, under 1 % of what they sort at: one step is no move, and times follow
/// the clock at most in proportion.
inline constexpr double clock_tolerance = 0.02;

/// A case's own clocks: the medians over its time trials, of all modes. Nothing where no trial has the clock.
struct CaseClocks {
    std::optional<double> sm_mhz, memory_mhz;
};

/// Of the time trials among `trials`, the warm-up (which has no duration) and trials under throttling (which
/// have `held_down_note`) left out.
CaseClocks case_clocks(std::span<const TrialRecord> trials);

/// How the note of a trial begins during which the driver held the clocks down.
inline constexpr std::string_view held_down_note = "clocks were held down: ";

/// Why `trial` cannot be compared with the others of a case with these clocks: "SM clock 1410 MHz, the case's
/// own is 1980 MHz". Nothing where both clocks are within clock_tolerance, or not known.
std::optional<std::string> moved_clock(const TrialRecord& trial, const CaseClocks& own);

/// Applies the rule to those of `trials` from `first` on: a time trial with a duration is left out, with
/// moved_clock() as its note, where its clocks moved, and taken back where they are the case's own after all
/// (the first trials of a case may decide otherwise than all of them). Trials left out for other reasons stay
/// so. True where any trial changed sides.
bool apply_clock_rule(std::span<TrialRecord> trials, std::size_t first);

/// Time trials left out, by reason.
struct LeftOut {
    std::uint32_t held_down = 0, moved = 0;
};

/// Of the time trials of `mode` among `trials`.
LeftOut left_out(std::span<const TrialRecord> trials, TimeMode mode);

/// What a GPU's clocks did while it was at work, read every few milliseconds. Empty lists where they cannot
/// be had.
struct ClockSamples {
    std::vector<std::uint32_t> sm_mhz, memory_mhz;
    std::optional<std::uint32_t> max_sm_mhz;  ///< the greatest that the device has
    std::optional<std::string>
        held_down;  ///< why the driver held clocks down at any time: "thermal slowdown by software"
};

/// The check "clocks" of a device called `device` (GPU number `ordinal`, for the remedy's command): well
/// where clocks were read at least three times, none was more than one in a hundred from their median, and
/// the driver held nothing down.
Check check_of_clocks(const ClockSamples& samples, const std::string& device, int ordinal);

}  // namespace sortscope::collector
