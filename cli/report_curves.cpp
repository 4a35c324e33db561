#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "cli/cells.hpp"
#include "cli/report.hpp"
#include "cli/table.hpp"
#include "core/text.hpp"

namespace sortscope::cli {
namespace {

using analyzer::Curve;
using analyzer::CurvePoint;

/// The conditions of curves as cells: what all curves share is said once above the table, the rest gets columns.
class Conditions {
 public:
    explicit Conditions(const std::vector<Curve>& curves) {
        for (std::size_t part = 0; part < parts; ++part) {
            const auto first = texts(curves.front())[part];
            const bool same = std::ranges::all_of(curves, [&](const Curve& c) { return texts(c)[part] == first; });
            differs_[part] = !same;
            if (same && !first.empty()) shared_ += (shared_.empty() ? "" : ", ") + std::string(words[part]) + first;
        }
    }

    const std::string& shared() const { return shared_; }

    void add_columns(std::vector<Column>& columns) const {
        static constexpr std::array<const char*, parts> titles{"type", "input", "keys", "block", "parameters", "L2"};
        for (std::size_t part = 0; part < parts; ++part) {
            const bool wide = part == 1 || part == 4;
            if (differs_[part])
                columns.push_back({titles[part], "", part == 2 || part == 3 ? Align::right : Align::left,
                                   wide ? 60 : 65, wide ? Fit::shorten : Fit::whole, 8});
        }
    }

    /// Blank where `first` is false: a curve's conditions stand in front of its first point.
    void add_cells(std::vector<Cell>& cells, const Curve& curve, bool first) const {
        const auto all = texts(curve);
        for (std::size_t part = 0; part < parts; ++part)
            if (differs_[part]) cells.push_back(first ? text_cell(all[part]) : Cell{" ", std::nullopt, 0});
    }

 private:
    static constexpr std::size_t parts = 6;
    static constexpr std::array<const char*, parts> words{"", "", "", "block ", "", "L2 "};

    static std::array<std::string, parts> texts(const Curve& curve) {
        std::string params;
        for (const auto& [name, value] : curve.params)
            params += fmt::format("{}{} {}", params.empty() ? "" : ", ", name, value);
        auto input = input_name(curve.distribution, curve.entropy_bits);
        if (!curve.file.empty()) input += " " + curve.file;
        return {std::string(name_of(curve.key)),
                input,
                curve.n == 0 ? "" : format_count(curve.n) + " keys",
                curve.block == 0 ? "" : std::to_string(curve.block),
                params,
                curve.cache_state};
    }

    std::array<bool, parts> differs_{};
    std::string shared_;
};

std::string heading(const std::string& what, const Conditions& conditions, const Screen& screen) {
    return wrap(fmt::format("{}{}{}; measured, keys / median time", what, conditions.shared().empty() ? "" : ": ",
                            printable(conditions.shared())),
                screen, 2) + '\n';
}

/// One table for all curves, its bars of one scale.
std::string curve_table(const std::vector<Curve>& curves, const Conditions& conditions, const Column& x,
                        const Screen& screen) {
    double best = 0;
    for (const auto& curve : curves)
        for (const auto& point : curve.points) best = std::max(best, point.rate_mkeys_per_s);

    std::vector<Column> columns{{"variant", "", Align::left, 1000, Fit::shorten, 12}};
    conditions.add_columns(columns);
    columns.insert(columns.end(), {x,
                                   {"median", "time", Align::right, 80},
                                   {"spread", "%", Align::right, 50},
                                   {"rate", "Mkey/s", Align::right, 1000},
                                   {"", "", Align::left, 90, Fit::bar, 10}});
    Table table(std::move(columns));
    for (const auto& curve : curves) {
        if (!table.empty()) table.rule();
        for (const auto& point : curve.points) {
            const bool first = &point == &curve.points.front();
            const auto at = static_cast<std::uint64_t>(point.x);
            std::vector<Cell> cells{first ? text_cell(curve.variant) : Cell{" ", std::nullopt, 0}};
            conditions.add_cells(cells, curve, first);
            cells.push_back(text_cell(curve.n == 0 ? format_count(at) : std::to_string(at)));
            cells.push_back(time_cell(point.median_ns, curve.provenance));
            cells.push_back(fixed_cell(point.spread * 100, 1, curve.provenance));
            cells.push_back({format_rate(point.rate_mkeys_per_s), curve.provenance, 0});
            cells.push_back(bar_cell(point.rate_mkeys_per_s / best));
            table.row(std::move(cells));
        }
    }
    return table.render(screen);
}

struct Entry {
    const Curve* curve;
    const CurvePoint* point;
};

/// At the largest number of keys that at least two curves have: the curves from the fastest to the slowest.
std::string ranking(const std::vector<Curve>& curves, const Conditions& conditions, const Screen& screen) {
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

    std::vector<Column> columns{{"variant", "", Align::left, 1000, Fit::shorten, 12}};
    conditions.add_columns(columns);
    columns.insert(columns.end(), {{"median", "time", Align::right, 70},
                                   {"rate", "Mkey/s", Align::right, 1000},
                                   {"of the", "fastest", Align::right, 80},
                                   {"", "", Align::left, 90, Fit::bar, 10}});
    Table table(std::move(columns));
    for (const auto& [curve, point] : entries) {
        const auto part = point->rate_mkeys_per_s / fastest;
        std::vector<Cell> cells{text_cell(curve->variant)};
        conditions.add_cells(cells, *curve, true);
        cells.push_back(time_cell(point->median_ns, curve->provenance));
        cells.push_back({format_rate(point->rate_mkeys_per_s), curve->provenance, 0});
        cells.push_back(fixed_cell(part, 3, curve->provenance));
        cells.push_back(bar_cell(part));
        table.row(std::move(cells));
    }
    return fmt::format("\nFastest first, at {} keys\n", format_count(static_cast<std::uint64_t>(*shared))) +
           table.render(screen);
}

/// A single point beside a longer curve of the same variant that differs in the block size alone belongs to a sweep of
/// block sizes, which has a table of its own.
bool of_block_sweep(const Curve& curve, const std::vector<Curve>& curves) {
    return curve.points.size() == 1 && std::ranges::any_of(curves, [&](const Curve& other) {
               return other.points.size() > 1 && other.variant == curve.variant && other.key == curve.key &&
                      other.distribution == curve.distribution && other.entropy_bits == curve.entropy_bits && other.file == curve.file &&
                      other.params == curve.params && other.cache_state == curve.cache_state;
           });
}

}  // namespace

std::string render_throughput(const std::vector<Curve>& all, const Screen& screen) {
    std::vector<Curve> curves;
    for (const auto& curve : all)
        if (!of_block_sweep(curve, all)) curves.push_back(curve);
    if (curves.empty()) return {};
    const Conditions conditions(curves);
    return heading("Throughput by number of keys", conditions, screen) +
           curve_table(curves, conditions, {"keys", "", Align::right, 1000}, screen) +
           ranking(curves, conditions, screen);
}

std::string render_block_sweeps(const std::vector<Curve>& sweeps, const Screen& screen) {
    if (sweeps.empty()) return {};
    const Conditions conditions(sweeps);
    return heading("Throughput by block size", conditions, screen) +
           curve_table(sweeps, conditions, {"block", "threads", Align::right, 1000}, screen);
}

}  // namespace sortscope::cli
