// Files that are built into the program: the page's style and script, and the chart library.
#pragma once

#include <span>
#include <string_view>

namespace sortscope::present::html {

/// In pieces, each below the length that every compiler takes; none where the program was built without it.
std::span<const std::string_view> page_style();
std::span<const std::string_view> page_script();
std::span<const std::string_view> chart_script();

}  // namespace sortscope::present::html
