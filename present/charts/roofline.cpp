#include "present/charts/roofline.hpp"

#include <fmt/core.h>

#include "present/charts/notes.hpp"
#include "present/tables/advice.hpp"

namespace sortscope::present {
using namespace analyzer;

namespace {
constexpr double giga = 1e9;
constexpr Roof memories[] = {Roof::dram, Roof::l2, Roof::shared};

/// Null without a rate above 0.
template <class Rates>
auto rate_of(const Rates& rates, Roof roof) -> decltype(&*rates.begin()) {
    const auto found =
        std::ranges::find_if(rates, [&](const auto& one) { return one.roof == roof && one.per_s > 0; });
    return found == rates.end() ? nullptr : &*found;
}
}  // namespace

Chart roofline_chart(std::span<const Placement> stages, const Placement& sort,
                     std::span<const RoofLimit> roofs) {
    Chart chart{.title = "Instructions a second against instructions a byte, by stage",
                .x = {.title = "warp instructions a byte moved", .scale = Scale::logarithmic},
                .y = {.title = "10^9 warp instructions a second (measured)",
                      .unit = "G/s",
                      .scale = Scale::logarithmic}};
    std::vector<const RoofLimit*> limits;  // by series; null: none
    for (const auto roof : memories) {
        const auto* limit = rate_of(roofs, roof);
        Series series{.kind = Series::Kind::points,
                      .name = std::string(name_of(roof)),
                      .provenance = Provenance::measured,
                      .colour = limits.size()};
        if (limit != nullptr) {
            series.name += ", limit " + roof_rate_text(roof, limit->per_s);
            if (limit->provenance != Provenance::measured)
                series.name += fmt::format(" ({})", name_of(limit->provenance));
        }
        const auto add = [&](const Placement& placement, const std::string& name) {
            const auto* instructions = rate_of(placement.places, Roof::instructions);
            const auto* memory = rate_of(placement.places, roof);
            if (instructions == nullptr || memory == nullptr) return;
            series.points.push_back(
                {.x = instructions->per_s / memory->per_s,
                 .y = instructions->per_s / giga,
                 .row = size_t(std::max(0, placement.stage)),
                 .hint =
                     fmt::format("{}\n{}: {} ({} of the limit)\ninstructions: {} ({})", name, name_of(roof),
                                 roof_rate_text(roof, memory->per_s), format_percent(memory->part),
                                 roof_rate_text(Roof::instructions, instructions->per_s),
                                 format_percent(instructions->part))});
        };
        for (const auto& stage : stages) add(stage, fmt::format("stage {}", stage.stage));
        add(sort, "the whole sort");
        if (series.points.empty()) continue;
        series.sort_points();
        limits.push_back(limit);
        chart.series.push_back(std::move(series));
    }
    if (chart.series.empty()) {
        chart.empty_text =
            "No stage has times, counted instructions and counted traffic, so there is nothing to place. "
            "Collect with --counters all on a GPU.";
        return chart;
    }
    const auto* peak = rate_of(roofs, Roof::instructions);
    const auto extent = x_extent(chart);
    const double from = extent.least / 3, to = extent.largest * 3;
    for (size_t colour = 0; colour < limits.size(); ++colour) {
        const auto* limit = limits[colour];
        if (limit == nullptr) continue;
        std::vector<double> places{from, to};
        if (peak != nullptr)
            if (const double ridge = peak->per_s / limit->per_s; ridge > from && ridge < to)
                places.insert(places.begin() + 1, ridge);
        Series line{.provenance = limit->provenance, .dashed = true, .colour = colour, .marked = false};
        for (const double x : places)
            line.points.push_back(
                {.x = x,
                 .y = std::min(x * limit->per_s, peak != nullptr ? peak->per_s : HUGE_VAL) / giga,
                 .hint = fmt::format("limit of {}: {} ({})", name_of(limit->roof),
                                     roof_rate_text(limit->roof, limit->per_s), name_of(limit->provenance))});
        chart.series.push_back(std::move(line));
    }
    if (peak != nullptr)
        chart.marks.push_back(
            {Mark::Across::y, peak->per_s / giga,
             fmt::format("instructions: {}", roof_rate_text(Roof::instructions, peak->per_s)),
             peak->provenance});
    chart.note =
        "Each mark is one stage at one memory, if its traffic was counted. A slanted line is a memory's "
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
    // Limits go to the tooltips: names of several cases need the room.
    for (auto& series : chart.series) {
        series.name = memory_of(series);
        name_points(series, names[0]);
    }
    std::vector<std::string> compared, without, elsewhere;
    for (size_t i = 1; i < cases.size(); ++i) {
        auto other = chart_of(cases[i]);
        (other.empty() ? without : compared).push_back(names[i]);
        if (const auto& own = cases[i].record->device.name; !other.empty() && own != device)
            elsewhere.push_back(fmt::format("{} is of {}", names[i], own));
        for (auto& series : other.series) {
            if (series.kind != Series::Kind::points) continue;  // omit compared cases' limits
            const auto memory = memory_of(series);
            if (const auto same = std::ranges::find(chart.series, memory, &Series::name);
                same != chart.series.end())
                series.colour = same->colour;
            series.name = memory + ", " + names[i];
            series.dashed = true;
            name_points(series, names[i]);
            chart.series.push_back(std::move(series));
        }
    }
    // Put this sentence first: there may be room for one line only.
    if (!compared.empty())
        chart.note =
            fmt::format("Filled marks: {}. Open marks: {}. {}", names[0], join(compared, "; "), chart.note);
    if (!elsewhere.empty())
        chart.note += fmt::format(" Limits are those of {}; {}.", device, join(elsewhere, "; "));
    add_without(chart.note, "counted traffic and instructions", without);
    return chart;
}

Chart case_roofline_chart(const CaseRecord& details, std::span<const LaunchSums> stages,
                          std::span<const DeviceLimit> limits) {
    const auto roofs = roofs_of(details.device, limits);
    if (details.status != CaseStatus::ok) {
        auto chart = roofline_chart({}, {}, roofs);
        chart.empty_text = not_placed_sentence(details.status);
        return chart;
    }
    LaunchSums all;
    for (const auto& stage : stages) add(all, stage);
    const double time_ns = details.time ? double(details.time->median_ns) : double(all.time_ns.value_or(0));
    return roofline_chart(stage_placements(stages, roofs), placement(all, time_ns, roofs), roofs);
}
}
