// Shared by charts, tables and pages of figures.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/reproduce/reproduction.hpp"

namespace sortscope::present {

/// Four significant digits: "1.035", "30.00", "12,345"; measured counts whole.
std::string figure_number(double value, bool measured);

/// "GPU optimized" -> "gpu-optimized".
std::string slug(std::string_view text);

/// "f32, uniform, 2^20 keys, block by the source's rule".
std::string figure_conditions(const analyzer::reproduce::Figure& figure);

/// "measured", "measured and modelled": provenances of a grid's values.
std::string measured_word(const analyzer::reproduce::Grid& grid);

}  // namespace sortscope::present
