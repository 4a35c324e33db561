// Range searches that the C++20 library lacks.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace sortscope {
template <class Range, class T, class Projection = std::identity>
bool contains(const Range& range, const T& value, Projection projection = {}) {
    return std::ranges::find(range, value, projection) != std::ranges::end(range);
}

/// Appends `value` if the list lacks it.
template <class T, class Value>
void add_once(std::vector<T>& list, Value&& value) {
    if (!contains(list, value)) list.emplace_back(std::forward<Value>(value));
}

/// Returns the first element whose projection equals `value`. If absent, appends T(value).
template <class T, class Value, class Projection>
T& find_or_add(std::vector<T>& list, const Value& value, Projection projection) {
    const auto found = std::ranges::find(list, value, projection);
    return found == list.end() ? list.emplace_back(value) : *found;
}

/// Sorts by `projection` and drops equal elements.
template <class T, class Projection = std::identity>
void sort_unique(std::vector<T>& list, Projection projection = {}) {
    std::ranges::sort(list, {}, projection);
    list.erase(std::ranges::unique(list, {}, projection).begin(), list.end());
}

/// The first element whose projection equals `value`, or null. `range` must outlive the pointer.
template <class Range, class T, class Projection>
auto find_or_null(const Range& range, const T& value, Projection projection) {
    const auto found = std::ranges::find(range, value, projection);
    return found == std::ranges::end(range) ? nullptr : &*found;
}

/// The mapped value of `key`, or null.
template <class Map, class Key = typename std::remove_const_t<Map>::key_type>
auto* mapped_or_null(Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}
}
