#pragma once

#include <functional>

#include "core/error.hpp"

namespace sortscope::test {
/// Runs `action` and expects an Error of `kind` with `words` in its message.
void expect_error(ErrorKind kind, const std::string& words, const std::function<void()>& action);
}
