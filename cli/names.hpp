// The names of a vocabulary enum as a help text lists them.
#pragma once

#include <string>

#include "core/enum_names.hpp"

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

}  // namespace sortscope::cli
