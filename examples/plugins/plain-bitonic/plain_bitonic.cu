// A bitonic sort in plain CUDA: a kernel, and a host function that launches it.
#include "kernels/context/sort_call.hpp"

#ifdef __CUDACC__
#include <nvtx3/nvToolsExt.h>
#endif

namespace sortscope::kernels {
struct PlainBitonic {
    using keys = TypeList<uint32_t, float>;

    static VariantInfo info() {
        return {.name = "plain-bitonic",
                .source = "Batcher 1968",
                .section = "bitonic sort",
                .summary = "Bitonic network in plain CUDA, one launch a step, one pair a thread",
                .details =
                    "For k = 2, 4, .., N and j = k/2, .., 1 the pairs at distance j are ordered, "
                    "ascending where bit k of the index is 0.",
                .power_of_two = true};
    }

    template <class Key>
    static void sort(Key* keys, const SortCall& call);
};

// The host compiler reads only the part above.
#ifdef __CUDACC__
template <class Key>
__global__ void plain_bitonic_step(Key* keys, uint64_t length, uint64_t distance) {
    const uint64_t t = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const uint64_t i = 2 * t - (t & (distance - 1));
    const Key a = keys[i], b = keys[i + distance];
    const bool descending = (i & length) != 0;
    if (before(b, a) != descending) {
        keys[i] = b;
        keys[i + distance] = a;
    }
}

template <class Key>
void PlainBitonic::sort(Key* keys, const SortCall& call) {
    const uint64_t pairs = call.n / 2;
    const auto block = unsigned(pairs < call.config.block ? pairs : call.config.block);
    for (uint64_t length = 2; length <= call.n; length *= 2) {
        nvtxRangePushA(("k=" + std::to_string(length)).c_str());  // a stage
        for (uint64_t distance = length / 2; distance > 0; distance /= 2) {
            nvtxRangePushA(("j=" + std::to_string(distance)).c_str());  // a substage
            plain_bitonic_step<<<unsigned(pairs / block), block, 0, call.stream>>>(keys, length, distance);
            nvtxRangePop();
        }
        nvtxRangePop();
    }
}
#endif
}
