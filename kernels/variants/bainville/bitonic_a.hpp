// ParallelBitonic A (Bainville 2011): one thread per key, alternating between two buffers.
#pragma once

#include <utility>

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// One step: thread i of N compares keys i and i ^ inc and stores one of them at place i of `out`.
template <class Key>
struct BitonicAStep {
    using key = Key;
    static constexpr std::string_view name = "bitonic_a_step";
    static constexpr auto buffers() { return std::tuple{&BitonicAStep::in, &BitonicAStep::out}; }

    Global<Key> in;
    Global<Key> out;
    uint32_t inc = 0;  ///< distance of the pair, a power of two
    uint32_t dir = 0;  ///< twice the length of the runs being merged

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t i = c.global_thread();
        const bool ascending = (i & dir) == 0;
        const bool lower_place = (i & inc) == 0;
        const bool wants_smaller = lower_place == ascending;
        const Key own = c.load(in, i);
        const Key other = c.load(in, i ^ inc);
        // Equal keys: each thread keeps its own, as +0 and -0 differ in bits.
        const bool take_other = wants_smaller ? before(other, own) : before(own, other);
        c.store(out, i, take_other ? other : own);
    }
};

struct BitonicA {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BitonicAStep<Key>>;

    static VariantInfo info() {
        return {.name = "bitonic-a",
                .source = "Bainville 2011",
                .section = "ParallelBitonic A",
                .summary = "Bitonic sort, one thread a key, out of place",
                .details =
                    "The bitonic network with N threads a launch. Each thread loads its own key and its "
                    "partner's. It writes the key of its own place to a second buffer; the buffers swap "
                    "roles after each launch. Both threads of a pair do the comparison, without a branch. "
                    "L(L+1)/2 launches for N = 2^L keys. If that number is odd, the sorted keys end in the "
                    "second buffer.",
                .power_of_two = true};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        auto from = plan.buffer<Key>("keys", n);
        auto to = plan.buffer<Key>("other keys", n);
        plan_each_step(plan, n, n, config.block, dir_inc, [&](const NetworkPhase& phase) {
            const BitonicAStep<Key> kernel{
                .in = from, .out = to, .inc = phase.distance32(), .dir = phase.length32()};
            std::swap(from, to);
            return kernel;
        });
        plan.output(from);
    }
};
}
