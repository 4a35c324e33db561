// Reads text files that a user names: descriptions, SQL, tables.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace sortscope {
/// Throws Error(data), ending with `remedy`, for a folder, an unreadable file or more than `most_bytes`.
std::string read_text_file(const std::string& file, size_t most_bytes, std::string_view remedy);

/// `name` is the stream's name in errors.
std::string read_text(std::istream& in, const std::string& name, size_t most_bytes, std::string_view remedy);
}
