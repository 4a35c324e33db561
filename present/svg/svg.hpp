// Charts as SVG pictures.
#pragma once

#include "present/chart.hpp"

namespace sortscope::present::svg {
struct Style {
    bool dark = false;
    int width = 860, height = 480;  ///< px
    double font_px = 12;            ///< size of labels; titles scale with labels
    bool tooltips = false;          ///< each mark gets a <title>
    bool fluid = false;             ///< for pages: fixed proportions, no size
};

/// Style for pictures 8 cm wide.
Style print_style();

/// Height in px: that of `style`, or up to 4000 for many rows.
int natural_height(const Chart& chart, const Style& style);

/// Returns a self-contained document. An empty chart shows its empty_text.
std::string draw(const Chart& chart, const Style& style = {});

/// Like draw(), but readers who prefer dark pages see the dark colours.
std::string draw_for_pages(const Chart& chart, Style style);
}
