// Records in which no field has its default value, and records of any size.
#pragma once

#include "core/records.hpp"

namespace sortscope::sample {
/// The end and the uuid are others' to give.
RunRecord full_run();

/// Fields of programs (program) and of the store (id, run, launch_count, launch_span) are empty. `salt` makes
/// it differ. Its three launches are of stages 1 to 3; the last has no time, no counters and no sites.
CaseRecord full_case(int salt = 0);

/// Of another program: no variant and no workload, but launches.
CaseRecord foreign_case();

/// full_case() with `launches` launches, each with `counters` counters and `sites` sites.
CaseRecord large_case(int launches, int counters, int sites);

Device full_device();

/// By name.
std::vector<DeviceLimit> full_limits();
}
