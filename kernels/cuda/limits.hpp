// What this GPU reaches, measured by kernels of our own: bandwidths of its memories and the throughput of
// what sorts compute.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/records.hpp"

namespace sortscope::kernels::cuda {

/// `samples` of one limit as its median and spread.
DeviceLimit limit_of(std::string name, std::string unit, std::span<const double> samples);

/// Measured on the current device, each the median of nine trials between two events after one that warms up:
///   copy_bandwidth      bytes/s   16-byte loads and stores between two arrays that no cache holds; bytes
///   read plus bytes written read_bandwidth      bytes/s   16-byte loads of such an array l2_bandwidth
///   bytes/s   16-byte loads past L1 (ld.global.cg) of an array of an eighth of L2, many times over
///   shared_bandwidth    bytes/s   16-byte loads of shared memory without bank conflicts
///   integer_add_throughput   operations/s   32-bit additions in registers, eight independent chains a thread
///   compare_throughput       operations/s   32-bit minima and maxima in registers, one operation each, as
///   compare-exchanges take them
/// Takes a few tens of ms on a large GPU. `stopped` is asked between them; what is measured until then is
/// returned. Throws Error(unsupported) where memory is too small, Error(environment) where a call fails.
std::vector<DeviceLimit> measure_throughputs(cudaStream_t stream, const std::function<bool()>& stopped);

/// Keeps the device's SMs busy with integer additions for about `ns`: enqueues on `stream`. For looking at
/// clocks under load.
void keep_busy(cudaStream_t stream, double ns);

}  // namespace sortscope::kernels::cuda
