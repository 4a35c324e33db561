#include "analyzer/occupancy.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sortscope::analyzer {
namespace {

constexpr int kib = 1024;
constexpr std::array limits{
    SmLimits{5, 0, 64, 32, 65536, 64 * kib, 0, 256},        SmLimits{5, 2, 64, 32, 65536, 96 * kib, 0, 256},
    SmLimits{6, 0, 64, 32, 65536, 64 * kib, 0, 256},        SmLimits{6, 1, 64, 32, 65536, 96 * kib, 0, 256},
    SmLimits{7, 0, 64, 32, 65536, 96 * kib, 0, 256},        SmLimits{7, 5, 32, 16, 65536, 64 * kib, 0, 256},
    SmLimits{8, 0, 64, 32, 65536, 164 * kib, kib, 128},     SmLimits{8, 6, 48, 16, 65536, 100 * kib, kib, 128},
    SmLimits{8, 9, 48, 24, 65536, 100 * kib, kib, 128},     SmLimits{9, 0, 64, 32, 65536, 228 * kib, kib, 128},
    SmLimits{10, 0, 64, 32, 65536, 228 * kib, kib, 128},    SmLimits{12, 0, 48, 24, 65536, 100 * kib, kib, 128},
};

int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

const SmLimits* sm_limits(int cc_major, int cc_minor) {
    const auto found = std::ranges::find_if(limits, [&](const SmLimits& one) { return one.cc_major == cc_major && one.cc_minor == cc_minor; });
    return found == limits.end() ? nullptr : &*found;
}

std::string_view name_of(OccupancyLimit limit) {
    switch (limit) {
        case OccupancyLimit::warps: return "warps";
        case OccupancyLimit::blocks: return "blocks";
        case OccupancyLimit::registers: return "registers";
        case OccupancyLimit::shared: return "shared memory";
    }
    return "warps";
}

std::optional<Occupancy> occupancy(const Device& device, const LaunchRecord& launch) {
    const auto* sm = sm_limits(device.cc_major, device.cc_minor);
    const auto threads = static_cast<int>(std::min<std::uint64_t>(launch.block.count(), 1024));
    if (sm == nullptr || device.multiprocessors <= 0 || launch.registers == 0 || threads == 0) return std::nullopt;
    const int warp_size = device.warp_size > 0 ? device.warp_size : 32;
    const int warps = (threads + warp_size - 1) / warp_size;
    // Registers go to warps, which are spread over the four parts of an SM.
    const int registers_of_warp = round_up(static_cast<int>(std::min(launch.registers, 255U)) * warp_size, sm->register_unit);
    const int shared = round_up(static_cast<int>(std::min<std::uint32_t>(launch.shared_bytes, 1U << 20U)) + sm->reserved_bytes, sm->shared_unit_bytes);
    struct Candidate {
        int blocks;
        OccupancyLimit limit;
    };
    const std::array candidates{Candidate{sm->warps / warps, OccupancyLimit::warps}, Candidate{sm->blocks, OccupancyLimit::blocks},
                                Candidate{sm->registers / registers_of_warp / 4 * 4 / warps, OccupancyLimit::registers},
                                Candidate{shared == 0 ? sm->blocks : sm->shared_bytes / shared, OccupancyLimit::shared}};
    const auto least = std::ranges::min_element(candidates, {}, &Candidate::blocks);  // of equals the first: warps
    if (least->blocks <= 0) return std::nullopt;
    Occupancy found;
    found.blocks_per_sm = least->blocks;
    found.limit = least->limit;
    found.part = static_cast<double>(least->blocks * warps) / sm->warps;
    found.waves = static_cast<double>(launch.grid.count()) / (static_cast<double>(least->blocks) * device.multiprocessors);
    found.idle_tail = found.waves > 0 ? std::ceil(found.waves) - found.waves : 0;
    return found;
}

}  // namespace sortscope::analyzer
