// Counters that a newer program recorded.
#pragma once

#include <cstdint>

namespace sortscope::db {

/// Whether the catalogue has a counter of that number.
bool is_known_counter(std::int64_t counter);

}  // namespace sortscope::db
