// A comparison as tables and sentences.
#pragma once

#include <limits>
#include <set>
#include <span>

#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/difference.hpp"
#include "analyzer/timing/history.hpp"
#include "analyzer/timing/speedup.hpp"
#include "present/table.hpp"

namespace sortscope::present {
struct PairDifference {
    const analyzer::ComparedPair* pair = nullptr;
    analyzer::CaseDifference difference;
};

/// "1.031 (1.012 .. 1.050)".
std::string ratio_text(const analyzer::RatioEstimate& ratio);

std::string recording_words(const analyzer::RecordingDifference& one);

/// "36 pairs of cases, 2 faster, 34 same; ..."; warns if the sides' work differs.
std::string comparison_summary(const analyzer::Comparison& comparison);

std::string verdict_rule(double min_effect);

/// Explains why comparisons and 'list' print different times for a case of several rounds.
std::string rounds_sentence();

/// One row for each timed pair. `all` adds cases that are not timed on both sides. `method` adds notes that
/// explain verdicts and intervals.
Table comparison_table(const analyzer::Comparison& comparison, const std::string& base,
                       const std::string& other, double min_effect, bool all = false, bool method = true);

/// Warns users of --fail-on that `count` pairs have host-bound times, `hosts` of them from two hosts.
/// Empty if `count` is 0. `of`: "pair" or "condition". `instead` recommends other times.
std::string host_warning(size_t count, const char* of, const std::set<TimeMode>& modes, size_t hosts,
                         std::string_view instead);

std::string ratio_word(analyzer::Per per);

std::set<TimeMode> host_bound_modes(const analyzer::Comparison& comparison);

/// `freeing` explains how to leave part {0} free.
std::string nothing_comparable(const analyzer::Comparison& comparison, const analyzer::Side& base,
                               const analyzer::Side& other,
                               std::string_view freeing = "a further --across {0} leaves it free");

/// "bitonic-b2 u32 2^10 uniform, block 256 (case 12)".
std::string case_words(const analyzer::Compared& one);

/// One row for each pair, in fixed columns, for spreadsheets.
Table comparison_rows(const analyzer::Comparison& comparison, const std::string& base,
                      const std::string& other, std::span<const PairDifference> counters);

/// "sectors loaded 8,192 -> 16,384 (2.00x), ...", with the first `most` metrics.
std::string differences_text(std::span<const analyzer::MetricDifference> metrics, size_t most);

/// Lists all metrics by id, for programs.
std::string differing_counters(std::span<const analyzer::MetricDifference> metrics);

/// "bitonic-b2 u32 2^20: slower, +3.1 % (+12.3 us). Kernels: 90 % of the difference, ...".
std::string difference_sentence(const PairDifference& one);

std::set<Provenance> provenances_of(std::span<const PairDifference> pairs);

std::string nothing_explained(const analyzer::Comparison& comparison);

/// One row for each stage, then kernels, rest and sort.
Table stage_difference_table(const PairDifference& one, const std::string& base, const std::string& other);

/// Pairs without times, one row each.
Table counter_table(std::span<const PairDifference> pairs, const std::string& base, const std::string& other);

Table history_table(std::span<const analyzer::History> histories, double min_effect);

/// Condition of the base, with the compared time mode and without free parts.
Condition shown_condition(const analyzer::ComparedPair& pair);
/// " (max_keys=16)" for each side: free parts that its cases share, unlike the other side's.
std::pair<std::string, std::string> said_of_sides(const analyzer::Comparison& comparison,
                                                  const std::string& base, const std::string& other);
/// "The sides do not sort the same: n differs ..."; empty for equal work.
std::string said_of_work(const std::vector<const analyzer::ComparedPair*>& pairs);
/// The divisor of times in the tables of all pairs.
analyzer::Per per_of(const analyzer::Comparison& comparison);
inline constexpr std::string_view different_work = "The sides do not sort the same";
/// "faster", "slower per work", "not judged".
std::string verdict_text(const analyzer::ComparedPair& pair);
std::string verdict_counts(const analyzer::Comparison& comparison);
/// Pairs whose intervals are widened for one reason.
struct Widened {
    size_t pairs = 0;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    std::set<TimeMode> modes;  ///< of the host-bound times
    void add(const analyzer::ComparedPair& pair);
    /// Widening: "15 %", "4 % to 35 %".
    std::string by() const;
};
std::string mode_words(const std::set<TimeMode>& modes);
/// "0.990 .. 1.010".
std::string interval_text(const Interval& interval);
/// Removes folders.
std::string short_name(const std::string& name);
Column case_column(const std::string& side);

/// One row for each variant and size, the fastest first.
Table speedup_table(const analyzer::Speedups& speedups, const std::string& base);

/// One row for each variant and size, in fixed columns, for spreadsheets.
Table speedup_rows(const analyzer::Speedups& speedups);

/// One row for each size: the base's time, the fastest and the slowest variant.
Table speedup_summary(const analyzer::Speedups& speedups, const std::string& base);

/// "overtakes at 2^19.4 (between 2^18 and 2^20)"; the second sort overtakes the first.
std::string crossing_text(const analyzer::Crossings& crossings);

/// One row for each variant (or other side) and condition.
Table crossing_table(std::span<const analyzer::SideCrossings> crossings, const std::string& base);
}
