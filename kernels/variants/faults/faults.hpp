// The family "faults": variants that move keys. Each has exactly one fault and a twin without it. Two more
// variants have no fault. Tests check that advise finds each fault.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/variants/faults/fault_kernels.hpp"

namespace sortscope::kernels {
/// Declares two buffers and plans one launch of `kernel`, which moves every key to the output.
template <class Kernel>
void plan_pass(PlanBuilder& plan, uint64_t n, const char* label, uint64_t threads, uint32_t block,
               Kernel kernel, uint32_t shared_bytes = 0) {
    kernel.from = plan.buffer<FaultKey>("keys", n);
    kernel.to = plan.buffer<FaultKey>("moved", n);
    plan.launch({.stage = {1, 1, label},
                 .threads = threads,
                 .block = block,
                 .shared_bytes = shared_bytes,
                 .required_bytes = step_bytes<FaultKey>(n)},
                kernel);
    plan.output(kernel.to);
}

/// Plans a pass with keys_a_thread keys a thread.
template <class Kernel>
void plan_moves(PlanBuilder& plan, uint64_t n, const Kernel& kernel, const char* label = "move",
                uint32_t block = pass_block, uint32_t shared_bytes = 0) {
    plan_pass(plan, n, label, n / keys_a_thread, block, kernel, shared_bytes);
}

inline void plan_reversal(PlanBuilder& plan, uint64_t n, uint32_t block, uint32_t shared_bytes,
                          uint32_t extra_barriers) {
    const auto capacity = uint32_t(shared_bytes / sizeof(FaultKey));
    plan_moves(plan, n, TileReversal{.capacity = capacity, .extra_barriers = extra_barriers}, "reverse",
               block, shared_bytes);
}

inline void plan_chains(PlanBuilder& plan, uint64_t n, uint64_t blocks, uint32_t block, uint32_t lanes = 1) {
    plan_pass(plan, n, "move", blocks * block, block, ChainedCopy{.n = uint32_t(n), .lanes = lanes});
}

struct Faults {
    using keys = FaultKeys;
    template <class Key>
    using kernels = TypeList<StridedCopy, GroupCopy, RereadingCopy, ClearCounters, CountedCopy, TileTranspose,
                             TileReversal, ArithmeticCopy, ChainedCopy, WideCopy>;

    /// A pass in two forms: variants fault-<name> and mended-<name>.
    struct Pass {
        const char *name, *faulty, *mended;  ///< summaries, one line each
        const char* details;                 ///< of both forms
        void (*plan)(PlanBuilder& plan, uint64_t n, const LaunchConfig& config, bool faulty);
        std::vector<VariantParameter> parameters{};
    };

    static std::vector<Variant> variants() {
        std::vector<Variant> all;
        for (const auto& pass : passes())
            for (const bool faulty : {true, false}) {
                auto& variant = all.emplace_back(variant_of(
                    std::string(faulty ? "fault-" : "mended-") + pass.name,
                    faulty ? pass.faulty : pass.mended, pass.details,
                    [plan = pass.plan, faulty](PlanBuilder& builder, uint64_t n, const LaunchConfig& config) {
                        plan(builder, n, config, faulty);
                    }));
                variant.info.parameters = pass.parameters;
            }
        all.push_back(variant_of("clean-copy", "Copies keys by loads and stores of 16 bytes: bound by memory",
                                 "Every thread moves 16 bytes, in order. No fault: advise reports only that "
                                 "memory bounds it.",
                                 plan_clean_copy));
        all.push_back(variant_of("clean-arithmetic",
                                 "Copies keys with equal arithmetic for all: bound by instructions",
                                 "Every thread moves a key and does the same long arithmetic with it. No "
                                 "fault: all lanes are active, all schedulers busy.",
                                 [](PlanBuilder& plan, uint64_t n, const LaunchConfig&) {
                                     plan_pass(plan, n, "work", n, pass_block, ArithmeticCopy{.steps = 128});
                                 }));
        return all;
    }

 private:
    template <class Planner>
    static Variant variant_of(std::string name, const char* summary, const char* details, Planner planner) {
        VariantInfo info{.name = std::move(name),
                         .family = "faults",
                         .source = "SortScope",
                         .section = "kernels with one fault",
                         .summary = summary,
                         .details = details,
                         .promise = Promise::none,
                         .min_n = uint64_t{1} << 12,
                         .power_of_two = true,
                         .pads = false,
                         .min_block = 0};
        return {std::move(info), [planner](const Workload& workload, const LaunchConfig& config) {
                    PlanBuilder builder;
                    planner(builder, workload.n, config);
                    return builder.take();
                }};
    }

    static void plan_clean_copy(PlanBuilder& plan, uint64_t n, const LaunchConfig&) {
        using Word = WideCopy::Word;
        const uint64_t words = n * sizeof(FaultKey) / sizeof(Word);
        const auto from = plan.buffer<FaultKey>("keys", n);
        const auto to = plan.buffer<FaultKey>("moved", n);
        plan.launch({.stage = {1, 1, "move"},
                     .threads = words,
                     .block = pass_block,
                     .required_bytes = step_bytes<FaultKey>(n)},
                    WideCopy{.from = {nullptr, words, from.buffer}, .to = {nullptr, words, to.buffer}});
        plan.output(to);
    }

    static uint32_t mask_of(uint64_t n) { return uint32_t(n - 1); }

    static VariantParameter wave_parameter() {
        return {
            .name = "wave",
            .summary = "blocks of a full wave: two for each SM of the GPU",
            .values = {36,  40,  48,  56,  60,  72,  80,  92,  96,  112, 120, 128, 132, 136, 144, 156, 160,
                       164, 168, 170, 204, 216, 228, 232, 256, 264, 284, 288, 296, 304, 320, 340, 376},
            .default_value = 264};
    }

    static std::vector<Pass> passes() {
        return {
            {"strided-loads", "Copies keys with loads far apart: each lane its own sector",
             "Copies keys in order",
             "Every thread moves four keys. With the fault, a warp's lanes load keys far apart: each uses "
             "four bytes of a 32-byte sector. Stores are in order. Without the fault, loads are in order "
             "too.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 plan_moves(plan, n, StridedCopy{.mask = mask_of(n), .load_stride = faulty ? scatter : 1});
             }},
            {"strided-stores", "Copies keys with stores far apart: each lane its own sector",
             "Copies keys in order",
             "Every thread moves four keys. With the fault, a warp's lanes store keys far apart: each "
             "touches a 32-byte sector for four bytes. Loads are in order. Without the fault, stores are in "
             "order too.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 plan_moves(plan, n, StridedCopy{.mask = mask_of(n), .store_stride = faulty ? scatter : 1});
             }},
            {"misaligned-loads", "Gathers groups of 16 keys that begin in the middle of a sector",
             "Gathers groups of 16 keys, each two sectors",
             "Sixteen lanes load 16 neighbouring keys, the others a group far away; stores are in order. "
             "With the fault, every group begins in the middle of a 32-byte sector. So three sectors are "
             "moved instead of two.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 plan_moves(plan, n, GroupCopy{.mask = mask_of(n), .shift = faulty ? 4U : 0U}, "gather");
             }},
            {"redundant-reads", "Copies keys; eight blocks read each key",
             "Copies keys; one block reads each key",
             "Every thread moves four keys in order. With the fault, it also reads the keys of seven other "
             "blocks and ignores them. So the pass loads eight times the bytes that it needs.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 plan_moves(plan, n, RereadingCopy{.mask = mask_of(n), .times = faulty ? 8U : 1U});
             }},
            {"atomics", "Copies keys and counts them by one counter for all threads",
             "Copies keys and counts them by a counter a block",
             "Every thread moves four keys in order and adds 1 to a counter; a first launch clears the "
             "counters. With the fault, all threads share one counter, and the additions take turns. Without "
             "it, each block has a counter in its own sector.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 constexpr uint32_t spread = 8;  // counters in a sector
                 const uint64_t threads = n / keys_a_thread;
                 const uint64_t count = threads / pass_block * spread;
                 CountedCopy kernel;
                 kernel.from = plan.buffer<FaultKey>("keys", n);
                 kernel.to = plan.buffer<FaultKey>("moved", n);
                 kernel.counters = plan.buffer<uint32_t>("counters", count);
                 kernel.spread = faulty ? 0 : spread;
                 plan.launch({.stage = {1, 1, "clear"},
                              .threads = count,
                              .block = pass_block,
                              .required_bytes = count * sizeof(uint32_t)},
                             ClearCounters{.counters = kernel.counters});
                 plan.launch({.stage = {1, 2, "move"},
                              .threads = threads,
                              .block = pass_block,
                              .required_bytes = step_bytes<FaultKey>(n)},
                             kernel);
                 plan.output(kernel.to);
             }},
            {"bank-conflicts", "Transposes tiles in shared memory by columns of one bank",
             "Transposes tiles in shared memory, rows padded by a key",
             "Tiles of 32 x 32 keys are transposed four times in shared memory. With the fault, a row has 32 "
             "keys, so the 32 lanes that store a column meet in one bank. Without it, rows are 33 keys "
             "apart.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 constexpr uint32_t edge = TileTranspose::edge;
                 plan_moves(plan, n, TileTranspose{.pitch = faulty ? edge : edge + 1}, "transpose",
                            pass_block, edge * (edge + 1) * sizeof(FaultKey));
             }},
            {"shared-occupancy", "Reverses tiles; a block takes 96 KiB of shared memory",
             "Reverses tiles; a block takes the 2 KiB it needs",
             "Blocks of 128 threads reverse 512 keys through shared memory; they need 2 KiB. With the fault, "
             "each takes 96 KiB. So an SM holds at most two blocks and has too few loads in flight.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 plan_reversal(plan, n, 128, faulty ? 96 * 1024 : 128 * keys_a_thread * sizeof(FaultKey), 0);
             }},
            {"barriers", "Reverses tiles with 512 barriers where one is needed",
             "Reverses tiles with the one barrier needed",
             "Blocks of 1024 threads reverse 4096 keys through shared memory. One barrier separates the "
             "stores from the loads; with the fault, 511 more follow it.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 plan_reversal(plan, n, 1024, 1024 * keys_a_thread * sizeof(FaultKey), faulty ? 511 : 0);
             }},
            {"divergence", "Works on every fourth key: one lane of four is active",
             "Works on every fourth warp's keys: all lanes are active",
             "Every thread moves a key, and one of four does long arithmetic with it. With the fault, it is "
             "every fourth lane: all warps work, with a quarter of their lanes. Without it, every fourth "
             "warp works, with all lanes.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 plan_pass(plan, n, "work", n, pass_block,
                           ArithmeticCopy{.unless = faulty ? 3U : 3U << 5, .steps = 256});
             }},
            {"small-blocks", "Copies keys in blocks of one warp: half of the warps fit",
             "Copies keys in blocks of eight warps",
             "Every thread moves four keys one after the other, so the number of resident warps decides the "
             "time. With the fault, blocks have 32 threads. An SM takes at most 32 blocks: half of its 64 "
             "warps, or fewer.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 const uint32_t block = faulty ? 32 : pass_block;
                 plan_chains(plan, n, n / keys_a_thread / block, block);
             }},
            {"few-blocks", "Copies keys by 16 blocks: most SMs idle",
             "Copies keys by as many blocks as there is work for",
             "Threads move keys one after the other. With the fault, there are 16 blocks for any number of "
             "keys, so most SMs of a large GPU idle. Without it, every thread moves four keys.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 const uint64_t enough = n / keys_a_thread / pass_block;
                 plan_chains(plan, n, faulty ? std::min<uint64_t>(16, enough) : enough, pass_block);
             }},
            {"tail",
             "Copies keys by one block more than fit at once",
             "Copies keys by as many blocks as fit at once",
             "Blocks of 1024 threads (two fill an SM) move equal shares of the keys one after the other. "
             "Four lanes move each key, so latency alone decides how long a block takes. With the fault, "
             "there is one block more than a full wave, and all SMs but one wait for it. The wave is that of "
             "the GPU: twice its SMs, 264 on an H200.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig& config, bool faulty) {
                 const auto wave = uint64_t(parameter_value(config, wave_parameter()));
                 plan_chains(plan, n, faulty ? wave + 1 : wave, 1024, 4);
             },
             {wave_parameter()}},
            {"launch-gaps", "Copies keys by 128 launches of hardly any work", "Copies keys by one launch",
             "Every thread moves four keys in order. With the fault, the keys are cut into 128 parts with a "
             "launch each. A launch takes longer to begin and end than to move its keys.",
             [](PlanBuilder& plan, uint64_t n, const LaunchConfig&, bool faulty) {
                 const uint64_t parts = faulty ? 128 : 1;
                 const auto from = plan.buffer<FaultKey>("keys", n);
                 const auto to = plan.buffer<FaultKey>("moved", n);
                 for (uint64_t part = 0; part < parts; ++part)
                     plan.launch(
                         {.stage = {1, int(part) + 1, faulty ? "part " + std::to_string(part + 1) : "move"},
                          .threads = n / parts / keys_a_thread,
                          .block = pass_block,
                          .required_bytes = step_bytes<FaultKey>(n / parts)},
                         StridedCopy{.from = from,
                                     .to = to,
                                     .mask = mask_of(n),
                                     .first = uint32_t(n / parts * part)});
                 plan.output(to);
             }}};
    }
};
}
