// Libraries' sorts on the GPU, one file a library's sort.
#pragma once

#include <memory>
#include <string_view>

#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::kernels::cuda {

/// The opaque variant called `name`. Throws Error(internal) if there is none, or none for this key type.
std::unique_ptr<GpuSort> make_library_sort(std::string_view name, const Workload& workload,
                                           cudaStream_t stream);

/// cub::DeviceRadixSort over double buffers, which is its fastest form: no copy back. All keys and records.
std::unique_ptr<GpuSort> make_cub_radix_sort(const Workload& workload, cudaStream_t stream);

/// cub::DeviceMergeSort by the order of all sorts here. All keys and records.
std::unique_ptr<GpuSort> make_cub_merge_sort(const Workload& workload, cudaStream_t stream);

/// thrust::sort. All keys; null for records.
std::unique_ptr<GpuSort> make_thrust_sort(const Workload& workload, cudaStream_t stream);

/// thrust::sort_by_key. All records; null for keys alone.
std::unique_ptr<GpuSort> make_thrust_sort_by_key(const Workload& workload, cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
