// Summaries of time trials.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope {
/// Returns whether `trial` is a time trial of `mode` with a duration, accepted or not.
bool is_time_of(const TrialRecord& trial, TimeMode mode);

/// Accepted time trials of `mode`, in order; the pointers point into `trials`.
std::vector<const TrialRecord*> accepted_times(std::span<const TrialRecord> trials, TimeMode mode);

/// Accepted times of one mode, in 8 bytes each: a collection keeps those of every round that it has measured.
class AcceptedTimes {
 public:
    explicit AcceptedTimes(TimeMode mode) : mode_(mode) {}

    TimeMode mode() const { return mode_; }
    /// Adds the accepted_times() of `trials`, whole rounds that were not added before.
    void add(std::span<const TrialRecord> trials);
    /// Takes the median of the rounds' medians, so that each round counts equally. Empty without times.
    std::optional<TimeSummary> summary(std::string stopped_by = {}) const;

 private:
    TimeMode mode_;
    std::vector<double> all_ns_, medians_ns_;
    std::vector<RoundTime> rounds_;
};

/// AcceptedTimes::summary() of `trials`.
std::optional<TimeSummary> summarize_times(std::span<const TrialRecord> trials, TimeMode mode,
                                           std::string stopped_by = {});

/// Interquartile range / median of the trials; empty for a single trial.
std::optional<double> spread_of(const TimeSummary& time);

/// Null if absent.
const TimeSummary* time_in(const CaseRecord& record, TimeMode mode);
}
