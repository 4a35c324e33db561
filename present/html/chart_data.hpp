// A chart as data for the page's script.
#pragma once

#include <string>

#include "present/chart.hpp"

namespace sortscope::present::html {

/// Lines, points and bars, not too many.
bool is_drawable(const Chart& chart);

/// JSON that cannot end its <script> element.
std::string chart_data(const Chart& chart);

}  // namespace sortscope::present::html
