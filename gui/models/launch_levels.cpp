#include "gui/models/launch_levels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "present/charts/breakdown.hpp"
#include "present/charts/notes.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t most_coarse_bars = 3000, most_fine_bars = 4000;

LaunchLevelsPtr read_part(const db::Reader& reader, CaseId id, LaunchPart part, const Stale& stale) {
    auto levels = std::make_shared<analyzer::LaunchLod>(part.first);
    bool stopped = false;
    reader.launch_times(
        id,
        [&](const db::LaunchTime& time) {
            levels->add(time.origin, time.start_ns, time.duration_ns);
            if (time.index % 4096 == 0) stopped = stale();
            return !stopped;
        },
        part.first, std::uint64_t{part.last} - part.first + 1);
    if (stopped || stale()) return nullptr;
    levels->finish();
    return levels;
}

}  // namespace

LaunchLevelsPtr read_levels(const db::Reader& reader, const CaseRecord& record, const Stale& stale,
                            std::size_t enough) {
    const auto runs = reader.launch_runs(record.id);
    if (runs.size() < enough)
        return read_part(reader, record.id,
                         {0, static_cast<std::uint32_t>(std::max<std::uint64_t>(record.launch_count, 1) - 1)},
                         stale);
    auto levels = std::make_shared<analyzer::LaunchLod>(0, db::launches_a_run);
    for (const auto& run : runs)
        levels->add({run.origin, run.first, run.last, run.longest, run.launches, run.longest_ns, run.start_ns,
                     run.end_ns});
    levels->finish();
    return stale() ? nullptr : levels;
}

LaunchLevelsPtr levels_of_part(const db::Reader& reader, const CaseRecord& record, LaunchLevelsPtr levels,
                               LaunchPart part, std::size_t most, const Stale& stale) {
    return levels->is_coarse(part.first, part.last, most) ? read_part(reader, record.id, part, stale)
                                                          : levels;
}

std::optional<std::vector<LaunchRecord>> read_launches(const db::Reader& reader, CaseId id,
                                                       const db::LaunchQuery& query, const Stale& stale) {
    std::vector<LaunchRecord> launches;
    launches.reserve(query.only.size());
    bool stopped = false;
    reader.launches(id, query, [&](const LaunchRecord& launch) {
        launches.push_back(launch);
        stopped = stale();
        return !stopped;
    });
    if (stopped || stale()) return std::nullopt;
    return launches;
}

std::shared_ptr<const LaunchBars> read_launch_bars(const db::Reader& reader, const CaseContents& of,
                                                   const Metric& metric, LaunchLevelsPtr levels,
                                                   std::optional<LaunchPart> part, const Stale& stale) {
    if (!levels) levels = read_levels(reader, of.record, stale);
    if (!levels || levels->launches() == 0) return nullptr;
    using Run = analyzer::LaunchLod::Run;
    const auto end = static_cast<std::uint32_t>(levels->launches() - 1);
    std::vector<Run> runs;
    bool all = levels->launches() <= most_fine_bars;
    if (part && part->first <= part->last && part->last <= end) {
        const std::uint32_t width = part->last - part->first + 1;
        const std::uint32_t from = part->first - std::min(part->first, width),
                            to = part->last + std::min(end - std::min(end, part->last), width);
        const auto finer = levels_of_part(reader, of.record, levels, {from, to}, most_fine_bars, stale);
        if (!finer) return nullptr;
        const auto fine = finer->by_index(from, to, most_fine_bars);
        all = !fine.empty() && fine.size() == std::size_t{to} - from + 1;
        // Cut coarse runs at the fine ones, which they would cover.
        for (auto run : levels->by_index(0, end, most_coarse_bars)) {
            if (run.last < fine.front().first)
                runs.push_back(run);
            else if (run.first < fine.front().first)
                runs.push_back({run.first, fine.front().first - 1, run.longest});
        }
        runs.insert(runs.end(), fine.begin(), fine.end());
        for (auto run : levels->by_index(0, end, most_coarse_bars)) {
            if (run.first > fine.back().last)
                runs.push_back(run);
            else if (run.last > fine.back().last)
                runs.push_back({fine.back().last + 1, run.last, run.longest});
        }
    } else {
        runs = levels->by_index(0, end, most_fine_bars);
    }
    db::LaunchQuery query;
    query.counters = &metric != &time_metric();
    for (const auto& run : runs) query.only.push_back(run.longest);
    std::ranges::sort(query.only);
    query.only.erase(std::ranges::unique(query.only).begin(), query.only.end());
    const auto read = read_launches(reader, of.record.id, query, stale);
    if (!read) return nullptr;
    const auto& launches = *read;
    std::vector<present::LaunchBar> bars;
    bars.reserve(runs.size());
    for (const auto& run : runs)
        if (const auto launch = std::ranges::lower_bound(launches, run.longest, {}, &LaunchRecord::index);
            launch != launches.end())
            bars.push_back({*launch, run.first, run.last});
    auto result = std::make_shared<LaunchBars>();
    auto chart = present::launch_chart(*of.by_stage->breakdown, bars, metric, of.record);
    present::add_sentence(chart.note, present::launches_drawn(launches.size(), of.record.launch_count, all));
    result->chart = std::make_shared<const BarChart>(std::move(chart));
    result->levels = std::move(levels);
    return result;
}

}  // namespace sortscope::gui
