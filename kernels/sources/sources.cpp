#include "kernels/sources/sources.hpp"

#include <algorithm>

namespace sortscope::kernels {
std::optional<std::string_view> source_text(std::string_view file) {
    const auto all = embedded_sources();
    const auto found = std::ranges::find(all, file, &EmbeddedFile::name);
    if (found == all.end()) return std::nullopt;
    return found->text;
}
}
