// A chart as data: axes, series, marks of provenance. The window and the picture back ends draw the same
// values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
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
    std::string title;  ///< "time (us, measured)": with unit and source
    std::string unit;
    Scale scale = Scale::linear;
    bool powers =
        false;  ///< Scale::log2: 2 with raised exponents (numbers of keys) rather than plain numbers (blocks)
    double least = 0, largest = 1;        ///< of the values
    std::vector<std::string> ticks = {};  ///< Scale::categories: a name for each position
    bool names = false;                   ///< ticks are names, to be shortened rather than left out
    bool ratio =
        false;  ///< of Chart::colour: values are ratios, 1 in the middle: colours tell above from below
    std::vector<std::size_t> foremost =
        {};  ///< Scale::categories: positions, ascending, whose names come first where not all have room
};

struct Point {
    double x = 0;
    std::optional<double> y;     ///< in the axis' unit; nothing where absent
    double low = 0, high = 0;    ///< interval, where the series has intervals; both ends of Kind::links
    double x_end = 0;            ///< Kind::spans: where it ends; x is where it begins, y its lane
    std::optional<double> heat;  ///< of spans and links: a value on Chart::colour, which colours it
    CaseId case_id{};            ///< of curves: the case that the point is
    std::size_t row = 0;         ///< of breakdowns: the row that the bar is
};

struct Series {
    enum class Kind {
        bars,
        line,    ///< points joined; a mark at each
        steps,   ///< a value that holds until the next point
        points,  ///< marks alone
        spans,   ///< from x to x_end in lane y: a timeline's launches
        links    ///< a stroke from low to high at x, with a dot at both ends: comparators of a network
    };
    Kind kind = Kind::line;
    std::string name;      ///< with its mark, unless measured
    std::string sentence;  ///< everything that is the same for all its points
    std::optional<Provenance> provenance;
    bool emphasised = false;  ///< the selected case is on it
    bool intervals = false;
    bool dashed = false;                ///< published, modelled or a bound
    std::optional<std::size_t> colour;  ///< place in the palette (present/palette.hpp) that is this series'
                                        ///< in every chart; nothing: its place among the series
    std::optional<std::size_t> best;    ///< of lines: the point that is pointed out, by a frame
    int head =
        0;  ///< Kind::links: 1: an arrow's head in place of the dot at `high`, -1: at `low`, 0: dots alone
    bool marked =
        true;  ///< of lines: a mark at each point; not where points are many or a bound has none of its own
    std::vector<Point> points;  ///< ascending in x
};

/// A stripe behind the plot.
struct Band {
    double from = 0, to = 0;
    bool of_y = false;
};

/// A named line across the plot: a limit, a change point, a published figure.
struct Mark {
    enum class Across { x, y };
    Across across =
        Across::y;  ///< y: a horizontal line at a value of y; x: a vertical one at a position of x
    double at = 0;
    std::string text;
    std::optional<Provenance> provenance;
};

/// Coloured cells over two category axes, row by row of y.
struct HeatMap {
    std::vector<std::optional<double>>
        values;  ///< x.ticks.size() * y.ticks.size(); on Chart::colour, nothing where absent
    std::vector<std::string> texts;     ///< as many: what stands in a cell where there is room
    std::vector<std::size_t> outlined;  ///< cells that are pointed out: the best of each column
    std::vector<std::string> cases =
        {};  ///< of several maps beside each other: whose each position of x is; else none
};

struct Chart {
    std::string title;
    std::string conditions;  ///< what all series share
    std::string note;        ///< which were left out, and which of several cases are shown
    Axis x, y;
    bool stacked = false;  ///< bars of the series stand on each other
    /// x runs down the left side and y to the right. Vertical category axes have position 0 at the top.
    bool sideways = false;
    std::vector<Series> series;
    std::vector<Band> bands;
    std::vector<Mark> marks;
    std::optional<HeatMap> heat;  ///< then x and y are Scale::categories, and there may be no series
    Axis colour;                  ///< of heat maps, and of points that have a heat
    std::string empty_text;       ///< a sentence for its place, where there is nothing to draw
    /// Tooltip of a point. For a cell of a heat map: series.size() and its index in HeatMap::values.
    std::function<std::string(std::size_t series, std::size_t point)> tooltip;

    bool empty() const { return series.empty() && !heat; }
};

/// Colour axis of values: logarithmic over wide ranges, percentages up to 100, else from 0.
Axis value_colours(double least, double largest, std::string unit, std::string title);

/// Colour axis of ratios: 1 in the middle, at least 5 % to both sides.
Axis ratio_colours(double furthest, std::string title);

}  // namespace sortscope::present
