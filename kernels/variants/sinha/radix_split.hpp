// Radix sort by splits (Sinha 2010): one bit per pass, one block.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "kernels/variants/planners.hpp"
#include "kernels/variants/sinha/ordered_bits.hpp"

namespace sortscope::kernels {
/// One pass: keys with 0 at `bit` move to the front, keys with 1 behind them, stably. One key a thread, one
/// block.
template <class Key>
struct RadixSplitPass {
    using key = Key;
    static constexpr std::string_view name = "radix_split_pass";
    static constexpr bool synchronises = true;
    static constexpr auto buffers() { return std::tuple{&RadixSplitPass::keys}; }

    Global<Key> keys;
    uint32_t bit = 0;

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        const uint32_t n = c.block_threads();
        const uint32_t t = c.thread();
        auto scan = c.template shared<uint32_t>(n);
        const Key own = c.load(keys, t);
        const auto is_one = uint32_t(ordered_bits(key_of(own)) >> bit & 1);
        const uint32_t is_zero = 1 - is_one;
        // Inclusive scan of is_zero (Hillis, Steele 1986): after iteration `reach`, a sum covers up to
        // 2 * reach places.
        uint32_t sum = is_zero;
        c.store(scan, t, sum);
        uint32_t reach = 1;
        for (auto loop = c.loop(); loop.next(reach < n); reach <<= 1) {
            c.sync();
            uint32_t left = 0;
            if (c.branch(t >= reach)) {
                left = c.load(scan, t - reach);
            }
            c.sync();
            sum += left;
            c.store(scan, t, sum);
        }
        c.sync();  // all sums are complete and all keys are read
        const uint32_t zeros = c.load(scan, n - 1);
        const uint32_t zeros_before = sum - is_zero;
        c.store(keys, is_one != 0 ? t - zeros_before + zeros : zeros_before, own);
    }
};

struct RadixSplit {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<RadixSplitPass<Key>>;

    static VariantInfo info() {
        return {
            .name = "radix-split",
            .source = "Sinha 2010",
            .section = "radix sort by splits",
            .summary = "Radix sort in one block, one bit a launch, for up to 512 keys",
            .details =
                "One block of N threads with a key each. A pass flags the keys whose bit is 0. It counts the "
                "flags before each place by an exclusive scan in shared memory, then scatters the keys. "
                "Zeros go to the front and ones behind them, both in their order. bits=0, the default, makes "
                "a pass for each bit of the key (32 or 64) and sorts any key. bits=8 makes the 8 passes of "
                "Sinha and takes integer keys known to be below 256. Floats are split by their bits with the "
                "sign flipped (all bits, of a negative one).",
            .max_n = 512,
            .min_block = 0,
            .parameters = {bits()},
            .refuses = refuses};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig& config) {
        const auto n = uint32_t(workload.n);
        const auto data = plan.buffer<Key>("keys", n);
        const auto few = uint32_t(parameter_value(config, bits()));
        const auto passes = few == 0 ? uint32_t(8 * sizeof(key_of_t<Key>)) : few;
        for (uint32_t bit = 0; bit < passes; ++bit) {
            plan.launch({.stage = {int(bit) + 1, 1, "bit " + std::to_string(bit)},
                         .threads = n,
                         .block = n,
                         .shared_bytes = n * uint32_t(sizeof(uint32_t)),
                         .required_bytes = step_bytes<Key>(n)},
                        RadixSplitPass<Key>{.keys = data, .bit = bit});
        }
    }

 private:
    static VariantParameter bits() {
        return {.name = "bits",
                .summary = "number of lowest key bits to sort by, one pass each; 0 for all bits",
                .values = {0, 8},
                .default_value = 0};
    }

    /// Returns true if every key of a workload is an integer from 0 to 255.
    static bool below_256(const Workload& workload) {
        switch (workload.key) {
            case KeyType::f32:
            case KeyType::f64:
            case KeyType::f32_u32:
            case KeyType::f64_u64:
                return false;
            default:
                break;
        }
        constexpr uint64_t reach = 16;  // maximum excess of a nearly sorted key over its place
        switch (workload.distribution) {
            case Distribution::zero:
                return true;
            case Distribution::few:
                return workload.entropy_bits <= 8;
            case Distribution::sorted:
            case Distribution::reversed:
                return workload.n <= 256;
            case Distribution::nearly:
                return workload.n + reach <= 256;
            default:
                return false;
        }
    }

    static std::optional<std::string> refuses(const Workload& workload, const LaunchConfig& config) {
        if (parameter_value(config, bits()) == 0 || below_256(workload)) return std::nullopt;
        return "Variant 'radix-split' with bits = 8 sorts only integer keys from 0 to 255. Give such keys "
               "with '--input few --entropy 8', or sort any keys with bits = 0.";
    }
};
}
