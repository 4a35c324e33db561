// Base of the family "faults": passes that move keys with exactly one fault, and twins that do the same work
// without it. Tests check that advise finds the fault.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"
#include "kernels/variants/bainville/registers.hpp"
#include "kernels/variants/steps.hpp"

namespace sortscope::kernels {

/// Keys of a thread in most passes: enough loads in flight to be limited by bandwidth, not latency.
inline constexpr std::uint32_t keys_a_thread = 4;
/// Threads of a block in most passes.
inline constexpr std::uint32_t pass_block = 256;

/// A thread's keys, from or to place(0), place(1), .. of a global or shared array. Counts each access at the
/// caller's line.
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

/// place(k) in order: a warp's lanes are neighbours.
struct InOrder {
    std::uint32_t first, threads;
    SORTSCOPE_DEVICE std::uint32_t operator()(std::uint32_t k) const { return first + k * threads; }
};
/// InOrder for a pass over all keys, or over a block's tile.
template <class C>
SORTSCOPE_DEVICE InOrder of_pass(C& c) {
    return {c.block() * keys_a_thread * c.block_threads() + c.thread(), c.block_threads()};
}
template <class C>
SORTSCOPE_DEVICE InOrder of_tile(C& c) {
    return {c.thread(), c.block_threads()};
}

/// Texts of a pass's two forms.
struct FaultText {
    const char* name;    ///< "strided-loads" for fault-strided-loads and mended-strided-loads
    const char* faulty;  ///< summaries, one line each
    const char* mended;
    const char* details;  ///< for both
};

/// Faults concern machines, not key types: 32-bit keys only.
using FaultKeys = TypeList<std::uint32_t>;

inline VariantInfo fault_info(std::string name, const char* summary, const char* details) {
    return {.name = std::move(name),
            .family = "faults",
            .source = "SortScope",
            .section = "kernels made to have one fault",
            .summary = summary,
            .details = details,
            .promise = Promise::none,
            .min_n = std::uint64_t{1} << 12,
            .power_of_two = true,
            .pads = false};
}

/// The variant of Pass with or without its fault. Pass has `text`, `kernels<Key>` and
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

/// Declares the output and plans one launch that moves every key to it. make_kernel(from, to) creates its
/// kernel.
template <class Key, class F>
void plan_pass(PlanBuilder& plan, std::uint64_t n, const char* label, std::uint64_t threads,
               std::uint32_t block, F&& make_kernel, std::uint32_t shared_bytes = 0) {
    const auto from = plan.buffer<Key>("keys", n);
    const auto to = plan.buffer<Key>("moved", n);
    plan.launch({.stage = {1, 1, label},
                 .threads = threads,
                 .block = block,
                 .shared_bytes = shared_bytes,
                 .required_bytes = step_bytes<Key>(n)},
                make_kernel(from, to));
    plan.output(to);
}

}  // namespace sortscope::kernels
