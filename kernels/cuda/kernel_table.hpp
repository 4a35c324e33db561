// GPU builds of kernels by kernel_id.
#pragma once

#include <map>
#include <string>

namespace sortscope::kernels::cuda {
/// Pointers for cudaLaunchKernel.
struct KernelEntry {
    const void* plain = nullptr;     ///< void(K): the sort itself
    const void* counting = nullptr;  ///< void(K, CountingTable): counts each warp's accesses by site
};

/// Filled by explicit calls (register_device_kernels); no static initialisers.
using KernelTable = std::map<std::string, KernelEntry>;

/// Registers every planned variant's kernels.
void register_device_kernels(KernelTable& table);
}
