// The device files that the program carries.
#pragma once

#include <span>

#include "core/embedded.hpp"

namespace sortscope::analyzer {

/// In the order of CMakeLists.txt. The build makes this function.
std::span<const EmbeddedFile> embedded_devices();

}  // namespace sortscope::analyzer
