// Compares every sort of a file with one sort, at each size.
#pragma once

#include "analyzer/timing/crossing.hpp"

namespace sortscope::analyzer {
/// One variant at one size.
struct SpeedupRow {
    Condition condition;  ///< of its case, with the time mode of its time
    Compared from;        ///< the fastest of its parameters and blocks
    TimeEstimate time;
    double base_ns = 0;  ///< the base's time in a mode that both have, if they share one
    double factor = 1;   ///< base time / its time
    Interval interval;   ///< of the factor
    Verdict verdict = Verdict::same;
    bool is_base = false, best = false, worst = false;
};

/// One input of one size.
struct SizeSpeedup {
    Condition condition;           ///< of the base, with variant, parameters, block and device of others free
    std::vector<SpeedupRow> rows;  ///< the fastest first, the base among them
};

struct Speedups {
    std::vector<SizeSpeedup> sizes;        ///< in order of their conditions
    std::vector<SideCrossings> crossings;  ///< of the base with each variant
    std::vector<std::string> left_out;     ///< variants without a size, input and output that the base has
};

/// Removes cases that cannot be compared by time.
void keep_timed(CaseFile& file);

/// Compares the cases of a file after keep_timed(). The file must outlive the result. A CPU sort's host times
/// are compared with a GPU's graph or stream times. Throws Error(usage) if no case has the variant `base`, or
/// no case has another variant.
Speedups speedups(const CaseFile& file, const std::string& base, std::optional<TimeMode> mode,
                  double min_effect);
}
