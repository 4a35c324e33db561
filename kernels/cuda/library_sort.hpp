// Library sorts on the GPU, one file each.
#pragma once

#include <memory>
#include <string_view>

#include "kernels/cuda/gpu_sort.hpp"

namespace sortscope::kernels::cuda {

/// The opaque variant `name`. Throws Error(internal) if it does not exist for this key type.
std::unique_ptr<GpuSort> make_library_sort(std::string_view name, const Workload& workload,
                                           cudaStream_t stream);

/// cub::DeviceRadixSort over double buffers, its fastest form: no copy back. All keys and records.
std::unique_ptr<GpuSort> make_cub_radix_sort(const Workload& workload, cudaStream_t stream);

/// cub::DeviceMergeSort with before() as its order. All keys and records.
std::unique_ptr<GpuSort> make_cub_merge_sort(const Workload& workload, cudaStream_t stream);

/// thrust::sort. All keys; null for records.
std::unique_ptr<GpuSort> make_thrust_sort(const Workload& workload, cudaStream_t stream);

/// thrust::sort_by_key. All records; null for keys alone.
std::unique_ptr<GpuSort> make_thrust_sort_by_key(const Workload& workload, cudaStream_t stream);

}  // namespace sortscope::kernels::cuda
