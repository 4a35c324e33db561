// Makes foreign texts safe to print: nothing in them controls a terminal or hides text.
#pragma once

#include <string>
#include <string_view>

namespace sortscope {
/// A character of UTF-8, or a byte that is part of none.
struct Character {
    std::string_view bytes;
    char32_t code = 0;  ///< the byte itself if invalid
    bool valid = true;
};
/// `text` must not be empty. Overlong forms, surrogates and codes above U+10FFFF are invalid.
Character first_character(std::string_view text);

/// Whether a terminal obeys or hides the character: controls of ASCII and Latin-1, marks of writing
/// direction, line and paragraph separators, characters without width, tags.
bool steers(char32_t code);

enum class LineEnds {
    blank,  ///< a blank each
    kept    ///< "\n" and "\r\n" stay
};

/// Tabs become blanks, other characters that steers() and invalid bytes escapes: "\x1b", "\u202e". Clean
/// text is unchanged.
std::string printable(std::string_view text, LineEnds ends = LineEnds::blank);

/// Whether printable() leaves `text` as it is.
bool is_printable(std::string_view text, LineEnds ends = LineEnds::blank);

/// `word` quoted for a shell if needed: 'two words', 'it'\''s', with unprintable characters $'...'.
std::string shell_word(std::string_view word);
}
