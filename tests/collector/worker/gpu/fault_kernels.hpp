// Kernels that go wrong, for the worker of the tests.
#pragma once

namespace sortscope::collector::test {
/// Runs a kernel that writes out of bounds and waits for it: the device is lost to this process.
void write_out_of_bounds();

/// Runs a kernel that never ends and waits for it.
void run_endless_kernel();
}
