// Records in which no field has its default value, and records of any size.
#pragma once

#include "core/records.hpp"

namespace sortscope::sample {
/// Leaves `id`, `uuid` and `ended_utc` empty: the store and the tests set them.
RunRecord full_run();

/// Fields that the store sets (id, run, launch_count, launch_span) are empty. Different `salt` gives
/// different records. The three launches are in stages 1 to 3. The last has no time, no counters, no sites.
CaseRecord full_case(int salt = 0);

/// A case of a program: full_case() without variant, axes, input and work.
CaseRecord foreign_case();

/// full_case() with `launches` launches, each with `counters` counters and `sites` sites.
CaseRecord large_case(int launches, int counters, int sites);

Device full_device();

/// Sorted by name.
std::vector<DeviceLimit> full_limits();
}
