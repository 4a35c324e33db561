// Kernels that go wrong, for the worker of the tests.
#pragma once

namespace sortscope::collector::test {

/// A kernel that writes where there is no memory, and a wait for it: the device answers no more in this
/// process.
void write_out_of_bounds();

/// A kernel that never ends, and a wait for it.
void run_endless_kernel();

}  // namespace sortscope::collector::test
