// Sorts that run on the CPU.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "core/workload.hpp"

namespace sortscope::kernels::cpu {
/// Sorts raw keys in place.
using Sort = std::function<void(std::span<std::byte>)>;

/// Sort of `variant` for keys of type `key`; networks need powers of two. Throws Error(internal) if the
/// variant is no CPU sort.
Sort find_sort(std::string_view variant, KeyType key);
}
