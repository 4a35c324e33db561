// Charts and tables of very many launches: they read only what they draw.
#pragma once

#include "analyzer/launches/lod.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/selection.hpp"

namespace sortscope::gui {
using LevelsPtr = Shared<analyzer::LaunchLod>;

/// Includes both ends.
struct LaunchPart {
    uint32_t first = 0, last = 0;
    friend bool operator==(const LaunchPart&, const LaunchPart&) = default;
};

/// Enough for the width of a chart.
inline constexpr size_t enough_runs = 3000;
/// Reads stored runs if there are `enough`, else all launches. Null if stale.
LevelsPtr read_levels(const db::Reader& reader, const CaseRecord& record, const Stale& stale,
                      size_t enough = enough_runs);
/// `levels` if fine enough for `part` in `most` places, else levels of the part. Null if stale.
LevelsPtr levels_of_part(const db::Reader& reader, const CaseRecord& record, LevelsPtr levels,
                         LaunchPart part, size_t most, const Stale& stale);

/// Nothing if stale.
std::optional<std::vector<LaunchRecord>> read_launches(const db::Reader& reader, CaseId id,
                                                       const db::LaunchQuery& query, const Stale& stale);

struct LaunchBars {
    BarChartPtr chart;
    LevelsPtr levels;
};
/// Some thousand bars: `part` and as much on both sides in detail, others coarsely. Null if stale.
Shared<LaunchBars> read_launch_bars(const db::Reader& reader, const CaseContents& of, const Metric& metric,
                                    LevelsPtr levels, std::optional<LaunchPart> part, const Stale& stale);

struct Timeline {
    struct Place {
        uint32_t launch = 0;
        int stage = 0, substage = 0;
    };
    BarChartPtr chart;
    std::vector<TimeMode> runs;   ///< sampled, with series
    std::vector<Place> launches;  ///< those drawn, ascending
    double unit_us = 1;           ///< microseconds in one unit of the x axis
    LevelsPtr levels;             ///< null if all launches are drawn
};

/// All launches up to most_held_launches, else the longest of some thousand runs, with detail in `part` and
/// as much on both sides. Null `metric`: coloured by kernel. Null if stale. `sampled`: the run to draw with
/// its series, if it has one of that mode; else the activity trial is drawn.
Shared<Timeline> read_timeline(const db::Reader& reader, const CaseContents& of, const Metric* metric,
                               LevelsPtr levels, std::optional<TimeRange> part,
                               std::optional<TimeMode> sampled, const Stale& stale);

/// The first launches, and the total of all launches, which decides the columns.
Shared<analyzer::Breakdown> first_launches(const db::Reader& reader, const CaseContents& of);

/// Asking for a cell of an unread page reads the page. `loader` must outlive the rows.
TableRowsPtr launch_rows(Loader& loader, const CasePtr& of, Shared<analyzer::Breakdown> sample);
}
