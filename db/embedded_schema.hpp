// The SQL files that the program carries.
#pragma once

#include <span>

#include "core/embedded.hpp"

namespace sortscope::db {

/// In the order of CMakeLists.txt. The build makes this function; schema_files() is what others want.
std::span<const EmbeddedFile> embedded_schema();

}  // namespace sortscope::db
