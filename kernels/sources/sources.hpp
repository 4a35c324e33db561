// Source texts of the kernels, for the file and line of a site.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/embedded.hpp"

namespace sortscope::kernels {
/// Returns the compiled text of `file`, named as in sites ("kernels/variants/rank/rank.hpp"); nothing for
/// other files.
std::optional<std::string_view> source_text(std::string_view file);

/// The files in the order of CMakeLists.txt, named from "kernels/" on. The build generates this function.
std::span<const EmbeddedFile> embedded_sources();
}
