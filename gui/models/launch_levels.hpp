// Charts of more launches than there are pixels: reads only the launches to draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analyzer/launches/lod.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"

namespace sortscope::gui {

using LaunchLevelsPtr = std::shared_ptr<const analyzer::LaunchLod>;

/// A part of a case's launches, including both ends.
struct LaunchPart {
    std::uint32_t first = 0, last = 0;
    friend bool operator==(const LaunchPart&, const LaunchPart&) = default;
};

/// Enough runs of launches for the width of a chart.
inline constexpr std::size_t enough_runs = 3000;
/// Levels of all launches: from stored runs if there are `enough`, else from the times of all launches.
/// Null if stale.
LaunchLevelsPtr read_levels(const db::Reader& reader, const CaseRecord& record, const Stale& stale,
                            std::size_t enough = enough_runs);
/// `levels` if they are fine enough for `part` in `most` places, else new levels of this part. Null if
/// stale.
LaunchLevelsPtr levels_of_part(const db::Reader& reader, const CaseRecord& record, LaunchLevelsPtr levels,
                               LaunchPart part, std::size_t most, const Stale& stale);

/// The launches of `query`; nothing if stale.
std::optional<std::vector<LaunchRecord>> read_launches(const db::Reader& reader, CaseId id,
                                                       const db::LaunchQuery& query, const Stale& stale);

/// A chart of a case's launches by index, and the levels for the next one.
struct LaunchBars {
    BarChartPtr chart;
    LaunchLevelsPtr levels;
};
/// Some thousand bars at most: `part` and as much on both sides in detail, others coarsely, so that moving
/// shows something at once. Reads `levels` if they are null. Null if stale.
std::shared_ptr<const LaunchBars> read_launch_bars(const db::Reader& reader, const CaseContents& of,
                                                   const Metric& metric, LaunchLevelsPtr levels,
                                                   std::optional<LaunchPart> part, const Stale& stale);

}  // namespace sortscope::gui
