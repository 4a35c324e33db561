// Measures this GPU's limits: bandwidths, throughputs, and costs of events, launches and graphs.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "core/records.hpp"

namespace sortscope::kernels::cuda {
class GraphClock;

/// Limits of the current device: medians of nine trials after a warm-up.
///   copy_bandwidth          bytes/s: 16-byte loads and stores beyond all caches, read plus written
///   read_bandwidth          bytes/s: 16-byte loads beyond all caches
///   l2_bandwidth            bytes/s: 16-byte loads past L1 (ld.global.cg) of an eighth of L2
///   shared_bandwidth        bytes/s: 16-byte loads of shared memory without bank conflicts
///   integer_add_throughput  operations/s: 32-bit additions, eight independent chains a thread
///   compare_throughput      operations/s: 32-bit minima and maxima, as in compare-exchanges
/// Takes some tens of ms on a large GPU. Once `stopped` returns true, returns the limits measured so far.
/// Throws Error(unsupported) if memory is too small, Error(environment) if a call fails.
std::vector<DeviceLimit> measure_throughputs(cudaStream_t stream, const std::function<bool()>& stopped);

/// Costs on the current device in ns: medians of 31 trials after warm-ups. For the cost of each further
/// kernel: 11 trials with 200 further kernels.
///   event_overhead          two events in a row
///   stream_kernel_overhead  two events around one empty kernel
///   stream_launch_overhead  each further empty kernel: the host's time to launch one
///   graph_overhead          a graph of one empty kernel, between stamps of `clock`; if null, between events
///   graph_node_overhead     each further empty kernel of that graph
///   graph_clock_step        step of `clock`; absent without a clock
/// Takes a few ms. Throws Error.
std::vector<DeviceLimit> measure_launch_costs(cudaStream_t stream, const GraphClock* clock);

/// Enqueues integer additions that keep all SMs busy for about `ns`, to observe clocks under load.
void keep_busy(cudaStream_t stream, double ns);
}
