#include "analyzer/launch_fill.hpp"

#include <cmath>
#include <utility>

namespace sortscope::analyzer {

std::optional<LaunchFill> launch_fill(const Device& device, const LaunchRecord& launch) {
    auto occupancy = theoretical_occupancy(device, launch);
    if (!occupancy || occupancy->blocks == 0 || device.multiprocessors <= 0) return std::nullopt;
    LaunchFill fill{std::move(*occupancy), 0, 0};
    fill.waves = static_cast<double>(launch.grid.count()) /
                 (static_cast<double>(fill.occupancy.blocks) * device.multiprocessors);
    fill.idle_tail = std::ceil(fill.waves) - fill.waves;
    return fill;
}

}  // namespace sortscope::analyzer
