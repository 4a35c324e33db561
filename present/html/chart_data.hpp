// A chart as data for the page's script.
#pragma once

#include <string>

#include "present/chart.hpp"

namespace sortscope::present::html {

/// Whether the chart library can draw it: lines, points and bars on axes, no more points than a browser draws
/// at once. Heat maps, timelines and networks stay pictures.
bool is_drawable(const Chart& chart);

/// JSON for a <script type="application/json">: no character in it can end that element.
std::string chart_data(const Chart& chart);

/// `text` as a string of JSON within a page: cleaned, and with < > & as escapes.
std::string script_string(std::string_view text);

}  // namespace sortscope::present::html
