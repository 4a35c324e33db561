// Backends that run cases in the test worker.
#pragma once

#include "collector/worker/remote_backend.hpp"
#include "tests/collector/worker/faults.hpp"

namespace sortscope::collector::test {
inline const WorkerProgram faulty{SORTSCOPE_FAULTY_WORKER, {"faulty-worker"}};
}
