// Quicksort in a single GPU thread (Sinha 2010).
#pragma once

#include <cmath>

#include "kernels/variants/planners.hpp"

namespace sortscope::kernels {
/// Sorts in one thread, with a stack of parts (starts and ends) and a part's first key as pivot.
template <class Key>
struct QuicksortThread {
    using key = Key;
    static constexpr std::string_view name = "quicksort_thread";
    static constexpr auto buffers() {
        return std::tuple{&QuicksortThread::keys, &QuicksortThread::starts, &QuicksortThread::ends};
    }

    /// Stack size. The smaller part is split first, and has at most half of its parent's keys. So at most
    /// log2 N + 2 parts wait.
    static constexpr uint64_t depth = 32;

    Global<Key> keys;
    Global<uint32_t> starts;
    Global<uint32_t> ends;  ///< one past a part's last key

    template <class C>
    SORTSCOPE_DEVICE void operator()(C& c) const {
        uint32_t top = 0;
        push(c, top, 0, uint32_t(keys.size));
        for (auto parts = c.loop(); parts.next(top > 0);) {
            --top;
            const uint32_t start = c.load(starts, top);
            const uint32_t end = c.load(ends, top);
            if (c.branch(end - start > 1)) {
                const uint32_t middle = split(c, start, end);
                if (c.branch(middle - start > end - middle - 1)) {
                    push(c, top, start, middle);
                    push(c, top, middle + 1, end);
                } else {
                    push(c, top, middle + 1, end);
                    push(c, top, start, middle);
                }
            }
        }
    }

 private:
    template <class C>
    SORTSCOPE_DEVICE void push(C& c, uint32_t& top, uint32_t start, uint32_t end) const {
        c.store(starts, top, start);
        c.store(ends, top, end);
        ++top;
    }

    /// Moves the pivot, the part's first key, to its place and returns that place. Smaller or equal keys go
    /// before, larger or equal keys behind. `left` or `right` is always the place without a key.
    template <class C>
    SORTSCOPE_DEVICE uint32_t split(C& c, uint32_t start, uint32_t end) const {
        uint32_t left = start;
        uint32_t right = end - 1;
        const Key pivot = c.load(keys, left);
        for (auto holes = c.loop(); holes.next(left < right);) {
            Key from_right = c.load(keys, right);
            for (auto down = c.loop(); down.next(left < right && !before(from_right, pivot));) {
                --right;
                from_right = c.load(keys, right);
            }
            if (c.branch(left < right)) {
                c.store(keys, left, from_right);
                ++left;
            }
            Key from_left = c.load(keys, left);
            for (auto up = c.loop(); up.next(left < right && !before(pivot, from_left));) {
                ++left;
                from_left = c.load(keys, left);
            }
            if (c.branch(left < right)) {
                c.store(keys, right, from_left);
                --right;
            }
        }
        c.store(keys, left, pivot);
        return left;
    }
};

struct QuicksortGpu {
    using keys = AllKeys;
    template <class Key>
    using kernels = TypeList<QuicksortThread<Key>>;

    static VariantInfo info() {
        return {
            .name = "quicksort-gpu",
            .source = "Sinha 2010",
            .section = "quicksort",
            .summary = "Quicksort by one GPU thread, with a stack in global memory",
            .details =
                "One launch of one thread, which sorts alone: a serial program on a GPU. The pivot is the "
                "first key of a part. The larger part is pushed first, so the smaller is split next and the "
                "stack holds at most log2 N + 2 parts. About N log N loads on uniform input, but N^2/2 on "
                "sorted and constant input, which end at 2^14 keys.",
            .max_n = uint64_t{1} << 22,
            .slow = slow_for_first_pivots(uint64_t{1} << 14),
            .min_block = 0,
            // Most loads hit a cache, so a step counts as 1/8 on slow inputs, else as 1/4.
            .steps = [](double n, double, bool slow) {
                return slow ? n * n / 16 : n * std::log2(n + 1) / 4;
            }};
    }

    template <class Key>
    static void plan(PlanBuilder& plan, const Workload& workload, const LaunchConfig&) {
        QuicksortThread<Key> kernel;
        kernel.keys = plan.buffer<Key>("keys", workload.n);
        kernel.starts = plan.buffer<uint32_t>("starts", QuicksortThread<Key>::depth);
        kernel.ends = plan.buffer<uint32_t>("ends", QuicksortThread<Key>::depth);
        plan.launch({.stage = {1, 1, "one thread"},
                     .threads = 1,
                     .block = 1,
                     .required_bytes = step_bytes<Key>(workload.n)},
                    kernel);
    }
};
}
