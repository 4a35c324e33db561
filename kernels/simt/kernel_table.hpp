// The interpreter builds of kernels, found by kernel_id.
#pragma once

#include <cstddef>
#include <cstring>
#include <map>
#include <string>
#include <type_traits>

#include "kernels/context/plan.hpp"
#include "kernels/simt/context.hpp"

namespace sortscope::kernels::simt {
/// Interpreter build of a kernel, called thread by thread.
struct KernelEntry {
    void (*run_thread)(const std::byte* bound_arguments, LaneState& lane) = nullptr;
    bool synchronises = false;  ///< each thread needs a fiber
    bool atomics = false;       ///< blocks run in order
};

/// Filled by explicit calls (register_host_kernels); no static initialisers.
using KernelTable = std::map<std::string, KernelEntry>;

namespace detail {
template <class K>
concept Synchronises = K::synchronises;
template <class K>
concept UsesAtomics = K::atomics;
}

template <class K>
KernelEntry kernel_entry() {
    return {[](const std::byte* arguments, LaneState& lane) {
                K kernel;
                std::memcpy(&kernel, arguments, sizeof(K));
                SimtContext<detail::Synchronises<K>> context(lane);
                kernel(context);
            },
            detail::Synchronises<K>, detail::UsesAtomics<K>};
}
}
