// Texts that a user names: descriptions, SQL, tables.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace sortscope {

/// All of `file`, of at most `most_bytes`. Throws Error(data) where it is a folder, cannot be read or is
/// longer; `remedy` is the sentence that ends the message: "Name a file that holds SQL."
std::string read_text_file(const std::string& file, std::size_t most_bytes, std::string_view remedy);

/// The same of a stream that is called `name`.
std::string read_text(std::istream& in, const std::string& name, std::size_t most_bytes,
                      std::string_view remedy);

}  // namespace sortscope
