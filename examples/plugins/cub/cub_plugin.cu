// A host function that calls a library: CUB's radix sort.
#include "kernels/context/sort_call.hpp"

#ifdef __CUDACC__
#include <cub/device/device_radix_sort.cuh>
#endif

namespace sortscope::kernels {
struct CubPlugin {
    using keys = TypeList<uint32_t, float>;

    static VariantInfo info() {
        return {.name = "cub-plugin",
                .source = "NVIDIA CCCL",
                .section = "cub::DeviceRadixSort",
                .summary = "CUB's radix sort into a second array, then a copy back",
                .details = "SortKeys between two arrays. The library chooses kernels, grids and blocks.",
                .min_n = 1,
                .min_block = 0};
    }

    template <class Key>
    static void sort(Key* keys, const SortCall& call);
};

#ifdef __CUDACC__
template <class Key>
void CubPlugin::sort(Key* keys, const SortCall& call) {
    auto* const sorted = static_cast<Key*>(call.scratch(call.n * sizeof(Key)));
    size_t bytes = 0;
    const auto run = [&](void* scratch) {
        cub::DeviceRadixSort::SortKeys(scratch, bytes, keys, sorted, call.n, 0, 8 * sizeof(Key), call.stream);
    };
    run(nullptr);  // only sets `bytes`
    run(call.scratch(bytes));
    cudaMemcpyAsync(keys, sorted, call.n * sizeof(Key), cudaMemcpyDeviceToDevice, call.stream);
}
#endif
}
