// The rows of a breakdown in another order than that of their launches.
#pragma once

#include <cstddef>
#include <string>

#include "analyzer/breakdown.hpp"

namespace sortscope::analyzer {

/// Sorts the rows by "share", "time" or a metric's id, the greatest first; rows without a value come last,
/// equal ones keep their order. Throws Error(usage) with the nearest names.
void sort_rows(Breakdown& breakdown, const std::string& by);

/// Leaves the first `most` rows and adds the others up in one, as shortened() does. The rows of the result
/// are those of `breakdown`.
Shortened first_rows(const Breakdown& breakdown, std::size_t most);

}  // namespace sortscope::analyzer
