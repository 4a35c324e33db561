#include "core/metric/occupancy.hpp"

#include "core/records.hpp"

namespace sortscope {
namespace {
constexpr uint32_t ki = 1024;
constexpr uint32_t warp_threads = 32;
constexpr uint32_t register_unit = 256;         // allocation unit of a warp's registers
constexpr uint32_t parts = 4;                   // parts of an SM, each with its own registers
constexpr uint32_t registers_per_thread = 255;  // most registers of a thread
constexpr uint32_t threads_per_block = 1024;

uint32_t rounded_up(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit * unit; }

struct LimitsRow {
    int cc_major;
    std::optional<int> cc_minor;  ///< empty: any other
    uint32_t warps, blocks, shared_ki;
};
constexpr LimitsRow limits_rows[] = {{7, 5, 32, 16, 64},    {7, {}, 64, 32, 96},  {8, 0, 64, 32, 164},
                                     {8, 7, 48, 16, 164},   {8, 9, 48, 24, 100},  {8, {}, 48, 16, 100},
                                     {9, {}, 64, 32, 228},  {10, 1, 48, 24, 228}, {10, {}, 64, 32, 228},
                                     {11, {}, 48, 24, 228}, {12, {}, 48, 24, 100}};

constexpr uint32_t no_limit = std::numeric_limits<uint32_t>::max();

uint32_t blocks_by_registers(const MultiprocessorLimits& limits, uint32_t warps, uint32_t registers) {
    const auto per_warp = rounded_up(registers * warp_threads, register_unit);
    // The driver checks the register limit as if warps filled all parts of the SM equally.
    if (registers > registers_per_thread || uint64_t{per_warp} * rounded_up(warps, parts) > limits.registers)
        return 0;
    if (per_warp == 0) return no_limit;
    return limits.registers / parts / per_warp * parts / warps;
}

uint32_t blocks_by_shared_memory(const MultiprocessorLimits& limits, uint32_t shared_bytes) {
    if (shared_bytes > limits.shared_per_block_bytes) return 0;
    const auto per_block = rounded_up(shared_bytes + limits.shared_reserved_bytes, limits.shared_unit_bytes);
    return per_block == 0 ? no_limit : limits.shared_bytes / per_block;
}
}  // namespace

std::optional<MultiprocessorLimits> multiprocessor_limits(int cc_major, int cc_minor) {
    const uint32_t reserved = cc_major < 8 ? 0 : ki;
    for (const auto& row : limits_rows)
        if (row.cc_major == cc_major && row.cc_minor.value_or(cc_minor) == cc_minor)
            return MultiprocessorLimits{.warps = row.warps,
                                        .blocks = row.blocks,
                                        .shared_bytes = row.shared_ki * ki,
                                        .shared_per_block_bytes = row.shared_ki * ki - reserved,
                                        .shared_reserved_bytes = reserved,
                                        .shared_unit_bytes = cc_major < 8 ? 256U : 128U};
    return std::nullopt;
}

std::string_view name_of(OccupancyLimiter limiter) {
    constexpr std::string_view names[] = {"warp slots", "block slots", "registers", "shared memory"};
    return names[size_t(limiter)];
}

Occupancy theoretical_occupancy(const MultiprocessorLimits& limits, uint32_t threads, uint32_t registers,
                                uint32_t shared_bytes) {
    if (threads == 0) throw Error(ErrorKind::usage, "A block of 0 threads has no occupancy.");
    const auto warps = (threads + warp_threads - 1) / warp_threads;
    const std::array limited{
        std::pair(OccupancyLimiter::warps, threads > threads_per_block ? 0 : limits.warps / warps),
        std::pair(OccupancyLimiter::blocks, limits.blocks),
        std::pair(OccupancyLimiter::registers, blocks_by_registers(limits, warps, registers)),
        std::pair(OccupancyLimiter::shared_memory, blocks_by_shared_memory(limits, shared_bytes))};
    Occupancy occupancy;
    occupancy.blocks = std::ranges::min(limited, {}, &std::pair<OccupancyLimiter, uint32_t>::second).second;
    occupancy.warps = occupancy.blocks * warps;
    occupancy.warp_slots = limits.warps;
    for (const auto& [limiter, blocks] : limited)
        if (blocks == occupancy.blocks) occupancy.limiters.push_back(limiter);
    return occupancy;
}

std::optional<Occupancy> theoretical_occupancy(const Device& device, const LaunchRecord& launch) {
    const auto limits = multiprocessor_limits(device.cc_major, device.cc_minor);
    const auto threads = launch.block.count();
    if (!limits || launch.registers == 0 || threads == 0 || threads > threads_per_block) return std::nullopt;
    return theoretical_occupancy(*limits, uint32_t(threads), launch.registers, launch.shared_bytes);
}
}
