// Charts as SVG pictures: text stays text, lines and cells at most a mark a pixel, nothing outside the
// picture.
#pragma once

#include <string>

#include "present/chart.hpp"

namespace sortscope::present::svg {

struct Style {
    bool dark = false;
    int width = 860, height = 480;  ///< px
    double font_px = 12;            ///< of tick labels and legend; titles follow from it
    bool tooltips = false;  ///< each mark says in a <title> what it is: browsers show it when pointed at
    bool legend = true;
    /// In a page that gives the picture its width: it keeps its proportions, and has no width and height of
    /// its own.
    bool fluid = false;
    std::string font = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";
};

/// For print at a width of 8 cm: large letters for its width (7 pt there), strokes that stay visible.
Style print_style();

/// The height in px that `chart` wants in `style`: its own; more, up to 4000, where categories stand below
/// each other and each wants a line.
int natural_height(const Chart& chart, const Style& style);

/// The chart as one SVG document (in UTF-8, without a reference to anything outside it). Characters that XML
/// does not have or that steer a terminal are escaped as core/printable.hpp does. A chart without anything to
/// draw gives its sentence.
std::string draw(const Chart& chart, const Style& style = {});

}  // namespace sortscope::present::svg
