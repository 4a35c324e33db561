// The variants without a plan: sorts on the CPU, and libraries' sorts on the GPU.
#pragma once

#include <vector>

#include "kernels/context/variant.hpp"

namespace sortscope::kernels {

/// Adds the sorts of kernels/cpu.
void register_cpu_sorts(VariantRegistry& variants);

/// Adds the sorts of kernels/cuda/library_sort.hpp.
void register_library_sorts(VariantRegistry& variants);

/// All key types, or those of keys alone, or those of records.
enum class Take { all, keys, records };
std::vector<KeyType> key_types(Take take);

}  // namespace sortscope::kernels
