// Charts of more launches than there are pixels: which of them are drawn, and those read.
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

/// Part of the launches of a case, such as is in sight: both ends are in it.
struct LaunchPart {
    std::uint32_t first = 0, last = 0;
    friend bool operator==(const LaunchPart&, const LaunchPart&) = default;
};

/// Runs of launches that are as many show as much as a chart is wide.
inline constexpr std::size_t enough_runs = 3000;
/// Levels of all launches of a case: from the runs that the file keeps of cases of very many, where there are
/// `enough` of them; else the times of all are gone through, once. Null where `stale`.
LaunchLevelsPtr read_levels(const db::Reader& reader, const CaseRecord& record, const Stale& stale,
                            std::size_t enough = enough_runs);
/// Levels that are fine enough for a chart of launches `first` to `last` in `most` places: `levels`, or those
/// of this part alone, which is read then. Null where `stale`.
LaunchLevelsPtr levels_of_part(const db::Reader& reader, const CaseRecord& record, LaunchLevelsPtr levels,
                               LaunchPart part, std::size_t most, const Stale& stale);

/// The launches that `query` asks for. Nothing where `stale`.
std::optional<std::vector<LaunchRecord>> read_launches(const db::Reader& reader, CaseId id,
                                                       const db::LaunchQuery& query, const Stale& stale);

/// A chart of the launches of a case by their index, and what the next one is made from.
struct LaunchBars {
    BarChartPtr chart;
    LaunchLevelsPtr levels;
};
/// `metric` of the launches, at most some thousand bars: of `part` and as much on both sides finely, of all
/// others coarsely, so that moving on shows something at once. `levels` are those of the case, read where
/// they are null. Null where `stale`.
std::shared_ptr<const LaunchBars> read_launch_bars(const db::Reader& reader, const CaseContents& of,
                                                   const Metric& metric, LaunchLevelsPtr levels,
                                                   std::optional<LaunchPart> part, const Stale& stale);

}  // namespace sortscope::gui
