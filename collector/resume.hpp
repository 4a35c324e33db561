// `collect --resume`: which of the planned cases a file holds already.
#pragma once

#include <cstddef>
#include <vector>

#include "collector/runner.hpp"

namespace sortscope::collector {

/// Takes out what `known` (cases at Detail::summary) holds already: an ok case of the condition that the backend plans, for which
/// all the counter sets that it plans were asked, be it in vain. Returns how many.
std::size_t drop_finished(std::vector<Assignment>& assignments, const BackendOptions& options,
                          const std::vector<CaseRecord>& known);

}  // namespace sortscope::collector
