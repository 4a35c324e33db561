// Charts and tables of very many launches: they read only the launches that they show.
#pragma once

#include "analyzer/launches/lod.hpp"
#include "gui/models/contents.hpp"
#include "gui/models/selection.hpp"

namespace sortscope::gui {
using LevelsPtr = Shared<analyzer::LaunchLod>;

struct LaunchPart {
    uint32_t first = 0, last = 0;
    friend bool operator==(const LaunchPart&, const LaunchPart&) = default;
};

/// This many stored groups of launches fill the width of a chart.
inline constexpr size_t enough_runs = 3000;
/// Reads stored groups if at least `enough` exist, else all launches. Null if stale.
LevelsPtr read_levels(const db::Reader& reader, const CaseRecord& record, const Stale& stale,
                      size_t enough = enough_runs);
/// Returns `levels` if they are fine enough to draw `part` in `most` places, else reads levels of `part`.
/// Null if stale.
LevelsPtr levels_of_part(const db::Reader& reader, const CaseRecord& record, LevelsPtr levels,
                         LaunchPart part, size_t most, const Stale& stale);

/// Absent if stale.
std::optional<std::vector<LaunchRecord>> read_launches(const db::Reader& reader, CaseId id,
                                                       const db::LaunchQuery& query, const Stale& stale);

struct LaunchBars {
    BarChartPtr chart;
    LevelsPtr levels;
};
/// Draws some thousand bars: launches in and near `part` in detail, others coarsely. Null if stale.
Shared<LaunchBars> read_launch_bars(const db::Reader& reader, const CaseContents& of, const Metric& metric,
                                    LevelsPtr levels, std::optional<LaunchPart> part, const Stale& stale);

struct Timeline {
    struct Place {
        uint32_t launch = 0;
        int stage = 0, substage = 0;
    };
    BarChartPtr chart;
    std::vector<TimeMode> runs;   ///< modes of the sampled runs with series
    std::vector<Place> launches;  ///< drawn launches, ascending
    double unit_us = 1;           ///< microseconds in one unit of the x axis
    LevelsPtr levels;             ///< null if all launches are drawn
};

/// Draws up to most_held_launches launches. If the case has more, draws the longest launch of each of some
/// thousand groups; groups in `part` are smaller. Colours by kernel if `metric` is null. Draws the sampled
/// run of mode `sampled` with its series; if absent, draws the activity trial. Null if stale.
Shared<Timeline> read_timeline(const db::Reader& reader, const CaseContents& of, const Metric* metric,
                               LevelsPtr levels, std::optional<TimeRange> part,
                               std::optional<TimeMode> sampled, const Stale& stale);

/// The first launches, and the total of all launches. The total determines the columns.
Shared<analyzer::Breakdown> first_launches(const db::Reader& reader, const CaseContents& of);

/// Reads a page once a cell of it is asked for. `loader` must outlive the rows.
TableRowsPtr launch_rows(Loader& loader, const CasePtr& of, Shared<analyzer::Breakdown> sample);
}
