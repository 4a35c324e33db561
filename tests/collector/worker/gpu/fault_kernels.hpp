// Kernels that go wrong, for the worker of the tests.
#pragma once

#include <vector>

namespace sortscope::collector::test {
/// Runs a kernel that writes out of bounds, and waits for the kernel: this process loses the device.
void write_out_of_bounds();

/// Runs a kernel whose assertion fails, and waits for the kernel: this process loses the device.
void fail_assertion();

/// Destroys the context that the whole process uses.
void destroy_context();

/// While alive, holds all free memory of the device, except less than a MiB.
class FullDevice {
 public:
    FullDevice();
    ~FullDevice();
    FullDevice(const FullDevice&) = delete;
    FullDevice& operator=(const FullDevice&) = delete;

 private:
    std::vector<void*> blocks_;
};

/// Runs a kernel that never ends, and waits for the kernel.
void run_endless_kernel();
}
