// A chart as data: axes, series, marks of provenance. The window and the picture back ends draw the same values.
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
    std::string title;     ///< "time (us, measured)": with unit and source
    std::string unit;
    Scale scale = Scale::linear;
    bool powers = false;   ///< Scale::log2: 2 with raised exponents (numbers of keys) rather than plain numbers (blocks)
    double least = 0, largest = 1;  ///< of the values
    std::vector<std::string> ticks = {};  ///< Scale::categories: a name for each position
    bool names = false;    ///< ticks are names, to be shortened rather than left out
};

struct Point {
    double x = 0;
    std::optional<double> y;       ///< in the axis' unit; nothing where absent
    double low = 0, high = 0;      ///< interval, where the series has intervals
    CaseId case_id{};              ///< of curves: the case that the point is
    std::size_t row = 0;           ///< of breakdowns: the row that the bar is
};

struct Series {
    enum class Kind { bars, line };
    Kind kind = Kind::line;
    std::string name;              ///< with its mark, unless measured
    std::string sentence;          ///< everything that is the same for all its points
    std::optional<Provenance> provenance;
    bool emphasised = false;       ///< the selected case is on it
    bool intervals = false;
    bool dashed = false;           ///< published or modelled
    std::vector<Point> points;     ///< ascending in x
};

/// A stripe behind the plot, over positions of the x axis: every second stage.
struct Band {
    double from = 0, to = 0;
};

struct Chart {
    std::string title;
    std::string conditions;  ///< what all series share
    std::string note;        ///< which were left out, and which of several cases are shown
    Axis x, y;
    bool stacked = false;    ///< bars of the series stand on each other
    std::vector<Series> series;
    std::vector<Band> bands;
    std::string empty_text;  ///< a sentence for its place, where there is nothing to draw
    /// What a point says when pointed at; made when asked for.
    std::function<std::string(std::size_t series, std::size_t point)> tooltip;

    bool empty() const { return series.empty(); }
};

}  // namespace sortscope::present
