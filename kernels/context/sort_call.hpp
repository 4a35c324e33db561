// Sorts of plug-ins by launches of their own, in place of kernels and a plan: all that their sources include.
#pragma once

#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"

struct CUstream_st;  // a cudaStream_t points to it

namespace sortscope::kernels {
/// One run of a sort. Its device is current.
struct SortCall {
    KeyType key{};
    void* keys = nullptr;           ///< in GPU memory: the input, then the sorted keys
    uint64_t n = 0;                 ///< with padding
    CUstream_st* stream = nullptr;  ///< of all launches and copies
    const LaunchConfig& config;
    /// GPU memory that is kept for the next run, so that no allocation is timed: the first request of each
    /// run gets the same memory, and so do the others.
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
