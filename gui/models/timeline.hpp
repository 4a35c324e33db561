// A case's launches over time, as a chart of at most some thousand of them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gui/models/contents.hpp"
#include "gui/models/launch_levels.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/selection.hpp"

namespace sortscope::gui {

struct Timeline {
    struct Place {
        std::uint32_t launch = 0;
        int stage = 0, substage = 0;
    };
    BarChartPtr chart;
    std::vector<Place> launches;  ///< those that are drawn, ascending
    double unit_us = 1;           ///< microseconds of one unit of the chart's x axis
    LaunchLevelsPtr levels;       ///< what another part is read by; null where all launches are drawn
};

/// Charts the launches of a case: all where there are at most most_held_launches, else the longest of each of
/// some thousand runs of them, which the chart's note says; of `part` and as much on both sides more of them,
/// or all. `levels` are those of the case, read where they are needed and null. Coloured by `metric`, by
/// kernel where it is null. Null where `stale`.
std::shared_ptr<const Timeline> read_timeline(const db::Reader& reader, const CaseContents& of,
                                              const Metric* metric, LaunchLevelsPtr levels,
                                              std::optional<TimeRange> part, const Stale& stale);

}  // namespace sortscope::gui
