// Source texts of the kernels, for the file and line of a site.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/embedded.hpp"
#include "core/ranges.hpp"

namespace sortscope::kernels {
/// The embedded files in the order of CMakeLists.txt, with paths from the project's root. The build generates
/// this function.
std::span<const EmbeddedFile> embedded_sources();

/// The text of a file, named as in sites ("kernels/variants/rank/rank.hpp"); nothing for other files.
inline std::optional<std::string_view> source_text(std::string_view file) {
    const auto* found = find_or_null(embedded_sources(), file, &EmbeddedFile::name);
    return found == nullptr ? std::nullopt : std::optional<std::string_view>(found->text);
}
}
