#include "present/charts/roofline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include "analyzer/advice/advice.hpp"
#include "analyzer/launches/roofline.hpp"
#include "core/text.hpp"
#include "present/tables/advice.hpp"
#include "present/tables/condition_columns.hpp"

namespace sortscope::present {
namespace {

using analyzer::Placement;
using analyzer::Roof;
using analyzer::RoofLimit;

constexpr double giga = 1e9;
constexpr Roof memories[] = {Roof::dram, Roof::l2, Roof::shared};

const analyzer::RoofPlace* place_at(const Placement& placement, Roof roof) {
    const auto found = std::ranges::find(placement.places, roof, &analyzer::RoofPlace::roof);
    return found == placement.places.end() ? nullptr : &*found;
}

const RoofLimit* limit_of(std::span<const RoofLimit> roofs, Roof roof) {
    const auto found = std::ranges::find(roofs, roof, &RoofLimit::roof);
    return found == roofs.end() ? nullptr : &*found;
}

}  // namespace

Chart roofline_chart(std::span<const Placement> stages, const Placement& sort,
                     std::span<const RoofLimit> roofs) {
    Chart chart;
    chart.title = "Instructions a second against instructions a byte, by stage";
    chart.x.title = "warp instructions a byte moved";
    chart.y.title = "10^9 warp instructions a second (measured)";
    chart.x.scale = chart.y.scale = Scale::logarithmic;
    chart.y.unit = "G/s";
    double least = std::numeric_limits<double>::infinity(), largest = 0;
    std::vector<std::vector<std::string>> hints;
    std::vector<std::pair<Roof, std::size_t>> drawn;  // with their colours
    for (const auto roof : memories) {
        Series series;
        series.kind = Series::Kind::points;
        series.name = std::string(analyzer::name_of(roof));
        if (const auto* limit = limit_of(roofs, roof); limit != nullptr && limit->per_s > 0)
            series.name += fmt::format(", limit {}{}", roof_rate_text(roof, limit->per_s),
                                       limit->provenance == Provenance::measured
                                           ? ""
                                           : fmt::format(" ({})", name_of(limit->provenance)));
        series.colour = drawn.size();
        series.provenance = Provenance::measured;
        std::vector<std::string> texts;
        const auto add = [&](const Placement& placement, bool whole) {
            const auto* instructions = place_at(placement, Roof::instructions);
            const auto* memory = place_at(placement, roof);
            if (instructions == nullptr || memory == nullptr || !(instructions->per_s > 0) ||
                !(memory->per_s > 0))
                return;
            Point point;
            point.x = instructions->per_s / memory->per_s;
            point.y = instructions->per_s / giga;
            point.row = static_cast<std::size_t>(std::max(0, placement.stage));
            least = std::min(least, point.x);
            largest = std::max(largest, point.x);
            series.points.push_back(point);
            texts.push_back(fmt::format(
                "{}\n{}: {} ({} of the limit)\ninstructions: {} ({})",
                whole ? "the whole sort" : fmt::format("stage {}", placement.stage), analyzer::name_of(roof),
                roof_rate_text(roof, memory->per_s), format_percent(memory->part),
                roof_rate_text(Roof::instructions, instructions->per_s), format_percent(instructions->part)));
        };
        for (const auto& stage : stages) add(stage, false);
        add(sort, true);
        if (series.points.empty()) continue;
        std::vector<std::size_t> order(series.points.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, {}, [&](std::size_t i) { return series.points[i].x; });
        Series sorted = series;
        std::vector<std::string> sorted_texts(texts.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            sorted.points[i] = series.points[order[i]], sorted_texts[i] = texts[order[i]];
        drawn.emplace_back(roof, *series.colour);
        chart.series.push_back(std::move(sorted));
        hints.push_back(std::move(sorted_texts));
    }
    if (chart.series.empty()) {
        chart.empty_text =
            "No stage has times, counted instructions and counted traffic, so there is nothing to place. "
            "Collect with --counters all on a GPU.";
        return chart;
    }
    const auto* peak = limit_of(roofs, Roof::instructions);
    const double from = least / 3, to = largest * 3;
    for (const auto& [roof, colour] : drawn) {
        const auto* limit = limit_of(roofs, roof);
        if (limit == nullptr || !(limit->per_s > 0)) continue;
        Series line;
        line.sentence = fmt::format("limit of {}: {} ({})", analyzer::name_of(roof),
                                    roof_rate_text(roof, limit->per_s), name_of(limit->provenance));
        line.provenance = limit->provenance;
        line.colour = colour;
        line.dashed = true;
        line.marked = false;
        std::vector<double> places{from};
        if (peak != nullptr && peak->per_s > 0)
            if (const double ridge = peak->per_s / limit->per_s; ridge > from && ridge < to)
                places.push_back(ridge);
        places.push_back(to);
        for (const double x : places) {
            Point point;
            point.x = x;
            const double rate = x * limit->per_s;
            point.y = (peak != nullptr && peak->per_s > 0 ? std::min(rate, peak->per_s) : rate) / giga;
            line.points.push_back(point);
        }
        chart.series.push_back(std::move(line));
        hints.emplace_back(places.size(), chart.series.back().sentence);
    }
    if (peak != nullptr && peak->per_s > 0)
        chart.marks.push_back(
            {Mark::Across::y, peak->per_s / giga,
             fmt::format("instructions: {}", roof_rate_text(Roof::instructions, peak->per_s)),
             peak->provenance});
    bool first = true;
    for (const auto& series : chart.series)
        for (const auto& point : series.points) {
            chart.x.least = first ? point.x : std::min(chart.x.least, point.x);
            chart.x.largest = first ? point.x : std::max(chart.x.largest, point.x);
            chart.y.least = first ? *point.y : std::min(chart.y.least, *point.y);
            chart.y.largest = first ? *point.y : std::max(chart.y.largest, *point.y);
            first = false;
        }
    chart.note =
        "Each stage has a mark for each memory that its bytes were counted of. Slanted lines: that memory's "
        "limit.";
    chart.tooltip = tooltip_of(std::move(hints));
    return chart;
}

namespace {

/// "L2, limit 7,590 GB/s" -> "L2".
std::string memory_of(const Series& series) { return series.name.substr(0, series.name.find(", limit")); }

}  // namespace

Chart roofline_overlay_chart(std::span<const RooflineCase> cases) {
    if (cases.empty()) return {};
    const auto chart_of = [](const RooflineCase& one) {
        return roofline_chart(one.advice->stages, one.advice->sort, one.advice->roofs);
    };
    auto chart = chart_of(cases.front());
    if (chart.empty() || cases.size() == 1) return chart;
    std::vector<const CaseRecord*> records;
    for (const auto& one : cases) records.push_back(one.record);
    const auto names = overlay_names(records);
    struct Origin {
        std::size_t one, series;
    };
    std::vector<Origin> origins;
    std::vector<std::function<std::string(std::size_t, std::size_t)>> tooltips{chart.tooltip};
    for (std::size_t s = 0; s < chart.series.size(); ++s) origins.push_back({0, s});
    // Limits go to the tooltips: names of several cases need the room.
    for (auto& series : chart.series) series.name = memory_of(series);
    std::string compared, without, elsewhere;
    for (std::size_t i = 1; i < cases.size(); ++i) {
        auto other = chart_of(cases[i]);
        tooltips.push_back(other.tooltip);
        if (other.empty()) {
            without += (without.empty() ? "" : "; ") + names[i];
            continue;
        }
        compared += (compared.empty() ? "" : "; ") + names[i];
        if (records[i]->device.name != records[0]->device.name)
            elsewhere += (elsewhere.empty() ? "" : "; ") +
                         fmt::format("{} is of {}", names[i], records[i]->device.name);
        for (std::size_t s = 0; s < other.series.size(); ++s) {
            auto& series = other.series[s];
            if (series.kind != Series::Kind::points) continue;  // limits are those of the case shown
            const auto same = std::ranges::find_if(chart.series, [&](const Series& one) {
                return one.kind == Series::Kind::points && memory_of(one) == memory_of(series);
            });
            if (same != chart.series.end()) series.colour = same->colour;
            series.name = memory_of(series) + ", " + names[i];
            series.dashed = true;
            for (const auto& point : series.points) {
                chart.x.least = std::min(chart.x.least, point.x);
                chart.x.largest = std::max(chart.x.largest, point.x);
                chart.y.least = std::min(chart.y.least, *point.y);
                chart.y.largest = std::max(chart.y.largest, *point.y);
            }
            chart.series.push_back(std::move(series));
            origins.push_back({i, s});
        }
    }
    // First, since there may be room for one line only.
    if (!compared.empty())
        chart.note = fmt::format("Filled marks: {}. Open marks: {}. {}", names[0], compared, chart.note);
    if (!elsewhere.empty())
        chart.note += fmt::format(" Limits are those of {}; {}.", records[0]->device.name, elsewhere);
    if (!without.empty())
        chart.note += fmt::format(" Without counted traffic and instructions: {}.", without);
    chart.tooltip = [origins = std::move(origins), tooltips = std::move(tooltips), names](std::size_t series,
                                                                                          std::size_t point) {
        const auto& from = origins.at(series);
        return names.at(from.one) + "\n" + tooltips.at(from.one)(from.series, point);
    };
    return chart;
}

Chart case_roofline_chart(const CaseRecord& details, std::span<const LaunchSums> stages,
                          std::span<const DeviceLimit> limits) {
    const auto roofs = analyzer::roofs_of(details.device, limits);
    if (details.status != CaseStatus::ok) {
        auto chart = roofline_chart({}, {}, roofs);
        chart.empty_text = not_placed_sentence(details.status);
        return chart;
    }
    LaunchSums all;
    for (const auto& stage : stages) add(all, stage);
    const double time_ns = details.time ? static_cast<double>(details.time->median_ns)
                                        : static_cast<double>(all.time_ns.value_or(0));
    return roofline_chart(analyzer::stage_placements(stages, roofs), analyzer::placement(all, time_ns, roofs),
                          roofs);
}

}  // namespace sortscope::present
