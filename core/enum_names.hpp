// Tables of enumerators for printing, parsing and the store.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "core/error.hpp"

namespace sortscope {
/// `value` is stored in files: never renumber.
template <class E>
struct EnumName {
    E value;
    std::string_view name;
    std::string_view description;
};

/// Each enum specialises this with `static std::span<const EnumName<E>> names();` and `what`, its name in
/// messages.
template <class E>
struct EnumTable;

/// Name of `value` in options. Throws Error(internal) for a value outside the table.
template <class E>
std::string_view name_of(E value) {
    for (const auto& row : EnumTable<E>::names())
        if (row.value == value) return row.name;
    throw Error(ErrorKind::internal, "A value of " + std::string(EnumTable<E>::what) + " has no name.");
}

template <class E>
std::optional<E> find_enum(std::string_view name) {
    for (const auto& row : EnumTable<E>::names())
        if (row.name == name) return row.value;
    return std::nullopt;
}

/// Throws Error(usage) with all names if `name` is unknown.
template <class E>
E parse_enum(std::string_view name) {
    if (const auto found = find_enum<E>(name)) return *found;
    std::string known;
    for (const auto& row : EnumTable<E>::names()) {
        if (!known.empty()) known += ", ";
        known += row.name;
    }
    throw Error(ErrorKind::usage, "There is no " + std::string(EnumTable<E>::what) + " called '" +
                                      std::string(name) + "'. Known are: " + known + ".");
}

/// Throws Error(data) for an unknown stored number.
template <class E>
E enum_from_int(long long number) {
    for (const auto& row : EnumTable<E>::names())
        if (static_cast<long long>(row.value) == number) return row.value;
    throw Error(ErrorKind::data, "The file holds an unknown " + std::string(EnumTable<E>::what) +
                                     " (number " + std::to_string(number) + ").");
}
}
