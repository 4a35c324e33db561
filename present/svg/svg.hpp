// Charts as SVG pictures: text stays text, nothing lies outside the picture.
#pragma once

#include <string>

#include "present/chart.hpp"

namespace sortscope::present::svg {

struct Style {
    bool dark = false;
    int width = 860, height = 480;  ///< px
    double font_px = 12;            ///< of labels; titles scale with it
    bool tooltips = false;          ///< as <title> of each mark
    /// For pages: no size of its own, fixed proportions.
    bool fluid = false;
};

/// For print at a width of 8 cm: larger letters.
Style print_style();

/// Height in px: that of `style`, more (up to 4000) for many rows of categories.
int natural_height(const Chart& chart, const Style& style);

/// One self-contained SVG document. An empty chart gives its sentence.
std::string draw(const Chart& chart, const Style& style = {});

}  // namespace sortscope::present::svg
