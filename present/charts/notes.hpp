// Sentences below charts: what is left out, and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/records.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::analyzer {
struct Breakdown;
struct Comparison;
}  // namespace sortscope::analyzer

namespace sortscope::present {

/// The parts in which the cases differ ("block 256"); empty for a case alone.
template <class Cases>
std::vector<std::string> overlay_names_of(const Cases& cases) {
    std::vector<const CaseRecord*> records;
    for (const auto& one : cases) records.push_back(one.record);
    return records.size() == 1 ? std::vector<std::string>(1) : overlay_names(records);
}

/// The words of all parts in which the conditions of `words` differ, or of all others.
std::string condition_text(const ConditionWords& words, const Condition& condition, bool differing);

/// Appends a sentence; an empty one adds nothing.
void add_sentence(std::string& note, const std::string& sentence);

/// How many launches a chart shows; empty if all. `all_in_part`: all in sight are shown.
std::string launches_drawn(std::size_t drawn, std::uint64_t of, bool all_in_part = false);

/// Why a case of `n` keys (0: a program) has no network, if more than `most` keys are not drawn.
std::string network_too_large(std::uint64_t n, std::uint64_t most);
/// Why a case has no network if its launches do not name their comparators.
std::string network_unnamed();

/// A network coloured by a case compared with the one shown.
struct NetworkColours {
    std::string shown;                 ///< the case that has the network
    std::string drawn;                 ///< the case that gives the ratios; empty if none could be drawn
    bool same_keys = true;             ///< its launches compare the same keys
    std::vector<std::string> without;  ///< compared cases that are not drawn
    std::vector<std::pair<std::string, std::string>> unread;  ///< case and why it could not be read
};
std::string network_colours(const NetworkColours& colours);

std::string compared_name(const std::string& name);
/// How many sweeps of a variant are drawn; empty if all.
std::string sweeps_drawn(std::size_t drawn, std::size_t of);
/// Which variants have no sweep over `axis`.
std::string without_sweep(const std::string& axis, std::span<const std::string> variants);
std::string sweeps_of_others(const std::string& variant);
std::string framed_best();

std::string without_bounds();
std::string without_published();
/// `names`: compared cases of other files. Their counters are not drawn.
std::string counters_of_one_file(std::span<const std::string> names);

/// Why two ratios of branches that were counted differently do not add up; else empty.
std::string branches_counted_twice(const analyzer::Breakdown& breakdown);

/// "bitonic-semi against bitonic-basic: 24 conditions in both, ..; 2 only in bitonic-semi; whatever their
/// block". `freed`: parts left free.
std::string comparison_sentence(const analyzer::Comparison& comparison, const std::string& base,
                                const std::string& other, const std::string& freed);
std::string one_side_alone();
std::string same_sides();
std::string counters_alone();

}  // namespace sortscope::present
