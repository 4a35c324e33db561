// The source of the kernels as text: what a site's file and line stand for.
#pragma once

#include <optional>
#include <string_view>

namespace sortscope::kernels {

/// The text of `file`, named as sites name it ("kernels/variants/rank/rank.hpp"), as it was when this program
/// was built; nothing of files that are not part of a kernel of ours.
std::optional<std::string_view> source_text(std::string_view file);

}  // namespace sortscope::kernels
