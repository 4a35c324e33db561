// The names of a vocabulary enum as a help text lists them.
#pragma once

#include <string>
#include <vector>

#include "core/enum_names.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope::cli {

/// "u32, i32, u64 or f32": every name of the enum's table, in its order.
template <class E>
std::string names_of() {
    const auto rows = EnumTable<E>::names();
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i != 0) text += i + 1 == rows.size() ? " or " : ", ";
        text += rows[i].name;
    }
    return text;
}

/// What `parse` makes of an option's value; an Error(usage) says of which option: "--size: 'big' is not a
/// number ...".
template <class Parse>
auto value_of(const char* option, const Parse& parse) {
    try {
        return parse();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::usage) throw;
        throw Error(ErrorKind::usage, std::string(option) + ": " + error.what());
    }
}

/// "u32,f32" as values of a vocabulary enum; none for an empty text. Throws Error(usage).
template <class E>
std::vector<E> parse_list_of(const char* option, const std::string& text) {
    std::vector<E> values;
    if (text.empty()) return values;
    return value_of(option, [&] {
        for (const auto& part : split_list(text)) values.push_back(parse_enum<E>(part));
        return values;
    });
}

}  // namespace sortscope::cli
