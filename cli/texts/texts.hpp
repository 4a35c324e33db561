// Notes and examples of the help, completion scripts, and files that `sortscope new` writes.
#pragma once

#include <span>
#include <string>

#include "core/embedded.hpp"
#include "core/ranges.hpp"

namespace sortscope::cli {
/// The files of cli/texts, without C++.
std::span<const EmbeddedFile> embedded_texts();

inline std::string embedded_text(const std::string& name) {
    return std::string(find_or_null(embedded_texts(), name, &EmbeddedFile::name)->text);
}
}
