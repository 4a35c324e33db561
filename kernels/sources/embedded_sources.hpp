// The source files of kernels that the program carries.
#pragma once

#include <span>

#include "core/embedded.hpp"

namespace sortscope::kernels {

/// In the order of CMakeLists.txt, each by its path from "kernels/" on. The build makes this function.
std::span<const EmbeddedFile> embedded_sources();

}  // namespace sortscope::kernels
