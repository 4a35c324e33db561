// Reads the properties of this machine.
#pragma once

#include "core/workload.hpp"

namespace sortscope {
/// Leaves unreadable values empty or 0.
Host read_host();
Device cpu_device();
}
