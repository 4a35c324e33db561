// What text output may look like: how wide, which characters; and breaking text to fit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/printable.hpp"

namespace sortscope::present::text {

/// What the rendering functions need to know of the place their text goes to.
struct Screen {
    std::optional<int> width;  ///< columns; nothing where lines may be of any length (a file)
    bool utf8 = false;         ///< the locale can show block characters
};

/// The screen of standard output: COLUMNS where it is set to a number, else the terminal's own width (of a
/// pipe, that of the terminal where standard error goes), else no limit. Reads the locale (LC_ALL, LC_CTYPE,
/// LANG).
Screen stdout_screen();

/// Columns that `text` (UTF-8 or ASCII) takes on a terminal: two for wide characters (East Asian, emoji),
/// none for marks that combine with the character before. Widths are those of the C library's wcwidth().
int display_width(std::string_view text);

/// `text` cut to `width` columns, its end replaced by an ellipsis ("~" where the locale has none).
std::string shorten(std::string_view text, int width, const Screen& screen);

using sortscope::printable;

/// `text` broken at spaces into lines that fit; every line but the first indented by `indent` spaces. The
/// first line starts at column `first`. A word longer than a line is broken where the line ends, behind a
/// hyphen, comma or the like where one is near.
std::string wrap(std::string_view text, const Screen& screen, int indent = 0, int first = 0);

}  // namespace sortscope::present::text
