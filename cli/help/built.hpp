// What this program was built from.
#pragma once

#include <string>

namespace sortscope::cli {
/// Two lines: the commit, and the compiler and libraries that are inside the program.
std::string built_from();
}
