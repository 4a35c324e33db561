// Crossings: numbers of keys at which one sort overtakes another.
#pragma once

#include "analyzer/timing/compare.hpp"

namespace sortscope::analyzer {
struct Crossing {
    bool first_wins = false;  ///< from here on the first is faster
    double log2_n = 0;        ///< the logarithms of both times, interpolated over log N, are equal here
    double clear_below = 0, clear_above = 0;  ///< nearest sizes with a clear verdict, as log2
};

struct Crossings {
    size_t shared = 0;                    ///< sizes that both have
    size_t clear = 0;                     ///< shared sizes with a clear verdict
    std::vector<Crossing> crossings{};    ///< ascending
    std::optional<bool> first_wins_last;  ///< at the largest size with a clear verdict
};

struct SizedRatio {
    double log2_n = 0;
    double log_ratio = 0;  ///< of the first's time to the second's
    Verdict verdict{};     ///< of the first
};

/// `sizes` ascend. Only sizes with clear verdicts count, so that equal curves do not cross.
Crossings crossings_of(std::span<const SizedRatio> sizes);

/// The base is the first.
struct SideCrossings : Crossings {
    std::string other;    ///< name of the other side
    Condition condition;  ///< that of the pairs, with n free
};
/// Crossings of each condition that has judged pairs at two or more sizes, in order of the pairs. Skips a
/// pair whose sides have different numbers of keys.
std::vector<SideCrossings> crossings(const Comparison& comparison, const std::string& other);
}
