// Compares every sort of a file with one sort, at each size.
#pragma once

#include "analyzer/timing/crossing.hpp"

namespace sortscope::analyzer {
/// One variant at one size.
struct SpeedupRow {
    Condition condition;  ///< with the mode of `time`
    Compared from;        ///< fastest case over all parameters and blocks
    TimeEstimate time;
    double base_ns = 0;  ///< in a mode of both sorts if they share one
    double factor = 1;   ///< base_ns / time
    Interval interval;   ///< of `factor`
    Verdict verdict = Verdict::same;
    bool is_base = false, best = false, worst = false;
};

/// All sorts of one input at one size.
struct SizeSpeedup {
    Condition condition;           ///< the base's; variant, parameters, block and time mode are free
    std::vector<SpeedupRow> rows;  ///< the fastest first; includes the base
};

struct Speedups {
    std::vector<SizeSpeedup> sizes;        ///< in order of condition
    std::vector<SideCrossings> crossings;  ///< crossings of the base with each variant
    std::vector<std::string> left_out;     ///< variants that share no size, input and output with the base
};

/// Removes cases without a time and cases that did not end ok.
void keep_timed(CaseFile& file);

/// Compares the cases of a file after keep_timed(); the file must outlive the result. A CPU's host times are
/// compared with a GPU's graph or stream times. Throws Error(usage) unless there are `base` and another
/// variant.
Speedups speedups(const CaseFile& file, const std::string& base, std::optional<TimeMode> mode,
                  double min_effect);
}
