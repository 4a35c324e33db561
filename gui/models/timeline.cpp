#include "gui/models/timeline.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "gui/models/launch_pages.hpp"
#include "present/charts/notes.hpp"
#include "present/charts/timeline.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t most_coarse_spans = 3000, most_fine_spans = 5000;  // if there are very many launches
constexpr std::int64_t after_all_ns = std::int64_t{1} << 56;             // later than any launch

double us_of(const std::string& unit) {
    if (unit == "ns") return 1e-3;
    if (unit == "ms") return 1e3;
    if (unit == "s") return 1e6;
    return 1;
}

}  // namespace

std::shared_ptr<const Timeline> read_timeline(const db::Reader& reader, const CaseContents& of,
                                              const Metric* metric, LaunchLevelsPtr levels,
                                              std::optional<TimeRange> part, const Stale& stale) {
    const auto count = of.record.launch_count;
    db::LaunchQuery query;
    query.counters = metric != nullptr;
    bool all = true;
    if (count > most_held_launches) {
        if (!levels) levels = read_levels(reader, of.record, stale);
        if (!levels) return nullptr;
        auto coarse = levels->by_time(0, after_all_ns, most_coarse_spans);
        all = coarse.all;
        query.only = std::move(coarse.launches);
        if (part) {
            // Read as much on both sides, so that moving shows something at once.
            const double width = part->to - part->from;
            const auto ns = [](double us) {
                return static_cast<std::int64_t>(
                    std::clamp(us * 1e3, 0.0, static_cast<double>(after_all_ns)));
            };
            const auto from = ns(part->from - width), to = ns(part->to + width);
            auto finer = levels;
            if (const auto between = levels->between(from, to))
                finer = levels_of_part(reader, of.record, levels, {between->first, between->second},
                                       most_fine_spans, stale);
            if (!finer) return nullptr;
            const auto fine = finer->by_time(from, to, most_fine_spans);
            all = fine.all;
            std::vector<std::uint32_t> both;
            std::ranges::set_union(query.only, fine.launches, std::back_inserter(both));
            query.only = std::move(both);
        }
        if (query.only.empty()) query.count = 1;  // no launch has a time: the chart says so
    }
    auto read = read_launches(reader, of.record.id, query, stale);
    if (!read) return nullptr;
    auto& launches = *read;
    auto timeline = std::make_shared<Timeline>();
    for (const auto& launch : launches)
        timeline->launches.push_back({launch.index, launch.stage.stage, launch.stage.substage});
    std::ranges::stable_sort(launches, {},
                             [](const LaunchRecord& launch) { return launch.start_ns.value_or(0); });
    auto chart = present::timeline_chart(of.record, launches, reader.series(of.record.id));
    if (metric != nullptr) present::colour_by(chart, launches, *of.by_stage->breakdown, *metric);
    if (!chart.empty())
        present::add_sentence(chart.note, present::launches_drawn(launches.size(), count, all && part));
    timeline->unit_us = us_of(chart.x.unit);
    timeline->chart = std::make_shared<const BarChart>(std::move(chart));
    timeline->levels = std::move(levels);
    return timeline;
}

}  // namespace sortscope::gui
