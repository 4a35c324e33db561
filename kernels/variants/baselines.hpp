// Variants without a plan: CPU sorts and library GPU sorts.
#pragma once

#include <vector>

#include "kernels/context/variant.hpp"

namespace sortscope::kernels {

/// Adds the sorts of kernels/cpu.
void register_cpu_sorts(VariantRegistry& variants);

/// Adds the sorts of kernels/cuda/library_sort.hpp.
void register_library_sorts(VariantRegistry& variants);

/// Key types of a sort: all, keys without values, records.
enum class KeyChoice { all, bare, records };
std::vector<KeyType> key_types(KeyChoice choice);

}  // namespace sortscope::kernels
