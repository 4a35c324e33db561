// Records in which no field has its default value, and records of any size.
#pragma once

#include <vector>

#include "core/records.hpp"

namespace sortscope::sample {

/// A run in which no field has its default value, but the end and the uuid, which others give.
RunRecord full_run();

/// A case in which no field has its default value, but those that only a program that is not ours has
/// (program), or that the store gives (id, run, launch_count, launch_span). `salt` makes it differ from
/// others. Its three launches are of stages 1 to 3; the last has no time, no counters and no sites.
CaseRecord full_case(int salt = 0);

/// A case of a program that is not ours: no variant and no workload, but launches.
CaseRecord foreign_case();

/// The case of full_case() with `launches` launches of the same kernels instead, with `counters` counters and
/// `sites` sites each.
CaseRecord large_case(int launches, int counters, int sites);

/// The device of full_case().
Device full_device();

/// What that device reaches, by name.
std::vector<DeviceLimit> full_limits();

}  // namespace sortscope::sample
