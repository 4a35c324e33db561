#include "core/printable.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace sortscope {
namespace {
unsigned char byte_at(std::string_view text, size_t i) { return uint8_t(text[i]); }

bool between(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

/// Number of leading bytes of plain ASCII.
size_t plain_bytes(std::string_view text) {
    const auto other = std::ranges::find_if(text, [](char c) { return c < ' ' || c == 0x7F; });
    return size_t(other - text.begin());
}

/// Returns the line end at the start of `text`, or empty.
std::string_view line_end(std::string_view text) {
    return text.starts_with('\n')     ? text.substr(0, 1)
           : text.starts_with("\r\n") ? text.substr(0, 2)
                                      : std::string_view{};
}
}  // namespace

Character first_character(std::string_view text) {
    const auto first = byte_at(text, 0);
    const Character broken{text.substr(0, 1), first, false};
    if (first < 0x80) return {text.substr(0, 1), first, true};
    const size_t size = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || size > text.size()) return broken;
    char32_t code = first & (0xFFU >> (size + 1));
    for (size_t i = 1; i < size; ++i) {
        if ((byte_at(text, i) & 0xC0U) != 0x80U) return broken;
        code = code << 6U | (byte_at(text, i) & 0x3FU);
    }
    const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
    if (overlong || between(code, 0xD800, 0xDFFF) || code > 0x10FFFF) return broken;
    return {text.substr(0, size), code, true};
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
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_./:=,+@%^-").find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, plain)) return std::string(word);
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
