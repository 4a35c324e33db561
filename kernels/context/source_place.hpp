// The source line of an access or branch, taken by a trailing default argument: `SourcePlace at =
// SourcePlace::current()`.
#pragma once

#include <source_location>

namespace sortscope::kernels {

/// std::source_location itself: in GCC 12 a type of our own around it would name the line of the context's
/// method, because a default argument within a default argument is not evaluated at the outermost call.
using SourcePlace = std::source_location;

}  // namespace sortscope::kernels
