// Charts as SVG pictures.
#pragma once

#include <string>

#include "present/chart.hpp"

namespace sortscope::present::svg {
struct Style {
    bool dark = false;
    int width = 860, height = 480;  ///< px
    double font_px = 12;            ///< of labels; titles scale with it
    bool tooltips = false;          ///< as <title> of each mark
    bool fluid = false;             ///< for pages: fixed proportions, no size
};

/// For a width of 8 cm.
Style print_style();

/// In px: more than `style` has, up to 4000, for many rows.
int natural_height(const Chart& chart, const Style& style);

/// A self-contained document. An empty chart gives its sentence.
std::string draw(const Chart& chart, const Style& style = {});
}
