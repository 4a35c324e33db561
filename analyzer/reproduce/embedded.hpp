// Files that the program carries: descriptions of figures, and published tables.
#pragma once

#include <span>

#include "core/embedded.hpp"

namespace sortscope::analyzer::reproduce {

/// In the order of CMakeLists.txt. The build makes this function.
std::span<const EmbeddedFile> embedded_files();

}  // namespace sortscope::analyzer::reproduce
