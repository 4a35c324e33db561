// The variant that `sortscope new` begins from and compares with.
#pragma once

namespace sortscope::kernels {
/// Short, and needs only the SDK.
inline constexpr const char* example_variant = "bitonic-b2";
}
