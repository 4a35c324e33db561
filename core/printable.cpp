#include "core/printable.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>
#include <boost/algorithm/string.hpp>
#include <boost/nowide/utf/utf.hpp>

namespace sortscope {
namespace {
bool between(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

/// Number of leading bytes of plain ASCII.
size_t plain_bytes(std::string_view text) {
    const auto other = std::ranges::find_if(text, [](char c) { return c < ' ' || c == 0x7F; });
    return size_t(other - text.begin());
}

/// Line end at the start of `text`, or empty.
std::string_view line_end(std::string_view text) {
    return text.starts_with('\n')     ? text.substr(0, 1)
           : text.starts_with("\r\n") ? text.substr(0, 2)
                                      : std::string_view{};
}
}  // namespace

Character first_character(std::string_view text) {
    namespace utf = boost::nowide::utf;
    auto end = text.begin();
    const char32_t code = utf::utf_traits<char>::decode(end, text.end());
    if (code == utf::illegal || code == utf::incomplete)
        return {text.substr(0, 1), uint8_t(text.front()), false};
    return {text.substr(0, size_t(end - text.begin())), code, true};
}

bool steers(char32_t code) {
    if (code < 0x20 || between(code, 0x7F, 0x9F)) return true;
    return code == 0xAD || code == 0x61C || code == 0x180E || between(code, 0x200B, 0x200F) ||
           between(code, 0x2028, 0x202E) || between(code, 0x2060, 0x206F) || code == 0xFEFF ||
           between(code, 0xFFF9, 0xFFFB) || between(code, 0xE0000, 0xE007F);
}

std::string printable(std::string_view text, LineEnds ends) {
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const auto plain = plain_bytes(text);
        clean += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) break;
        if (const auto end = line_end(text); !end.empty()) {
            clean += ends == LineEnds::kept ? end : std::string_view(" ");
            text.remove_prefix(end.size());
            continue;
        }
        const auto character = first_character(text);
        text.remove_prefix(character.bytes.size());
        const auto code = unsigned(character.code);
        if (character.valid && !steers(character.code))
            clean += character.bytes;
        else if (code == '\t')
            clean += ' ';
        else if (!character.valid || code < 0x80)
            clean += fmt::format("\\x{:02x}", code);
        else if (code < 0x10000)
            clean += fmt::format("\\u{:04x}", code);
        else
            clean += fmt::format("\\U{:08x}", code);
    }
    return clean;
}

bool is_printable(std::string_view text, LineEnds ends) {
    while (true) {
        text.remove_prefix(plain_bytes(text));
        if (text.empty()) return true;
        const auto end = line_end(text);
        const auto character = first_character(text);
        if (!end.empty() ? ends == LineEnds::blank : !character.valid || steers(character.code)) return false;
        text.remove_prefix(std::max(end.size(), character.bytes.size()));
    }
}

std::string shell_word(std::string_view word) {
    if (!word.empty() && boost::all(word, boost::is_alnum() || boost::is_any_of("_./:=,+@%^-")))
        return std::string(word);
    const bool escaped = !is_printable(word);
    std::string quoted = escaped ? "$'" : "'";
    while (!word.empty()) {
        const auto character = first_character(word);
        word.remove_prefix(character.bytes.size());
        if (escaped && (!character.valid || steers(character.code)))
            for (const char c : character.bytes) quoted += fmt::format("\\x{:02x}", uint8_t(c));
        else if (character.code == '\'')
            quoted += escaped ? "\\'" : "'\\''";
        else if (escaped && character.code == '\\')
            quoted += "\\\\";
        else
            quoted += character.bytes;
    }
    return quoted + '\'';
}
}
