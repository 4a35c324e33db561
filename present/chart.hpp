// A chart as data.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/records.hpp"

namespace sortscope::present {
enum class Scale {
    linear,
    logarithmic,
    log2,       ///< positions are exponents of two
    categories  ///< positions are 0, 1, 2, ..: the names of Axis::ticks
};

struct Axis {
    std::string title = {};  ///< with unit and source: "time (us, measured)"
    std::string unit = {};
    Scale scale = Scale::linear;
    bool powers = false;                  ///< log2: "2^20", not plain numbers
    double least = 0, largest = 1;        ///< of colour axes
    std::vector<std::string> ticks = {};  ///< categories: names of positions
    bool names = false;                   ///< ticks are shortened, not left out
    bool ratio = false;                   ///< colours of ratios, 1 in the middle
    std::vector<size_t> foremost = {};    ///< positions named first, ascending
};

struct Point {
    double x = 0;
    std::optional<double> y = {};     ///< lane of a span
    double low = 0, high = 0;         ///< interval; ends of a link
    double x_end = 0;                 ///< of a span
    std::optional<double> heat = {};  ///< value on Chart::colour
    CaseId case_id{};
    size_t row = 0;         ///< row of a breakdown
    std::string hint = {};  ///< tooltip
};

struct Series {
    enum class Kind {
        bars,
        line,
        steps,   ///< a value holds until the next point
        points,  ///< marks alone
        spans,   ///< from x to x_end in lane y
        links    ///< comparators, from low to high at x
    };
    Kind kind = Kind::line;
    std::string name = {};  ///< with its provenance, unless measured
    std::optional<Provenance> provenance = {};
    bool emphasised = false;  ///< has the selected case
    bool intervals = false;
    bool dashed = false;                ///< published, modelled or a bound
    std::optional<size_t> colour = {};  ///< of the palette; else the series' index
    std::optional<size_t> best = {};    ///< point with a frame
    int head = 0;                       ///< arrow of links at `high` (1) or `low` (-1)
    bool marked = true;                 ///< lines: a mark at each point
    std::optional<double> floor = {};   ///< steps: filled down to this y
    std::vector<Point> points = {};     ///< ascending in x

    void sort_points() { std::ranges::stable_sort(points, {}, &Point::x); }
    /// The name tells others than measured.
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

    /// "peak (published)"; a measured mark is its text alone.
    std::string label() const;
};

/// Cells over two category axes, row by row of y.
struct HeatMap {
    std::vector<std::optional<double>> values;  ///< on Chart::colour
    std::vector<std::string> texts;
    std::vector<std::string> hints = {};
    std::vector<CaseId> case_ids = {};    ///< a cell is a case; 0: none
    std::vector<size_t> outlined;         ///< the best of each row
    std::vector<std::string> cases = {};  ///< of each x position, if there are several
};

struct Chart {
    std::string title = {};
    std::string conditions = {};  ///< shared by all series
    std::string note = {};        ///< what is left out
    Axis x = {}, y = {};
    bool stacked = false;
    /// x runs down, y to the right. Vertical categories begin at the top.
    bool sideways = false;
    std::vector<Series> series = {};
    std::vector<Band> bands = {};
    std::vector<Mark> marks = {};
    std::optional<HeatMap> heat = {};  ///< with category axes
    Axis colour = {};                  ///< of heat maps and of points with heat
    std::string empty_text = {};       ///< why there is nothing to draw
    std::function<std::string(const Series&, const Point&)> tooltip = {};  ///< of points without a hint

    /// Tooltip of a point, or a cell: series.size() and index.
    std::string hint(size_t series, size_t point) const;

    bool empty() const { return series.empty() && !heat; }
    bool has(Series::Kind kind) const;
    bool has_colours() const;
    /// In a legend. Axes name lanes and explain coloured links.
    bool is_named(const Series& series) const;
    /// Of mark_corners(). Two sorts may have one colour: their marks differ.
    size_t mark_shape(size_t series) const;
};

/// x and y of a closed mark of radius 1, y down; none: a circle. There are eight; further ones repeat.
std::span<const std::pair<double, double>> mark_corners(size_t shape);

struct Extent {
    double least = std::numeric_limits<double>::infinity(),
           largest = -std::numeric_limits<double>::infinity();

    void add(double value) {
        if (std::isfinite(value)) least = std::min(least, value), largest = std::max(largest, value);
    }
    bool empty() const { return least > largest; }
    /// A linear axis would hide differences of small values.
    bool exceeds(double factor) const { return least > 0 && largest / least > factor; }
};
Extent x_extent(const Chart& chart);
Extent y_extent(const Chart& chart);

/// "Load efficiency (%, counted)".
std::string titled(std::string_view title, std::string_view unit, const std::set<Provenance>& sources);

/// Logarithmic over wide ranges, else from 0; percentages up to 100.
Axis value_colours(double least, double largest, std::string unit, std::string title);

/// 1 in the middle, at least 5 % to both sides.
Axis ratio_colours(double furthest, std::string title);
}
