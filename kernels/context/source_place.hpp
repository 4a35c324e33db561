// Source position of an access or branch, as a trailing default argument `SourcePlace at =
// SourcePlace::current()`.
#pragma once

#include <source_location>

namespace sortscope::kernels {

/// An alias, because a wrapper type would name the context's method in GCC 12: it does not evaluate a default
/// argument within a default argument at the outermost call.
using SourcePlace = std::source_location;

}  // namespace sortscope::kernels
