// A case's launches over time, as a chart of at most some thousand of them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gui/models/contents.hpp"
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
};

/// Streams the launches of a case through and charts them: all where there are at most most_held_launches (of `part`, where it is given), else the
/// longest of each of some thousand equal runs of them, which the chart's note says. Coloured by `metric`, by kernel where it is null. Null where `stale`.
std::shared_ptr<const Timeline> read_timeline(const db::Reader& reader, const CaseContents& of, const Metric* metric, std::optional<TimeRange> part,
                                              const Stale& stale);

}  // namespace sortscope::gui
