// The variants without a plan: sorts on the CPU, and libraries' sorts on the GPU.
#pragma once

#include <vector>

#include "kernels/context/variant.hpp"

namespace sortscope::kernels {

/// Adds the sorts of kernels/cpu.
void register_cpu_sorts(VariantRegistry& variants);

/// Adds the sorts of kernels/cuda/library_sort.hpp.
void register_library_sorts(VariantRegistry& variants);

/// Which key types a sort takes: all, those of keys without a value, those of records.
enum class KeyChoice { all, bare, records };
std::vector<KeyType> key_types(KeyChoice choice);

}  // namespace sortscope::kernels
