// The counter catalogue: what each per-launch counter means, as data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/vocabulary.hpp"

namespace sortscope {

/// Counters of one kernel launch. Numbers are stored in files: never renumber. All are whole numbers;
/// ratios (efficiencies and the like) are computed from them by analyzer/derived.hpp, so that a ratio never mixes passes.
enum class CounterId {
    // Instructions of the whole kernel.
    warp_instructions = 1,    ///< warp instructions executed
    thread_instructions = 2,  ///< thread instructions executed (predicated-off threads not counted)
    active_thread_instructions = 3,  ///< the same, predicated-off threads of an active warp counted
    // Global memory, by direction.
    gld_requests = 10,  ///< warp instructions that load from global memory
    gst_requests = 11,
    gld_threads = 12,  ///< thread-level global loads
    gst_threads = 13,
    gld_bytes = 14,  ///< distinct bytes of each request: what several threads of a warp ask for is one
    gst_bytes = 15,
    gld_sectors = 16,  ///< 32-byte sectors moved (segments under the device's own coalescing rule)
    gst_sectors = 17,
    gld_tags = 18,  ///< 128-byte lines touched
    gst_tags = 19,
    global_tags = 28,  ///< lines touched by all global accesses: hardware does not tell loads from stores here
    // Transaction sizes: of each request and 128-byte line, how many of its four sectors.
    gld_32b = 20,
    gld_64b = 21,
    gld_96b = 22,
    gld_128b = 23,
    gst_32b = 24,
    gst_64b = 25,
    gst_96b = 26,
    gst_128b = 27,
    // Transactions by the half-warp rule of compute capability 1.2 and 1.3.
    gld_32b_cc13 = 30,
    gld_64b_cc13 = 31,
    gld_128b_cc13 = 32,
    gst_32b_cc13 = 33,
    gst_64b_cc13 = 34,
    gst_128b_cc13 = 35,
    // Control flow.
    branches = 40,            ///< conditional branches of the source, by warp
    divergent_branches = 41,  ///< of those, with threads going both ways
    branch_targets_threads = 42,           ///< thread-level branch targets (hardware)
    branch_targets_threads_uniform = 43,   ///< of those, where the warp went one way
    barriers = 44,            ///< barriers of the block, by warp
    branch_instructions = 45, ///< branch instructions of every kind (jumps and returns too), by warp
    divergent_branch_targets = 46,  ///< targets at which a warp's threads parted (hardware; predicated code has none)
    // Shared memory.
    shared_ld_requests = 50,
    shared_st_requests = 51,
    shared_ld_conflicts = 52,  ///< extra wavefronts because of bank conflicts
    shared_st_conflicts = 53,
    shared_ld_wavefronts = 54,  ///< wavefronts of shared loads: requests and their conflicts
    shared_st_wavefronts = 55,
    // Memory beyond the SM.
    dram_read_bytes = 60,
    dram_write_bytes = 61,
    l2_sectors = 62,  ///< sector accesses in L2, of all units
    // Occupancy.
    warps_active_ppm = 70,  ///< achieved occupancy, in millionths of the SM's warp slots
};

/// One row of the catalogue.
struct CounterInfo {
    CounterId id;
    std::string_view name;         ///< as stored, in --json and in column choices
    std::string_view unit;         ///< "requests", "sectors", "bytes", ...
    std::string_view description;  ///< one sentence
};

/// The whole catalogue, in display order.
std::span<const CounterInfo> counter_catalogue();

/// The catalogue's row of `id`. Throws Error(internal) if it has none.
const CounterInfo& counter_info(CounterId id);

/// The counter called `name`, or nothing.
std::optional<CounterId> find_counter(std::string_view name);

/// One counter's value for one launch.
struct CounterValue {
    CounterId id{};
    Provenance provenance{};
    std::int64_t value = 0;

    friend bool operator==(const CounterValue&, const CounterValue&) = default;
};

/// The value of `id` in `values` (of `provenance`, where one is named; else the first found), or nothing where it was
/// not counted: absent is not zero.
std::optional<std::int64_t> counter(std::span<const CounterValue> values, CounterId id,
                                    std::optional<Provenance> provenance = std::nullopt);

}  // namespace sortscope
