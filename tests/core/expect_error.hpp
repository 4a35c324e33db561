#pragma once

#include <functional>

#include "core/error.hpp"

namespace sortscope::test {
/// Expects an Error of `kind` from `action`, with `words` in its message.
void expect_error(ErrorKind kind, const std::string& words, const std::function<void()>& action);
}
