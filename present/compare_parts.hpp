// What tables of comparisons are made of: used by compare.cpp and difference.cpp.
#pragma once

#include <cstddef>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/timing/compare.hpp"
#include "present/table.hpp"

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
