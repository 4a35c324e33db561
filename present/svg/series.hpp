// Series, heat maps and marks within the plot.
#pragma once

#include <cstddef>
#include <vector>

#include "present/svg/frame.hpp"

namespace sortscope::present::svg {

/// At most one mark a pixel and series: the extremes of bars and lines that coincide.
void draw_series(Canvas& canvas, const Frame& frame, const Style& style);

void draw_heat(Canvas& canvas, const Frame& frame, const Style& style);

/// `box` is that of the bar without labels.
void draw_colour_bar(Canvas& canvas, const Chart& chart, const Box& box, const Style& style);

/// Positions of the texts of Chart::marks. Marks without room go to `left_out`.
struct MarkLabel {
    std::size_t mark = 0;
    Place at;
};
std::vector<MarkLabel> place_marks(const Frame& frame, const Style& style,
                                   std::vector<std::size_t>& left_out);
void draw_marks(Canvas& canvas, const Frame& frame, const Style& style, const std::vector<MarkLabel>& labels);

}  // namespace sortscope::present::svg
