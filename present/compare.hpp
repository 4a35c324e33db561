// A comparison as tables and sentences.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/difference.hpp"
#include "analyzer/timing/history.hpp"
#include "present/table.hpp"

namespace sortscope::present {

/// "1.031 (1.012 .. 1.050)".
std::string ratio_text(const analyzer::RatioEstimate& ratio);

/// "36 conditions in both, 36 timed: 2 faster, 1 slower, 30 same, 3 unclear; geometric mean of the
/// ratios 1.003".
std::string comparison_summary(const analyzer::Comparison& comparison);

/// By what rule a ratio is called faster, slower, same or unclear.
std::string verdict_rule(double min_effect);
/// What a time of several rounds is where its interval counts, and that 'list' has another figure: for notes.
std::string rounds_sentence();

/// One row a condition whose times are compared: both times, ratio, interval, verdict. The title says what
/// all share; its notes how verdicts are found, and which of several cases are used. Empty where there are no
/// times. With `all`, behind them a row for each condition that one side alone has, or that is not timed on
/// both: its verdict says which.
Table comparison_table(const analyzer::Comparison& comparison, const std::string& base,
                       const std::string& other, double min_effect, bool all = false);

/// What an exit code that --fail-on decides is said with: that `count` pairs or conditions (`of`) are of
/// times whose pace the host sets, of two recordings, `hosts` of them of two hosts. `modes`: of these times;
/// `instead`: what does not depend on the host, where stream times are among them. Empty where there are
/// none.
std::string host_warning(std::size_t count, const char* of, const std::set<TimeMode>& modes,
                         std::size_t hosts, std::string_view instead);
/// Of a comparison's pairs: the modes of the times that tell the host.
std::set<TimeMode> modes_telling_the_host(const analyzer::Comparison& comparison);

/// Why there is nothing to compare, and what would help. `freeing`: how the part that is in the way is left
/// free, its name in place of {0}.
std::string nothing_comparable(const analyzer::Comparison& comparison, const analyzer::Side& base,
                               const analyzer::Side& other,
                               std::string_view freeing = "a further --across {0} leaves it free");

/// "bitonic-b2 u32 2^10 uniform, block 256, NVIDIA H200 (case 12)": what a side alone has.
std::string case_words(const analyzer::Compared& one);

/// What made the difference of one pair: of two cases with times the stage that did most, with its counters.
struct PairDifference {
    const analyzer::ComparedPair* pair = nullptr;
    analyzer::CaseDifference difference;
};

/// For spreadsheets: a row each pair, timed or not, with the whole condition of both sides. The columns are
/// the same whatever is compared: the names of the sides, of each its condition, device's UUID, case, time
/// mode and time; the ratio with the ends of its interval, verdict and rounds; of the pairs of `counters` how
/// many counters differ, and which.
Table comparison_rows(const analyzer::Comparison& comparison, const std::string& base,
                      const std::string& other, std::span<const PairDifference> counters);

/// "sectors loaded 8,192 -> 16,384 (2.00x), divergent branches 12+ -> 0+, ...": the first `most` of them,
/// each with the mark of its provenance.
std::string differences_text(std::span<const analyzer::MetricDifference> metrics, std::size_t most);
/// All of them for programs: by ids, as they were counted.
std::string differing_counters(std::span<const analyzer::MetricDifference> metrics);

/// "bitonic-b2 u32 2^20: slower, +3.1 % (+12.3 us). Kernels make 90 % of it, stage 3 alone 80 % (sectors
/// loaded and stored 8,192 -> 16,384 (2.00x)); what is between them (launch gaps, host) 10 %." A difference
/// that is none (same, unclear) is not explained, which it says. Of a pair without a ratio: "...: not timed
/// on both sides; 3 counters that both have differ: ...".
std::string difference_sentence(const PairDifference& one);

/// Of what differences_text() of these pairs, and their stages, is made.
std::set<Provenance> provenances_of(std::span<const PairDifference> pairs);

/// Why no pair of a comparison is explained; empty where one is, or where none has times.
std::string nothing_explained(const analyzer::Comparison& comparison);

/// Stage by stage: both times, the difference, its part of the whole, the counters that differ; below a rule
/// all kernels, what is left over (launch gaps, host), and the sort.
Table stage_difference_table(const PairDifference& one, const std::string& base, const std::string& other);

/// One row a condition without times to compare (modelled cases): how many counters both have, how many
/// differ, and which most. Its note says where the sides do not sort the same.
Table counter_table(std::span<const PairDifference> pairs, const std::string& base, const std::string& other);

/// One row a series: first and last run's time, the changes, outliers. Its notes state the rule.
Table history_table(std::span<const analyzer::History> histories, double min_effect);

}  // namespace sortscope::present
