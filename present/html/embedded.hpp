// Style, script and chart library, built into the program.
#pragma once

#include <span>
#include <string_view>

namespace sortscope::present::html {

/// In pieces that every compiler takes; empty without the library.
std::span<const std::string_view> page_style();
std::span<const std::string_view> page_script();
std::span<const std::string_view> chart_script();

}  // namespace sortscope::present::html
