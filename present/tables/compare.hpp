// A comparison as tables and sentences.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/timing/compare.hpp"
#include "analyzer/timing/difference.hpp"
#include "analyzer/timing/history.hpp"
#include "present/table.hpp"
#include "present/tables/difference.hpp"

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

/// For spreadsheets: a row each pair, timed or not, with the whole condition of both sides. The columns are
/// the same whatever is compared: the names of the sides, of each its condition, device's UUID, case, time
/// mode and time; the ratio with the ends of its interval, verdict and rounds; of the pairs of `counters` how
/// many counters differ, and which.
Table comparison_rows(const analyzer::Comparison& comparison, const std::string& base,
                      const std::string& other, std::span<const PairDifference> counters);

}  // namespace sortscope::present

namespace sortscope::present::compare_parts {

std::string join(const std::vector<std::string>& parts, const char* between = ", ");
/// The pair's condition as it is shown: with the mode of the times that were compared.
Condition shown_condition(const analyzer::ComparedPair& pair);
Column number_column(std::string id, std::string title, std::string head, std::string subhead,
                     std::string sentence, int importance);
Column text_column(std::string id, std::string title, std::string head, std::string sentence, int importance);
Cell id_cell(CaseId id);
/// " (max_keys=16)" of base and other: what all compared cases of the side have in parts in which the sides
/// differ, but for what its name says; empty where that is nothing.
std::pair<std::string, std::string> said_of_sides(const analyzer::Comparison& comparison,
                                                  const std::string& base, const std::string& other);
/// "The sides do not sort the same: n differs (2^10 against 2^20). ...", with what is compared then, be it
/// times or counters; empty where all pairs sort the same.
std::string said_of_work(const std::vector<const analyzer::ComparedPair*>& pairs);
/// "slower per key".
std::string verdict_text(const analyzer::ComparedPair& pair);
/// "36 conditions in both, 36 timed: 2 faster, 1 slower, 30 same, 3 unclear; geometric mean of the
/// ratios 1.003": the summary, but for what the sides sort.
std::string verdict_counts(const analyzer::Comparison& comparison);
/// The place in the palette of a verdict's marks.
std::size_t verdict_colour(analyzer::Verdict verdict);
/// Below the table: how verdicts are found, which of several cases are used.
std::vector<std::string> pair_notes(const analyzer::Comparison& comparison, double min_effect);
/// Pairs whose interval is widened for one reason, and by how much.
struct Widened {
    std::size_t pairs = 0;
    double least = std::numeric_limits<double>::infinity(), most = 0;
    std::set<TimeMode> modes;  ///< of the times whose pace the host sets
    /// A pair with a ratio.
    void add(const analyzer::ComparedPair& pair);
    /// "15 %", "4 % to 35 %".
    std::string by() const;
};
/// The modes of a pair's times whose pace the host sets.
std::set<TimeMode> host_paced_modes(const analyzer::ComparedPair& pair);
/// "stream", "host", "host and stream".
std::string mode_words(const std::set<TimeMode>& modes);
/// "0.990 .. 1.010".
std::string interval_text(const Interval& interval);
/// A file's name without its folder.
std::string short_name(const std::string& name);

}  // namespace sortscope::present::compare_parts
