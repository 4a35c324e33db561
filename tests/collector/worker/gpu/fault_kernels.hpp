// Kernels with faults, for the test worker.
#pragma once

#include <vector>

namespace sortscope::collector::test {
/// Waits for a kernel that writes out of bounds: this process loses the device.
void write_out_of_bounds();

/// Waits for a kernel with a failing assertion: this process loses the device.
void fail_assertion();

/// Destroys the context of the whole process.
void destroy_context();

/// While this object lives, less than a MiB of the device is free.
class FullDevice {
 public:
    FullDevice();
    ~FullDevice();
    FullDevice(const FullDevice&) = delete;
    FullDevice& operator=(const FullDevice&) = delete;

 private:
    std::vector<void*> blocks_;
};

/// Waits for a kernel that never ends.
void run_endless_kernel();
}
