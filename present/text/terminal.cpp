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
    std::string clean(text);
    std::ranges::replace_if(
        clean, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
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
