// Measures the cost of events, launches and graphs: a lower limit for all times of sorts.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "core/records.hpp"

namespace sortscope::kernels::cuda {

class GraphClock;

/// Costs on the current device in ns: medians of 31 trials after warm-ups; slopes of 11 trials.
///   event_overhead          two events in a row
///   stream_kernel_overhead  two events around one empty kernel
///   stream_launch_overhead  each further empty kernel: the host's time to launch one
///   graph_overhead          a graph of one empty kernel, between stamps of `clock`, else two events
///   graph_node_overhead     each further empty kernel of that graph
///   graph_clock_step        step of `clock`; absent without a clock
/// Takes a few ms. Throws Error.
std::vector<DeviceLimit> measure_launch_costs(cudaStream_t stream, const GraphClock* clock);

}  // namespace sortscope::kernels::cuda
