// What the variants of family "faults" share: passes that move keys, each made to have exactly one fault that
// slows kernels down, and a twin of each that does the same work without it. Advice is held to them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "kernels/context/annotations.hpp"
#include "kernels/context/global.hpp"
#include "kernels/context/source_place.hpp"
#include "kernels/context/type_list.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/bainville/registers.hpp"
#include "kernels/variants/steps.hpp"

namespace sortscope::kernels {

/// Keys that a thread of most passes moves: enough in flight to be bound by the memory, not by its latency.
inline constexpr std::uint32_t keys_a_thread = 4;
/// Threads of a block of most passes.
inline constexpr std::uint32_t pass_block = 256;

/// The keys of a thread, from or to the places place(0), place(1), ... of a global or shared array: the frame
/// of most passes. An access is counted at the line that calls this.
template <class C, class Array, class Key, class Place>
SORTSCOPE_DEVICE void load_keys(C& c, const Array& from, Key (&x)[keys_a_thread], const Place& place,
                                SourcePlace at = SourcePlace::current()) {
    SORTSCOPE_UNROLL
    for (std::uint32_t k = 0; k < keys_a_thread; ++k) x[k] = c.load(from, place(k), at);
}
template <class C, class Array, class Key, class Place>
SORTSCOPE_DEVICE void store_keys(C& c, const Array& to, const Key (&x)[keys_a_thread], const Place& place,
                                 SourcePlace at = SourcePlace::current()) {
    SORTSCOPE_UNROLL
    for (std::uint32_t k = 0; k < keys_a_thread; ++k) c.store(to, place(k), x[k], at);
}

/// place(k) of a block's keys in order: a warp's neighbours in a row.
struct InOrder {
    std::uint32_t first, threads;
    SORTSCOPE_DEVICE std::uint32_t operator()(std::uint32_t k) const { return first + k * threads; }
};
/// The same for a thread of a pass over all keys, of a tile of its block.
template <class C>
SORTSCOPE_DEVICE InOrder of_pass(C& c) {
    return {c.block() * keys_a_thread * c.block_threads() + c.thread(), c.block_threads()};
}
template <class C>
SORTSCOPE_DEVICE InOrder of_tile(C& c) {
    return {c.thread(), c.block_threads()};
}

/// A pass's two forms, in words.
struct FaultText {
    const char* name;    ///< "strided-loads", of fault-strided-loads and mended-strided-loads
    const char* faulty;  ///< summaries, one line each
    const char* mended;
    const char* details;  ///< of both
};

/// Faults of 32-bit keys alone: they are of machines, not of types.
using FaultKeys = TypeList<std::uint32_t>;

inline VariantInfo fault_info(std::string name, const char* summary, const char* details) {
    return {.name = std::move(name),
            .family = "faults",
            .source = "SortScope",
            .section = "kernels made to have one fault",
            .summary = summary,
            .details = details,
            .promise = OutputPromise::permuted,
            .min_n = std::uint64_t{1} << 12,
            .power_of_two = true,
            .pads = false};
}

/// The variant that plans Pass with its fault, or without. Pass has `text`, `kernels<Key>` and
/// `plan<Key>(PlanBuilder&, n, config, bool faulty)`.
template <class Pass, bool faulty>
struct FaultVariant {
    using keys = FaultKeys;
    template <class Key>
    using kernels = typename Pass::template kernels<Key>;

    static VariantInfo info() {
        auto info = fault_info(std::string(faulty ? "fault-" : "mended-") + Pass::text.name,
                               faulty ? Pass::text.faulty : Pass::text.mended, Pass::text.details);
        if constexpr (requires { Pass::parameters(); }) info.parameters = Pass::parameters();
        return info;
    }
    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        Pass::template plan<Key>(plan, workload.n, config, faulty);
    }
};

/// Plans one launch that moves every key once, from the input to the output that is declared here.
/// make_kernel(from, to) gives its kernel.
template <class Key, class F>
void plan_pass(PlanBuilder& plan, std::uint64_t n, const char* label, std::uint64_t threads,
               std::uint32_t block, F&& make_kernel, std::uint32_t shared_bytes = 0) {
    const auto from = plan.buffer<Key>("keys", n);
    const auto to = plan.buffer<Key>("moved", n);
    plan.launch({.stage = {1, 1, label},
                 .threads = threads,
                 .block = block,
                 .shared_bytes = shared_bytes,
                 .bound_bytes = step_bytes<Key>(n)},
                make_kernel(from, to));
    plan.output(to);
}

}  // namespace sortscope::kernels
