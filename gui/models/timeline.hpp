// A case's launches over time as a chart of at most some thousand spans.
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
    std::vector<Place> launches;  ///< drawn launches, ascending
    double unit_us = 1;           ///< microseconds in one unit of the x axis
    LaunchLevelsPtr levels;       ///< to read another part; null if all launches are drawn
};

/// Charts a case's launches: all up to most_held_launches, else the longest of some thousand runs, with
/// more detail in `part` and as much on both sides. Reads `levels` if needed. Coloured by kernel if
/// `metric` is null. Null if stale.
std::shared_ptr<const Timeline> read_timeline(const db::Reader& reader, const CaseContents& of,
                                              const Metric* metric, LaunchLevelsPtr levels,
                                              std::optional<TimeRange> part, const Stale& stale);

}  // namespace sortscope::gui
