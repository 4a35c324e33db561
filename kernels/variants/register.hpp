// Registers all variants by explicit calls, generated from the list in kernels/variants/CMakeLists.txt.
#pragma once

#include "kernels/context/variant.hpp"
#include "kernels/simt/kernel_table.hpp"

namespace sortscope::kernels {
/// Adds all planned variants and their interpreter kernels, in order of the list.
void register_host_kernels(VariantRegistry& variants, simt::KernelTable& kernels);

/// Adds CPU sorts and library GPU sorts, even without a GPU.
void register_baselines(VariantRegistry& variants);
}
