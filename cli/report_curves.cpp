#include <algorithm>

#include <fmt/core.h>

#include "cli/cells.hpp"
#include "cli/report.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

/// What tells a curve from the others of its device and variant: "f32 sorted, block 64".
std::string conditions(const analyzer::Curve& curve) {
    auto text = fmt::format("{} {}", name_of(curve.key), name_of(curve.distribution));
    if (!curve.file.empty()) text += " " + curve.file;
    if (curve.n != 0) text += fmt::format(", {} keys", format_count(curve.n));
    if (curve.block != 0) text += fmt::format(", block {}", curve.block);
    for (const auto& [name, value] : curve.params) text += fmt::format(", {} {}", name, value);
    if (curve.cache_state == "flushed") text += ", L2 flushed";
    return text;
}

double best_rate(const std::vector<analyzer::Curve>& curves) {
    double best = 0;
    for (const auto& curve : curves)
        for (const auto& point : curve.points) best = std::max(best, point.rate_mkeys_per_s);
    return best;
}

/// One table for all curves: the conditions stand once, in front of a curve's first point.
std::string curve_table(const std::vector<analyzer::Curve>& curves, const std::string& x_title,
                        const std::string& x_unit, const Screen& screen) {
    const auto best = best_rate(curves);
    Table table({{"variant", "", Align::left, 1000, Fit::shorten, 12},
                 {"conditions", "", Align::left, 60, Fit::shorten, 12},
                 {x_title, x_unit, Align::right, 1000},
                 {"median", "time", Align::right, 80},
                 {"spread", "%", Align::right, 50},
                 {"rate", "Mkey/s", Align::right, 1000},
                 {"", "", Align::left, 90, Fit::bar, 10}});
    const Cell blank{" ", std::nullopt, 0};
    for (const auto& curve : curves) {
        if (!table.empty()) table.rule();
        for (const auto& point : curve.points) {
            const bool first = &point == &curve.points.front();
            const auto x = static_cast<std::uint64_t>(point.x);
            table.row({first ? text_cell(curve.variant) : blank, first ? text_cell(conditions(curve)) : blank,
                       text_cell(curve.n == 0 ? format_count(x) : std::to_string(x)),
                       time_cell(point.median_ns, curve.provenance),
                       fixed_cell(point.spread * 100, 1, curve.provenance),
                       {format_rate(point.rate_mkeys_per_s), curve.provenance, 0},
                       bar_cell(best > 0 ? point.rate_mkeys_per_s / best : 0)});
        }
    }
    return table.render(screen);
}

/// At the largest number of keys that at least two curves have: the curves from the fastest to the slowest.
std::string ranking(const std::vector<analyzer::Curve>& curves, const Screen& screen) {
    struct Entry {
        const analyzer::Curve* curve;
        const analyzer::CurvePoint* point;
    };
    std::vector<double> sizes;
    for (const auto& curve : curves)
        for (const auto& point : curve.points) sizes.push_back(point.x);
    std::ranges::sort(sizes, std::ranges::greater{});
    const auto shared = std::ranges::adjacent_find(sizes);
    if (shared == sizes.end()) return {};

    std::vector<Entry> entries;
    for (const auto& curve : curves)
        for (const auto& point : curve.points)
            if (point.x == *shared) entries.push_back({&curve, &point});
    std::ranges::stable_sort(entries, std::ranges::greater{},
                             [](const Entry& entry) { return entry.point->rate_mkeys_per_s; });
    const auto fastest = entries.front().point->rate_mkeys_per_s;

    Table table({{"variant", "", Align::left, 1000, Fit::shorten, 12},
                 {"conditions", "", Align::left, 60, Fit::shorten, 12},
                 {"median", "time", Align::right, 70},
                 {"rate", "Mkey/s", Align::right, 1000},
                 {"of the", "fastest", Align::right, 80},
                 {"", "", Align::left, 90, Fit::bar, 10}});
    for (const auto& [curve, point] : entries)
        table.row({text_cell(curve->variant), text_cell(conditions(*curve)), time_cell(point->median_ns),
                   {format_rate(point->rate_mkeys_per_s), curve->provenance, 0},
                   fixed_cell(point->rate_mkeys_per_s / fastest, 3, curve->provenance),
                   bar_cell(point->rate_mkeys_per_s / fastest)});
    return fmt::format("\nFastest first, at {} keys\n", format_count(static_cast<std::uint64_t>(*shared))) +
           table.render(screen);
}

}  // namespace

std::string render_throughput(const std::vector<analyzer::Curve>& curves, const Screen& screen) {
    if (curves.empty()) return {};
    return "Throughput by number of keys; measured, keys / median time\n" + curve_table(curves, "keys", "", screen) +
           ranking(curves, screen);
}

std::string render_block_sweeps(const std::vector<analyzer::Curve>& sweeps, const Screen& screen) {
    if (sweeps.empty()) return {};
    return "Throughput by block size; measured, keys / median time\n" +
           curve_table(sweeps, "block", "threads", screen);
}

}  // namespace sortscope::cli
