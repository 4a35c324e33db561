// Width and characters of a terminal, and text that fits it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/printable.hpp"

namespace sortscope::present::text {

struct Screen {
    std::optional<int> width;  ///< columns; nothing where lines may be of any length (a file)
    bool utf8 = false;         ///< the locale can show block characters
};

/// COLUMNS if it is a number, else the width of the terminal (of a pipe, that of standard error), else no
/// limit; at least 80.
Screen stdout_screen();

/// Columns of `text` (UTF-8) by wcwidth(): wide characters take two, combining marks none.
int display_width(std::string_view text);

/// Cuts `text` to `width` columns with an ellipsis ("~" without UTF-8).
std::string shorten(std::string_view text, int width, const Screen& screen);

using sortscope::printable;

/// Breaks `text` at spaces. Further lines are indented by `indent`; the first starts at column `first`.
/// Breaks words longer than a line, at a hyphen or comma if possible.
std::string wrap(std::string_view text, const Screen& screen, int indent = 0, int first = 0);

}  // namespace sortscope::present::text
