// What events, launches and graphs themselves cost on this GPU and host: what no time of a sort can be below.
#pragma once

#include <cuda_runtime.h>

#include <vector>

#include "core/records.hpp"

namespace sortscope::kernels::cuda {

class GraphClock;

/// Measured on the current device, in ns, each the median of 31 trials after warm-ups, and the slopes of 11:
///   event_overhead           two events with nothing between them
///   stream_kernel_overhead   two events around one empty kernel launched in a stream
///   stream_launch_overhead   each further empty kernel launched there: what the host takes to launch one
///   graph_overhead           a graph of one empty kernel, timed as graphs of sorts are: between the stamps
///   of `clock`, or, where there is
///                            none, two events
///   graph_node_overhead      each further empty kernel of that graph, one after the other
///   graph_clock_step         step of `clock`; absent without
/// Takes a few ms. Throws Error.
std::vector<DeviceLimit> measure_launch_costs(cudaStream_t stream, const GraphClock* clock);

}  // namespace sortscope::kernels::cuda
