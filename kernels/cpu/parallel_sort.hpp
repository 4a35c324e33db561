// Boost.Sort's parallel sort.
#pragma once

#include "kernels/cpu/sorts.hpp"

namespace sortscope::kernels::cpu {

/// boost::sort::block_indirect_sort for keys of type `key`, on all hardware threads.
Sort parallel_sort(KeyType key);

}  // namespace sortscope::kernels::cpu
