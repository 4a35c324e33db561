// Sentences below charts, and helpers that charts share.
#pragma once

#include "present/chart.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::analyzer {
struct Breakdown;
struct Comparison;
struct TimeEstimate;
}

namespace sortscope::present {
struct OverlayCase;

/// Names cases by their differences ("block 256"). A single case has an empty name.
template <class Cases>
std::vector<std::string> overlay_names_of(const Cases& cases) {
    return cases.size() == 1 ? std::vector<std::string>(1)
                             : overlay_names(mapped(cases, [](const auto& one) { return one.record; }));
}

void add_sentence(std::string& note, std::string_view sentence);
/// "Without time trials: a; b."
void add_without(std::string& note, std::string_view what, std::span<const std::string> names);
Point time_point(double x, const analyzer::TimeEstimate& time, double unit_ns, CaseId id);
void name_points(Series& series, const std::string& name);

/// Empty if all launches are drawn. `all_in_part`: all launches of the visible part are drawn.
std::string launches_drawn(size_t drawn, uint64_t of, bool all_in_part = false);

/// `n`: number of keys, 0 for a program.
std::string network_too_large(uint64_t n, uint64_t most);
inline constexpr const char* network_unnamed =
    "The steps of this case's launches have names that do not say which keys they compare, so there is no "
    "network to draw.";

std::string compared_name(const std::string& name);
/// Empty if all sweeps are drawn.
std::string sweeps_drawn(size_t drawn, size_t of);
std::string sweeps_of_others(const std::string& variant);
inline constexpr const char* sectors_for_times = "No time was measured: sectors are drawn in its place.";
inline constexpr const char* framed_best = "Framed: the best of each.";
inline constexpr const char* without_bounds =
    "No bounds: the copy bandwidth of this device was not measured; sortscope collect measures it unless "
    "--no-limits is given.";
inline constexpr const char* without_published = "No source has published times of these sorts and keys.";
std::string counters_of_one_file(std::span<const std::string> names);

/// Warns if a stage number means different steps in the cases; else empty. Needs breakdowns by stage or
/// substage.
std::string different_networks(std::span<const OverlayCase> cases);

/// Explains why divergence and branch efficiency need not add up; else empty.
std::string branches_counted_twice(const analyzer::Breakdown& breakdown);

/// `freed`: parts that may differ within a pair.
std::string comparison_sentence(const analyzer::Comparison& comparison, const std::string& base,
                                const std::string& other, const std::string& freed);
inline constexpr const char* one_side_alone = "There is one side alone: nothing to compare it with.";
inline constexpr const char* same_sides = "Both sides are the same: choose another.";
inline constexpr const char* counters_alone =
    "No case was timed on both sides, and their sectors are not known. Below is what their counters differ "
    "by.";

/// "A is hidden behind B, C behind D up to 16." Curves without marks are behind curves with marks.
std::string hidden_series(const Chart& chart);
}
