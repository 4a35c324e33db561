// Errors with formatted sentences.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "core/error.hpp"

namespace sortscope {
template <class... T>
Error failure(ErrorKind kind, fmt::format_string<T...> sentence, T&&... values) {
    return {kind, fmt::format(sentence, std::forward<T>(values)...)};
}
}
