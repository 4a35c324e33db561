// Readable kernel names.
#pragma once

#include <string>
#include <string_view>

namespace sortscope {
/// "sortscope::b2<unsigned int>(unsigned int*)" or its mangled form -> "b2". Both functions keep texts that
/// are no symbols.
std::string short_kernel_name(std::string_view symbol);
std::string demangled(std::string_view symbol);
}
