// What charts, tables and pages of figures share.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/reproduce/reproduction.hpp"

namespace sortscope::present {

/// Four significant digits: "1.035", "30.00", "12,345", "0.01230"; a count that is `measured` in no unit as
/// it is: "30".
std::string figure_number(double value, bool measured);

/// "gpu-optimized" of "GPU optimized".
std::string slug(std::string_view text);

/// What all cells share: "f32, uniform, 2^20 keys, block by the source's rule".
std::string figure_conditions(const analyzer::reproduce::Figure& figure);

/// "measured", "counted", "measured and modelled": of the values of a grid.
std::string measured_word(const analyzer::reproduce::Grid& grid);

}  // namespace sortscope::present
