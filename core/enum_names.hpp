// Names of enumerators: each vocabulary enum has one table that printing, parsing and the store share.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace sortscope {

/// One row of an enum's table. `value` is stored in files: never renumber.
template <class E>
struct EnumName {
    E value;
    std::string_view name;
    std::string_view description;
};

/// Specialised by each vocabulary enum: `static std::span<const EnumName<E>> names();` and
/// `static constexpr std::string_view what` (used in error sentences, such as "key type").
template <class E>
struct EnumTable;

/// The enumerator's name as users type it. Throws Error(internal) for a value outside the table.
template <class E>
std::string_view name_of(E value) {
    for (const auto& row : EnumTable<E>::names())
        if (row.value == value) return row.name;
    throw Error(ErrorKind::internal,
                "A value outside its table was asked for its name: " + std::string(EnumTable<E>::what) + ".");
}

/// The enumerator called `name`, or nothing.
template <class E>
std::optional<E> find_enum(std::string_view name) {
    for (const auto& row : EnumTable<E>::names())
        if (row.name == name) return row.value;
    return std::nullopt;
}

/// The enumerator called `name`. Throws Error(usage) that lists the names there are.
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

/// The enumerator with this stored number. Throws Error(data) for a number no version has written.
template <class E>
E enum_from_int(long long number) {
    for (const auto& row : EnumTable<E>::names())
        if (static_cast<long long>(row.value) == number) return row.value;
    throw Error(ErrorKind::data, "The file holds an unknown " + std::string(EnumTable<E>::what) +
                                     " (number " + std::to_string(number) + ").");
}

}  // namespace sortscope
