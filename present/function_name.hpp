// Short names of kernel functions. Files keep what the compiler writes.
#pragma once

#include <string>
#include <string_view>

namespace sortscope::present {
/// "void kernels::ButterflyStep<Key>::operator()(C&) const [with Key = float]" -> "butterfly_step<f32>".
/// Texts that are no signature stay.
std::string function_name(std::string_view signature);
}
