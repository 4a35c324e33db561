// `collect --resume`: which of the planned cases a file holds already.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "collector/runner.hpp"

namespace sortscope::collector {

/// How the note of a case begins whose sort was to be timed as a graph and could not be, which some tell only
/// when they run.
inline constexpr std::string_view no_graph_note = "No time was taken as a CUDA graph; ";

/// Whether software counted launches of `record`, which tells it by access site too.
bool is_counted_by_software(const CaseRecord& record);

/// Takes out what `known` (cases at Detail::summary, with the notes of those that have no time as a graph,
/// and of those that software counted the first launch that has access sites) holds already: an ok case of
/// the condition that the backend plans, for which all the counter sets that it plans were asked, be it in
/// vain, those of software with counts by access site where these are asked for, and which has times in each
/// mode that is asked for and the backend plans for it, of as many rounds as a sweep takes of it now (the
/// further ones of short sorts too): with fewer it is collected anew, for rounds are compared within a run. A
/// sort that could not be captured as a graph is not tried again for that. Returns how many.
std::size_t drop_finished(std::vector<Assignment>& assignments, const BackendOptions& options,
                          const Schedule& schedule, const std::vector<CaseRecord>& known);

}  // namespace sortscope::collector
