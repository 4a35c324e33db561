// A condition's times over the runs of a file, and their changes. docs/histories.md states the rule.
#pragma once

#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
struct HistoryPoint {
    RunId run{};
    CaseId case_id{};
    TimeEstimate time;
    bool outlier = false;   ///< differs from the runs before, but the next run does not
    bool unclear = false;   ///< neither the same as the runs before nor clearly different
    std::string version{};  ///< version of SortScope
};

/// The first run after the times changed.
struct ChangePoint {
    size_t at = 0;                              ///< position in History::points
    RatioEstimate ratio;                        ///< this run / all runs since the previous change
    Verdict verdict{};                          ///< slower or faster
    bool confirmed = false;                     ///< the next run has this verdict
    Verdict last{};                             ///< verdict of the newest run against the runs before `at`
    std::vector<RecordingDifference> causes{};  ///< differences from the previous run
    bool holds() const { return last == verdict; }
};

struct History {
    Condition condition;               ///< includes the time mode
    std::vector<HistoryPoint> points;  ///< in the order of the runs; at least two
    std::vector<ChangePoint> changes;
};

/// One history for each condition and time mode (or `mode` only) with cases in several runs. Uses the newest
/// case of a run. Each run is compared with all runs since the last change. A slower or faster run is an
/// outlier if the next run has another verdict; else it is a change.
std::vector<History> histories(const CaseFile& file, std::optional<TimeMode> mode, double min_effect);

/// Counts histories with a change that holds() and has a `bad` verdict.
size_t failing(const CaseFile& file, std::optional<TimeMode> mode, std::span<const FailOn> bad);

/// Finds changes by the rule of histories(). Sets `outlier` and `unclear` of `points`. `n`: number of keys.
std::vector<ChangePoint> change_points(std::vector<HistoryPoint>& points, uint64_t n, double min_effect);
}
