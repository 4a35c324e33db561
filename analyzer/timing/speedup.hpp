// Compares each sort of a file with a base sort at each size, and finds where one overtakes the other.
#pragma once

#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
struct Crossing {
    bool first_wins = false;                  ///< the first sort is faster above this size
    double log2_n = 0;                        ///< where the interpolated logarithms of both times meet
    double clear_below = 0, clear_above = 0;  ///< log2 of the nearest sizes with clear verdicts
};

struct Crossings {
    size_t shared = 0;                    ///< sizes that both sorts have
    size_t clear = 0;                     ///< shared sizes with a clear verdict
    std::vector<Crossing> crossings{};    ///< ascending
    std::optional<bool> first_wins_last;  ///< the first is faster at the largest size with a clear verdict
};

struct SizedRatio {
    double log2_n = 0;
    double log_ratio = 0;  ///< log(first time / second time)
    Verdict verdict{};     ///< verdict on the first sort
};

/// `sizes` must ascend. Ignores sizes without a clear verdict, so that equal curves do not cross.
Crossings crossings_of(std::span<const SizedRatio> sizes);

/// Crossings of the base (the first sort) with another side.
struct SideCrossings : Crossings {
    Per per = Per::nothing;  ///< divisor of the compared times
    std::string other;       ///< name of the other side
    Condition condition;     ///< condition of the pairs, with n free
};
/// Crossings of each condition with verdicts at two or more sizes. Skips pairs with different numbers of
/// keys.
std::vector<SideCrossings> crossings(const Comparison& comparison, const std::string& other);

/// One variant at one size.
struct SpeedupRow {
    Condition condition;  ///< with the mode of `time`
    Compared from;        ///< fastest case over all parameters and blocks
    TimeEstimate time;
    double base_ns = 0;  ///< time of the base, in the mode of `time` if the base has it
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
/// compared with a GPU's graph or stream times. Throws Error(usage) without `base` or another variant.
Speedups speedups(const CaseFile& file, const std::string& base, std::optional<TimeMode> mode,
                  double min_effect);
}
