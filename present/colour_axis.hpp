// The axis of colours of heat maps and timelines: how far it reaches, and by which scale.
#pragma once

#include <string>

#include "present/chart.hpp"

namespace sortscope::present {

/// Of values from `least` to `largest` in `unit`: logarithmic where they lie far apart, parts of a whole to
/// 100 %, else from 0 on.
Axis value_colours(double least, double largest, std::string unit, std::string title);

/// Of ratios ("times"): as far to either side of 1 as `furthest` (1 or more) lies from it, and 5 % at the
/// least, so that what is nearly equal looks so.
Axis ratio_colours(double furthest, std::string title);

}  // namespace sortscope::present
