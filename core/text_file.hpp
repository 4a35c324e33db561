// Reads text files that a user names: descriptions, SQL, tables.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace sortscope {
/// Throws Error(data) if `file` is a folder, unreadable or longer than `most_bytes`. The message ends with
/// `remedy`.
std::string read_text_file(const std::string& file, size_t most_bytes, std::string_view remedy);

/// Reads a stream; errors call it `name`.
std::string read_text(std::istream& in, const std::string& name, size_t most_bytes, std::string_view remedy);
}
