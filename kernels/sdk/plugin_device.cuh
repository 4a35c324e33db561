// What the generated GPU unit of a plug-in is made of.
#pragma once

#include <cuda_runtime.h>

#include "kernels/cuda/register_device.cuh"

namespace sortscope::kernels::cuda {
/// The program's CUDA runtime is another than the plug-in's and knows kernels by handle alone.
template <class... V>
const char* add_plugin_kernels(KernelTable& table) {
    KernelTable own;
    (register_device<V>(own), ...);
    for (auto& [id, entry] : own)
        for (const void** kernel : {&entry.plain, &entry.counting}) {
            cudaKernel_t handle = nullptr;
            if (const auto error = cudaGetKernel(&handle, *kernel); error != cudaSuccess)
                return cudaGetErrorString(error);
            *kernel = handle;
        }
    for (auto& [id, entry] : own) table[id] = entry;
    return nullptr;
}
}
