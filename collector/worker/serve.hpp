// What a worker process does.
#pragma once

#include <functional>
#include <memory>

#include "collector/worker/messages.hpp"

namespace sortscope::collector {

/// Makes the backend that a worker is asked for. Throws Error where there is none.
using MakeBackend = std::function<std::unique_ptr<Backend>(const WorkerSetup&)>;

/// To be called first in a worker's process: it leaves Ctrl-C and polite kills to its parent, and is killed
/// where the parent dies.
void become_worker();

/// Serves the process at the other end of `socket` until that ends, case by case; variants are those of
/// `variants`. Returns the exit code: 0, or 70 where what came could not be read. Ends the process where the
/// other end is gone and a case does not end.
int serve(int socket, const MakeBackend& make, const kernels::VariantRegistry& variants);

}  // namespace sortscope::collector
