// `collect --resume`.
#pragma once

#include <string_view>
#include <vector>

#include "collector/sweep_case.hpp"

namespace sortscope::collector {

/// Begins the note of a case that could not be timed as a graph.
inline constexpr std::string_view no_graph_note = "No time was taken as a CUDA graph; ";

/// Whether software counted launches, and so knows access sites.
bool is_counted_by_software(const CaseRecord& record);

/// Removes the cases that `known` has, and returns their number. A stored case serves if it
///  - is ok and has the condition that the backend plans,
///  - was asked for all planned counter sets, even in vain, with sites if they are to be kept,
///  - has times in each planned mode and in as many rounds, with further ones of short sorts: rounds are
///    compared within a run. A sort that could not be captured as a graph is not tried again.
/// `known` are at Detail::summary, with notes if a case has no graph time, and with the first launch that has
/// sites if software counted it.
std::size_t drop_finished(std::vector<SweepCase>& cases, const std::vector<CaseRecord>& known);

}  // namespace sortscope::collector
