// Terminals, and text that fits terminals.
#pragma once

#include <optional>

#include "core/printable.hpp"

namespace sortscope::present::text {
struct Screen {
    std::optional<int> width;  ///< columns; absent if lines may have any length (a file)
    bool utf8 = false;         ///< the locale can show block characters
    bool markdown = false;     ///< tables, facts and notes are written as GitHub's Markdown
};

/// Width: COLUMNS, else the width of the terminal, else 120; at least 80. A pipe uses standard error's
/// terminal.
Screen stdout_screen();

/// Uses wcwidth(): wide characters take two columns, combining marks none.
int display_width(std::string_view text);

/// Cuts to `width` columns with an ellipsis ("~" without UTF-8).
std::string shorten(std::string_view text, int width, const Screen& screen);

using sortscope::printable;

/// Escapes characters that Markdown would take for markup. No line breaks.
std::string escape_markdown(std::string_view text);

/// Breaks lines at spaces, and breaks words that exceed a line. `first` is the column where the first line
/// begins, `indent` where further lines do.
std::string wrap(std::string_view text, const Screen& screen, int indent = 0, int first = 0);
}
