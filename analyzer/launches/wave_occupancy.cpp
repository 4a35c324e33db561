#include "analyzer/launches/wave_occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sortscope::analyzer {

std::optional<WaveOccupancy> wave_occupancy(const Device& device, const LaunchRecord& launch) {
    auto occupancy = theoretical_occupancy(device, launch);
    if (!occupancy || occupancy->blocks == 0 || device.multiprocessors <= 0) return std::nullopt;
    WaveOccupancy fill{std::move(*occupancy), 0, 0};
    fill.waves = static_cast<double>(launch.grid.count()) /
                 (static_cast<double>(fill.occupancy.blocks) * device.multiprocessors);
    fill.idle_tail = std::ceil(fill.waves) - fill.waves;
    return fill;
}

std::optional<LaunchSpan> span_of(const CaseRecord& details, std::span<const LaunchRecord> launches) {
    if (details.launch_span || launches.size() < details.launch_count) return details.launch_span;
    LaunchSpanner spanner;
    for (const auto& launch : launches) spanner.add(launch.start_ns, launch.duration_ns);
    return spanner.span();
}

std::optional<std::int64_t> GapFinder::add(std::optional<std::int64_t> start_ns,
                                           std::optional<std::int64_t> duration_ns) {
    complete_ = complete_ && start_ns && duration_ns;
    if (!complete_) return std::nullopt;
    const auto gap = busy_to_ ? std::max<std::int64_t>(0, *start_ns - *busy_to_) : 0;
    busy_to_ = std::max(busy_to_.value_or(*start_ns), checked_sum(*start_ns, *duration_ns));
    return gap;
}

}  // namespace sortscope::analyzer
