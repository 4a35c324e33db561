// Crossings: numbers of keys at which one sort overtakes another.
#pragma once

#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
struct Crossing {
    bool first_wins = false;                  ///< the first sort is faster above this size
    double log2_n = 0;                        ///< where log times, interpolated over log N, are equal
    double clear_below = 0, clear_above = 0;  ///< log2 of the nearest sizes with a clear verdict
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

/// `sizes` must ascend. Only sizes with clear verdicts count, so that equal curves do not cross.
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
}
