// The plot between its axes, and the look of series.
#pragma once

#include <cstddef>
#include <string_view>

#include "present/axis.hpp"
#include "present/palette.hpp"
#include "present/svg/canvas.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::present::svg {

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
