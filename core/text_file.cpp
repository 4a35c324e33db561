#include "core/text_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "core/text.hpp"

namespace sortscope {
std::string read_text(std::istream& in, const std::string& name, size_t most_bytes, std::string_view remedy) {
    std::string text;
    std::string part(std::min<size_t>(most_bytes + 1, 1 << 20), '\0');
    while (in.read(part.data(), std::streamsize(part.size())) || in.gcount() > 0) {
        text.append(part, 0, size_t(in.gcount()));
        if (text.size() > most_bytes)
            throw Error(ErrorKind::data, "'" + name + "' is larger than " + format_bytes(double(most_bytes)) +
                                             ". " + std::string(remedy));
    }
    if (in.bad()) throw Error(ErrorKind::data, "'" + name + "' cannot be read. " + std::string(remedy));
    return text;
}

std::string read_text_file(const std::string& file, size_t most_bytes, std::string_view remedy) {
    std::error_code failed;
    if (std::filesystem::is_directory(file, failed))
        throw Error(ErrorKind::data, "'" + file + "' is a folder. " + std::string(remedy));
    std::ifstream in(file, std::ios::binary);
    if (!in) throw Error(ErrorKind::data, "'" + file + "' cannot be read. " + std::string(remedy));
    return read_text(in, file, most_bytes, remedy);
}
}
