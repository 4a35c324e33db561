// The machine that a run is made on.
#pragma once

#include "core/workload.hpp"

namespace sortscope {
/// Values that cannot be read stay empty or 0.
Host read_host();
Device cpu_device();
}
