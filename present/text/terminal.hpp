// Terminals and text that fits them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/printable.hpp"

namespace sortscope::present::text {
struct Screen {
    std::optional<int> width;  ///< columns; nothing where lines may be of any length (a file)
    bool utf8 = false;         ///< the locale can show block characters
    bool markdown = false;     ///< tables, facts and notes are written as GitHub's Markdown
};

/// Width: COLUMNS, else the terminal's (for a pipe, that of standard error), else 120; at least 80.
Screen stdout_screen();

/// Uses wcwidth(): wide characters take two columns, combining marks none.
int display_width(std::string_view text);

/// Cuts to `width` columns with an ellipsis ("~" without UTF-8).
std::string shorten(std::string_view text, int width, const Screen& screen);

using sortscope::printable;

/// Escapes characters that Markdown would take for markup. No line breaks.
std::string escape_markdown(std::string_view text);

/// Breaks at spaces, and words longer than a line. `indent`: of further lines; `first`: column of the first.
std::string wrap(std::string_view text, const Screen& screen, int indent = 0, int first = 0);
}
