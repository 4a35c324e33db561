// Registers both GPU builds of a variant's kernels.
#pragma once

#include "kernels/context/plan.hpp"
#include "kernels/context/record.hpp"
#include "kernels/cuda/counting_context.cuh"
#include "kernels/cuda/device_context.cuh"
#include "kernels/cuda/kernel_table.hpp"

namespace sortscope::kernels::cuda {
/// The plain build. Profilers show the name of K.
template <class K>
__global__ void __launch_bounds__(1024) sort_kernel(const K kernel) {
    DeviceContext context;
    kernel(context);
}

template <class K>
__global__ void __launch_bounds__(1024) counting_kernel(const K kernel, const CountingTable table) {
    CountingContext context(table);
    kernel(context);
}

/// Adds all kernels of V for all its key types.
template <class V>
void register_device(KernelTable& table) {
    for_types(typename V::keys{}, [&]<class Key>(TypeList<Key>) {
        for_types(typename V::template kernels<Key>{}, [&]<class K>(TypeList<K>) {
            table[kernel_id<K>()] = {reinterpret_cast<const void*>(&sort_kernel<K>),
                                     reinterpret_cast<const void*>(&counting_kernel<K>)};
        });
    });
}
}
