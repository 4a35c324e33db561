#include "core/text_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/failure.hpp"
#include "core/text.hpp"

namespace sortscope {
std::string read_text(std::istream& in, const std::string& name, size_t most_bytes, std::string_view remedy) {
    std::string text;
    std::string part(std::min<size_t>(most_bytes + 1, 1 << 20), '\0');
    while (in.read(part.data(), std::streamsize(part.size())) || in.gcount() > 0) {
        text.append(part, 0, size_t(in.gcount()));
        if (text.size() > most_bytes)
            throw failure(ErrorKind::data, "'{}' is larger than {}. {}", name,
                          format_bytes(double(most_bytes)), remedy);
    }
    if (in.bad()) throw failure(ErrorKind::data, "'{}' cannot be read. {}", name, remedy);
    return text;
}

std::string read_text_file(const std::string& file, size_t most_bytes, std::string_view remedy) {
    std::error_code failed;
    if (std::filesystem::is_directory(file, failed))
        throw failure(ErrorKind::data, "'{}' is a folder. {}", file, remedy);
    std::ifstream in(file, std::ios::binary);
    if (!in) throw failure(ErrorKind::data, "'{}' cannot be read. {}", file, remedy);
    return read_text(in, file, most_bytes, remedy);
}
}
