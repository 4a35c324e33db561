// A condition's times over the runs of a file, and their changes. docs/histories.md states the rule.
#pragma once

#include "analyzer/timing/recording.hpp"

namespace sortscope::analyzer {
struct HistoryPoint {
    RunId run{};
    CaseId case_id{};
    TimeEstimate time;
    bool outlier = false;   ///< differs from the runs before, but the next run does not
    bool unclear = false;   ///< neither the same as the runs before nor clearly different
    std::string version{};  ///< of SortScope
};

/// The first run of changed times.
struct ChangePoint {
    size_t at = 0;                              ///< position in History::points
    RatioEstimate ratio;                        ///< this run / all runs since the change before
    Verdict verdict{};                          ///< slower or faster
    bool confirmed = false;                     ///< the next run has the same verdict
    Verdict last{};                             ///< newest run against the runs before this one
    std::vector<RecordingDifference> causes{};  ///< differences between this run and the one before
    bool holds() const { return last == verdict; }
};

struct History {
    Condition condition;               ///< with the time mode of its times
    std::vector<HistoryPoint> points;  ///< in the order of the runs; at least two
    std::vector<ChangePoint> changes;
};

/// One for each condition and time mode (or `mode` only) of several runs, with the newest case of each run. A
/// run is a change if its verdict against all runs since the last change is slower or faster, and the next
/// run, if any, has that verdict against the same runs; else it is an outlier.
std::vector<History> histories(const CaseFile& file, std::optional<TimeMode> mode, double min_effect);

/// Conditions with a change that holds() and has any of the `bad` verdicts.
size_t failing(const CaseFile& file, std::optional<TimeMode> mode, std::span<const FailOn> bad);

/// Applies the rule to points and sets their `outlier` and `unclear`. process_variation() needs `n`.
std::vector<ChangePoint> change_points(std::vector<HistoryPoint>& points, uint64_t n, double min_effect);
}
