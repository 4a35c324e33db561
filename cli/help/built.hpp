// Sources and libraries of this build.
#pragma once

#include <string>

namespace sortscope::cli {
/// Two lines: the commit; the compiler and the linked libraries.
std::string built_from();
}
