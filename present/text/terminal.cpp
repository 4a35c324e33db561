#include "present/text/terminal.hpp"

#include <langinfo.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include <algorithm>
#include <charconv>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace sortscope::present::text {
namespace {
constexpr int narrowest = 80;       ///< narrower terminals get lines of 80 columns
constexpr int unknown_width = 120;  ///< of pipes and files without a terminal

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

/// A pipe mostly ends in a pager, on standard error's terminal.
std::optional<int> terminal_columns() {
    const int terminal = is_pipe(STDOUT_FILENO) ? STDERR_FILENO : STDOUT_FILENO;
    if (isatty(terminal) == 0) return std::nullopt;
    winsize size{};
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

/// Widths do not depend on the user's locale.
locale_t utf8_locale() {
    static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return locale;
}

bool plain_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return uint8_t(c) < 0x80; });
}

/// 2 for wide characters, 0 for combining marks.
int width_of(const Character& character) {
    if (character.code < 0x80 || !character.valid) return 1;
    return std::max(0, wcwidth(static_cast<wchar_t>(character.code)));
}

/// Calls `each` for each character until it returns false.
template <class Each>
void for_each_character(std::string_view text, const Each& each) {
    const auto users = uselocale(utf8_locale());
    while (!text.empty()) {
        const auto character = first_character(text);
        text.remove_prefix(character.bytes.size());
        if (!each(character)) break;
    }
    uselocale(users);
}

std::string_view beginning(std::string_view text, int width) {
    int taken = 0;
    size_t bytes = 0;
    for_each_character(text, [&](const Character& character) {
        taken += width_of(character);
        if (taken > width) return false;
        bytes += character.bytes.size();
        return true;
    });
    return text.substr(0, bytes);
}

/// Returns whether a word may be broken after `at`: after "-" and the like, before a capital ("Sort|Kernel").
bool may_end(std::string_view word, size_t at) {
    const auto between = [&](size_t i, char least, char most) { return word[i] >= least && word[i] <= most; };
    if (std::string_view("-_,:;/=").find(word[at]) != std::string_view::npos) return true;
    return at + 1 < word.size() && between(at, 'a', 'z') && between(at + 1, 'A', 'Z');
}

/// Returns the longest part of `word` that fits `width` up to a possible break. If this is under a third of
/// the characters that fit, returns all these.
std::string_view piece(std::string_view word, int width) {
    const auto whole = beginning(word, width);
    for (auto size = whole.size(); 3 * size >= whole.size() && size > 0; --size)
        if (may_end(word, size - 1)) return whole.substr(0, size);
    return whole;
}
}  // namespace

Screen stdout_screen() {
    Screen screen;
    screen.width = columns_variable();
    if (!screen.width) screen.width = terminal_columns();
    screen.width = std::max(screen.width.value_or(unknown_width), narrowest);
    std::setlocale(LC_CTYPE, "");
    screen.utf8 = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    return screen;
}

int display_width(std::string_view text) {
    if (plain_ascii(text)) return int(text.size());
    int width = 0;
    for_each_character(text, [&](const Character& character) {
        width += width_of(character);
        return true;
    });
    return width;
}

std::string shorten(std::string_view text, int width, const Screen& screen) {
    if (display_width(text) <= width) return std::string(text);
    if (width <= 0) return {};
    return std::string(beginning(text, width - 1)) + (screen.utf8 ? "\u2026" : "~");
}

std::string escape_markdown(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*<[|~").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string wrap(std::string_view text, const Screen& screen, int indent, int first) {
    if (!screen.width) return std::string(text);
    std::string out;
    int column = first;
    bool line_has_words = false;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        auto word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty()) continue;
        int width = display_width(word);
        if (line_has_words && column + 1 + width > *screen.width) {
            out += '\n';
            out.append(size_t(indent), ' ');
            column = indent;
            line_has_words = false;
        }
        if (line_has_words) {
            out += ' ';
            ++column;
        }
        while (column + width > *screen.width) {
            const auto part = piece(word, *screen.width - column);
            if (part.empty()) break;
            out += part;
            out += '\n';
            out.append(size_t(indent), ' ');
            column = indent;
            word.remove_prefix(part.size());
            width = display_width(word);
        }
        out += word;
        column += width;
        line_has_words = true;
    }
    return out;
}
}
