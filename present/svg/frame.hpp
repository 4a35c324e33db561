// The parts of a picture.
#pragma once

#include "present/axis.hpp"
#include "present/svg/canvas.hpp"
#include "present/svg/svg.hpp"

namespace sortscope::present::svg {
struct Frame {
    const Chart* chart = nullptr;
    const Style* style = nullptr;
    AxisScale x, y;
    Box plot = {};

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
    bool hollow = false;           ///< for modelled and published values
    std::string_view dashes = {};  ///< lines: dotted if modelled, dashed if Series::dashed
    size_t shape = 0;              ///< shape of marks, for mark_corners()
    double stroke = 1.6;
    double mark = 3.2;  ///< radius of marks
};
Look look_of(const Chart& chart, size_t series, const Style& style);

void draw_mark(Canvas& canvas, Place place, const Look& look, Rgb background, std::string_view hint = {});

/// Draws a link from the lower to the higher wire; `head` as Series::head.
void draw_link(Canvas& canvas, Place from, Place to, int head, Rgb colour, double width, double dot,
               std::string_view hint = {});

/// `hollow`: pale with a dashed outline.
std::string bar_paint(Rgb colour, bool hollow);
std::string mark_paint(const Palette& colours);

/// Draws at most one mark per pixel and series.
void draw_series(Canvas& canvas, const Frame& frame);

void draw_heat(Canvas& canvas, const Frame& frame);

/// `box` excludes the labels.
void draw_colour_bar(Canvas& canvas, const Frame& frame, const Box& box);

struct MarkLabel {
    size_t mark = 0;
    Place at;
};
/// Marks without room go to `left_out`.
std::vector<MarkLabel> place_marks(const Frame& frame, std::vector<size_t>& left_out);
void draw_marks(Canvas& canvas, const Frame& frame, const std::vector<MarkLabel>& labels);
}
