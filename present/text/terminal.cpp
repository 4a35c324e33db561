#include "present/text/terminal.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <cstring>

namespace sortscope::present::text {
namespace {

constexpr int narrowest = 40;

std::optional<int> columns_variable() {
    const char* text = std::getenv("COLUMNS");
    if (text == nullptr) return std::nullopt;
    int columns = 0;
    const char* end = text + std::strlen(text);
    const auto [last, error] = std::from_chars(text, end, columns);
    if (error != std::errc{} || last != end || columns <= 0) return std::nullopt;
    return columns;
}

bool is_pipe(int descriptor) {
    struct stat status {};
    return fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
}

/// A pipe mostly ends in a pager or filter on the terminal that standard error is.
std::optional<int> terminal_columns() {
    const int terminal = is_pipe(STDOUT_FILENO) ? STDERR_FILENO : STDOUT_FILENO;
    if (isatty(terminal) == 0) return std::nullopt;
    winsize size{};
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

/// Bytes of the UTF-8 character that `text` begins with; 0 where it begins with none.
std::size_t character_size(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t size = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (size == 0 || size > text.size()) return 0;
    return std::ranges::any_of(text.substr(1, size - 1), starts_character) ? 0 : size;
}

/// Whether a terminal would obey the character instead of showing it: controls of ASCII and of Latin-1 (U+0080 to U+009F), and
/// the marks that turn the direction of writing (U+202A to U+202E, U+2066 to U+2069).
bool steers(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7F;
    if (character.size() == 2) return byte(0) == 0xC2 && byte(1) < 0xA0;
    if (character.size() != 3 || byte(0) != 0xE2) return false;
    return (byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE) || (byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9);
}

}  // namespace

Screen stdout_screen() {
    Screen screen;
    screen.width = columns_variable();
    if (!screen.width) screen.width = terminal_columns();
    if (screen.width) screen.width = std::max(*screen.width, narrowest);
    std::setlocale(LC_CTYPE, "");
    screen.utf8 = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return screen;
}

int display_width(std::string_view text) {
    return static_cast<int>(std::ranges::count_if(text, starts_character));
}

std::string shorten(std::string_view text, int width, const Screen& screen) {
    if (display_width(text) <= width) return std::string(text);
    if (width <= 0) return {};
    std::string cut;
    int taken = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (starts_character(text[at]) && ++taken == width) break;
        cut += text[at];
    }
    return cut + (screen.utf8 ? "\u2026" : "~");
}

std::string printable(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto size = character_size(text.substr(at));
        const auto character = text.substr(at, std::max<std::size_t>(size, 1));
        at += character.size();
        if (size == 0) clean += '?';
        else if (steers(character)) clean += ' ';
        else clean += character;
    }
    return clean;
}

std::string wrap(std::string_view text, const Screen& screen, int indent, int first) {
    if (!screen.width) return std::string(text);
    std::string out;
    int column = first;
    bool line_has_words = false;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        const auto word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        const int width = display_width(word);
        if (line_has_words && column + 1 + width > *screen.width) {
            out += '\n';
            out.append(static_cast<std::size_t>(indent), ' ');
            column = indent;
            line_has_words = false;
        }
        if (line_has_words) out += ' ', ++column;
        out += word;
        column += width;
        line_has_words = true;
    }
    return out;
}

}  // namespace sortscope::present::text
