// Interface of plug-in sorts that have no plan and launch their own kernels. They include only this file.
#pragma once

#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"

struct CUstream_st;  // cudaStream_t is a pointer to this type

namespace sortscope::kernels {
/// One run of a sort, on the current device.
struct SortCall {
    KeyType key{};
    void* keys = nullptr;           ///< in GPU memory: the input, then the sorted keys
    uint64_t n = 0;                 ///< number of keys, with padding
    CUstream_st* stream = nullptr;  ///< for all launches and copies of the sort
    const LaunchConfig& config;
    /// Returns GPU memory and keeps it for later runs, so that no allocation is timed. The k-th request of
    /// each run gets the same memory, enlarged if needed.
    std::function<void*(size_t bytes)> scratch;
};

template <class V, class Key>
concept SortsByItself = requires(Key* keys, const SortCall& call) {
    V::sort(keys, call);
};

template <class V, class... Key>
constexpr bool sorts_by_itself(TypeList<Key...>) {
    return (SortsByItself<V, Key> && ...);
}

/// V has `static void sort(Key* keys, const SortCall& call)` for each of its key types.
template <class V>
inline constexpr bool is_opaque = sorts_by_itself<V>(typename V::keys{});
}
