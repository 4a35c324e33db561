// Horizontal bars for text tables.
#pragma once

#include <string>

#include "present/text/terminal.hpp"

namespace sortscope::present::text {

/// A bar of `fraction` (0..1, clamped) of `width` columns, to an eighth of a column in UTF-8, else in '#'.
/// Whatever is above 0 leaves at least a thin mark ("." in ASCII); not padded.
std::string bar(double fraction, int width, const Screen& screen);

}  // namespace sortscope::present::text
