// Range searches that the C++20 library lacks.
#pragma once

#include <algorithm>
#include <functional>

namespace sortscope {
template <class Range, class T, class Projection = std::identity>
bool contains(const Range& range, const T& value, Projection projection = {}) {
    return std::ranges::find(range, value, projection) != std::ranges::end(range);
}

/// The first element whose projection equals `value`, or null. `range` must outlive the pointer.
template <class Range, class T, class Projection>
auto find_or_null(const Range& range, const T& value, Projection projection) {
    const auto found = std::ranges::find(range, value, projection);
    return found == std::ranges::end(range) ? nullptr : &*found;
}
}
