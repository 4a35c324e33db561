// Sentences that stand beside charts of which a part is drawn, or which several cases share: what is left
// out, and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sortscope::analyzer {
struct Breakdown;
struct Comparison;
}  // namespace sortscope::analyzer

namespace sortscope::present {

/// Adds a sentence to what a chart says already. An empty one adds nothing.
void add_sentence(std::string& note, const std::string& sentence);

/// How many of a case's launches a timeline or bars show; empty where all are. `all_in_part`: all of those in
/// sight are.
std::string launches_drawn(std::size_t drawn, std::uint64_t of, bool all_in_part = false);

/// Why a case of `n` keys (0: a program that is not ours) has no network, where those of up to `most` are
/// drawn.
std::string network_too_large(std::uint64_t n, std::uint64_t most);
/// Why a case has none whose launches do not say what they compare.
std::string network_unnamed();

/// A network that has the colours of a case compared with the one shown.
struct NetworkColours {
    std::string shown;      ///< the case whose network it is
    std::string drawn;      ///< the case whose launches' values over its own are the colours; empty where no
                            ///< other could be drawn
    bool same_keys = true;  ///< whether that case compares the same keys in each launch
    std::vector<std::string> without;                         ///< cases compared that are not drawn
    std::vector<std::pair<std::string, std::string>> unread;  ///< those that could not be read, and why
};
std::string network_colours(const NetworkColours& colours);

/// The name of a sweep's line that is of a case compared with the one shown.
std::string compared_name(const std::string& name);
/// How many of the sweeps of a sort are drawn; empty where all are.
std::string sweeps_drawn(std::size_t drawn, std::size_t of);
/// Which sorts have no sweep over `axis`.
std::string without_sweep(const std::string& axis, std::span<const std::string> variants);
/// `variant` has no sweep of its own.
std::string sweeps_of_others(const std::string& variant);
/// What the frames around points of a sweep mean.
std::string framed_best();

/// Why bounds of a device without a measured copy bandwidth are missing.
std::string without_bounds();
/// No source published what is drawn.
std::string without_published();
/// `names` are of other files than the case shown, whose counters alone are drawn.
std::string counters_of_one_file(std::span<const std::string> names);

/// Why two ratios of branches do not add up, where they were counted in different ways; empty where they were
/// not, or one is absent.
std::string branches_counted_twice(const analyzer::Breakdown& breakdown);

/// What was compared and came of it: "bitonic-semi against bitonic-basic: 24 conditions in both, ..; 2 only
/// in bitonic-semi; whatever their block". `freed`: parts left free beside what was asked for, empty for
/// none. That the sides sort different keys is left to where it stands alone (compare_parts::said_of_work).
std::string comparison_sentence(const analyzer::Comparison& comparison, const std::string& base,
                                const std::string& other, const std::string& freed);
/// Why nothing is compared: of one side, or of a side with itself.
std::string one_side_alone();
std::string same_sides();
/// Why a comparison whose cases have no times in common has no ratios.
std::string counters_alone();

}  // namespace sortscope::present
