// Short names of kernel functions. Files keep the compiler's names.
#pragma once

#include <string>

namespace sortscope::present {
/// "void kernels::ButterflyStep<Key>::operator()(C&) const [with Key = float]" -> "butterfly_step<f32>".
/// Returns other texts unchanged.
std::string function_name(std::string_view signature);
}
