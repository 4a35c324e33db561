// `collect --resume`: which of the planned cases a file holds already.
#pragma once

#include <cstddef>
#include <vector>

#include "collector/runner.hpp"

namespace sortscope::collector {

/// Takes out what `known` (cases at Detail::summary) holds already: an ok case of the condition that the backend plans, for which
/// all the counter sets that it plans were asked, be it in vain, and which has times in each mode that is asked for and the backend plans
/// for it, of as many rounds as a sweep takes of it now (the further ones of short sorts too): with fewer it is collected anew, for rounds are
/// compared within a run. Returns how many.
std::size_t drop_finished(std::vector<Assignment>& assignments, const BackendOptions& options, const Schedule& schedule,
                          const std::vector<CaseRecord>& known);

}  // namespace sortscope::collector
