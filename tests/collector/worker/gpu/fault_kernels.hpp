// Kernels that go wrong, for the worker of the tests.
#pragma once

#include <vector>

namespace sortscope::collector::test {
/// Runs a kernel that writes out of bounds and waits for it: the device is lost to this process.
void write_out_of_bounds();

/// Runs a kernel whose assertion fails and waits for it: as above.
void fail_assertion();

/// Destroys the context that all of this process use.
void destroy_context();

/// Takes all free memory of the device, to the last MiB, while it lives.
class FullDevice {
 public:
    FullDevice();
    ~FullDevice();
    FullDevice(const FullDevice&) = delete;
    FullDevice& operator=(const FullDevice&) = delete;

 private:
    std::vector<void*> blocks_;
};

/// Runs a kernel that never ends and waits for it.
void run_endless_kernel();
}
