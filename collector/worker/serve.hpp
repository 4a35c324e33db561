// The work of a worker process.
#pragma once

#include <functional>
#include <memory>

#include "collector/worker/messages.hpp"

namespace sortscope::collector {

/// Makes the backend of a worker. Throws Error if there is none.
using MakeBackend = std::function<std::unique_ptr<Backend>(const WorkerSetup&)>;

/// Call first in a worker's process: it leaves Ctrl-C and polite kills to its parent, and dies with it.
void become_worker();

/// Serves the process at the other end of `socket` until that ends, case by case. Returns the exit code: 0,
/// or 70 after unreadable bytes. Ends the process if the other end is gone and a case does not end.
int serve(int socket, const MakeBackend& make, const kernels::VariantRegistry& variants);

}  // namespace sortscope::collector
