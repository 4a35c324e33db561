// Kernel sources embedded in the program.
#pragma once

#include <span>

#include "core/embedded.hpp"

namespace sortscope::kernels {

/// The files in the order of CMakeLists.txt, by path from "kernels/" on. The build generates this function.
std::span<const EmbeddedFile> embedded_sources();

}  // namespace sortscope::kernels
