// Helpers for the plans of variants: launches of a sorting network, launch rules, slow inputs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include "kernels/context/kernel.hpp"
#include "kernels/context/record.hpp"
#include "kernels/context/variant.hpp"

namespace sortscope::kernels {
constexpr int log2_exact(uint64_t n) { return std::countr_zero(n); }

/// Bytes to read and write each of n keys once.
template <class Key>
constexpr uint64_t step_bytes(uint64_t n) {
    return 2 * n * sizeof(Key);
}

/// State while a network over n = 2^L keys is planned. Phase p of L makes sorted sequences of `length` = 2^p
/// keys in p steps, with pairs length/2 to 1 apart. Each phase is a stage of the plan, each launch of the
/// phase a substage.
struct NetworkPhase {
    uint64_t n = 0;
    uint64_t length = 0;    ///< of the sequences that the phase sorts, a power of two
    uint64_t distance = 0;  ///< of the next step's pairs; 0 after the last step
    int stage = 0;
    int substage = 0;  ///< of the last planned launch

    int steps_left() const { return distance == 0 ? 0 : log2_exact(distance) + 1; }
    uint32_t length32() const { return uint32_t(length); }  ///< as a kernel's argument
    uint32_t distance32() const { return uint32_t(distance); }
};

/// Shape of one launch for the next steps of a phase.
struct StepShape {
    std::string label;
    uint64_t threads = 0;
    uint32_t block = 0;
    uint64_t shared_bytes = 0;  ///< of a block
    int steps = 1;              ///< steps that the launch runs
};

/// Label with the names that a source uses: "k=8 j=4", or "k=64 j=32..8" for several steps.
inline std::string steps_label(const NetworkPhase& phase, int steps, const char* length_name,
                               const char* distance_name) {
    std::string label = std::string(length_name) + "=" + std::to_string(phase.length) + " " + distance_name +
                        "=" + std::to_string(phase.distance);
    if (steps > 1) label += ".." + std::to_string(phase.distance >> (steps - 1));
    return label;
}

/// Labels with the names of Bainville 2011 (dir, inc) or of the other sources (k, j).
inline std::string dir_inc(const NetworkPhase& phase, int steps = 1) {
    return steps_label(phase, steps, "dir", "inc");
}
inline std::string k_j(const NetworkPhase& phase, int steps = 1) {
    return steps_label(phase, steps, "k", "j");
}

/// Calls plan_phase(phase) for each phase of the network. The first phase has length `first_length` and stage
/// `first_stage`.
template <class F>
void for_phases(uint64_t n, F&& plan_phase, uint64_t first_length = 2, int first_stage = 1) {
    for (uint64_t length = first_length; length <= n; length *= 2) {
        NetworkPhase phase{.n = n, .length = length, .distance = length / 2, .stage = first_stage++};
        plan_phase(phase);
    }
}

/// Plans one launch for the next steps of `phase`, then advances `phase`. make_kernel(phase) returns a kernel
/// that reads and writes every key once, with n/2 comparators a step.
template <class F>
void plan_steps(PlanBuilder& plan, NetworkPhase& phase, StepShape shape, F&& make_kernel) {
    const auto kernel = make_kernel(std::as_const(phase));
    using Key = typename decltype(kernel)::key;
    plan.launch({.stage = {phase.stage, ++phase.substage, std::move(shape.label)},
                 .threads = shape.threads,
                 .block = shape.block,
                 .shared_bytes = uint32_t(shape.shared_bytes),
                 .required_bytes = step_bytes<Key>(phase.n),
                 .comparators = phase.n / 2 * uint64_t(shape.steps)},
                kernel);
    phase.distance >>= shape.steps;
}

/// Plans all phases. Each step is one launch with `threads` threads.
template <class F>
void plan_each_step(PlanBuilder& plan, uint64_t n, uint64_t threads, uint32_t block,
                    std::string (*label)(const NetworkPhase&, int), F&& make_kernel) {
    for_phases(n, [&](NetworkPhase& phase) {
        while (phase.distance > 0)
            plan_steps(plan, phase, {.label = label(phase, 1), .threads = threads, .block = block},
                       make_kernel);
    });
}

/// Plans one launch of `kernel`: each block sorts its keys in shared memory, one key per thread. `what` names
/// the stage. `steps`: steps of the kernel's sorting network; 0 without a network.
template <class Kernel>
void plan_local_sort(PlanBuilder& plan, Kernel kernel, const std::string& what, uint64_t steps,
                     const Workload& workload, const LaunchConfig& config) {
    using Key = typename Kernel::key;
    const uint64_t tile = std::min<uint64_t>(config.block, workload.n);
    kernel.keys = plan.buffer<Key>("keys", workload.n);
    plan.launch({.stage = {1, 1, what + " in blocks of " + std::to_string(tile)},
                 .threads = workload.n,
                 .block = config.block,
                 .shared_bytes = uint32_t(tile * sizeof(Key)),
                 .required_bytes = step_bytes<Key>(workload.n),
                 .comparators = workload.n / 2 * steps},
                kernel);
}

/// Steps of a bitonic network over a block's keys.
inline uint64_t local_bitonic_steps(const Workload& workload, const LaunchConfig& config) {
    const auto levels = uint64_t(log2_exact(std::min<uint64_t>(config.block, workload.n)));
    return levels * (levels + 1) / 2;
}

/// Threads of a block for a grid of `threads`, by the launch rule of Jan et al. 2013: an eighth of the grid
/// if it has fewer than 256 threads, else 256.
constexpr uint32_t jan_block(uint64_t threads) {
    return threads < 256 ? uint32_t(std::max<uint64_t>(1, threads / 8)) : 256;
}

/// Rule for kernels with one thread per pair of keys.
inline BlockRule jan_rule_for_pairs() {
    return {"an eighth of the N/2 threads if they are fewer than 256, else 256",
            [](uint64_t n) { return jan_block(n / 2); }};
}

/// Rule for kernels with one thread per key.
inline BlockRule jan_rule_for_keys() {
    return {"an eighth of the N threads if they are fewer than 256, else 256",
            [](uint64_t n) { return jan_block(n); }};
}

/// Slow inputs of quicksorts whose pivot is a part's first key: (nearly) sorted, reversed, or many equal
/// keys.
inline SlowInputs slow_for_first_pivots(uint64_t max_n) {
    return {{Distribution::sorted, Distribution::reversed, Distribution::nearly, Distribution::few,
             Distribution::zero},
            max_n,
            "takes quadratic time"};
}
}
