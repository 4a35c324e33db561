// What a function of a kernel is called. Files keep what the compiler says: of the interpreter's kernels its
// own signature.
#pragma once

#include <string>
#include <string_view>

namespace sortscope::present {

/// "void sortscope::kernels::ButterflyStep<Key>::operator()(C&) const [with C = ...; Key = float]", as g++
/// writes it, or clang -> "butterfly_step<f32>", as kernels are called everywhere; of their other functions
/// "banyan_tile<f32>::route" and "sum_in_warp". A text that is no signature is itself.
std::string function_name(std::string_view signature);

}  // namespace sortscope::present
