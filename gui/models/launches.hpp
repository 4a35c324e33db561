// Charts and tables of more launches than a window holds: they read only what they draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "analyzer/launches/lod.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/loader.hpp"
#include "gui/models/selection.hpp"
#include "gui/models/table_model.hpp"

namespace sortscope::gui {

using LaunchLevelsPtr = std::shared_ptr<const analyzer::LaunchLod>;

/// A part of a case's launches, including both ends.
struct LaunchPart {
    std::uint32_t first = 0, last = 0;
    friend bool operator==(const LaunchPart&, const LaunchPart&) = default;
};

/// Enough runs of launches for the width of a chart.
inline constexpr std::size_t enough_runs = 3000;
/// From stored runs if there are `enough`, else from the times of all launches. Null if stale.
LaunchLevelsPtr read_levels(const db::Reader& reader, const CaseRecord& record, const Stale& stale,
                            std::size_t enough = enough_runs);
/// `levels` if they are fine enough for `part` in `most` places, else levels of the part. Null if stale.
LaunchLevelsPtr levels_of_part(const db::Reader& reader, const CaseRecord& record, LaunchLevelsPtr levels,
                               LaunchPart part, std::size_t most, const Stale& stale);

/// Nothing if stale.
std::optional<std::vector<LaunchRecord>> read_launches(const db::Reader& reader, CaseId id,
                                                       const db::LaunchQuery& query, const Stale& stale);

/// A chart of a case's launches by index, and the levels for the next one.
struct LaunchBars {
    BarChartPtr chart;
    LaunchLevelsPtr levels;
};
/// Some thousand bars: `part` and as much on both sides in detail, others coarsely, so that moving shows
/// something at once. Reads `levels` if they are null. Null if stale.
std::shared_ptr<const LaunchBars> read_launch_bars(const db::Reader& reader, const CaseContents& of,
                                                   const Metric& metric, LaunchLevelsPtr levels,
                                                   std::optional<LaunchPart> part, const Stale& stale);

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

/// The first launches as a breakdown by launch with the total of all; it decides the columns of the whole.
/// For the loader's thread.
std::shared_ptr<const analyzer::Breakdown> first_launches(const db::Reader& reader, const CaseContents& of);

/// Rows of all launches of a case. Asking for a cell of a page that is not there reads the page. `sample`:
/// first_launches(). `loader` must outlive the rows.
TableRowsPtr launch_rows(Loader& loader, const CaseContentsPtr& of,
                         std::shared_ptr<const analyzer::Breakdown> sample);

}  // namespace sortscope::gui
