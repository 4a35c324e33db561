// Series, heat maps and marks within the plot.
#pragma once

#include <cstddef>
#include <vector>

#include "present/svg/frame.hpp"

namespace sortscope::present::svg {

/// At most a mark a pixel of each series, however many points it has: of bars and lines that fall together
/// the greatest (and the least) are drawn.
void draw_series(Canvas& canvas, const Frame& frame, const Style& style);

/// The colour at a part (0..1) of Chart::colour, and that of a value on it.
Rgb scale_colour(const Chart& chart, double part, const Style& style);
Rgb colour_of(const Chart& chart, double value, const Style& style);

/// Cells with their texts where there is room for them.
void draw_heat(Canvas& canvas, const Frame& frame, const Style& style);

/// The colour axis, `box` for its bar alone.
void draw_colour_bar(Canvas& canvas, const Chart& chart, const Box& box, const Style& style);

/// Where the texts of Chart::marks stand; nothing drawn. Positions of those that found no room without
/// touching another go to `left_out`.
struct MarkLabel {
    std::size_t mark = 0;
    Place at;
};
std::vector<MarkLabel> place_marks(const Frame& frame, const Style& style,
                                   std::vector<std::size_t>& left_out);
void draw_marks(Canvas& canvas, const Frame& frame, const Style& style, const std::vector<MarkLabel>& labels);

}  // namespace sortscope::present::svg
