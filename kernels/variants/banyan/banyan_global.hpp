// BB Global (Vali, Samani, del Rosario 2020): the Batcher-Banyan network, one kernel for each of its
// operations.
#pragma once

#include <utility>

#include "kernels/variants/banyan/routing.hpp"
#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// CMP(level): thread i of N/2 orders the neighbours 2i and 2i + 1, descending if bit `level` of i is set.
template <class Key>
struct BanyanCompare {
    using key = Key;
    static constexpr std::string_view name = "banyan_compare";
    static constexpr auto buffers() { return std::tuple{&BanyanCompare::keys}; }

    Global<Key> keys;
    uint32_t level = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t i = c.global_thread();
        const bool descending = (i >> level & 1) != 0;
        const Key a = c.load(keys, 2 * i);
        const Key b = c.load(keys, 2 * i + 1);
        if (c.branch(descending ? before(a, b) : before(b, a))) {
            c.store(keys, 2 * i, b);
            c.store(keys, 2 * i + 1, a);
        }
    }
};

/// BUTTERFLY(2^bits) or SHUFFLE(2^bits): thread i of N fetches the key of output i.
template <class Key, bool Butterfly>
struct BanyanRouting {
    using key = Key;
    static constexpr std::string_view name = Butterfly ? "banyan_butterfly" : "banyan_shuffle";
    static constexpr auto buffers() { return std::tuple{&BanyanRouting::from, &BanyanRouting::to}; }

    Global<Key> from;
    Global<Key> to;
    uint32_t bits = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t i = c.global_thread();
        const Key routed = c.load(from, Butterfly ? butterfly_source(i, bits) : shuffle_source(i, bits));
        c.store(to, i, routed);
    }
};

struct BanyanGlobal {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<BanyanCompare<Key>, BanyanRouting<Key, false>, BanyanRouting<Key, true>>;

    static VariantInfo info() {
        return {
            .name = "banyan-global",
            .source = "Vali, Samani, del Rosario 2020",
            .section = "Batcher-Banyan, BB Global",
            .summary = "Batcher-Banyan network: compares neighbours, routes keys between the comparisons",
            .details =
                "Comparators order neighbours 2i and 2i + 1; routings bring the keys of the next pairs side "
                "by side. Level l = 0..L-1 has l + 1 columns of comparators (CMP: N/2 threads, in place). A "
                "BUTTERFLY of groups of 2^(l+1), .., 4 keys separates two columns. A SHUFFLE of groups of "
                "2^(l+2) separates two levels. Routings have N threads and copy to a second buffer; the "
                "buffers swap roles. L^2 + L - 1 launches for N = 2^L keys; L(L+1)/2 of them compare.",
            .power_of_two = true};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const uint64_t n = workload.n;
        auto current = plan.buffer<Key>("keys", n);
        auto other = plan.buffer<Key>("routed", n);
        const int levels = log2_exact(n);
        for (int level = 0; level < levels; ++level) {
            int substage = 0;
            for (int bits = level + 1; bits >= 1; --bits) {
                plan.launch({.stage = {level + 1, ++substage, "CMP " + std::to_string(level)},
                             .threads = n / 2,
                             .block = config.block,
                             .required_bytes = step_bytes<Key>(n),
                             .comparators = n / 2},
                            BanyanCompare<Key>{.keys = current, .level = uint32_t(level)});
                if (bits > 1) route<true>(plan, current, other, level + 1, ++substage, bits, config);
            }
            if (level < levels - 1)
                route<false>(plan, current, other, level + 1, ++substage, level + 2, config);
        }
        plan.output(current);
    }

    /// Appends one routing of groups of 2^bits keys and swaps the two buffers.
    template <bool Butterfly, class Key>
    static void route(PlanBuilder& plan, Global<Key>& current, Global<Key>& other, int stage, int substage,
                      int bits, const LaunchConfig& config) {
        const std::string label = Butterfly ? "BUTTERFLY " : "SHUFFLE ";
        plan.launch({.stage = {stage, substage, label + std::to_string(uint64_t{1} << bits)},
                     .threads = current.size,
                     .block = config.block,
                     .required_bytes = step_bytes<Key>(current.size)},
                    BanyanRouting<Key, Butterfly>{.from = current, .to = other, .bits = uint32_t(bits)});
        std::swap(current, other);
    }
};
}
