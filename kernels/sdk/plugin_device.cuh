// Functions that the generated GPU unit of a plug-in calls.
#pragma once

#include "core/error.hpp"
#include "kernels/context/sort_call.hpp"
#include "kernels/cuda/register_device.cuh"

namespace sortscope::kernels::cuda {
/// Adds kernels by handle: the program's own CUDA runtime does not know the plug-in's functions.
template <class... V>
const char* add_plugin_kernels(KernelTable& table) {
    KernelTable own;
    const auto add = [&]<class Each>(TypeList<Each>) {
        if constexpr (!is_opaque<Each>) register_device<Each>(own);
    };
    (add(TypeList<V>{}), ...);
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

/// Runs V's sort. Throws Error(unsupported) for a CUDA error: the program's own CUDA runtime does not see it.
template <class V>
void sort_by(const SortCall& call) {
    for_types(typename V::keys{}, [&]<class Key>(TypeList<Key>) {
        if (key_type_of<Key>() == call.key) V::sort(static_cast<Key*>(call.keys), call);
    });
    if (const auto error = cudaGetLastError(); error != cudaSuccess)
        throw Error(ErrorKind::unsupported,
                    "CUDA refused a call of the sort: " + std::string(cudaGetErrorString(error)) + ".");
}

template <class... V>
void set_plugin_sorts(std::vector<Variant>& variants) {
    const auto set = [&]<class Each>(TypeList<Each>) {
        if constexpr (is_opaque<Each>)
            for (auto& variant : variants)
                if (variant.info.name == Each::info().name) variant.sort = &sort_by<Each>;
    };
    (set(TypeList<V>{}), ...);
}
}
