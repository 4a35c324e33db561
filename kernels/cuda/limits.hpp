// Measures what this GPU reaches: memory bandwidths and arithmetic throughput.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::kernels::cuda {

/// A limit as the median and spread of `samples`.
DeviceLimit limit_of(std::string name, std::string unit, std::span<const double> samples);

/// Limits of the current device: medians of nine trials after a warm-up.
///   copy_bandwidth          bytes/s: 16-byte loads and stores beyond all caches, read plus written
///   read_bandwidth          bytes/s: 16-byte loads beyond all caches
///   l2_bandwidth            bytes/s: 16-byte loads past L1 (ld.global.cg) of an eighth of L2
///   shared_bandwidth        bytes/s: 16-byte loads of shared memory without bank conflicts
///   integer_add_throughput  operations/s: 32-bit additions, eight independent chains a thread
///   compare_throughput      operations/s: 32-bit minima and maxima, as in compare-exchanges
/// Takes some tens of ms on a large GPU. Checks `stopped` between limits and then returns those measured.
/// Throws Error(unsupported) if memory is too small, Error(environment) if a call fails.
std::vector<DeviceLimit> measure_throughputs(cudaStream_t stream, const std::function<bool()>& stopped);

/// Enqueues integer additions that keep all SMs busy for about `ns`, to observe clocks under load.
void keep_busy(cudaStream_t stream, double ns);

}  // namespace sortscope::kernels::cuda
