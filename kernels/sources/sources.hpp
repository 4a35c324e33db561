// Source texts of the kernels, for the file and line of a site.
#pragma once

#include <optional>
#include <string_view>

namespace sortscope::kernels {

/// The text of `file`, named as in sites ("kernels/variants/rank/rank.hpp"), as compiled; nothing for other
/// files.
std::optional<std::string_view> source_text(std::string_view file);

}  // namespace sortscope::kernels
