#include "gui/models/timeline.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "gui/models/launch_pages.hpp"
#include "present/charts.hpp"
#include "present/timeline_heat.hpp"

namespace sortscope::gui {
namespace {

constexpr std::size_t most_drawn = 4000;  // of very many launches

double us_of(const std::string& unit) {
    if (unit == "ns") return 1e-3;
    if (unit == "ms") return 1e3;
    if (unit == "s") return 1e6;
    return 1;
}

/// The launches of a stream that a chart needs: all of few, of many the longest of each run of `stride`.
class Thinned {
 public:
    explicit Thinned(std::size_t stride) : stride_(stride) {}
    void add(const LaunchRecord& launch) {
        ++seen_;
        if (stride_ <= 1) {
            kept_.push_back(launch);
            return;
        }
        if (in_run_ == 0) {
            kept_.push_back(launch);
        } else if (launch.duration_ns.value_or(0) > kept_.back().duration_ns.value_or(0)) {
            kept_.back() = launch;
        }
        if (++in_run_ == stride_) in_run_ = 0;
    }
    std::vector<LaunchRecord>& launches() { return kept_; }
    std::size_t seen() const { return seen_; }

 private:
    std::size_t stride_, in_run_ = 0, seen_ = 0;
    std::vector<LaunchRecord> kept_;
};

}  // namespace

std::shared_ptr<const Timeline> read_timeline(const db::Reader& reader, const CaseContents& of, const Metric* metric, std::optional<TimeRange> part, const Stale& stale) {
    const auto count = of.record.launch_count;
    db::LaunchQuery query;
    query.counters = metric != nullptr;
    const auto in_part = [&](const LaunchRecord& launch) {
        if (!part || !launch.start_ns) return true;
        const double from = static_cast<double>(*launch.start_ns) / 1e3, to = from + static_cast<double>(launch.duration_ns.value_or(0)) / 1e3;
        return to >= part->from && from <= part->to;
    };
    const auto stride_of = [](std::uint64_t launches) { return launches > most_held_launches ? static_cast<std::size_t>(launches / most_drawn) + 1 : std::size_t{1}; };
    std::size_t stride = stride_of(count);
    if (part && stride > 1 && of.record.launch_span) {
        // Launches are spread over the time more or less evenly: what share of them a part has follows from its length.
        const double span_us = static_cast<double>(of.record.launch_span->span_ns) / 1e3;
        if (span_us > 0) stride = stride_of(static_cast<std::uint64_t>(static_cast<double>(count) * std::min(1.0, (part->to - part->from) / span_us)));
    }
    Thinned thinned(stride);
    bool stopped = false;
    reader.launches(of.record.id, query, [&](const LaunchRecord& launch) {
        if (in_part(launch)) thinned.add(launch);
        stopped = stale();
        return !stopped;
    });
    if (stopped || stale()) return nullptr;
    auto& launches = thinned.launches();
    auto timeline = std::make_shared<Timeline>();
    for (const auto& launch : launches) timeline->launches.push_back({launch.index, launch.stage.stage, launch.stage.substage});
    auto chart = present::timeline_chart(of.record, launches, reader.series(of.record.id));
    if (metric != nullptr) present::colour_by(chart, launches, *of.by_stage->breakdown, *metric);
    if (launches.size() < thinned.seen())
        chart.note += (chart.note.empty() ? "" : " ") + format_grouped(static_cast<std::int64_t>(launches.size())) + " of " + format_grouped(static_cast<std::int64_t>(thinned.seen())) +
                      " launches are drawn: the longest at each place. Zoom in to see all.";
    timeline->unit_us = us_of(chart.x.unit);
    timeline->chart = std::make_shared<const BarChart>(std::move(chart));
    return timeline;
}

}  // namespace sortscope::gui
