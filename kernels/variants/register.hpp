// All variants, by explicit calls. The functions' bodies are generated from kernels/variants/CMakeLists.txt's
// list.
#pragma once

#include "kernels/context/variant.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::kernels {

/// Adds every planned variant and its interpreter kernels, in the order of the list.
void register_host_kernels(VariantRegistry& variants, simt::KernelTable& kernels);

/// Adds the sorts that run on the CPU, and the libraries' sorts on the GPU (described even where no GPU is).
void register_baselines(VariantRegistry& variants);

}  // namespace sortscope::kernels
