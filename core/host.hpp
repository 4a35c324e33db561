// The machine that a run is made on.
#pragma once

#include "core/workload.hpp"

namespace sortscope {

/// Reads host name, operating system, kernel, CPU model, threads and memory. What cannot be read stays empty
/// or 0.
Host read_host();

/// The host's CPU as a device that cases run on.
Device cpu_device();

}  // namespace sortscope
