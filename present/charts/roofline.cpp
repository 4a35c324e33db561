#include "present/charts/roofline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "analyzer/advice/advice.hpp"
#include "analyzer/launches/roofline.hpp"
#include "core/text.hpp"
#include "present/cells.hpp"
#include "present/charts/notes.hpp"
#include "present/tables/advice.hpp"

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
    std::vector<Roof> drawn;  // their places are their colours
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
        const auto add = [&](const Placement& placement, bool whole) {
            const auto* instructions = place_at(placement, Roof::instructions);
            const auto* memory = place_at(placement, roof);
            if (instructions == nullptr || memory == nullptr || !(instructions->per_s > 0) ||
                !(memory->per_s > 0))
                return;
            series.points.push_back(
                {.x = instructions->per_s / memory->per_s,
                 .y = instructions->per_s / giga,
                 .row = static_cast<std::size_t>(std::max(0, placement.stage)),
                 .hint = fmt::format("{}\n{}: {} ({} of the limit)\ninstructions: {} ({})",
                                     whole ? "the whole sort" : fmt::format("stage {}", placement.stage),
                                     analyzer::name_of(roof), roof_rate_text(roof, memory->per_s),
                                     format_percent(memory->part),
                                     roof_rate_text(Roof::instructions, instructions->per_s),
                                     format_percent(instructions->part))});
        };
        for (const auto& stage : stages) add(stage, false);
        add(sort, true);
        if (series.points.empty()) continue;
        series.sort_points();
        drawn.push_back(roof);
        chart.series.push_back(std::move(series));
    }
    if (chart.series.empty()) {
        chart.empty_text =
            "No stage has times, counted instructions and counted traffic, so there is nothing to place. "
            "Collect with --counters all on a GPU.";
        return chart;
    }
    const auto* peak = limit_of(roofs, Roof::instructions);
    const auto extent = x_extent(chart);
    const double from = extent.least / 3, to = extent.largest * 3;
    for (std::size_t colour = 0; colour < drawn.size(); ++colour) {
        const auto roof = drawn[colour];
        const auto* limit = limit_of(roofs, roof);
        if (limit == nullptr || !(limit->per_s > 0)) continue;
        Series line;
        const auto hint = fmt::format("limit of {}: {} ({})", analyzer::name_of(roof),
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
            const double rate = x * limit->per_s;
            line.points.push_back(
                {.x = x,
                 .y = (peak != nullptr && peak->per_s > 0 ? std::min(rate, peak->per_s) : rate) / giga,
                 .hint = hint});
        }
        chart.series.push_back(std::move(line));
    }
    if (peak != nullptr && peak->per_s > 0)
        chart.marks.push_back(
            {Mark::Across::y, peak->per_s / giga,
             fmt::format("instructions: {}", roof_rate_text(Roof::instructions, peak->per_s)),
             peak->provenance});
    chart.note =
        "Each stage has a mark for each memory that its bytes were counted of. Slanted lines: that memory's "
        "limit.";
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
    const auto names = overlay_names_of(cases);
    const auto& device = cases.front().record->device.name;
    const auto name_points = [](Series& series, const std::string& name) {
        for (auto& point : series.points) point.hint = name + "\n" + point.hint;
    };
    // Limits go to the tooltips: names of several cases need the room.
    for (auto& series : chart.series) {
        series.name = memory_of(series);
        name_points(series, names[0]);
    }
    std::vector<std::string> compared, without, elsewhere;
    for (std::size_t i = 1; i < cases.size(); ++i) {
        auto other = chart_of(cases[i]);
        if (other.empty()) {
            without.push_back(names[i]);
            continue;
        }
        compared.push_back(names[i]);
        if (const auto& own = cases[i].record->device.name; own != device)
            elsewhere.push_back(fmt::format("{} is of {}", names[i], own));
        for (auto& series : other.series) {
            if (series.kind != Series::Kind::points) continue;  // limits are those of the case shown
            const auto same = std::ranges::find_if(chart.series, [&](const Series& one) {
                return one.kind == Series::Kind::points && memory_of(one) == memory_of(series);
            });
            if (same != chart.series.end()) series.colour = same->colour;
            series.name = memory_of(series) + ", " + names[i];
            series.dashed = true;
            name_points(series, names[i]);
            chart.series.push_back(std::move(series));
        }
    }
    // First, since there may be room for one line only.
    if (!compared.empty())
        chart.note =
            fmt::format("Filled marks: {}. Open marks: {}. {}", names[0], join(compared, "; "), chart.note);
    if (!elsewhere.empty())
        chart.note += fmt::format(" Limits are those of {}; {}.", device, join(elsewhere, "; "));
    if (!without.empty())
        chart.note += fmt::format(" Without counted traffic and instructions: {}.", join(without, "; "));
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
