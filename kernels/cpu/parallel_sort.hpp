// The parallel sort of Boost.Sort, on all hardware threads.
#pragma once

#include "kernels/cpu/sorts.hpp"

namespace sortscope::kernels::cpu {

/// boost::sort::block_indirect_sort for keys of type `key`, with as many threads as the machine has.
Sort parallel_sort(KeyType key);

}  // namespace sortscope::kernels::cpu
