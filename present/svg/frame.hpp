// Axes: ticks, positions of values, the plot between them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "present/chart.hpp"
#include "present/palette.hpp"
#include "present/svg/canvas.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::present::svg {

struct Tick {
    double at = 0;
    std::string text;
};

struct Range {
    double least = 0, largest = 1;
};

class AxisScale {
 public:
    /// `range` of a logarithmic axis must be above 0.
    AxisScale(const Axis& axis, Range range) : axis_(&axis), range_(range) {}

    /// 0 at the least value, 1 at the largest.
    double part(double value) const;
    /// False for values a logarithmic axis cannot show.
    bool takes(double value) const;
    const Range& range() const { return range_; }
    const Axis& axis() const { return *axis_; }
    Scale scale() const { return axis_->scale; }

    /// About `count` ticks at round values, within the range.
    std::vector<Tick> ticks(std::size_t count) const;
    /// Ticks whose labels of size `px` do not touch along `length`.
    std::vector<Tick> horizontal_ticks(double length, double px) const;
    std::vector<Tick> vertical_ticks(double length, double px) const;

 private:
    std::vector<Tick> number_ticks(std::size_t count) const;
    std::vector<Tick> decade_ticks(std::size_t count) const;
    std::vector<Tick> exponent_ticks(std::size_t count) const;
    std::vector<Tick> category_ticks(std::size_t count) const;

    const Axis* axis_;
    Range range_;
};

/// "1,500", "2.5 M", "10^-4": a number of ticks with `decimals`.
std::string tick_text(double value, int decimals);

/// Range of all that is drawn, with room around it; bars stand on 0.
Range x_range(const Chart& chart);
Range y_range(const Chart& chart);

/// The plot with its axes. Chart::sideways swaps them; a vertical category axis runs down.
struct Frame {
    const Chart* chart = nullptr;
    Box plot;
    AxisScale x, y;

    const AxisScale& horizontal() const { return chart->sideways ? y : x; }
    const AxisScale& vertical() const { return chart->sideways ? x : y; }
    bool down() const { return chart->sideways || vertical().scale() == Scale::categories; }
    double horizontal_px(double value) const { return plot.x + horizontal().part(value) * plot.width; }
    double vertical_px(double value) const {
        return down() ? plot.y + vertical().part(value) * plot.height
                      : plot.bottom() - vertical().part(value) * plot.height;
    }
    Place at(double x_value, double y_value) const {
        return chart->sideways ? Place{horizontal_px(y_value), vertical_px(x_value)}
                               : Place{horizontal_px(x_value), vertical_px(y_value)};
    }
    Box box(double x_from, double x_to, double y_from, double y_to) const;
    double x_length() const { return chart->sideways ? plot.height : plot.width; }
    double px_per_x() const;
};

struct Look {
    Rgb colour;
    bool hollow = false;    ///< modelled and published values
    std::size_t shape = 0;  ///< of its marks
    double stroke = 1.6;
    double mark = 3.2;  ///< radius
};
Look look_of(const Chart& chart, std::size_t series, const Style& style);

void draw_mark(Canvas& canvas, Place place, const Look& look, Rgb background, std::string_view hint = {});

}  // namespace sortscope::present::svg
