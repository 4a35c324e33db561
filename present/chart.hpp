// A chart as data.
#pragma once

#include <functional>
#include <set>

#include "core/records.hpp"

namespace sortscope::present {
enum class Scale {
    linear,
    logarithmic,
    log2,       ///< positions are exponents of two
    categories  ///< positions 0, 1, 2, .. index Axis::ticks
};

struct Axis {
    std::string title = {};  ///< with unit, provenance: "time (us, measured)"
    std::string unit = {};
    Scale scale = Scale::linear;
    bool powers = false;                  ///< log2: ticks read "2^20", not plain numbers
    double least = 0, largest = 1;        ///< range of a colour axis
    std::vector<std::string> ticks = {};  ///< names of categories
    bool names = false;                   ///< ticks without room are shortened, not omitted
    bool ratio = false;                   ///< colour axis of ratios, with 1 in the middle
    std::vector<size_t> foremost = {};    ///< positions that get ticks first, ascending
};

struct Point {
    double x = 0;
    std::optional<double> y = {};     ///< for a span: its lane
    double low = 0, high = 0;         ///< ends of an interval or a link
    double x_end = 0;                 ///< end of a span
    std::optional<double> heat = {};  ///< value on the colour axis
    CaseId case_id{};
    size_t row = 0;         ///< row of a breakdown
    std::string hint = {};  ///< tooltip
};

struct Series {
    enum class Kind {
        bars,
        line,
        steps,   ///< a value holds until the next point
        points,  ///< marks without a line
        spans,   ///< from x to x_end in lane y
        links    ///< comparators, from low to high at x
    };
    Kind kind = Kind::line;
    std::string name = {};  ///< includes the provenance, unless measured
    std::optional<Provenance> provenance = {};
    bool emphasised = false;  ///< contains the selected case
    bool intervals = false;
    bool dashed = false;                ///< dashed line, for example of a bound
    std::optional<size_t> colour = {};  ///< index into Palette::series; default: own index
    std::optional<size_t> best = {};    ///< index of the framed point
    int head = 0;                       ///< links: arrow at `high` (1), at `low` (-1), none (0)
    bool marked = true;                 ///< a line: draw a mark at each point
    std::optional<double> floor = {};   ///< steps: filled down to this y
    std::vector<Point> points = {};     ///< ascending in x

    void sort_points() { std::ranges::stable_sort(points, {}, &Point::x); }
    /// Modelled and published values are drawn hollow or dashed.
    bool is_estimate() const {
        return provenance == Provenance::modelled || provenance == Provenance::published;
    }
    /// Adds the provenances to the name, unless all values are measured.
    void add_sources(const std::set<Provenance>& sources);
    bool has_values() const {
        return std::ranges::any_of(points, [](const Point& point) { return point.y.has_value(); });
    }
};

/// A stripe behind the plot.
struct Band {
    double from = 0, to = 0;
    bool of_y = false;
};

/// A named line across the plot.
struct Mark {
    enum class Across { x, y };
    Across across = Across::y;  ///< y: horizontal
    double at = 0;
    std::string text = {};
    std::optional<Provenance> provenance = {};

    /// "peak (published)"; "peak" if measured.
    std::string label() const;
};

/// Cells over two category axes, stored row by row.
struct HeatMap {
    std::vector<std::optional<double>> values;  ///< values on the colour axis
    std::vector<std::string> texts;
    std::vector<std::string> hints = {};
    std::vector<CaseId> case_ids = {};    ///< case of each cell; 0: none
    std::vector<size_t> outlined;         ///< indices of the best cells of the rows
    std::vector<std::string> cases = {};  ///< case of each x position, for maps side by side
};

struct Chart {
    std::string title = {};
    std::string conditions = {};  ///< shared by all series
    std::string note = {};        ///< sentences below the chart
    Axis x = {}, y = {};
    bool stacked = false;
    /// x runs down, y to the right. Vertical categories begin at the top.
    bool sideways = false;
    std::vector<Series> series = {};
    std::vector<Band> bands = {};
    std::vector<Mark> marks = {};
    std::optional<HeatMap> heat = {};  ///< needs category axes
    Axis colour = {};                  ///< axis of heat maps and of points with heat
    std::string empty_text = {};       ///< reason why the chart is empty
    std::function<std::string(const Series&, const Point&)> tooltip = {};  ///< for points without a hint

    /// Tooltip of a point. For a cell, `series` is series.size() and `point` is the cell's index.
    std::string hint(size_t series, size_t point) const;

    bool empty() const { return series.empty() && !heat; }
    bool has(Series::Kind kind) const;
    bool has_colours() const;
    /// Returns whether the legend names `series`. Omits lanes and coloured links, which axes explain.
    bool is_named(const Series& series) const;
    /// Shape for mark_corners(). Series of one colour get different shapes.
    size_t mark_shape(size_t series) const;
};

/// Corners (x, y) of a closed mark of radius 1, y down; empty for a circle. Shapes repeat after eight.
std::span<const std::pair<double, double>> mark_corners(size_t shape);

struct Extent {
    double least = std::numeric_limits<double>::infinity(),
           largest = -std::numeric_limits<double>::infinity();

    void add(double value) {
        if (std::isfinite(value)) least = std::min(least, value), largest = std::max(largest, value);
    }
    bool empty() const { return least > largest; }
    /// Returns whether a linear axis would hide small values.
    bool exceeds(double factor) const { return least > 0 && largest / least > factor; }
};
Extent x_extent(const Chart& chart);
Extent y_extent(const Chart& chart);

/// "Load efficiency (%, counted)".
std::string titled(std::string_view title, std::string_view unit, const std::set<Provenance>& sources);

/// Colour axis: logarithmic over wide ranges, else from 0; percentages end at 100.
Axis value_colours(double least, double largest, std::string unit, std::string title);

/// Colour axis with 1 in the middle and at least 5 % to both sides.
Axis ratio_colours(double furthest, std::string title);
}
