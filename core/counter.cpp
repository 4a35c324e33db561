#include "core/counter.hpp"

#include <array>
#include <string>

namespace sortscope {
namespace {

using enum CounterId;

constexpr auto catalogue = std::to_array<CounterInfo>({
    {warp_instructions, "warp_instructions", "instructions", "Warp instructions executed by the launch."},
    {thread_instructions, "thread_instructions", "instructions",
     "Thread instructions executed, threads that were predicated off not counted."},
    {active_thread_instructions, "active_thread_instructions", "instructions",
     "Thread instructions executed, active threads that were predicated off counted too."},
    {gld_requests, "gld_requests", "requests", "Warp instructions that load from global memory."},
    {gst_requests, "gst_requests", "requests", "Warp instructions that store to global memory."},
    {gld_threads, "gld_threads", "accesses", "Thread-level loads from global memory."},
    {gst_threads, "gst_threads", "accesses", "Thread-level stores to global memory."},
    {gld_bytes, "gld_bytes", "bytes", "Bytes that requests load from global memory; a byte that several threads of a warp ask for is one."},
    {gst_bytes, "gst_bytes", "bytes", "Bytes that requests store to global memory; a byte that several threads of a warp write is one."},
    {gld_sectors, "gld_sectors", "sectors", "32-byte sectors loaded from global memory, by request."},
    {gst_sectors, "gst_sectors", "sectors", "32-byte sectors stored to global memory, by request."},
    {gld_tags, "gld_tags", "lines", "128-byte lines touched by global loads, by request."},
    {gst_tags, "gst_tags", "lines", "128-byte lines touched by global stores, by request."},
    {global_tags, "global_tags", "lines",
     "128-byte lines touched by all global accesses, by request: loads, stores and atomics."},
    {gld_32b, "gld_32b", "transactions", "Loaded lines of which a request used one sector (32 bytes)."},
    {gld_64b, "gld_64b", "transactions", "Loaded lines of which a request used two sectors (64 bytes)."},
    {gld_96b, "gld_96b", "transactions", "Loaded lines of which a request used three sectors (96 bytes)."},
    {gld_128b, "gld_128b", "transactions", "Loaded lines of which a request used all four sectors (128 bytes)."},
    {gst_32b, "gst_32b", "transactions", "Stored lines of which a request used one sector (32 bytes)."},
    {gst_64b, "gst_64b", "transactions", "Stored lines of which a request used two sectors (64 bytes)."},
    {gst_96b, "gst_96b", "transactions", "Stored lines of which a request used three sectors (96 bytes)."},
    {gst_128b, "gst_128b", "transactions", "Stored lines of which a request used all four sectors (128 bytes)."},
    {gld_32b_cc13, "gld_32b_cc13", "transactions", "32-byte loads by the half-warp rule of compute capability 1.3."},
    {gld_64b_cc13, "gld_64b_cc13", "transactions", "64-byte loads by the half-warp rule of compute capability 1.3."},
    {gld_128b_cc13, "gld_128b_cc13", "transactions",
     "128-byte loads by the half-warp rule of compute capability 1.3."},
    {gst_32b_cc13, "gst_32b_cc13", "transactions", "32-byte stores by the half-warp rule of compute capability 1.3."},
    {gst_64b_cc13, "gst_64b_cc13", "transactions", "64-byte stores by the half-warp rule of compute capability 1.3."},
    {gst_128b_cc13, "gst_128b_cc13", "transactions",
     "128-byte stores by the half-warp rule of compute capability 1.3."},
    {branches, "branches", "branches", "Conditional branches of the source, by warp: a compiler may turn them into predicates."},
    {divergent_branches, "divergent_branches", "branches", "Branches whose warp had threads going both ways."},
    {divergent_branch_targets, "divergent_branch_targets", "targets",
     "Branch targets at which a warp's threads parted, in the machine code: predicated code has none."},
    {branch_targets_threads, "branch_targets_threads", "targets", "Branch targets executed, by thread."},
    {branch_targets_threads_uniform, "branch_targets_threads_uniform", "targets",
     "Branch targets executed by threads whose whole warp went the same way."},
    {barriers, "barriers", "barriers", "Block-wide barriers executed, by warp."},
    {branch_instructions, "branch_instructions", "instructions",
     "Branch instructions of every kind executed, by warp: jumps and returns as well as conditional branches."},
    {shared_ld_requests, "shared_ld_requests", "requests", "Warp instructions that load from shared memory."},
    {shared_st_requests, "shared_st_requests", "requests", "Warp instructions that store to shared memory."},
    {shared_ld_conflicts, "shared_ld_conflicts", "wavefronts", "Extra wavefronts of shared loads: bank conflicts."},
    {shared_st_conflicts, "shared_st_conflicts", "wavefronts", "Extra wavefronts of shared stores: bank conflicts."},
    {shared_ld_wavefronts, "shared_ld_wavefronts", "wavefronts", "Wavefronts of shared loads: requests and conflicts."},
    {shared_st_wavefronts, "shared_st_wavefronts", "wavefronts", "Wavefronts of shared stores: requests and conflicts."},
    {dram_read_bytes, "dram_read_bytes", "bytes", "Bytes read from device memory."},
    {dram_write_bytes, "dram_write_bytes", "bytes", "Bytes written to device memory."},
    {l2_sectors, "l2_sectors", "sectors", "Sector accesses in the L2 cache, of all units."},
    {warps_active_ppm, "warps_active_ppm", "ppm",
     "Achieved occupancy: warps resident on the SMs, in millionths of their warp slots."},
});

}  // namespace

std::span<const CounterInfo> counter_catalogue() { return catalogue; }

const CounterInfo& counter_info(CounterId id) {
    for (const auto& row : catalogue)
        if (row.id == id) return row;
    throw Error(ErrorKind::internal,
                "The counter catalogue has no row for number " + std::to_string(static_cast<int>(id)) + ".");
}

std::optional<CounterId> find_counter(std::string_view name) {
    for (const auto& row : catalogue)
        if (row.name == name) return row.id;
    return std::nullopt;
}

std::optional<std::int64_t> counter(std::span<const CounterValue> values, CounterId id,
                                    std::optional<Provenance> provenance) {
    for (const auto& value : values)
        if (value.id == id && (!provenance || value.provenance == *provenance)) return value.value;
    return std::nullopt;
}

}  // namespace sortscope
