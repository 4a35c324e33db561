// A condition's times over the runs of a file, and where they changed. docs/comparing.md states the rule.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {

struct HistoryPoint {
    RunId run{};
    CaseId case_id{};
    TimeEstimate time;
    bool outlier = false;  ///< apart from what was before it, and the run after it was as before again
};

/// The run from which on times are others.
struct ChangePoint {
    std::size_t at = 0;      ///< position in History::points
    RatioEstimate ratio;     ///< of that run to all since the change before
    Verdict verdict{};       ///< slower or faster
    bool confirmed = false;  ///< the run after it says the same; the last run has none after it
    Verdict last{};          ///< of the last run to the same runs

    /// Whether it is there still: the last run has its verdict, too. What was mended since, or was there for
    /// a while, holds no more.
    bool holds() const { return last == verdict; }
};

struct History {
    Condition condition;               ///< with the time mode of its times
    std::vector<HistoryPoint> points;  ///< in the order in which the runs were made; at least two
    std::vector<ChangePoint> changes;
};

/// One for each condition and time mode (that of `mode` alone, where one is given) that several runs of
/// `file` have; of a run the newest case. A run changes the time where its verdict against all runs since the
/// last change is slower or faster, and the run after it, if there is one, has that verdict against the same
/// runs; else it is an outlier, which counts for nothing.
std::vector<History> histories(const CaseFile& file, std::optional<TimeMode> mode, double min_effect);

/// How many conditions have a change as any of `bad` says that holds still: what --fail-on counts of
/// histories. Each condition counts once. `mode` as above; Verdict::unclear is no change.
std::size_t failing(const CaseFile& file, std::optional<TimeMode> mode, std::span<const FailOn> bad);

/// The same rule over points alone; `n` as process_variation() takes it. Fills their `outlier`.
std::vector<ChangePoint> change_points(std::vector<HistoryPoint>& points, std::uint64_t n, double min_effect);

}  // namespace sortscope::analyzer
